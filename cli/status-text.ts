import { type Data, type Model, STATUS } from "stiction";

/** A kind of trouble in a run. */
export interface StatusReport {
  readonly name: keyof typeof STATUS;
  /** How often. */
  readonly count: number;
  /** Name of the last culprit, when it has one. */
  readonly culprit: string | undefined;
  readonly text: string;
}

const TEXT: Record<keyof typeof STATUS, string> = {
  nonFinite: "body set aside: its state was no longer finite",
  pairCapacity: "table of pairs full: contacts are missing (capacity.pairs)",
  patchCapacity: "table of patches full: contacts are missing (capacity.patches)",
  pointCapacity: "table of points full: contacts are missing (capacity.points)",
  notConverged: "solver stopped before its tolerance",
  eventOverflow: "events overwritten before they were read (capacity.events)",
  slowed: "body slowed down: it had more energy than its sources supplied, or rotated too fast for the step",
  contradiction: "guides stopped: the motion that they prescribe contradicts the joints or is out of reach",
  openJoint: "joint open: it does not hold its bodies together",
  unresolved:
    "impact not resolved: it needed shorter parts of the step than allowed (formulation.parts), speeds may be wrong",
  gained: "energy gained: it grew by more than drives, inputs and forces supplied; use shorter steps",
  overlapping:
    "bodies overlap from the start: pushed apart at formulation.pushSpeed instead of by the contact law, left as they are by rims",
  sunk: "load sunk in: it rests deeper than a twentieth of a body's width; use a stiffer contact law",
};

/** Statuses whose culprit is a body. */
const BODY_CULPRIT: readonly (keyof typeof STATUS)[] = [
  "nonFinite",
  "slowed",
  "unresolved",
  "gained",
  "overlapping",
  "sunk",
];

/** Numerical trouble of a run, with counts and culprits by name. */
export function statusReports(model: Model, data: Data): StatusReport[] {
  return Object.entries(STATUS).flatMap(([key, bit]) => {
    const name = key as keyof typeof STATUS;
    const k = 31 - Math.clz32(bit);
    const count = data.warningCount[k];
    if (count === 0) return [];
    const who = data.warningWho[k];
    const culprit =
      name === "contradiction" || name === "openJoint"
        ? model.joints.names[who]
        : BODY_CULPRIT.includes(name)
          ? model.bodyNames[who]
          : who >= 0
            ? String(who)
            : undefined;
    const last = culprit === undefined ? "" : `; ${count > 1 ? "last: " : ""}${culprit}`;
    return [{ name, count, culprit, text: `${count > 1 ? `${count} × ` : ""}${TEXT[name] ?? name}${last}` }];
  });
}
