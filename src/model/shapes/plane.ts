import type { TriangleMesh } from "../../geometry/types.js";
import { defineShape } from "../shape.js";

/** Half width of the quad that stands for a plane in pictures, m. */
const DRAWN_HALF_WIDTH = 50;

/**
 * Half-space: everything below the plane z = 0 of the shape's frame is solid, its outward normal is +z. In planar
 * scenes it is the half-plane below y = 0 with the normal +y. It fills no finite volume and belongs to static or
 * kinematic bodies.
 */
export const plane = defineShape({
  name: "plane",
  help: "all that lies below z = 0 of its frame (below y = 0 in planar scenes); turn and move it by its placement",
  space: "both",
  params: {},
  prepare: (_, planar = false) => {
    const bounds = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);
    bounds[planar ? 4 : 5] = 0;
    return {
      form: planar ? "planar-plane" : "plane",
      size: [],
      mass: null,
      massless: "a plane has no end, and so no mass",
      bounds,
      drawing: () => quad(planar),
    };
  },
});

function quad(planar: boolean): TriangleMesh {
  const h = DRAWN_HALF_WIDTH;
  const vertices = planar
    ? Float64Array.of(-h, -h, 0, h, -h, 0, h, 0, 0, -h, 0, 0)
    : Float64Array.of(-h, -h, 0, h, -h, 0, h, h, 0, -h, h, 0);
  return { vertices, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) };
}
