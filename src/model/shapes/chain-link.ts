import { chainLinkMass, chainLinkMesh } from "../../geometry/chain-link.js";
import { show } from "../errors.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { solid } from "./solid.js";

/**
 * Link of a chain in the xy plane, long along x: a wire bent around two half circles and straight between them, and on
 * request a stud across. Size [bend radius, wire radius, half length of the straight sides, stud radius].
 */
export const chainLink = defineShape({
  name: "chain-link",
  help: "a link of a chain in the xy plane: a wire along two half circles and two straight sides",
  space: "3d",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "of the bends, to the middle of the wire" }),
    wire: p.number({ unit: "m", above: 0, help: "radius of the wire, less than the bends'" }),
    halfLength: p.number({ unit: "m", min: 0, default: 0, help: "half the length of the straight sides, along x" }),
    stud: p.number({ unit: "m", min: 0, default: 0, help: "radius of a stud across the middle; 0 for none" }),
  },
  prepare: ({ radius, wire, halfLength, stud }) => {
    if (!(wire < radius)) return `wire should be less than the bends' radius ${show(radius)}, got ${show(wire)}`;
    const z = Math.max(wire, stud);
    const x = Math.max(halfLength + radius + wire, stud);
    const y = radius + z;
    return solid({
      form: "chain-link",
      size: [radius, wire, halfLength, stud],
      mass: chainLinkMass(radius, wire, halfLength, stud),
      bounds: Float64Array.of(-x, -y, -z, x, y, z),
      drawing: () => chainLinkMesh(radius, wire, halfLength, stud, 32, 24),
    });
  },
});
