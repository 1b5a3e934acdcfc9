/** Mixed objects in a box [Moisio2013, §6.5] (row V23). */
import { step } from "stiction";
import { atLeast, atMost, defineExperiment, error } from "../experiment.js";

/** Sets of a box, a sphere and a head; start configuration; n of the head's 8 n² triangles. */
const STARTS = [
  { sets: 1, seed: 1, detail: 11 },
  { sets: 1, seed: 4, detail: 6 },
];
const MORE = [2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((seed) => ({ sets: 1 + (seed % 3), seed, detail: 4 + seed }));

export const moisioV23 = defineExperiment({
  id: "moisio.v23",
  title: "Mixed objects in a box come to rest",
  scene: "mixed-objects",
  reference:
    "[Moisio2013] §6.5: boxes of 12, spheres of 270 and heads of 288 to 968 triangles fall into an open box, 1.5 ms; two starts and 12 s, with --full twelve and 24 s, of up to nine objects and 2048 triangles. E = 2.1 MPa, ε = 0.5, friction of §6.3.",
  rows: {
    speed: atMost(
      "largest speed of a body, mean of the last second",
      "m/s",
      0.01,
      "at rest: no figure in the source; facetted balls and heads rock, and halve their speed every few seconds",
    ),
    way: error(
      "largest displacement of a body in the last second",
      "m",
      5e-3,
      "at rest: half of what the speed allows",
    ),
    inside: atMost("farthest of a middle from the axis of the box", "m", 0.75, "half the width of the box"),
    above: atLeast("lowest middle above the floor of the box", "m", 0.1, "no body is flatter"),
    status: error("status bits of all steps", "1", 0, "no failure"),
  },
  *measure(context) {
    let [speed, way, off, low, status] = [0, 0, 0, Number.POSITIVE_INFINITY, 0];
    for (const params of context.full ? [...STARTS, ...MORE] : STARTS) {
      const { model, data } = context.scene("mixed-objects", { params, set: { "capacity.events": 16384 } });
      const bodies = model.bodyNames.flatMap((name, b) => (b > 0 && name !== "container" ? [b] : []));
      const h = model.options.timestep;
      const [steps, last] = [Math.round((context.full ? 24 : 12) / h), Math.round(1 / h)];
      const mean = new Float64Array(model.nb);
      let before = data.bodyPos.slice();
      for (let k = 0; k < steps; k++) {
        status |= step(model, data);
        if (k === steps - last) before = data.bodyPos.slice();
        if (k < steps - last) continue;
        for (const b of bodies) mean[b] += Math.hypot(...data.bodyVel.subarray(6 * b + 3, 6 * b + 6)) / last;
      }
      for (const b of bodies) {
        const [x, y, z] = data.bodyPos.subarray(3 * b, 3 * b + 3);
        speed = Math.max(speed, mean[b]);
        way = Math.max(way, Math.hypot(x - before[3 * b], y - before[3 * b + 1], z - before[3 * b + 2]));
        off = Math.max(off, Math.abs(x), Math.abs(y));
        low = Math.min(low, z);
      }
    }
    yield ["speed", speed];
    yield ["way", way];
    yield ["inside", off];
    yield ["above", low];
    yield ["status", status];
  },
});
