/** A step costs what the bodies that are awake cost, and its result is that of a step that looks at all. */
import {
  type BodySpec,
  compile,
  createData,
  type Data,
  findParameter,
  type Model,
  restore,
  type Spec,
  snapshot,
  stateHash,
  step,
  takeEvents,
} from "stiction";
import { expect, test } from "vitest";
import { COUNTER } from "../../src/data/fields.js";

const cube = (name: string, position: readonly number[], more: Partial<BodySpec> = {}): BodySpec => ({
  name,
  position: [...position],
  mass: 1,
  shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
  ...more,
});

/** Pairs of cubes, one on the other, in rows, and bodies that fall among them later. */
function field(pairs: number, fallers: readonly BodySpec[]): Spec {
  const side = Math.ceil(Math.sqrt(pairs));
  const bodies = Array.from({ length: pairs }, (_, k) => {
    const at = [1.3 * (k % side), 1.3 * Math.floor(k / side)];
    const name = `b${String(k).padStart(4, "0")}`;
    return [cube(name, [...at, 0.5], { state: "asleep" }), cube(`${name}top`, [...at, 1.5], { state: "asleep" })];
  });
  return {
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast", sleep: true, sleepTime: 0.1 },
    bodies: [{ name: "floor", type: "static", shapes: [{ type: "plane" }] }, ...bodies.flat(), ...fallers],
  };
}

function start(spec: Spec): { model: Model; data: Data } {
  const model = compile(spec);
  return { model, data: createData(model) };
}

test("contacts of few among sleepers are those of a detection of all: state and events, to the bit", () => {
  // names before, among and behind those of the sleepers; on the floor, on a sleeper, on two, and into another faller
  const fallers = [
    cube("a", [-3, -3, 2.5], { velocity: [0.3, 0.2, 0], angularVelocity: [1, 2, 0.5] }),
    cube("b0010x", [-5, -3, 3], { angularVelocity: [0, 1, 1] }),
    cube("zz", [-4.2, -3, 5], { shapes: [{ type: "sphere", radius: 0.4 }] }),
    cube("mm", [2.7, 2.6, 5.2], { shapes: [{ type: "capsule", radius: 0.2, halfLength: 0.3 }] }),
  ];
  const kept = start(field(36, fallers));
  const anew = start(field(36, fallers));
  for (let k = 0; k < 100; k++) {
    step(kept.model, kept.data);
    // everything that was derived from the state is found again
    restore(anew.model, anew.data, snapshot(anew.data));
    step(anew.model, anew.data);
    expect(stateHash(anew.data), `step ${k}`).toBe(stateHash(kept.data));
    expect(takeEvents(anew.data), `step ${k}`).toEqual(takeEvents(kept.data));
    expect(anew.data.bodyLoad, `step ${k}`).toEqual(kept.data.bodyLoad);
  }
  const { few, moved } = kept.data.systems.collision.still;
  expect(moved).toBeGreaterThan(0);
  expect(few).toBeGreaterThan(60);
});

/** Pairs asked for contacts and patches solved in forty steps of one body that falls beside sleepers. */
function work(pairs: number): { asked: number; patches: number; carried: number; few: number } {
  const { model, data } = start(field(pairs, [cube("zz", [-5, -5, 200])]));
  for (let k = 0; k < 40; k++) step(model, data);
  expect(data.counter[COUNTER.active]).toBe(1);
  const { still } = data.systems.collision;
  const { asked, carried, few } = still;
  let patches = 0;
  for (let k = 0; k < 40; k++) {
    step(model, data);
    patches += data.systems.impulseState.moving.count;
  }
  return { asked: still.asked - asked, patches, carried: still.carried - carried, few: still.few - few };
}

test("a body that falls beside sleepers asks for its pair with the floor: no patch is solved, no row carried", () => {
  const least = { asked: 40, patches: 0, carried: 0, few: 40 };
  expect(work(60)).toEqual(least);
  expect(work(400)).toEqual(least);
});

test.each([
  ["gravity.z", -5, 120],
  ["bodies.b0007top.mass", 2, 2],
])("sleepers wake under another load, whoever changed it: %s", (path, value, awake) => {
  const { model, data } = start(field(60, [cube("zz", [-5, -5, 200])]));
  for (let k = 0; k < 3; k++) step(model, data);
  expect(data.counter[COUNTER.active]).toBe(1);
  findParameter(model, data, path)?.set(value);
  step(model, data);
  // with it whatever it bears on, and the one that falls
  expect(data.counter[COUNTER.active]).toBe(awake + 1);
});
