import type { Report } from "../report.js";
import { tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import type { MjcfDocument } from "./document.js";

const TURN = "quat axisangle euler xyaxes zaxis";
/** Drawing, names and files: they change no motion, and need no word. */
const SILENT = "name class childclass group rgba material user info texcoord normal builtin content_type";

/** Attributes that are read, by element. Others are noted where they are written. */
const READ: Readonly<Record<string, string>> = {
  compiler:
    "angle coordinate eulerseq autolimits inertiafromgeom balanceinertia boundmass boundinertia settotalmass inertiagrouprange meshdir assetdir texturedir strippath",
  option: "gravity timestep",
  body: `pos ${TURN} mocap`,
  frame: `pos ${TURN}`,
  replicate: "count offset euler sep",
  inertial: `pos ${TURN} mass diaginertia fullinertia`,
  joint:
    "type pos axis range limited ref springref stiffness damping frictionloss joint coef joint1 joint2 polycoef active",
  freejoint: "",
  geom: `type pos ${TURN} size fromto mass density mesh hfield contype conaffinity friction condim priority`,
  site: `pos ${TURN} size type fromto site`,
  mesh: "file vertex face scale refpos refquat inertia",
  connect: "body1 body2 anchor site1 site2 active",
  weld: "body1 body2 active",
  exclude: "body1 body2",
  spatial: "range limited stiffness damping springlength width",
  tendon: "range limited stiffness damping springlength width",
  motor: "joint jointinparent gear ctrlrange ctrllimited forcerange forcelimited tendon",
  position:
    "joint jointinparent gear kp kv ctrlrange ctrllimited forcerange forcelimited cranksite slidersite cranklength tendon",
  velocity: "joint jointinparent gear kv ctrlrange ctrllimited forcerange forcelimited tendon",
  general:
    "joint jointinparent gear gainprm biasprm gaintype biastype dyntype ctrlrange ctrllimited forcerange forcelimited tendon",
};

/** Notes attributes that have no counterpart, at the element or default that has them. */
export function reportAttributes(document: MjcfDocument, report: Report): void {
  const visit = (element: XmlElement) => {
    const known = READ[element.name];
    if (known !== undefined) {
      const words = new Set(`${known} ${SILENT}`.split(" "));
      const strange = Object.keys(element.attributes).filter((name) => !words.has(name));
      if (strange.length > 0) report.leftOut(element, `${strange.join(", ")} of ${tagOf(element)}`);
    }
    for (const child of element.children) visit(child);
  };
  for (const section of document.sections) visit(section);
}
