import * as p from "./params.js";

/**
 * The four-bar linkage by which a cylinder turns a tool, as it is drawn: a rocker from a pivot on the first body, a
 * link from the end of the rocker to a pin on the second, the rod at the joint of the two.
 */
export const linkageSchema = p.record(
  {
    pivot: p.vector({ unit: "m", help: "pivot of the rocker, in the frame of the first body" }),
    rocker: p.number({ unit: "m", above: 0, help: "length of the rocker, from its pivot to the rod's eye" }),
    pin: p.vector({ unit: "m", help: "pin of the link, in the frame of the second body" }),
    link: p.number({ unit: "m", above: 0, help: "length of the link, from the rod's eye to its pin" }),
    width: p.number({
      unit: "m",
      above: 0,
      help: "distance of the two plates of the rocker, along y of the first body",
    }),
  },
  { help: "draws rocker and link, with the rod at their joint; no effect on motion", optional: true },
);
