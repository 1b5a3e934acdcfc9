/** Scenes of volumetric contact [Vilela2018]: each keeps its promise. `verify` (vilela.t…) measures the same physics against published figures. */
import {
  bodyAngularVelocity,
  bodyPosition,
  bodyVelocity,
  buildScene,
  compile,
  createData,
  restore,
  type Scene,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";

function start(name: string, params: Record<string, unknown> = {}) {
  const model = compile(buildScene(sceneByName(name) as Scene, params));
  expect(model.warnings).toEqual([]);
  const data = createData(model);
  const run = (seconds: number) => {
    let status = 0;
    const steps = Math.round(seconds / model.options.timestep);
    for (let k = 0; k < steps; k++) status |= step(model, data);
    expect(status).toBe(0);
  };
  return { model, data, run };
}

test("footprint-block: stays below the angle of friction, leaves beyond it", () => {
  const below = start("footprint-block", { angle: 26, timestep: 5e-3 });
  below.run(3);
  expect(Math.hypot(...bodyVelocity(below.model, below.data, "block"))).toBeLessThan(1e-12);
  const beyond = start("footprint-block", { angle: 27, timestep: 5e-3 });
  beyond.run(3);
  const a = 9.81 * (Math.sin((27 * Math.PI) / 180) - 0.5 * Math.cos((27 * Math.PI) / 180));
  // let go half a step late, and the last 0.1 % of the bristles' load: 0.4 % of 1 s, and 0.001 µ g cos θ over 0.025 s
  expect(bodyVelocity(beyond.model, beyond.data, "block")[0]).toBeCloseTo(a, 2);
});

test("footprint-disk: half of the spin is gone at half of the time, all of it after it", () => {
  const { model, data, run } = start("footprint-disk", { timestep: 5e-3 });
  run(0.25);
  // stops after 0.5008 s; 5 ms are 1 % of it
  expect(bodyAngularVelocity(model, data, "disk")[2]).toBeCloseTo(15.708 * (1 - 0.25 / 0.5008), 0);
  run(1.25);
  expect(Math.abs(bodyAngularVelocity(model, data, "disk")[2])).toBeLessThan(1e-6);
});

test("footprint-cylinder: rolls without slip or yaw", () => {
  const { model, data, run } = start("footprint-cylinder", { timestep: 5e-3 });
  run(1);
  const [x, y] = bodyPosition(model, data, "cylinder");
  // (1/3) g sin 15° t², less a thousandth
  expect(x / ((9.81 * Math.sin(Math.PI / 12)) / 3)).toBeCloseTo(1, 2);
  expect(Math.abs(y)).toBeLessThan(1e-9);
});

describe("state", () => {
  test.each(["footprint-block", "footprint-disk", "footprint-cylinder"])(
    "%s: a snapshot resumes bit for bit",
    (name) => {
      const { model, data, run } = start(name);
      run(0.05);
      const kept = snapshot(data);
      run(0.03);
      const hash = stateHash(data);
      const other = createData(model);
      restore(model, other, kept);
      for (let k = 0; k < 30; k++) step(model, other);
      expect(stateHash(other)).toBe(hash);
    },
  );
});

test("sensors: force, volume, area, pressure and torque of a footprint", () => {
  const spec = buildScene(sceneByName("footprint-block") as Scene, { angle: 20 });
  const names = ["force.z", "force.x", "normalForce", "volume", "area", "pressure", "torque.y"];
  const sensors = names.map((q) => ({ name: q.replace(".", "-"), read: `contact/floor:block/${q}` }));
  const model = compile({ ...spec, sensors });
  const data = createData(model);
  for (let k = 0; k < 3000; k++) step(model, data);
  const read = (q: string) =>
    data.slot[(model.sensors.columns.find((c) => c.name === q.replace(".", "-")) as { slot: number }).slot];
  const weight = 9.81;
  const [c, s] = [Math.cos((20 * Math.PI) / 180), Math.sin((20 * Math.PI) / 180)];
  // at rest; friction holds to round-off of the step's forces
  expect(read("force.z")).toBeCloseTo(weight * c, 8);
  expect(read("force.x")).toBeCloseTo(-weight * s, 8);
  expect(read("normalForce")).toBeCloseTo(weight * c, 8);
  expect(read("area")).toBeCloseTo(0.5, 6);
  expect(read("volume")).toBeCloseTo((weight * c) / 1e6, 12);
  expect(read("pressure")).toBeCloseTo(weight * c * 2, 4);
  // about the centroid of the volume there is none
  expect(Math.abs(read("torque.y"))).toBeLessThan(1e-6);
});
