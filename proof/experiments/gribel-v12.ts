import { collision, type ShapeSpec } from "stiction";
import { defineExperiment, error, near } from "../experiment.js";
import { movePoints, type Point, signedDistance } from "../reference/planar.js";
import { collidersOf, planarPose, randomPolygon, seeded } from "./gribel-v11.js";

const COUNT = 10_000;
const QUICK_COUNT = 200;
const BATCH = 200;

/** Slack when a circle is moved until it should just touch, m: the spec asks for depths to 1e-9. */
const TOUCH = 1e-9;

/**
 * A circle at rest, found `gap` deep with a normal towards the other: moved back by the depth it must just touch, by
 * less it must not.
 */
function isRightDirection(gap: number, [nx, ny]: Point, [x, y]: Point, distance: (center: Point) => number): boolean {
  const free = distance([x + gap * nx, y + gap * ny]);
  const part = distance([x + 0.9 * gap * nx, y + 0.9 * gap * ny]);
  return Math.abs(Math.hypot(nx, ny) - 1) < 1e-12 && Math.abs(free) < TOUCH && part < 0;
}

export const gribelCircles = defineExperiment({
  id: "gribel.v12",
  title: "Circle against polygon, centre inside or not, and against circle, concentric or not",
  reference: "[Gribel2009] §3.1.2, §3.1.3, row V12 (E-23, E-24): the separating direction is correct in all.",
  rows: {
    polygon: near("circles whose escape direction from a polygon is wrong", "1", 0, 0, "none may be wrong"),
    inside: near("share of them with the centre inside", "1", 0.5, 0.25, "random places around the polygon's border"),
    gap: error(
      "largest deviation of the gap between circle and polygon",
      "m",
      1e-9,
      "round-off; the figure of row V11",
    ),
    circle: near(
      "circles whose escape direction from a circle is wrong, every tenth concentric",
      "1",
      0,
      0,
      "none may be wrong",
    ),
  },
  *measure(context) {
    const rnd = seeded(12);
    const out = collision.createSeparation();
    const count = context.full ? COUNT : QUICK_COUNT;
    let [wrong, inside, overlaps, deviation, wrongCircles] = [0, 0, 0, 0, 0];
    for (let done = 0; done < count; done += BATCH) {
      const outlines = Array.from({ length: BATCH }, () => randomPolygon(rnd));
      const radii = Array.from({ length: 2 * BATCH }, () => 0.2 + 0.5 * rnd());
      const colliders = collidersOf(context, [
        ...outlines.map((vertices) => ({ type: "polygon", vertices }) satisfies ShapeSpec),
        ...radii.map((radius) => ({ type: "circle", radius }) satisfies ShapeSpec),
      ]);
      for (let i = 0; i < BATCH; i++) {
        const circle = colliders[BATCH + i];
        const other = colliders[2 * BATCH + i];
        const [x, y] = [2 * rnd() - 1, 2 * rnd() - 1];
        const here = planarPose(x, y, 0);
        // against a polygon
        const angle = 2 * Math.PI * rnd();
        const polygon = movePoints(outlines[i], 0.3, -0.2, angle);
        const known = context.collision.separationOf(
          circle,
          here,
          0,
          colliders[i],
          planarPose(0.3, -0.2, angle),
          0,
          out,
        );
        const [gap, nx, ny] = known ? out.values : [Number.NaN, 0, 0];
        const distance = (center: Point) => signedDistance(center, polygon) - radii[i];
        deviation = Math.max(deviation, Math.abs(gap - distance([x, y])));
        if (gap < 0) {
          overlaps++;
          if (signedDistance([x, y], polygon) < 0) inside++;
          if (!isRightDirection(gap, [nx, ny], [x, y], distance)) wrong++;
        }
        // against a circle; the circle at rest is A, so it leaves against the normal
        const there: Point = i % 10 === 0 ? [x, y] : [x + 0.2 * (rnd() - 0.5), y + 0.2 * (rnd() - 0.5)];
        context.collision.separationOf(circle, here, 0, other, planarPose(there[0], there[1], 1), 0, out);
        const apart = (center: Point) =>
          Math.hypot(center[0] - there[0], center[1] - there[1]) - radii[i] - radii[BATCH + i];
        const depth = known ? out.values[0] : Number.NaN;
        if (!isRightDirection(depth, [out.values[1], out.values[2]], [x, y], apart)) wrongCircles++;
      }
    }
    yield ["polygon", wrong];
    yield ["inside", inside / overlaps];
    yield ["gap", deviation];
    yield ["circle", wrongCircles];
  },
});
