import { turn } from "../../geometry/predicates.js";
import type { TriangleMesh } from "../../geometry/types.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { ownVertexBounds, packRows } from "./solid.js";

/** Half width of the ribbon that stands for a chain in pictures, as a part of its extent. */
const DRAWN_PART = 0.002;

/**
 * Chain of segments in a planar scene: ground, a track, the wall of a basin. It has no inside. Interior vertices know
 * their neighbours, so that what slides along a chain meets its segments and not its joints. Contact is on both sides,
 * or, with `twoSided: false`, only on the right of the direction in which the vertices run, which is the outside of a
 * counter-clockwise loop and the upper side of a floor that is listed from right to left; what comes from the left then
 * passes.
 */
export const chain = defineShape({
  name: "chain",
  help: "a chain of segments without an inside: ground, track or wall",
  space: "planar",
  params: {
    vertices: p.rows({ unit: "m", minLength: 2, help: "points [x, y] from one end to the other" }),
    closed: p.flag({ default: false, help: "the last vertex is joined to the first" }),
    twoSided: p.flag({
      default: true,
      help: "contact on both sides; if false, only on the right of the direction in which the vertices run (a floor runs from right to left), and what comes from the left passes",
    }),
  },
  prepare: ({ vertices, closed, twoSided }) => {
    const points = packRows(vertices, 2, "vertices");
    if (typeof points === "string") return points;
    const problem = inspectChain(points, closed);
    if (problem !== null) return problem;
    return {
      form: "chain",
      size: [closed ? 1 : 0, twoSided ? 1 : 0],
      mass: null,
      massless: "a chain is a line without an inside, and has no mass",
      bounds: ownVertexBounds(points, 2),
      polygon: { vertices: points },
      drawing: () => ribbon(points, closed),
    };
  },
});

/** Why the points make no chain, or null. */
function inspectChain(v: Float64Array, closed: boolean): string | null {
  const n = v.length / 2;
  if (closed && n < 3) return `a closed chain needs at least 3 vertices, got ${n}`;
  for (let i = 0; i < v.length; i++) {
    if (!Number.isFinite(v[i])) return `vertices[${i >> 1}] is not at finite coordinates`;
  }
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const j = (i + 1) % n;
    const x = v[2 * j] - v[2 * i];
    const y = v[2 * j + 1] - v[2 * i + 1];
    if (!(x * x + y * y > 0)) return `vertices[${i}] and vertices[${j}] are at the same position`;
    if (!closed && j === n - 1) break;
    const k = (j + 1) % n;
    const bend = turn(v[2 * i], v[2 * i + 1], v[2 * j], v[2 * j + 1], v[2 * k], v[2 * k + 1]);
    const dot = x * (v[2 * k] - v[2 * j]) + y * (v[2 * k + 1] - v[2 * j + 1]);
    if (bend === 0 && dot < 0) return `the chain runs back on itself at vertices[${j}]`;
  }
  return null;
}

/** A thin ribbon along the chain, facing +z. */
function ribbon(v: Float64Array, closed: boolean): TriangleMesh {
  const n = v.length / 2;
  const [x0, y0, , x1, y1] = ownVertexBounds(v, 2);
  const half = DRAWN_PART * Math.max(x1 - x0, y1 - y0);
  const count = closed ? n : n - 1;
  const vertices = new Float64Array(12 * count);
  const triangles = new Uint32Array(6 * count);
  for (let i = 0; i < count; i++) {
    const a = 2 * i;
    const b = 2 * ((i + 1) % n);
    const dx = v[b] - v[a];
    const dy = v[b + 1] - v[a + 1];
    const length = Math.sqrt(dx * dx + dy * dy);
    const x = (half * dy) / length;
    const y = (-half * dx) / length;
    const corners = [v[a] + x, v[a + 1] + y, 0, v[b] + x, v[b + 1] + y, 0];
    vertices.set([...corners, v[b] - x, v[b + 1] - y, 0, v[a] - x, v[a + 1] - y, 0], 12 * i);
    triangles.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3], 6 * i);
  }
  return { vertices, triangles };
}
