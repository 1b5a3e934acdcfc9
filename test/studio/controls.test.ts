import { describe, expect, test } from "vitest";
import {
  type Binding,
  controlsOf,
  DEAD_ZONE,
  defaultBindings,
  deflection,
  nextValue,
  stick,
} from "../../studio/controls/mapping.js";
import { bindingsOf, hasPatterns, withNamed } from "../../studio/controls/patterns.js";
import type { Drive, NamedControl } from "../../studio/worker/services/drive-protocol.js";
import { SimulationBench } from "./simulation-bench.js";

const speed: Drive = {
  path: "joints.a.drive.target",
  name: "a",
  key: "target",
  kind: "hinge",
  controller: "",
  pace: 0,
  unit: "rad/s",
  help: "",
  value: 1,
  min: -5,
  max: 7,
  returns: true,
};
const position: Drive = { ...speed, path: "joints.b.drive.target", value: 0, min: -1, max: 2, returns: false, pace: 3 };
const binding: Binding = { id: speed.path, keys: ["KeyA", "KeyQ"], axis: 1, inverted: true };

describe("keys and sticks", () => {
  test("a stick rests in its dead zone, grows from zero behind it, and reaches one", () => {
    expect(stick(DEAD_ZONE)).toBe(0);
    expect(stick(-DEAD_ZONE)).toBe(0);
    expect(stick(DEAD_ZONE + 1e-6)).toBeCloseTo(0, 9);
    expect(stick(1)).toBe(1);
    expect(stick(-1)).toBe(-1);
    expect(stick(Number.NaN)).toBe(0);
  });

  test("keys and an axis add up to at most one; an inverted axis counts the other way", () => {
    expect(deflection(binding, new Set(["KeyQ"]), [])).toBe(1);
    expect(deflection(binding, new Set(["KeyQ", "KeyA"]), [])).toBe(0);
    expect(deflection(binding, new Set(), [0, 1])).toBe(-1);
    expect(deflection(binding, new Set(["KeyQ"]), [0, -1])).toBe(1);
  });

  test("a speed goes between its rest and its limits, and back to rest", () => {
    expect(nextValue(speed, 3, 1, 0.01)).toBe(7);
    expect(nextValue(speed, 3, -0.5, 0.01)).toBe(1 - 0.5 * 6);
    expect(nextValue(speed, 3, 0, 0.01)).toBe(1);
  });

  test("a position goes through its range in three seconds, and no further", () => {
    let at = 0;
    for (let k = 0; k < 100; k++) at = nextValue(position, at, 1, 0.01);
    expect(at).toBeCloseTo(1, 12); // a third of 3 rad in 1 s
    expect(nextValue(position, at, 1, 60)).toBe(2);
    expect(nextValue(position, at, 0, 60)).toBe(at);
  });

  test("no two inputs share a key or an axis by default", () => {
    const many = Array.from({ length: 9 }, (_, k) => ({ ...speed, name: `j${k}`, path: `joints.j${k}.drive.target` }));
    const all = defaultBindings(controlsOf(many));
    expect(all).toHaveLength(9);
    expect(all[0]).toEqual({ id: many[0].path, keys: ["ArrowDown", "ArrowUp"], axis: 1, inverted: true });
    const keys = all.flatMap((entry) => entry.keys).filter(Boolean);
    const axes = all.map(({ axis }) => axis).filter((axis) => axis >= 0);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(axes).size).toBe(axes.length);
  });

  test("what returns at a pace takes that time through its range, and comes back so", () => {
    const steer = { ...speed, value: 0, min: -0.6, max: 0.6, pace: 0.8 };
    expect(nextValue(steer, 0, 1, 0.1)).toBeCloseTo(0.15, 12); // 1.2 rad in 0.8 s
    expect(nextValue(steer, 0.55, 1, 0.1)).toBe(0.6);
    expect(nextValue(steer, 0.6, 0, 0.1)).toBeCloseTo(0.45, 12);
    expect(nextValue(steer, 0.1, 0, 0.1)).toBe(0);
  });
});

describe("the controls of the truck", () => {
  test("both sides are one control; arrows drive and steer, W and S tip; the rest is for experiments", async () => {
    const bench = new SimulationBench();
    await bench.load({ kind: "shipped", name: "truck", params: {} });
    const controls = controlsOf(bench.last("drives")?.drives ?? []);
    const main = controls.filter((control) => control.main);
    expect(main.map(({ name }) => name)).toEqual(["drive", "steer", "tip"]);
    expect(main.map(({ paths }) => paths.length)).toEqual([2, 2, 2]);
    // what its timetable reaches
    expect([main[0].min, main[0].max]).toEqual([-10, 10]);
    const bindings = defaultBindings(controls).slice(0, 3);
    expect(bindings.map(({ keys }) => keys)).toEqual([
      ["ArrowDown", "ArrowUp"],
      ["ArrowRight", "ArrowLeft"],
      ["KeyS", "KeyW"],
    ]);
    expect(bindings.map(({ axis }) => axis)).toEqual([1, 0, 3]);
  });
});

describe("named inputs", () => {
  const lever = (name: string, more: Partial<NamedControl> = {}): NamedControl => ({
    ...{ name, label: name, paths: [`controllers.${name}.command`], keys: null, axis: null },
    ...{ unit: "1", help: "", value: 0, min: -1, max: 1, returns: true, pace: 0 },
    ...more,
  });
  const named = ["boom", "stick", "bucket", "slew", "travel", "steer", "blade", "outriggers"].map((name) =>
    lever(name),
  );
  const controls = withNamed(named, controlsOf([speed]));

  test("come first; other inputs are there for experiments", () => {
    expect(controls.filter(({ main }) => main).map(({ name }) => name)).toEqual(named.map(({ name }) => name));
    expect(controls[8]).toMatchObject({ main: false, paths: [speed.path] });
  });

  test("ISO has the boom in the right hand, SAE in the left; no key is taken twice", () => {
    const iso = bindingsOf(named, controls, "iso");
    const sae = bindingsOf(named, controls, "sae");
    expect(iso[0]).toMatchObject({ keys: ["KeyI", "KeyK"], axis: 3, inverted: false });
    expect(iso[1]).toMatchObject({ keys: ["KeyW", "KeyS"], axis: 1 });
    expect(sae[0]).toMatchObject({ keys: ["KeyW", "KeyS"], axis: 1 });
    expect(sae[1]).toMatchObject({ keys: ["KeyI", "KeyK"], axis: 3 });
    // slew and bucket count to the left
    expect(iso[3]).toMatchObject({ keys: ["KeyD", "KeyA"], axis: 0, inverted: true });
    for (const bindings of [iso, sae]) {
      const keys = bindings.flatMap((entry) => entry.keys).filter((code) => code !== "");
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toHaveLength(16);
    }
  });

  test("keys and axes of the scene win over habits, and a prefix does not change a meaning", () => {
    const own = [lever("boom", { keys: ["KeyQ", "KeyE"], axis: "-right.x" }), lever("left-stick")];
    const bindings = bindingsOf(own, withNamed(own, []), "iso");
    expect(bindings[0]).toMatchObject({ keys: ["KeyQ", "KeyE"], axis: 2, inverted: true });
    expect(bindings[1].keys).toEqual(["KeyW", "KeyS"]);
    expect(hasPatterns(own)).toBe(true);
    expect(hasPatterns([lever("travel")])).toBe(false);
  });
});
