import { convexHull } from "../../geometry/convex-hull.js";
import { polyhedronMass } from "../../geometry/polyhedron-mass.js";
import { show } from "../errors.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { solidPolyhedron } from "./solid.js";

/**
 * A bucket: a profile in the xz plane, extruded along y and open at its mouth. Contact sees its convex hull; with
 * diggable ground the contact model `soil` answers: the hull carves, the inside fills.
 */
export const bucket = defineShape({
  name: "bucket",
  help: "a bucket that digs: a profile in the xz plane, its width along y, its convex hull for contact",
  space: "3d",
  params: {
    width: p.number({ unit: "m", above: 0, help: "inner width along y, centred" }),
    profile: p.rows({
      unit: "m",
      minLength: 3,
      maxLength: 24,
      help: "points [x, z] along the inside, from the cutting edge over the back to the upper rim of the mouth",
    }),
    teeth: p.number({ integer: true, min: 0, max: 50, default: 5, help: "number of teeth on the cutting edge" }),
    toothWidth: p.number({ unit: "m", above: 0, default: 0.07, help: "width of a tooth's tip" }),
    thickness: p.number({ unit: "m", above: 0, default: 0.03, help: "thickness of the cutting edge and of the tips" }),
    capacity: p.number({
      unit: "m³",
      above: 0,
      optional: true,
      help: "most that it holds; without it what its profile holds",
    }),
    catches: p.flag({
      default: false,
      help: "soil that falls on it stays in it, as in the body of a lorry; a bucket that digs lets it fall past",
    }),
    slices: p.number({
      integer: true,
      min: 1,
      max: 16,
      default: 5,
      help: "slices of the width, by which it cuts and fills",
    }),
  },
  prepare: ({ width, profile }) => {
    const wrong = profileProblem(profile);
    if (wrong !== null) return wrong;
    const half = 0.5 * width;
    const corners = profile.flatMap(([x, z]) => [x, -half, z, x, half, z]);
    const result = convexHull(Float64Array.from(corners));
    if (!result.ok)
      return `the profile has no area: ${result.message}; give points around the inside, got ${show(profile)}`;
    const geometry = solidPolyhedron(result.hull);
    return typeof geometry === "string" ? geometry : { ...geometry, mass: polyhedronMass(result.hull) };
  },
});

/** What is wrong with a profile, in one sentence with the remedy, or null. */
function profileProblem(profile: readonly (readonly number[])[]): string | null {
  const bad = profile.findIndex((point) => point.length !== 2);
  if (bad >= 0) return `profile[${bad}] should be a point [x, z], got ${show(profile[bad])}`;
  const n = profile.length;
  const same = profile.findIndex(([x, z], i) => i > 0 && x === profile[i - 1][0] && z === profile[i - 1][1]);
  if (same >= 0) return `profile[${same}] repeats the point before it: leave one of them out`;
  const [first, last] = [profile[0], profile[n - 1]];
  if (first[0] === last[0] && first[1] === last[1])
    return "the profile should end at the upper rim of the mouth, not where it began: leave the last point out, the mouth closes it";
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      if (crosses(profile[i], profile[i + 1], profile[j], profile[(j + 1) % n]))
        return `the profile crosses itself between points ${i} and ${j}: list its points in order around the inside`;
    }
  }
  return null;
}

type Point = readonly number[];

function crosses(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (u: Point, v: Point, w: Point) => (v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
