import {
  type ControllerSpec,
  changeTerrain,
  drapePatch,
  loadSoil,
  pourSoil,
  readSensor,
  type Simulation,
  step,
  terrainHeight,
} from "stiction";
import type { Context } from "../context.js";
import { atLeast, atMost, defineExperiment, error, near } from "../experiment.js";

/** Level ground of n × n points, `cell` m apart. */
function level(n: number): number[][] {
  return Array.from({ length: n }, () => new Array<number>(n).fill(0));
}

interface Options {
  readonly soil?: Readonly<Record<string, unknown>>;
  readonly bucket?: Readonly<Record<string, unknown>>;
  readonly profile?: readonly (readonly number[])[];
  readonly points?: number;
  readonly cell?: number;
  readonly controllers?: readonly ControllerSpec[];
}

/** A box of 0.8 m × 0.8 m with an upright mouth that faces x; its edge is at the origin of the body's frame. */
const BOX = [
  [0, 0],
  [-0.8, 0],
  [-0.8, 0.8],
  [0, 0.8],
];

/** A guided bucket, 1 m wide, over level ground. */
function guided(context: Context, position: readonly number[], options: Options = {}): Simulation {
  const { soil = {}, bucket = {}, profile = BOX, points = 61, cell = 0.1, controllers = [] } = options;
  return context.simulateUntyped({
    name: "guided-bucket",
    timestep: 0.005,
    formulation: "forces",
    bodies: [
      {
        name: "ground",
        type: "static",
        shapes: [{ type: "height-field", heights: level(points), dx: cell, dy: cell, soil }],
      },
      {
        name: "bucket",
        type: "kinematic",
        position,
        shapes: [{ type: "bucket", width: 1, profile, ...bucket }],
      },
    ],
    controllers,
  });
}

/** Velocity of the bucket along an axis over time. */
function guide(
  axis: string,
  times: readonly number[],
  values: readonly number[],
  quantity = "velocity",
): ControllerSpec {
  return {
    name: `${quantity}-${axis}`,
    type: "profile",
    output: `bodies.bucket.${quantity}.${axis}`,
    times,
    values,
    between: "hold",
  };
}

function run({ model, data }: Simulation, time: number, each?: () => void): void {
  const steps = Math.round(time / model.options.timestep);
  for (let k = 0; k < steps; k++) {
    step(model, data);
    each?.();
  }
}

/** V42: the imprint of a box that is pressed in, dragged and lifted. */
export const luacesV42 = defineExperiment({
  id: "luaces.v42",
  title: "Imprint of a box in a grid",
  reference: "[Luaces2013] V42: a box hull 1 × 1 × 0.4 m pressed 0.3 m into a level grid, dragged by 1 m and lifted.",
  rows: {
    under: error(
      "largest departure from −0.3 m under the box and along its way",
      "m",
      1e-12,
      "round-off of 400 steps of the guided motion",
    ),
    beside: error("largest change of a point beside the way", "m", 0, "points that no hull reached are not written"),
  },
  *measure(context) {
    // its mouth on top: nothing goes in
    const profile = [
      [0.5, 0.2],
      [0.5, -0.2],
      [-0.5, -0.2],
      [-0.5, 0.2],
    ];
    const sim = guided(context, [-0.5, 0.05, 0.3], {
      profile,
      soil: { volume: "independent" },
      controllers: [guide("z", [0, 1, 2, 3], [-0.4, 0, 0.8, 0]), guide("x", [0, 1, 2], [0, 1, 0])],
    });
    run(sim, 3);
    let under = 0;
    let beside = 0;
    for (let i = 0; i <= 60; i++) {
      for (let j = 0; j <= 60; j++) {
        const [x, y] = [(i - 30) * 0.1, (j - 30) * 0.1];
        const z = terrainHeight(sim.model, sim.data, x, y);
        const inside = x > -1 + 0.01 && x < 1 - 0.01 && y > -0.45 + 0.01 && y < 0.55 - 0.01;
        const outside = x < -1 - 0.01 || x > 1 + 0.01 || y < -0.45 - 0.01 || y > 0.55 + 0.01;
        if (inside) under = Math.max(under, Math.abs(z + 0.3));
        if (outside) beside = Math.max(beside, Math.abs(z));
      }
    }
    yield ["under", under];
    yield ["beside", beside];
  },
});

/** V43, S12, H20: a full bucket turned once around. */
export const luacesV43 = defineExperiment({
  id: "luaces.v43",
  title: "Discharge over the angle of the bucket",
  reference: "[Luaces2013] V43: soil leaves only while −π/2 < β < 7π/9; the volume is never negative.",
  rows: {
    outside: error("volume that left outside the range", "m³", 0, "a decision"),
    left: error("volume in the bucket after the turn", "m³", 1e-15, "nothing is held with the mouth downward"),
    least: near("least volume over the turn", "m³", 0, 1e-15, "round-off of the last difference"),
  },
  *measure(context) {
    const sim = guided(context, [0, 0, 2], {
      soil: { discharge: "angle" },
      controllers: [guide("y", [0, 10], [0.2 * Math.PI, 0], "angularVelocity")],
    });
    const { model, data } = sim;
    // mouth up
    data.bodyQuat.set([0, -Math.SQRT1_2, 0, Math.SQRT1_2], 8);
    loadSoil(model, data, "bucket", 0.5);
    let outside = 0;
    let least = Number.POSITIVE_INFINITY;
    run(sim, 10, () => {
      const volume = readSensor(model, data, "soil/bucket/volume");
      const beta = readSensor(model, data, "soil/bucket/angle");
      const flows = readSensor(model, data, "soil/bucket/flow") > 0;
      if (flows && !(beta > -Math.PI / 2 && beta < (7 * Math.PI) / 9)) outside += 1;
      least = Math.min(least, volume);
    });
    yield ["outside", outside];
    yield ["left", readSensor(model, data, "soil/bucket/volume")];
    yield ["least", least];
  },
});

/** V44: soil that falls on a patch is there afterwards. */
export const luacesV44 = defineExperiment({
  id: "luaces.v44",
  title: "Dumped volume",
  reference:
    "[Luaces2013] V44, (4.108) with k = 1/3: 0.37 m³ on the interior of a patch raise its volume by 0.3700 m³.",
  rows: {
    volume: near("volume that the patch gained", "m³", 0.37, 1e-14, "round-off of some thousand sums of heights"),
    time: near("time of the fall from 2 m", "s", Math.sqrt(4 / 9.81), 0.005, "one step"),
    slope: atMost(
      "steepest slope of the heap over the tangent of the angle of repose",
      "1",
      1.02,
      "excess at which soil is left as it is, 0.2 mm in 100 mm, and the slope of 35°",
    ),
  },
  *measure(context) {
    const sim = guided(context, [0, 2, 4], { soil: { repose: 0.6 } });
    const { model, data } = sim;
    for (let k = 0; k < 10; k++) pourSoil(model, data, 0.037, [0, 0, 2]);
    let time = Number.NaN;
    run(sim, 8, () => {
      if (Number.isNaN(time) && readSensor(model, data, "soil/all/dumped") > 0) time = data.time;
    });
    const { change } = data.items.terrain as { change: Float64Array };
    let volume = 0;
    let slope = 0;
    for (let k = 0; k < change.length; k++) {
      volume += 0.01 * change[k];
      if (k % 61 < 60) slope = Math.max(slope, Math.abs(change[k + 1] - change[k]) / 0.1);
      if (k + 61 < change.length) slope = Math.max(slope, Math.abs(change[k + 61] - change[k]) / 0.1);
    }
    yield ["volume", volume];
    yield ["time", time];
    yield ["slope", slope / Math.tan(0.6)];
  },
});

/** V45: the polar method. */
export const luacesV45 = defineExperiment({
  id: "luaces.v45",
  title: "Generator of normal numbers",
  reference: "[Luaces2013] V45, (4.106)–(4.107): 10⁵ samples with mean 0, variance 1, and no correlation.",
  rows: {
    mean: error(
      "largest mean of the two coordinates",
      "1",
      0.01,
      "published digits; three standard errors of 10⁵ samples",
    ),
    variance: error("largest departure of a variance from 1", "1", 0.02, "published digits; four standard errors"),
    correlation: error("correlation of the coordinates", "1", 0.01, "published digits; three standard errors"),
    tail: near("part of the samples within one standard deviation", "1", 0.682689, 0.005, "three standard errors"),
  },
  *measure({ contact }) {
    const n = 1e5;
    const counter = new Uint32Array(1);
    const pair = new Float64Array(2);
    let [x, y, xx, yy, xy, within] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < n; k++) {
      contact.polarNormals(counter, 0, 7, pair);
      x += pair[0];
      y += pair[1];
      xx += pair[0] * pair[0];
      yy += pair[1] * pair[1];
      xy += pair[0] * pair[1];
      if (Math.abs(pair[0]) < 1) within++;
    }
    yield ["mean", Math.max(Math.abs(x), Math.abs(y)) / n];
    yield ["variance", Math.max(Math.abs(xx / n - 1), Math.abs(yy / n - 1))];
    yield ["correlation", xy / n / Math.sqrt((xx / n) * (yy / n))];
    yield ["tail", within / n];
  },
});

/** V46: a patch over sloping scenery. */
export const luacesV46 = defineExperiment({
  id: "luaces.v46",
  title: "Patch draped over a slope",
  reference: "[Luaces2013] V46, (4.103)–(4.105): heights of a draped patch are those of the plane below it.",
  rows: { error: error("largest departure from the plane", "m", 1e-9, "published") },
  *measure(context) {
    const [a, b] = [0.23, -0.11];
    const heights = Array.from({ length: 21 }, (_, j) =>
      Array.from({ length: 21 }, (_, i) => a * (i - 10) + b * (j - 10)),
    );
    const { model, data } = context.simulate({
      name: "slope",
      bodies: [{ name: "slope", type: "static", shapes: [{ type: "height-field", heights }] }],
    });
    const { shape } = drapePatch(model, data, [1.3, -2.1], 4, 40);
    let worst = 0;
    shape.heights.forEach((row, j) => {
      row.forEach((z, i) => {
        const [x, y] = [1.3 + (i - 20) * shape.dx, -2.1 + (j - 20) * shape.dy];
        worst = Math.max(worst, Math.abs(z - a * x - b * y));
      });
    });
    yield ["error", worst];
  },
});

/** V47: constant depth, upright mouth. */
export const luacesV47 = defineExperiment({
  id: "luaces.v47",
  title: "Filling at constant depth",
  reference:
    "[Luaces2013] V47, (3.25)–(3.28): a bucket moved by 1 m at depth d with an upright mouth takes up d × width × 1 m.",
  rows: {
    volume: near("volume after 1 m at 0.2 m depth", "m³", 0.2, 1e-12, "round-off of 400 sums"),
    half: near("volume after 0.5 m", "m³", 0.1, 1e-12, "round-off of 200 sums"),
    conserved: near(
      "the same from the grid, cells of 0.1 m",
      "m³",
      0.2,
      0.02,
      "a row of points of the grid: 0.1 m × 1 m × 0.2 m",
    ),
  },
  *measure(context) {
    const move = { controllers: [guide("x", [0, 4], [0.5, 0])] };
    const alone = guided(context, [-1, 0.05, -0.2], {
      ...move,
      soil: { volume: "independent" },
      bucket: { capacity: 5 },
    });
    run(alone, 1);
    const half = readSensor(alone.model, alone.data, "soil/bucket/volume");
    run(alone, 1);
    // the bucket begins in a pit of its own size, so that nothing is pressed aside
    const cut = guided(context, [-1, 0.05, -0.2], { ...move, bucket: { capacity: 5 } });
    changeTerrain(cut.model, cut.data, { from: [-2, -0.46], to: [-0.99, 0.56], height: -0.2 });
    run(cut, 2);
    yield ["half", half];
    yield ["volume", readSensor(alone.model, alone.data, "soil/bucket/volume")];
    yield ["conserved", readSensor(cut.model, cut.data, "soil/bucket/volume")];
  },
});

/** Full cycles with a guided bucket: no soil is made or lost. */
export const soilVolume = defineExperiment({
  id: "own.soil-volume",
  title: "Volume over cycles of digging and dumping",
  reference: "Conservation: what the grid loses is in the bucket, in the air, on its way, or heaped.",
  rows: {
    error: error(
      "missing volume over the volume dug, after all cycles",
      "1",
      1e-9,
      "round-off, with three digits to spare",
    ),
    dug: atLeast(
      "volume dug per cycle",
      "m³",
      0.2,
      "each cycle goes 0.15 m deeper over 1.7 m × 1 m, the first one 0.2 m; sides stand, heaps slide",
    ),
    dumped: near(
      "volume heaped and lost over the volume dug",
      "1",
      1,
      0.05,
      "what is still in the bucket after the last dump",
    ),
  },
  *measure(context) {
    const cycles = context.full ? 10 : 2;
    const period = 8;
    const repeat = (quantity: string, axis: string, times: readonly number[], values: readonly number[]) => ({
      ...guide(axis, times, values, quantity),
      period,
    });
    const sim = guided(context, [-1, 0.05, 0.05], {
      points: 81,
      controllers: [
        // down, drag, lift, hold while it swings, back down
        repeat("velocity", "z", [0, 1, 3, 4, 7, 8], [-0.25, 0, 1, 0, -0.9, 0]),
        repeat("velocity", "x", [0, 1, 3, 7, 8], [0, 0.45, 0, -0.9, 0]),
        repeat("velocity", "y", [0, 4, 5, 6, 7], [0, 1.6, 0, -1.6, 0]),
        // curls up while it is lifted, empties after the swing, and back
        repeat("angularVelocity", "y", [0, 3, 4, 5, 5.5, 6, 7], [0, -1.3, 0, 4.6, 0, -1, 0]),
      ],
    });
    const { model, data } = sim;
    run(sim, cycles * period);
    const dug = readSensor(model, data, "soil/all/dug");
    yield ["error", Math.abs(readSensor(model, data, "soil/all/error")) / dug];
    yield ["dug", dug / cycles];
    yield ["dumped", (readSensor(model, data, "soil/all/dumped") + readSensor(model, data, "soil/all/lost")) / dug];
  },
});

/** Parameters of the soil of `digging`. */
const SOIL = { density: 1800, cohesion: 9000, frictionAngle: 0.55, adhesion: 1500, steelAngle: 0.35 };

/** F of [Reece1964] for a plate of 1 m at 0.2 m depth and its tips, by a fine search for the failure angle, N. */
function expectedCut(rake: number, depth: number, surcharge: number): number {
  const { density, cohesion: c, frictionAngle: phi, adhesion: ca, steelAngle: delta } = SOIL;
  const cot = (a: number) => 1 / Math.tan(a);
  let best: readonly number[] = [Number.POSITIVE_INFINITY];
  for (let k = 1; k < 200_000; k++) {
    const rho = (k / 200_000) * (Math.PI / 2);
    const d = Math.cos(rake + delta) + Math.sin(rake + delta) * cot(rho + phi);
    const weight = (cot(rake) + cot(rho)) / (2 * d);
    if (!(d > 0 && weight < best[0])) continue;
    const cohesion = (1 + cot(rho) * cot(rho + phi)) / d;
    best = [weight, cohesion, 2 * weight, Math.max(0, (1 - cot(rake) * cot(rho + phi)) / d)];
  }
  const gamma = 9.81 * density;
  const nq = Math.exp(Math.PI * Math.tan(phi)) * Math.tan(Math.PI / 4 + phi / 2) ** 2;
  const tips = (c * (nq - 1) * cot(phi) + gamma * depth * nq) * 0.03 * 5 * 0.07;
  return depth * (gamma * depth * best[0] + c * best[1] + surcharge * best[2] + ca * best[3]) + tips;
}

/** Resistance of both laws at constant depth, against their closed forms. */
export const digging = defineExperiment({
  id: "own.digging",
  title: "Digging resistance",
  reference:
    "Fundamental earthmoving equation [Reece1964] with the wedge of [McKyes1985] and the bearing of five teeth [Prandtl1921]; [Luaces2013] (3.23).",
  rows: {
    empty: error(
      "earthmoving equation, empty bucket: relative error",
      "1",
      1e-5,
      "the failure angle of the reference is searched to 8e-6 rad, and N_c changes by about its own size per rad",
    ),
    loaded: error("the same with 0.2 m³ in the bucket as a surcharge", "1", 1e-5, "as above"),
    flow: error("law in proportion to velocity, empty bucket: relative error", "1", 1e-12, "round-off"),
    "flow-loaded": error("the same with 0.2 m³ in the bucket", "1", 1e-12, "round-off"),
    fill: error("largest error of the fill curve V = d w x over 1 m", "m³", 1e-12, "round-off of 400 sums"),
  },
  *measure(context) {
    const start = [-1, 0.05, -0.2];
    const speed = 0.5;
    const measure = (soil: Readonly<Record<string, unknown>>) => {
      const sim = guided(context, start, {
        soil: { ...SOIL, volume: "independent", ...soil },
        bucket: { capacity: 5 },
        controllers: [guide("x", [0, 4], [speed, 0])],
      });
      const { model, data } = sim;
      const force = () => -readSensor(model, data, "soil/bucket/resistance.x");
      let fill = 0;
      let first = 0;
      run(sim, 2, () => {
        const volume = readSensor(model, data, "soil/bucket/volume");
        fill = Math.max(fill, Math.abs(volume - 0.2 * speed * data.time));
        // the springs of the soil have yielded after 5 mm
        if (data.time < 0.1001) first = force();
      });
      return { fill, first, last: force() };
    };
    const surcharge = (volume: number) => (9.81 * SOIL.density * volume) / 0.8;
    const earth = measure({});
    // volume that was in the bucket when the step began
    const before = 0.2 * speed * 0.005;
    yield ["empty", earth.first / expectedCut(0.35, 0.2, surcharge(0.2 * speed * 0.1 - before)) - 1];
    yield ["loaded", earth.last / expectedCut(0.35, 0.2, surcharge(0.2 - before)) - 1];
    const law = { drag: 8e4, compaction: 1e5, sigma1: 1.5, sigma2: 2, volumePower: 1.5, depthPower: 1.25 };
    const flow = measure({ law: "flow", flow: law });
    const drag = (volume: number) =>
      law.drag * (law.sigma1 + law.sigma2 * volume ** law.volumePower) * 0.2 ** law.depthPower * speed;
    yield ["flow", flow.first / drag(0.2 * speed * 0.1 - before) - 1];
    yield ["flow-loaded", flow.last / drag(0.2 - before) - 1];
    yield ["fill", earth.fill];
  },
});
