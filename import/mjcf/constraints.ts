import { ImportError, type Place } from "../error.js";
import { apply, compose, type Pose, type V3 } from "../pose.js";
import { type Entry, jointFrames, lineOf } from "../scene/draft.js";
import { number, numbers, required, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { jointEnd, type MjcfModel, type Part } from "./import.js";
import { vector } from "./placement.js";
import type { MjcfBody, Site } from "./tree.js";

/** Equality constraints, tendons, excluded pairs and sensors. */
export function addConstraints(model: MjcfModel): void {
  const { document, draft, report } = model;
  for (const given of document.section("equality")) addEquality(model, document.defaults.complete(given, undefined));
  for (const given of document.section("tendon")) addTendon(model, given);
  for (const element of document.section("contact")) {
    if (element.name !== "exclude") report.leftOut(element, tagOf(element));
    else {
      const [a, b] = [
        partNamed(model, element, required(element, "body1")),
        partNamed(model, element, required(element, "body2")),
      ];
      if (a !== b) draft.ignore.push([a.name, b.name]);
    }
  }
  for (const element of document.section("sensor")) addSensor(model, element);
}

function bodyNamed(model: MjcfModel, place: Place, name: string): MjcfBody {
  const body = model.tree.bodies.find((candidate) => candidate.name === name);
  if (body === undefined) throw new ImportError(place, `there is no body "${name}"`);
  return body;
}

function partNamed(model: MjcfModel, place: Place, name: string): Part {
  return model.partOf.get(bodyNamed(model, place, name)) as Part;
}

/** Pose of a body's frame in the world, all joints at their reference. */
function referenceOf(model: MjcfModel, body: MjcfBody): Pose {
  return compose((model.partOf.get(body) as Part).reference, model.inPart(body));
}

function addEquality(model: MjcfModel, element: XmlElement): void {
  const { report } = model;
  if (element.attributes.active === "false") {
    report.leftOut(element, `${tagOf(element)}, which is not active`);
    return;
  }
  if (element.name === "connect") {
    addConnect(model, element);
    return;
  }
  if (element.name === "weld") {
    addWeld(model, element);
    return;
  }
  if (element.name === "joint") {
    addCoupling(model, element);
    return;
  }
  report.leftOut(element, `the constraint ${tagOf(element)}`);
  return;
}

function ends(model: MjcfModel, element: XmlElement): [MjcfBody, MjcfBody] {
  const second = element.attributes.body2;
  return [
    bodyNamed(model, element, required(element, "body1")),
    second === undefined ? model.tree.bodies[0] : bodyNamed(model, element, second),
  ];
}

/** A point in common. With sites, the point of each body is its own. */
function addConnect(model: MjcfModel, element: XmlElement): void {
  const sites = [element.attributes.site1, element.attributes.site2].map(
    (name) => name && siteNamed(model, element, name),
  ) as (Site | undefined)[];
  if (sites[0] && sites[1]) {
    const [a, b] = sites.map((site) => pointOn(model, site as Site));
    pushJoint(model, element, "ball", a.part, b.part, {
      frameA: { position: [...a.point] },
      frameB: { position: [...b.point] },
    });
    return;
  }
  const [a, b] = ends(model, element);
  const anchor = vector(element, "anchor");
  if (anchor === undefined) throw new ImportError(element, "<connect> needs an anchor, or two sites");
  const frame: Pose = { position: apply(referenceOf(model, a), anchor), turn: [0, 0, 0, 1] };
  const [partA, partB] = [model.partOf.get(a) as Part, model.partOf.get(b) as Part];
  pushJoint(model, element, "ball", partA, partB, jointFrames(frame, partA.reference, partB.reference));
}

function addWeld(model: MjcfModel, element: XmlElement): void {
  if (element.attributes.relpose !== undefined || element.attributes.site1 !== undefined) {
    model.report.leftOut(element, `${tagOf(element)} with relpose or sites`);
    return;
  }
  const [a, b] = ends(model, element).map((body) => model.partOf.get(body) as Part);
  pushJoint(model, element, "fixed", a, b, jointFrames(b.reference, a.reference, b.reference));
}

function pushJoint(model: MjcfModel, element: XmlElement, type: string, a: Part, b: Part, frames: Entry): void {
  const { draft, report } = model;
  if (a === b) {
    report.leftOut(element, `${tagOf(element)} between two bodies that are welded together`);
    return;
  }
  if (a.fixed && b.fixed) {
    report.leftOut(element, `${tagOf(element)} between two bodies that stand still`);
    return;
  }
  // the second body has to move
  const [first, second] = b.fixed ? [b, a] : [a, b];
  const placed = b.fixed ? swapFrames(frames) : frames;
  const name = draft.jointNames.take(
    element.attributes.name ?? `${element.name}_${first.name}_${second.name}`,
    element.name,
  );
  const entry: Entry = { name, type, bodyA: jointEnd(first), bodyB: second.name, ...placed, collide: true };
  draft.joints.push(draft.comment(entry, `<equality> ${tagOf(element)} (${lineOf(element)})`));
}

function swapFrames({ frameA, frameB }: Entry): Entry {
  return { frameA: frameB, frameB: frameA };
}

/** q₁ − ref₁ = c₀ + c₁ (q₂ − ref₂) + …: a gear where both axes are fixed in the world, else a drive that follows. */
function addCoupling(model: MjcfModel, element: XmlElement): void {
  const { draft, report, joints } = model;
  const first = joints.get(required(element, "joint1"));
  const second = joints.get(element.attributes.joint2 ?? "");
  const c = numbers(element, "polycoef") ?? [0, 1, 0, 0, 0];
  const simple = c.slice(2).every((x) => x === 0);
  if (first === undefined) throw new ImportError(element, `there is no joint "${element.attributes.joint1}"`);
  if (second === undefined) {
    first.entry.limits = { lower: first.joint.ref + c[0], upper: first.joint.ref + c[0] };
    return;
  }
  const turns = first.joint.type === "hinge" && second.joint.type === "hinge";
  if (simple && turns && c[0] === 0 && c[1] !== 0 && first.grounded && second.grounded) {
    const { frameA: onA } = jointFrames(second.frame, second.part.reference, second.part.reference);
    const { frameB: onB } = jointFrames(first.frame, first.part.reference, first.part.reference);
    const gear: Entry = {
      name: draft.jointNames.take(element.attributes.name ?? `${String(first.entry.name)}_gear`, "gear"),
      type: "gear",
      bodyA: second.part.name,
      bodyB: first.part.name,
      frameA: onA,
      frameB: onB,
      ratio: c[1],
      collide: true,
    };
    draft.joints.push(draft.comment(gear, `<equality> ${tagOf(element)} (${lineOf(element)})`));
    return;
  }
  const q = `([joint/${String(second.entry.name)}/position] - ${second.joint.ref})`;
  const powers = c
    .map((x, k) => (x === 0 ? "" : k === 0 ? `${x}` : `${x}${` * ${q}`.repeat(k)}`))
    .filter((term) => term !== "");
  first.entry.drive = { mode: "position", target: first.joint.ref };
  draft.controllers.push({
    type: "expression",
    name: `${String(first.entry.name)}_follows`.slice(0, 64),
    output: `joints.${String(first.entry.name)}.drive.target`,
    expression: [String(first.joint.ref), ...powers].join(" + "),
  });
  report.changed(
    element,
    `${tagOf(element)} between "${String(first.entry.name)}" and "${String(second.entry.name)}" is a position drive: it follows, and does not push back`,
  );
}

function siteNamed(model: MjcfModel, place: Place, name: string): Site {
  const site = model.tree.sites.get(name);
  if (site === undefined) throw new ImportError(place, `there is no site "${name}"`);
  return site;
}

function pointOn(model: MjcfModel, site: Site): { part: Part; point: V3 } {
  return { part: model.partOf.get(site.body) as Part, point: apply(model.inPart(site.body), site.position) };
}

/** A limited tendon between two sites is a rope, one with stiffness a spring; other tendons are noted. */
function addTendon(model: MjcfModel, given: XmlElement): void {
  const element = model.document.defaults.complete({ ...plain(given), name: "tendon" }, undefined);
  const names = given.children.map((child) => (child.name === "site" ? (child.attributes.site ?? "") : undefined));
  if (given.name !== "spatial" || names.length !== 2 || names.includes(undefined)) {
    model.report.leftOut(
      given,
      given.name === "fixed"
        ? `the tendon ${tagOf(given)}, a sum of joint coordinates`
        : `the tendon ${tagOf(given)}, which is not a straight line between two sites`,
    );
    return;
  }
  const [a, b] = names as [string, string];
  const { sites, copies } = model.tree;
  const endings = sites.has(a) || sites.has(b) ? [""] : (copies.get(a) ?? copies.get(b) ?? [""]);
  for (const ending of endings) {
    const end = (name: string) => siteNamed(model, given, sites.has(name) ? name : name + ending);
    addLine(model, given, element, pointOn(model, end(a)), pointOn(model, end(b)), ending);
  }
}

const plain = ({ name, attributes, children, text, file, line, column }: XmlElement): XmlElement => ({
  name,
  attributes,
  children,
  text,
  file,
  line,
  column,
});

function addLine(
  model: MjcfModel,
  given: XmlElement,
  element: XmlElement,
  a: { part: Part; point: V3 },
  b: { part: Part; point: V3 },
  ending: string,
): void {
  const { draft, report, document } = model;
  const range = numbers(element, "range", 2);
  const limited = element.attributes.limited ?? "auto";
  const used = range !== undefined && (limited === "true" || (limited === "auto" && document.compiler.autolimits));
  const stiffness = number(element, "stiffness") ?? 0;
  if (!used && stiffness === 0) {
    report.leftOut(given, `the tendon ${tagOf(given)}, which bears nothing`);
    return;
  }
  const [first, second] = b.part.fixed ? [b, a] : [a, b];
  if (second.part.fixed) {
    report.leftOut(given, `the tendon ${tagOf(given)} between two bodies that stand still`);
    return;
  }
  const name = draft.jointNames.take(given.attributes.name && given.attributes.name + ending, "tendon");
  const line = {
    name,
    bodyA: jointEnd(first.part),
    bodyB: second.part.name,
    frameA: { position: [...first.point] },
    frameB: { position: [...second.point] },
    collide: true,
  };
  const comment = `<tendon> ${tagOf(given)} (${lineOf(given)})`;
  if (used && range[0] > 0 && range[0] < range[1])
    draft.joints.push(
      draft.comment({ ...line, type: "distance", mode: "free", limits: { lower: range[0], upper: range[1] } }, comment),
    );
  else if (used)
    draft.joints.push(
      draft.comment(
        { ...line, type: "distance", mode: range[0] === range[1] ? "rod" : "rope", length: range[1] },
        comment,
      ),
    );
  if (stiffness > 0) {
    const rest = numbers(element, "springlength")?.[0];
    draft.joints.push({
      ...line,
      name: `${name}_spring`,
      type: "spring",
      stiffness,
      damping: number(element, "damping") ?? 0,
      ...(rest === undefined || rest < 0 ? {} : { restLength: rest }),
    });
  }
}

const JOINT_SENSORS: Readonly<Record<string, string>> = { jointpos: "position", jointvel: "speed" };

function addSensor({ draft, report, joints }: MjcfModel, element: XmlElement): void {
  const quantity = JOINT_SENSORS[element.name];
  const record = joints.get(element.attributes.joint ?? "");
  if (quantity === undefined || record === undefined || record.joint.type === "ball") {
    report.leftOut(element, `the sensor ${tagOf(element)}`);
    return;
  }
  draft.sensors.push(
    draft.comment(
      {
        name: draft.sensorNames.take(element.attributes.name, element.name),
        read: `joint/${String(record.entry.name)}/${quantity}`,
      },
      `${tagOf(element)} (${lineOf(element)})`,
    ),
  );
}
