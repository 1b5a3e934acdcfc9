import { KIND } from "../narrow/types.js";
import { rayTorus } from "../query/ray/torus.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { defineShapeClass } from "./shape-class.js";

/** Size [ring radius, tube radius], about z. */
export const torus = defineShapeClass({
  kind: KIND.torus,
  iterates: true,
  reach: ({ size }) => size[0] + size[1],
  innerRadius: (c) => c.size[1],
  bounds: boundsOfBox,
  contains(_w, { size }, p) {
    const off = Math.sqrt(p[0] * p[0] + p[1] * p[1]) - size[0];
    return off * off + p[2] * p[2] <= size[1] * size[1];
  },
  castRay: rayTorus,
});
