import { COUNTER, type Data, type Spec, step } from "stiction";
import { atLeast, defineExperiment, error, near } from "../experiment.js";

const RADIUS = 0.5;

/** An octagonal prism resting on another of the same kind, faces in contact, 0.1 mm deep, without gravity. */
const stack: Spec = {
  timestep: 0.01,
  gravity: [0, 0, 0],
  bodies: [
    { name: "base", type: "static", shapes: [{ type: "prism", sides: 8, radius: 2 * RADIUS, height: 1 }] },
    { name: "prism", position: [0, 0, 0.9999], shapes: [{ type: "prism", sides: 8, radius: RADIUS, height: 1 }] },
  ],
};

/** Area of the convex polygon of the contact points, seen along z: the largest over their orders about the mean, m². */
function contactArea(data: Data): number {
  const n = data.counter[COUNTER.points];
  const points = Array.from({ length: n }, (_, i) => [data.pointPos[3 * i], data.pointPos[3 * i + 1]]);
  const mean = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / n);
  points.sort((p, q) => Math.atan2(p[1] - mean[1], p[0] - mean[0]) - Math.atan2(q[1] - mean[1], q[0] - mean[0]));
  return points.reduce((sum, p, i) => {
    const q = points[(i + 1) % n];
    return sum + (p[0] * q[1] - p[1] * q[0]) / 2;
  }, 0);
}

const ids = (data: Data) => [...data.pointFeature.slice(0, 2 * data.counter[COUNTER.points])].join();

/** V35: a face contact of eight corners becomes four points that keep most of the area and their identity. */
export const gribelV35 = defineExperiment({
  id: "gribel.v35",
  title: "Reduction of a manifold",
  reference:
    "[Gribel2009] V35: an octagon on a face gives 4 points with at least 70 % of its area, and the same ids over 100 still steps.",
  rows: {
    points: near("contact points", "1", 4, 0, "a count"),
    area: atLeast(
      "part of the octagon's area",
      "1",
      0.7,
      "acceptance limit of row V35; four of eight corners can keep 0.707",
    ),
    ids: error("steps of 100 with other ids than the first", "1", 0, "a count"),
  },
  *measure(context) {
    const { model, data } = context.simulate(stack);
    step(model, data);
    const first = ids(data);
    const octagon = 2 * Math.SQRT2 * RADIUS * RADIUS;
    yield ["points", data.counter[COUNTER.points]];
    yield ["area", contactArea(data) / octagon];
    let changed = 0;
    for (let i = 0; i < 100; i++) {
      step(model, data);
      if (ids(data) !== first) changed++;
    }
    yield ["ids", changed];
  },
});
