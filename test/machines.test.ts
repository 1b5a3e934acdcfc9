import { compile, createData, naturalReport, type Spec } from "stiction";
import {
  buildMachine,
  checkMachine,
  cylinderForce,
  type MachineFile,
  MINI_EXCAVATOR,
  WHEEL_LOADER,
  WHEELED_EXCAVATOR,
} from "stiction/machines";
import { describe, expect, test } from "vitest";

const FILES = [WHEELED_EXCAVATOR, MINI_EXCAVATOR, WHEEL_LOADER];

function scene(file: MachineFile, options: Parameters<typeof buildMachine>[1]): Spec {
  const { bodies, joints, controllers, controls, sensors } = buildMachine(file, options);
  return {
    formulation: "augmented-lagrangian",
    contact: "none",
    materials: { tyre: {}, track: {}, steel: {}, bucket: {} },
    ...{ bodies, joints, controllers, controls, sensors },
  };
}

function freedom(file: MachineFile, actuation: "guided" | "free" | "tied") {
  const model = compile(scene(file, { actuation }));
  return naturalReport(model, createData(model));
}

describe("wheeled excavator", () => {
  test("has 14 bodies, 13 revolute joints and 22 t", () => {
    expect(WHEELED_EXCAVATOR.parts).toHaveLength(14);
    expect(WHEELED_EXCAVATOR.pins).toHaveLength(13);
    expect(WHEELED_EXCAVATOR.parts.reduce((sum, { mass }) => sum + mass, 0)).toBe(22_000);
    // six lengths; slew and two knuckles turn by guides, four wheels freely
    expect(WHEELED_EXCAVATOR.cylinders).toHaveLength(6);
    expect(WHEELED_EXCAVATOR.turns).toHaveLength(3);
  });

  test("n − rank(Φ_q) is 10 with guides, 19 without, 17 with left and right tied [Luaces2013, table 6.1]", () => {
    expect(freedom(WHEELED_EXCAVATOR, "guided").freedom).toBe(10);
    expect(freedom(WHEELED_EXCAVATOR, "free").freedom).toBe(19);
    expect(freedom(WHEELED_EXCAVATOR, "tied").freedom).toBe(17);
  });

  test("cylinders are as strong as pressure on bore, and on bore less rod", () => {
    const boom = WHEELED_EXCAVATOR.cylinders[0];
    const { push, pull } = cylinderForce(boom);
    expect(push).toBeCloseTo(2 * 35e6 * (Math.PI / 4) * 0.13 ** 2, 6);
    expect(pull).toBeCloseTo(2 * 35e6 * (Math.PI / 4) * (0.13 ** 2 - 0.09 ** 2), 6);
  });
});

describe.each(FILES)("$name", (file) => {
  test("names a source for every part, pin, cylinder, turn and drive", () => {
    const entries = [...file.parts, ...file.pins, ...file.cylinders, ...file.turns, ...file.drives, ...file.ties];
    expect(entries.filter(({ source }) => !/assumed|class of|half the size|third of/.test(source))).toEqual([]);
  });

  test("is built where its cylinders put it: placed lengths are those of the file", () => {
    const model = compile(scene(file, {}));
    const data = createData(model);
    for (const { name, start } of file.cylinders) {
      const i = model.joints.names.indexOf(`${name}-cylinder`);
      const slot = model.joints.input[model.joints.inputStart[i]];
      expect(data.input[slot]).toBeCloseTo(start, 9);
    }
  });

  test("every lever moves something", () => {
    const { controls } = buildMachine(file);
    expect(controls.map(({ name }) => name)).toEqual(file.levers.map(({ name }) => name));
    expect(controls.filter(({ drives }) => drives.length === 0)).toEqual([]);
  });
});

describe("a machine file that does not hold", () => {
  const changed = (cylinder: object, turn: object = {}) => ({
    ...WHEELED_EXCAVATOR,
    cylinders: [{ ...WHEELED_EXCAVATOR.cylinders[0], ...cylinder }, ...WHEELED_EXCAVATOR.cylinders.slice(1)],
    turns: [WHEELED_EXCAVATOR.turns[0], { ...WHEELED_EXCAVATOR.turns[1], ...turn }],
  });

  test.each([
    [
      { extended: 2.95 },
      /cylinders\[0\]\.extended: boom: 2\.95 m cannot be reached: its ends are 1\.3\d+ … 2\.8\d+ m apart.*move foot or head/,
    ],
    [{ retracted: 2.7 }, /expected retracted < extended, got 2\.7 and 2\.64 m: exchange them/],
    [{ start: 3 }, /cylinders\[0\]\.start: boom: expected a length within 1\.6 … 2\.64 m, got 3 m/],
    [{ rod: 0.2 }, /expected a rod thinner than the bore of 0\.13 m, got 0\.2 m/],
    [{ pin: "bom" }, /cylinders\[0\]\.pin: no pin "bom"; there are slew, boom/],
    [{ retracted: 1.35, start: 2 }, /a rod out of a barrel of 1\.35 m reaches at most/],
    [{ speedBack: 0 }, /cylinders\[0\]\.speedBack: boom: expected a number > 0 m\/s, got 0/],
    [{ pressure: -1 }, /cylinders\[0\]\.pressure: boom: expected a number > 0 Pa, got -1/],
  ])("%j", (cylinder, message) => {
    expect(() => checkMachine(changed(cylinder))).toThrow(message);
  });

  test("limits the wrong way round", () => {
    expect(() => checkMachine(changed({}, { lower: 1, upper: -1 }))).toThrow(
      /turns\[1\]: steer-left: expected lower < upper, got 1 and -1 rad: exchange them/,
    );
  });

  test("turns and drives that go nowhere", () => {
    expect(() => checkMachine(changed({}, { speed: 0 }))).toThrow(
      /turns\[1\]\.speed: steer-left: expected a number > 0 rad\/s, got 0/,
    );
    const drives = WHEELED_EXCAVATOR.drives.map((drive) => ({ ...drive, radius: -0.5 }));
    expect(() => checkMachine({ ...WHEELED_EXCAVATOR, drives })).toThrow(
      /drives\[0\]\.radius: travel: expected a number > 0 m, got -0\.5/,
    );
  });
});
