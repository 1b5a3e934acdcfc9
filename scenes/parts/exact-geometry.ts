import { param } from "stiction";

/** Which contact model a scene of exact geometry begins with. */
export const contactModel = () =>
  param.choice(["peg", "standard", "lnc", "deepest", "corrective"], {
    default: "peg",
    help: "contact model: peg is exact; the others trap bodies at corners or let them sink",
  });

/** A rectangle w wide and h high about the origin, counter-clockwise. */
export const rectangle = (w: number, h: number) => [
  [-w / 2, -h / 2],
  [w / 2, -h / 2],
  [w / 2, h / 2],
  [-w / 2, h / 2],
];
