import { type BodySpec, readSensor, type Simulation, type Spec, setControl, terrainHeight } from "stiction";
import { buildMachine, type MachineOptions, WHEELED_EXCAVATOR } from "stiction/machines";
import { DIGGING_BUCKET, EXCAVATOR_MATERIALS, EXCAVATOR_PAIRS, tyreShapes } from "../../scenes/parts/excavator-site.js";
import { type ArmPose, armScript, startPose } from "../../scenes/parts/lever-script.js";
import { LOOSE_PAIRS, LOOSE_PLASTIC, looseFences } from "../../scenes/parts/site-things.js";
import { BODYWORK, tipper } from "../../scenes/parts/tipper.js";
import { loadingCycles } from "../../scenes/truck-loading.js";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, error, near } from "../experiment.js";

/** The wheeled excavator at work: it digs and loads, drives, and pushes fences over. */

/** Points of the ground along a side, and their distance, m. */
const [POINTS, SPACING] = [121, 0.2];

/** The machine on blade and outriggers, 32 mm above its tyres, before level soil and beside a lorry. */
export function loading(cycles: number, arm: readonly ArmPose[] = loadingCycles(cycles, 0.2)): Spec {
  const machine = buildMachine(WHEELED_EXCAVATOR, {
    shapes: { ...tyreShapes(), bucket: [DIGGING_BUCKET] },
    position: [0, 0, 0.032],
    pose: { ...startPose(arm[0]), blade: 0.71, "outrigger-left": 1.2526, "outrigger-right": 1.2526 },
  });
  const lorry = tipper(1.5, 6.6, 0);
  const heights = Array.from({ length: POINTS }, () => new Array<number>(POINTS).fill(0));
  return {
    timestep: 0.005,
    formulation: { type: "augmented-lagrangian", priority: "real-time" },
    materials: { ...EXCAVATOR_MATERIALS, bodywork: BODYWORK },
    materialPairs: EXCAVATOR_PAIRS,
    bodies: [
      ...machine.bodies,
      ...lorry.bodies.map(({ visuals: _, ...body }): BodySpec => body),
      {
        name: "ground",
        type: "static",
        material: "ground",
        shapes: [
          {
            type: "height-field",
            heights,
            dx: SPACING,
            dy: SPACING,
            soil: { density: 1600, cohesion: 6000, depth: 5 },
          },
        ],
      },
    ],
    joints: [...machine.joints, ...lorry.joints],
    controllers: [...armScript(arm), ...machine.controllers, ...lorry.controllers],
    controls: machine.controls,
    sensors: machine.sensors,
  };
}

/** Volume of the ground above z = 0, m³: the sum over its points, of which none at the border is touched. */
function groundVolume({ model, data }: Simulation): number {
  let sum = 0;
  const half = (POINTS - 1) / 2;
  for (let j = -half; j <= half; j++)
    for (let i = -half; i <= half; i++) sum += terrainHeight(model, data, i * SPACING, j * SPACING);
  return sum * SPACING * SPACING;
}

export const excavatorCycles = defineExperiment({
  id: "luaces.x-cycles",
  title: "Wheeled excavator: dig, swing, dump into a lorry, ten times (once without --full)",
  reference: "[Luaces2013] §4.8.1: what is dug is carried, heaped or in the bed; nothing is made or lost",
  rows: {
    ledger: error("volume that is missing by the soil's own ledger", "m³", 1e-9, "round-off of some 1e5 sums"),
    heights: error(
      "ground, by the sum of its heights, with what is carried and in the air",
      "m³",
      1e-9,
      "round-off of 14641 heights of the order of 1 m in cells of 0.04 m²",
    ),
    least: atLeast(
      "least volume that a cycle brings into the bed",
      "m³",
      0.7,
      "the bucket's profile holds 1.03 m³; a driver who fills two thirds of it",
    ),
    moved: atMost("way of the anchored machine over all cycles", "m", 0.3, "0.02 m each and the first settling"),
  },
  *measure(context) {
    const cycles = context.full ? 10 : 1;
    const arm = loadingCycles(cycles, 0.2);
    const perCycle = (arm.length - 2) / cycles;
    const simulation = context.simulate(loading(cycles, arm));
    const { model, data } = simulation;
    const read = (path: string) => readSensor(model, data, path);
    const start = [read("body/undercarriage/position.x"), read("body/undercarriage/position.y")];
    let [before, least] = [0, Number.POSITIVE_INFINITY];
    for (let k = 0; k < cycles; k++) {
      // to the last pose, over the next cut; in the last cycle until the bucket has left the bed
      const end = arm[1 + perCycle * (k + 1) - (k < cycles - 1 ? 0 : 2)][0];
      runFor(simulation, end + 0.5 - data.time);
      least = Math.min(least, read("soil/bed/volume") - before);
      before = read("soil/bed/volume");
    }
    const kept = read("soil/all/volume") + read("soil/all/flight") + read("soil/all/waiting");
    yield ["ledger", read("soil/all/error")];
    yield ["heights", groundVolume(simulation) + kept];
    yield ["least", least];
    const x = read("body/undercarriage/position.x") - start[0];
    const y = read("body/undercarriage/position.y") - start[1];
    yield ["moved", Math.sqrt(x * x + y * y)];
  },
});

/** The machine on hard, level ground, with what stands there. */
export function onRoad(
  options: MachineOptions = {},
  more: readonly BodySpec[] = [],
  formulation: Spec["formulation"] = "augmented-lagrangian",
): Spec {
  const machine = buildMachine(WHEELED_EXCAVATOR, options);
  return {
    timestep: 0.005,
    formulation,
    materials: {
      ...EXCAVATOR_MATERIALS,
      // damped so that pitching from the start has died away
      tyre: { contact: { ...EXCAVATOR_MATERIALS.tyre.contact, damping: 1.2e5 } },
      plastic: LOOSE_PLASTIC,
    },
    materialPairs: [...EXCAVATOR_PAIRS, ...LOOSE_PAIRS],
    bodies: [
      ...machine.bodies,
      { name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] },
      ...more,
    ],
    joints: machine.joints,
    controllers: machine.controllers,
    controls: machine.controls,
    sensors: [...machine.sensors, "mechanism/all/awake"],
  };
}

const [{ torque: TORQUE }] = WHEELED_EXCAVATOR.drives;
const MASS = 22_000;
/** Inertia of a wheel about its axle, kg m². */
const SPIN = (425 * 0.52 * 0.52) / 2;

interface Drive {
  /** Speed ahead over that of wheels which roll on their loaded radius. */
  readonly rolling: number;
  /** Distance to a stop over that by the torque of the wheels. */
  readonly stop: number;
}

/** Drives straight and stops: each over what kinematics or the torque of the wheels gives. */
function driven(context: Context): Drive {
  const simulation = context.simulate(onRoad({ shapes: tyreShapes() }));
  const { model, data } = simulation;
  const read = (path: string) => readSensor(model, data, path);
  const ahead = () => read("body/undercarriage/velocity.x");
  const wheels = ["front-left", "front-right", "rear-left", "rear-right"].map((name) => `wheel-${name}`);
  const mean = (quantity: (wheel: string) => number) => wheels.reduce((sum, wheel) => sum + quantity(wheel), 0) / 4;
  runFor(simulation, 1);
  setControl(model, data, "travel", 2.5);
  runFor(simulation, 4);
  const radius = mean((wheel) => read(`body/${wheel}/position.z`));
  let [way, angle] = [0, 0];
  runFor(simulation, 1, () => {
    way += ahead();
    angle += mean((wheel) => read(`joint/${wheel}/speed`));
  });
  const rolling = way / angle / radius;
  // a stop by the bounded torque of the wheels: 4 M = F r, (m + 4 I/r²) a = F
  const speed = ahead();
  const slowing = (4 * TORQUE) / radius / (MASS + (4 * SPIN) / (radius * radius));
  const from = read("body/undercarriage/position.x");
  setControl(model, data, "travel", 0);
  let stop = 0;
  runFor(simulation, 1, () => {
    if (stop === 0 && ahead() <= 0) stop = read("body/undercarriage/position.x") - from;
  });
  return { rolling, stop: stop / ((speed * speed) / (2 * slowing)) };
}

export const excavatorDrive = defineExperiment({
  id: "luaces.x-drive",
  title: "Wheeled excavator drives and stops by its own levers",
  full: true,
  reference: "rolling wheels; a stop by the torque of the wheels, (m + 4 I/r²) a = 4 M/r",
  rows: {
    rolling: near("speed over that of wheels of their loaded radius", "1", 1, 0.03, "slip, and loads that differ"),
    stop: near("stopping distance over v²/(2 a), a = 4 M/(r m′)", "1", 1, 0.05, "the chassis dives on its tyres"),
  },
  *measure(context) {
    const { rolling, stop } = driven(context);
    yield ["rolling", rolling];
    yield ["stop", stop];
  },
});

export const excavatorFences = defineExperiment({
  id: "luaces.x-fences",
  title: "Wheeled excavator drives through fences; those that it does not come near sleep",
  reference: "[Luaces2013] §6.3.1: 200 fences on the site, at most 15 in the dynamics at a time",
  full: true,
  rows: {
    awake: atMost("most fences awake in a step", "1", 15, "the most that [Luaces2013] has in the dynamics"),
    moved: atLeast("fences that were pushed by more than 0.1 m", "1", 1, "the machine is as wide as one row"),
    others: error("way of fences farther than 4 m from the machine's path", "m", 0, "they sleep: equal to the bit"),
  },
  *measure(context) {
    const count = 200;
    const level = { size: 1, spacing: 1, level: { x: 0, y: 0, half: [1e3, 1e3] }, trenches: [], heaps: [] } as const;
    const spots = Array.from({ length: count }, (_, k): [number, number, number] => [
      4.6 + 3 * (k % 10),
      3.2 * (Math.floor(k / 10) - Math.floor(count / 20)),
      Math.PI / 2,
    ]);
    const fences = looseFences(level, spots).map(({ visuals: _, ...body }): BodySpec => body);
    const simulation = context.simulate(
      onRoad({ shapes: tyreShapes() }, fences, {
        type: "augmented-lagrangian",
        priority: "real-time",
        sleep: true,
      }),
    );
    const { model, data } = simulation;
    setControl(model, data, "travel", 2.6);
    let awake = 0;
    runFor(simulation, 8, () => {
      awake = Math.max(awake, readSensor(model, data, "mechanism/all/awake"));
    });
    const ways = spots.map(([x, y], k) => {
      const at = ["x", "y"].map((axis) => readSensor(model, data, `body/fence-${k}/position.${axis}`));
      return Math.sqrt((at[0] - x) ** 2 + (at[1] - y) ** 2);
    });
    yield ["awake", awake];
    yield ["moved", ways.filter((way) => way > 0.1).length];
    yield ["others", Math.max(...ways.filter((_, k) => Math.abs(spots[k][1]) > 4))];
  },
});
