import { KIND, pairColumn } from "../narrow/types.js";
import { isOpenTorus } from "../narrow/wire/wire.js";
import { sphereWirePair, wirePlanePair } from "../narrow/wire/wire-pairs.js";
import { wireSolidPair } from "../narrow/wire/wire-solid.js";
import { rayTorus } from "../query/ray/torus.js";
import { rayTorusArc } from "../query/ray/torus-arc.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { defineShapeClass } from "./shape-class.js";

/** Size [ring radius, tube radius], about z; of an arc more, see `wire.ts`. */
export const torus = defineShapeClass({
  kind: KIND.torus,
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
    plane: wirePlanePair,
  }),
  iterates: true,
  reach: ({ size }) => size[0] + size[1],
  innerRadius: (c) => c.size[1],
  bounds: boundsOfBox,
  contains(_w, c, p) {
    const { size } = c;
    const rho = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
    let off = rho - size[0];
    let beyond = 0;
    if (isOpenTorus(c) && p[0] < rho * size[5]) {
      // the nearer end
      off = p[0] - size[0] * size[5];
      beyond = Math.abs(p[1]) - size[0] * size[6];
    }
    return off * off + beyond * beyond + p[2] * p[2] <= size[1] * size[1];
  },
  castRay: (w, c, ray, hit, exit) =>
    isOpenTorus(c) ? rayTorusArc(w, c, ray, hit, exit) : rayTorus(w, c, ray, hit, exit),
});
