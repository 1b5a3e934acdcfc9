/** Stacks of cubes [Moisio2013, §6.6, §4.1.6] (rows V24–V27). */
import { step } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";

const SETTING =
  "five cubes of 0.2 m, 10 kg, E = 21 MPa, ν = 0.3, ε = 0.5, friction of §6.3, faces just touching, ground of 12 triangles, 1 ms; floor 0.2 m/s and cap on";

type Layout = "straight" | "shifted" | "balanced";

/** A tower; after every step, `each` receives time, positions, velocities. */
function tower(
  context: Context,
  layout: Layout,
  { seconds, timestep = 1e-3, middle = 10 }: { seconds: number; timestep?: number; middle?: number },
  each: (time: number, cubes: readonly { readonly p: Float64Array; readonly v: Float64Array }[]) => void,
): void {
  const { model, data } = context.scene("cube-tower", { params: { layout, timestep, middle } });
  const cubes = [0, 1, 2, 3, 4].map((k) => {
    const b = model.bodyNames.indexOf(`cube-${k}`);
    return { p: data.bodyPos.subarray(3 * b, 3 * b + 3), v: data.bodyVel.subarray(6 * b, 6 * b + 6) };
  });
  const h = model.options.timestep;
  for (let k = 1; k <= Math.round(seconds / h); k++) {
    step(model, data);
    each(k * h, cubes);
  }
}

const across = (p: Float64Array, x: number) => Math.hypot(p[0] - x, p[1]);

export const moisioV24 = defineExperiment({
  id: "moisio.v24",
  title: "Straight stack",
  scene: "cube-tower",
  reference: `[Moisio2013] §6.6: ${SETTING}; 3 s, with --full 600 s.`,
  rows: {
    aligned: error("largest displacement of a cube sideways", "m", 1e-3, "still aligned: 0.5 % of the edge"),
    top: near(
      "height of the top cube's centre",
      "m",
      0.8987,
      2e-4,
      "runs of an independent prototype, four digits; it breathes by 0.1 mm",
    ),
  },
  *measure(context) {
    let [worst, top] = [0, 0];
    tower(context, "straight", { seconds: context.full ? 600 : 3 }, (_, cubes) => {
      for (const { p } of cubes) worst = Math.max(worst, across(p, 0));
      top = cubes[4].p[2];
    });
    yield ["aligned", worst];
    yield ["top", top];
  },
});

export const moisioV25 = defineExperiment({
  id: "moisio.v25",
  title: "Shifted stack topples about its lowest cube",
  scene: "cube-tower",
  reference: `[Moisio2013] §6.6: ${SETTING}; each cube 45 mm further, so that the lowest interface alone is over-balanced.`,
  rows: {
    "turn-0.2": near(
      "angular speed of the fourth cube at 0.2 s",
      "rad/s",
      0.4,
      0.05,
      "runs of an independent prototype, one digit",
    ),
    "turn-0.5": near("at 0.5 s", "rad/s", 1.2, 0.05, "runs of an independent prototype, two digits"),
    "turn-0.7": near("at 0.7 s", "rad/s", 2.7, 0.05, "runs of an independent prototype, two digits"),
    together: error(
      "deviation of spacings of the upper cubes from 0.205 m, to 0.7 s",
      "m",
      1e-3,
      "runs of an independent prototype: within 1 mm",
    ),
    lowest: atMost(
      "displacement of the lowest cube, to 0.7 s",
      "m",
      1e-3,
      "runs of an independent prototype: under 1 mm",
    ),
  },
  *measure(context) {
    const turns: Record<string, number> = {};
    let [spread, way] = [0, 0];
    tower(context, "shifted", { seconds: 0.7 }, (t, cubes) => {
      for (const at of ["0.2", "0.5", "0.7"]) if (Math.abs(t - Number(at)) < 1e-6) turns[at] = cubes[3].v[1];
      for (let k = 2; k < 5; k++) {
        const [p, q] = [cubes[k - 1].p, cubes[k].p];
        spread = Math.max(spread, Math.abs(Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]) - 0.205));
      }
      way = Math.max(way, across(cubes[0].p, 0));
    });
    yield ["turn-0.2", turns["0.2"]];
    yield ["turn-0.5", turns["0.5"]];
    yield ["turn-0.7", turns["0.7"]];
    yield ["together", spread];
    yield ["lowest", way];
  },
});

export const moisioV26 = defineExperiment({
  id: "moisio.v26",
  title: "Balanced stack",
  scene: "cube-tower",
  reference: `[Moisio2013] §6.6: ${SETTING}; cubes at 0, 50, 100, 50, 0 mm; 6 s, with --full 60 s.`,
  rows: {
    drift: atMost(
      "largest sideways displacement while the stack is compressed",
      "m",
      0.015,
      "runs of an independent prototype: 7.6 and 11 mm",
    ),
    creep: error(
      "largest difference of a cube's mean place between the last two seconds",
      "m",
      2e-4,
      "no continuing drift: under 0.2 mm/s of what sways",
    ),
  },
  *measure(context) {
    const places = [0, 0.05, 0.1, 0.05, 0];
    const seconds = context.full ? 60 : 6;
    const sums = [new Float64Array(5), new Float64Array(5)];
    let drift = 0;
    tower(context, "balanced", { seconds }, (t, cubes) => {
      cubes.forEach(({ p }, k) => {
        drift = Math.max(drift, across(p, places[k]));
        if (t > seconds - 2 + 5e-4) sums[t > seconds - 1 + 5e-4 ? 1 : 0][k] += p[0] / 1000;
      });
    });
    yield ["drift", drift];
    yield ["creep", Math.max(...sums[0].map((x, k) => Math.abs(x - sums[1][k])))];
  },
});

export const moisioV27 = defineExperiment({
  id: "moisio.v27",
  title: "Light cube in a stack",
  scene: "cube-tower",
  reference: `[Moisio2013] §4.1.6: ${SETTING}, but 0.2 ms; the middle cube of 1 kg and of 0.1 kg.`,
  rows: {
    "one-kilogram": error("largest displacement of a cube sideways, 1 kg", "m", 1e-3, "stands, as V24"),
    "tenth-kilogram": error("largest displacement of a cube sideways, 0.1 kg", "m", 1e-3, "stands, as in V24"),
  },
  *measure(context) {
    for (const [key, middle] of [
      ["one-kilogram", 1],
      ["tenth-kilogram", 0.1],
    ] as const) {
      let worst = 0;
      tower(context, "straight", { seconds: 0.5, timestep: 2e-4, middle }, (_, cubes) => {
        for (const { p } of cubes) worst = Math.max(worst, across(p, 0));
      });
      yield [key, worst];
    }
  },
});
