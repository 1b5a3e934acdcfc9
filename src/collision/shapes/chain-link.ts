import { KIND, pairColumn } from "../narrow/types.js";
import { nearestOnWire, wireParts, wireRadius } from "../narrow/wire/wire.js";
import { sphereWirePair, wirePlanePair } from "../narrow/wire/wire-pairs.js";
import { wireSolidPair } from "../narrow/wire/wire-solid.js";
import { rayChainLink } from "../query/ray/chain-link.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { halfExtent } from "./mesh.js";
import { defineShapeClass } from "./shape-class.js";

const near = new Float64Array(3);

/** Size [bend radius, wire radius, half length of the straight sides, stud radius], in the xy plane. */
export const chainLink = defineShapeClass({
  kind: KIND.chainLink,
  pairs: pairColumn({
    sphere: sphereWirePair,
    capsule: wireSolidPair,
    box: wireSolidPair,
    cylinder: wireSolidPair,
    cone: wireSolidPair,
    ellipsoid: wireSolidPair,
    hull: wireSolidPair,
    convex: wireSolidPair,
    torus: wireSolidPair,
    chainLink: wireSolidPair,
    plane: wirePlanePair,
  }),
  iterates: true,
  reach: ({ size }) => size[2] + size[0] + size[1],
  innerRadius: (_c, geometry) => halfExtent(geometry),
  bounds: boundsOfBox,
  contains(_w, c, p) {
    for (let part = 0; part < wireParts(c); part++) {
      nearestOnWire(c, part, p, 0, near, 0);
      const dx = p[0] - near[0];
      const dy = p[1] - near[1];
      const dz = p[2] - near[2];
      const radius = wireRadius(c, part);
      if (dx * dx + dy * dy + dz * dz <= radius * radius) return true;
    }
    return false;
  },
  castRay: rayChainLink,
});
