/**
 * The force of docs/guide/extend.md, taken from the page: one file and one registry line make it a force like any other.
 *
 *      ═══╤═══  z = 0
 *         │     cord of rest length l0, stiffness k
 *         ●     m, let go at z = 0
 */
import {
  bodyPosition,
  bodyVelocity,
  compileUntyped,
  createData,
  defaultItems,
  type ForceKind,
  findParameter,
  type Items,
  recompile,
  refreshSensors,
  restore,
  SpecError,
  sceneJsonSchema,
  sensorValues,
  setParameter,
  snapshot,
  stateHash,
  step,
  type UntypedSpec,
} from "stiction";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileOf, removeExamples, writeExamples } from "./example-files.js";
import { blocksOf } from "./markdown.js";

const files = blocksOf("docs/guide/extend.md").filter((block) => block.file !== undefined);
const bungeeFile = files.find((block) => block.file === "bungee.ts")!;

let items: Items = defaultItems;
beforeAll(async () => {
  writeExamples(files);
  const { bungee } = (await import(/* @vite-ignore */ fileOf(bungeeFile))) as { bungee: ForceKind };
  items = { ...defaultItems, forces: { ...defaultItems.forces, bungee } };
});
afterAll(removeExamples);

const [m, k, l0, g] = [70, 100, 10, 9.81];
const jump = (over: Record<string, unknown> = {}): UntypedSpec => ({
  timestep: 0.001,
  formulation: { type: "forces", integrator: "rk4" },
  bodies: [{ name: "jumper", mass: m }],
  forces: [{ type: "bungee", name: "cord", bodyB: "jumper", stiffness: k, restLength: l0, ...over }],
  sensors: ["force/cord/length", "system/all/energy"],
});

describe("a force from outside", () => {
  test("falls freely while the cord is slack, then as deep as energy says", () => {
    const model = compileUntyped(jump(), items);
    const data = createData(model);
    // free fall reaches l0 after √(2 l0/g) = 1.43 s; RK4 is exact on a parabola but for round-off, 1400 steps × 1e-15
    while (data.time < 1.4) step(model, data);
    expect(Math.abs(bodyPosition(model, data, "jumper")[2] + 0.5 * g * data.time * data.time)).toBeLessThan(1e-11);

    let lowest = 0;
    while (bodyVelocity(model, data, "jumper")[2] < 0) {
      step(model, data);
      lowest = Math.min(lowest, bodyPosition(model, data, "jumper")[2]);
    }
    // m g (l0 + x) = ½ k x²
    const x = (m * g + Math.sqrt(m * m * g * g + 2 * k * m * g * l0)) / k;
    // the turning point is met within half a step: ½ a (h/2)² = 2.4e-6 m with a = (k x − m g)/m = 19 m/s²; and the step in which
    // the cord becomes taut costs 2e-7 m: the 2.7e-4 J of the next test over the pull of 1358 N
    expect(Math.abs(lowest + l0 + x)).toBeLessThan(3e-6);
  });

  test("its energy counts: the sum is kept from top to top", () => {
    const model = compileUntyped(jump(), items);
    const data = createData(model);
    const values = new Float64Array(2);
    let worst = 0;
    refreshSensors(model, data);
    sensorValues(model, data, values);
    const start = values[1];
    for (let i = 0; i < 12_000; i++) {
      step(model, data);
      sensorValues(model, data, values);
      worst = Math.max(worst, Math.abs(values[1] - start));
    }
    // 21 kJ go to and fro. In the step of a kink (taut, slack) the pull is wrong by k v h at most, over a path v h:
    // k v² h² = 2e-2 J; observed 2.7e-4 J
    expect(worst).toBeLessThan(2e-2);
    expect(worst).toBeGreaterThan(0);
  });

  test("resumes from a snapshot bit for bit", () => {
    const model = compileUntyped(jump(), items);
    const data = createData(model);
    for (let i = 0; i < 2000; i++) step(model, data);
    const kept = snapshot(data);
    for (let i = 0; i < 1000; i++) step(model, data);
    const hash = stateHash(data);
    restore(model, data, kept);
    for (let i = 0; i < 1000; i++) step(model, data);
    expect(stateHash(data)).toBe(hash);
  });

  test("has parameters, a schema, errors and a recompile like the shipped ones", () => {
    const model = compileUntyped(jump(), items);
    const data = createData(model);
    setParameter(model, data, "forces.cord.stiffness", 250);
    expect(findParameter(model, data, "forces.cord.stiffness")?.get()).toBe(250);
    expect(() => setParameter(model, data, "forces.cord.stiffness", -1)).toThrow(SpecError);
    expect(JSON.stringify(sceneJsonSchema(items))).toContain('"title":"bungee"');
    expect(() => compileUntyped(jump({ restLength: -1 }), items)).toThrow(
      "forces[0].restLength: expected a finite number >= 0 m, got -1",
    );
    expect(() => compileUntyped(jump())).toThrow(/unknown force "bungee"/);
    for (let i = 0; i < 500; i++) step(model, data);
    const next = recompile({ model, data }, { ...jump(), name: "again" });
    expect(bodyPosition(next.model, next.data, "jumper")).toEqual(bodyPosition(model, data, "jumper"));
  });
});
