/** Sites where the excavator works: they start at rest, what is loose sleeps, and the bed of a lorry holds what falls into it. */
import {
  buildScene,
  compile,
  createData,
  pourSoil,
  readSensor,
  type Scene,
  type Simulation,
  type Spec,
  setControl,
  step,
} from "stiction";
import { armLengths, BUCKET_PROFILE, buildMachine, WHEELED_EXCAVATOR } from "stiction/machines";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";
import { tipper } from "../../scenes/parts/tipper.js";

function run({ model, data }: Simulation, seconds: number): number {
  let status = 0;
  for (let k = 0; k < Math.round(seconds / model.options.timestep); k++) status |= step(model, data);
  return status;
}

const full = process.env.STICTION_FULL === "1";

test.for(full ? ["trench", "slope", "ramp", "street", "fences"] : ["trench"])(
  "%s: no warnings, a machine that stands, loose things asleep",
  (site) => {
    const model = compile(buildScene(sceneByName("excavator-site") as Scene, { site, script: false }));
    const data = createData(model);
    const simulation = { model, data };
    expect(model.warnings).toEqual([]);
    const place = () => ["x", "y", "z"].map((axis) => readSensor(model, data, `body/undercarriage/position.${axis}`));
    const before = place();
    expect(run(simulation, full ? 2 : 0.2)).toBe(0);
    expect(readSensor(model, data, "mechanism/all/awake")).toBe(0);
    // it starts on tyres without load: at most twice m g/(4 k) = 54 mm
    expect(Math.hypot(...place().map((x, k) => x - before[k]))).toBeLessThan(0.108);
  },
);

test.runIf(full)(
  "steep: the machine stands on its rear wheels and its bucket, and slides when the boom is raised",
  () => {
    const model = compile(buildScene(sceneByName("excavator-site") as Scene, { site: "steep" }));
    const simulation = { model, data: createData(model) };
    const ahead = () => readSensor(model, simulation.data, "body/undercarriage/position.x");
    run(simulation, 5);
    const start = ahead();
    run(simulation, 3);
    // 0.3 mm seen: treads and teeth that settle
    expect(Math.abs(ahead() - start)).toBeLessThan(0.003);
    run(simulation, 6);
    // without its rear wheels, ½ g (sin θ − 0.5 cos θ) t² is 2 m after 3 s
    expect(ahead() - start).toBeGreaterThan(2);
  },
);

/** A lorry on a small ground, without a machine. */
function lorryAlone(): Simulation {
  const lorry = tipper(0, 0, 0.4);
  const heights = Array.from({ length: 21 }, () => new Array<number>(21).fill(0));
  const spec: Spec = {
    timestep: 0.005,
    formulation: "augmented-lagrangian",
    materials: { ground: { friction: 0.7 }, bodywork: { friction: 0.4 } },
    bodies: [
      {
        name: "ground",
        type: "static",
        material: "ground",
        shapes: [{ type: "height-field", heights, dx: 0.8, dy: 0.8, soil: { density: 1600, depth: 5 } }],
      },
      ...lorry.bodies.map(({ visuals: _, ...body }) => body),
    ],
    joints: lorry.joints,
    controllers: lorry.controllers,
    controls: lorry.controls,
  };
  const model = compile(spec);
  return { model, data: createData(model) };
}

test("the bed of a lorry holds what falls into it, weighs as much, and is empty when it is tipped", () => {
  const simulation = lorryAlone();
  const { model, data } = simulation;
  const read = (path: string) => readSensor(model, data, path);
  const effort = () => {
    run(simulation, 0.5);
    return read("guide/tip/effort");
  };
  const empty = effort();
  // above the middle of the bed, which lies 1 m behind the middle of the lorry
  for (let k = 0; k < 20; k++) pourSoil(model, data, 0.2, [-0.9 + 0.02 * k, -0.4, 3.2]);
  run(simulation, 1);
  expect(read("soil/bed/volume")).toBeCloseTo(4, 12);
  expect(read("soil/bed/mass")).toBeCloseTo(6400, 8);
  expect(read("soil/all/error")).toBeCloseTo(0, 12);
  expect(effort()).toBeGreaterThan(2 * empty);
  setControl(model, data, "tip", 1);
  run(simulation, 10);
  // a floor at 39° and more lets soil go that rests at 35°
  expect(read("soil/bed/volume")).toBeLessThan(0.02);
  expect(read("soil/all/dumped")).toBeGreaterThan(3.9);
  expect(Math.abs(read("soil/all/error"))).toBeLessThan(1e-9);
});

test("the arm gets where it is told, and says why where it does not", () => {
  const [edge] = BUCKET_PROFILE;
  const target = { radius: 5.2, height: 2.2, direction: (-120 * Math.PI) / 180 };
  const machine = buildMachine(WHEELED_EXCAVATOR, {
    actuation: "free",
    pose: armLengths(WHEELED_EXCAVATOR, [edge[0], edge[1]], target),
  });
  const model = compile({
    formulation: "augmented-lagrangian",
    materials: { tyre: {}, steel: {}, bucket: {} },
    bodies: machine.bodies,
    joints: machine.joints,
    contact: "none",
  });
  const data = createData(model);
  const b = model.bodyIndex.get("bucket") as number;
  const [, qy, , qw] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  const turn = -2 * Math.atan2(qy, qw);
  const at = (axis: string) => readSensor(model, data, `body/bucket/position.${axis}`);
  expect(at("x") + edge[0] * Math.cos(turn) - edge[1] * Math.sin(turn)).toBeCloseTo(5.2, 9);
  expect(at("z") + edge[0] * Math.sin(turn) + edge[1] * Math.cos(turn)).toBeCloseTo(2.2, 9);
  const reach = (radius: number, height: number, direction: number) => () =>
    armLengths(WHEELED_EXCAVATOR, [edge[0], edge[1]], { radius, height, direction });
  expect(reach(12, 0, -1.5)).toThrow(/does not get there.*foot of the boom.*nearer/);
  expect(reach(5, 3.5, -3.49)).toThrow(/cylinder would be .* m long/);
});
