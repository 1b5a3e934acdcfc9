import { type BodySpec, collision, type ShapeSpec } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { borderDistance, commonArea, leastTranslation, movePoints, type Point } from "../reference/planar.js";

/** Numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A polygon of 3 to 8 corners on an ellipse, at least 0.1 rad apart: convex and not flat. */
export function randomPolygon(rnd: () => number): Point[] {
  const n = 3 + Math.floor(6 * rnd());
  const [a, b] = [0.3 + rnd(), 0.3 + rnd()];
  const gaps = Array.from({ length: n }, () => 0.1 + rnd());
  const turn = (2 * Math.PI) / gaps.reduce((sum, gap) => sum + gap, 0);
  let angle = 2 * Math.PI * rnd();
  return gaps.map((gap): Point => {
    angle += turn * gap;
    return [a * Math.cos(angle), b * Math.sin(angle)];
  });
}

/**
 * Colliders of shapes as a scene would have them, in the order given: a model's shapes stand in the order of their
 * bodies' names.
 */
export function collidersOf(context: Context, shapes: readonly ShapeSpec[]) {
  const bodies = shapes.map(
    (shape, i) =>
      ({
        name: `body-${String(i).padStart(6, "0")}`,
        type: "static",
        shapes: [shape],
      }) satisfies BodySpec,
  );
  const { model } = context.simulate({ plane: "xy", contact: "none", bodies });
  return model.shapes.map(({ geometry }) => collision.createCollider(geometry));
}

/** Position 3 and quaternion 4 of a turn about z. */
export function planarPose(x: number, y: number, angle: number): Float64Array {
  return Float64Array.of(x, y, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2));
}

const PAIRS = 10_000;
const QUICK_PAIRS = 200;
/** Pairs that are compiled as one scene. */
const BATCH = 200;

export const gribelPolygons = defineExperiment({
  id: "gribel.v11",
  title: "Polygon against polygon: 10,000 random pairs (200 without --full)",
  reference: "[Gribel2009] §3.1.1, row V11: brute-force polygon clipping, all edges' normals, all pairs of edges.",
  rows: {
    decision: near("pairs where overlap is decided differently from clipping", "1", 0, 0, "none may differ"),
    depth: error("largest deviation of penetration depth", "m", 1e-9, "round-off of the clipping judge"),
    distance: error("largest deviation of distance", "m", 1e-9, "round-off of the clipping judge, for separate pairs"),
  },
  *measure(context) {
    const rnd = seeded(11);
    const separation = collision.createSeparation();
    let [wrong, depth, distance] = [0, 0, 0];
    for (let done = 0; done < (context.full ? PAIRS : QUICK_PAIRS); done += BATCH) {
      const outlines = Array.from({ length: 2 * BATCH }, () => randomPolygon(rnd));
      const colliders = collidersOf(
        context,
        outlines.map((vertices) => ({ type: "polygon", vertices }) satisfies ShapeSpec),
      );
      for (let i = 0; i < 2 * BATCH; i += 2) {
        const [x, y, angle] = [3 * rnd() - 1.5, 3 * rnd() - 1.5, 2 * Math.PI * rnd()];
        const b = movePoints(outlines[i + 1], x, y, angle);
        const poses = [planarPose(0, 0, 0), planarPose(x, y, angle)];
        const known = context.collision.separationOf(
          colliders[i],
          poses[0],
          0,
          colliders[i + 1],
          poses[1],
          0,
          separation,
        );
        const gap = known ? separation.values[0] : Number.NaN;
        const overlap = commonArea(outlines[i], b) > 0;
        if (!known || gap < 0 !== overlap) wrong++;
        if (overlap) depth = Math.max(depth, Math.abs(leastTranslation(outlines[i], b) + gap));
        else distance = Math.max(distance, Math.abs(borderDistance(outlines[i], b) - gap));
      }
    }
    yield ["decision", wrong];
    yield ["depth", depth];
    yield ["distance", distance];
  },
});
