/** The machine of a seat: what its scene declares, for every scene that has a cab. */
import { buildScene, compile, createData, readSensor, setControl, stateHash, step } from "stiction";
import { seatMachine, seatSensors } from "stiction/machines";
import { sceneByName, scenes } from "stiction/scenes";
import { expect, test } from "vitest";
import { meaningOf } from "../../studio/controls/meaning.js";
import { signOf } from "../../studio/controls/patterns.js";

function modelOf(name: string, params: Readonly<Record<string, unknown>> = {}) {
  const scene = sceneByName(name);
  if (!scene) throw new Error(`no scene ${name}`);
  return compile(buildScene(scene, { script: false, ...params }));
}

const meanings = (machine: ReturnType<typeof seatMachine>) => machine.levers.map(({ control }) => meaningOf(control));

test("the excavator: undercarriage, bucket, eight levers, each with its cylinder", () => {
  const model = modelOf("excavator");
  const machine = seatMachine(model);
  const names = [machine.cab, machine.base, machine.tool].map((b) => model.bodyNames[b]);
  expect(names).toEqual(["uppercarriage", "undercarriage", "bucket"]);
  expect(meanings(machine)).toEqual(["boom", "stick", "bucket", "slew", "travel", "steer", "blade", "outriggers"]);
  const stick = machine.levers.find(({ control }) => control === "stick");
  expect(stick?.sensors.position).toBe("guide/stick/position");
  expect(stick?.range).toEqual([2.33, 3.37]);
  expect(machine.sensors.margin).toBe("stability/undercarriage/margin");
});

test("with oil the same levers are read from cylinders, motor and pump", () => {
  const machine = seatMachine(modelOf("excavator", { actuation: "hydraulic" }));
  expect(machine.levers.find(({ control }) => control === "boom")?.sensors.effort).toBe("hydraulic/boom/force");
  expect(machine.levers.find(({ control }) => control === "slew")?.sensors.position).toBe("hydraulic/slew/length");
  expect(machine.sensors.pressure).toBe("hydraulic/pump/pressure");
});

test("of two machines each cab has its own levers", () => {
  const model = modelOf("machine-fleet");
  const mini = seatMachine(model, "mini-Cabin");
  const loader = seatMachine(model, "loader-Cabin");
  expect(meanings(mini)).toEqual(["boom", "stick", "bucket", "slew", "blade", "track-left", "track-right"]);
  expect(meanings(loader)).toEqual(["boom", "bucket", "travel", "steer"]);
  expect([mini.base, loader.base].map((b) => model.bodyNames[b])).toEqual(["mini-undercarriage", "loader-rear-frame"]);
  expect(seatMachine(model)).toEqual(mini);
  // the loader's cylinder dumps as it extends
  const signs = model.controls.filter(({ name }) => meaningOf(name) === "bucket");
  expect(signs.map(({ name, axis = null }) => [name, signOf({ name, axis })])).toEqual([
    ["mini-bucket", 1],
    ["loader-bucket", -1],
  ]);
});

test("the sign of the loader's bucket: less turns the cutting edge up, as more of an excavator's does", () => {
  const model = modelOf("machine-fleet");
  const bucket = model.bodyIndex.get("loader-bucket") ?? -1;
  /** Pitch speed of the bucket after half a second of a lever, rad/s; below zero the edge ahead rises. */
  const turned = (value: number) => {
    const data = createData(model);
    setControl(model, data, "loader-bucket", value);
    for (let k = 0; k < 60; k++) step(model, data);
    return data.bodyVel[6 * bucket + 1];
  };
  expect(turned(-1)).toBeLessThan(0);
});

test("every scene with a seat has levers, and sensors that its gauges can read", () => {
  const manned = scenes.filter((scene) => scene.group === "machines" && buildScene(scene, {}).view?.seat !== undefined);
  expect(manned.map(({ name }) => name)).toEqual(expect.arrayContaining(["excavator", "machine-fleet"]));
  for (const { name } of manned.filter((scene) => scene.name !== "excavator")) {
    const model = modelOf(name);
    const machine = seatMachine(model);
    expect(machine.levers.length, name).toBeGreaterThan(3);
    const data = createData(model);
    // a sensor that is not there throws
    for (const sensor of seatSensors(machine)) expect(typeof readSensor(model, data, sensor)).toBe("number");
  }
});

test("gauges read what a scene does not measure, and change nothing", () => {
  const model = modelOf("excavator-site");
  const hashes = [false, true].map((watched) => {
    const data = createData(model);
    for (let k = 0; k < 40; k++) {
      step(model, data);
      if (watched) expect(readSensor(model, data, "stability/undercarriage/margin")).toBeGreaterThan(0);
    }
    return stateHash(data);
  });
  expect(hashes[1]).toBe(hashes[0]);
});
