import { expect, test } from "vitest";
import * as q from "../../src/collision/query/index.js";
import { allocatedBytes, CALL_BYTES } from "../judges/allocation.js";
import { direction, random } from "./query-judges.js";
import { crowd, FORMS } from "./query-scenes.js";

test("batches allocate less than two boxed numbers a row once warm", () => {
  // forms whose pairs with a ball are closed forms: what others allocate while they are seldom called is not ours
  const { model, data } = crowd(40, 21, 5, FORMS.slice(0, 3));
  const next = random(22);
  const n = 600;
  const rays = new Float64Array(8 * n);
  const motions = new Float64Array(10 * n);
  const poses = new Float64Array(7 * n);
  const points = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const o = [5 * (next() - 0.5), 5 * (next() - 0.5), 4 * next()];
    const d = direction(next, false);
    rays.set([...o, ...d, 0, Infinity], 8 * i);
    motions.set([...o, 0, 0, 0, 1, ...d], 10 * i);
    poses.set([...o, 0, 0, 0, 1], 7 * i);
    points.set(o, 3 * i);
  }
  const filter = q.createQueryFilter(model);
  const hits = q.createRayHits(n);
  const casts = q.createShapeHits(n);
  const overlaps = q.createOverlaps(n, 4096);
  const rows = q.createClosestRows(n);
  const ball = q.createQueryShape(model, { type: "sphere", radius: 0.2 });
  const zero = new Float64Array(1);
  const far = Float64Array.of(Infinity);
  const work: [string, () => void][] = [
    [
      "rays and points",
      () => {
        q.castRays(model, data, rays, n, hits, filter);
        q.castRaysAny(model, data, rays, n, hits, filter);
        q.castRayAll(model, data, rays, 0, hits, filter);
        q.shapesAtPoints(model, data, points, n, overlaps, filter);
      },
    ],
    ["shape casts", () => q.castShapes(model, data, ball, motions, n, casts, filter)],
    [
      "overlaps and closest",
      () => {
        q.overlapShapes(model, data, ball, poses, n, zero, overlaps, filter);
        q.closestShapes(model, data, ball, poses, n, far, rows, filter);
      },
    ],
  ];
  for (const [name, run] of work) {
    // so that also what is seldom called is compiled: code that is not yet boxes every number
    for (let k = 0; k < 20; k++) run();
    expect(allocatedBytes(run, 0.9 * n * CALL_BYTES), name).toBeLessThan(n * CALL_BYTES);
  }
});
