/** Bodies that begin to take part at a time of their own. */
import { BODY_STATE, compile, createData, restore, type Spec, snapshot, step } from "stiction";
import { expect, test } from "vitest";

const scene: Spec = {
  timestep: 0.1,
  gravity: [0, 0, 0],
  formulation: "impulse",
  bodies: [
    { name: "early", mass: 1, velocity: [1, 0, 0], shapes: [{ type: "sphere", radius: 0.1 }] },
    {
      name: "late",
      state: "dormant",
      wakes: 0.3,
      mass: 1,
      position: [0, 1, 0],
      velocity: [2, 0, 0],
      shapes: [{ type: "sphere", radius: 0.1 }],
    },
    {
      name: "never",
      state: "dormant",
      mass: 1,
      position: [0, 2, 0],
      velocity: [3, 0, 0],
      shapes: [{ type: "sphere", radius: 0.1 }],
    },
  ],
};

test("a dormant body wakes at its time, with its velocity; others stay", () => {
  const model = compile(scene);
  const data = createData(model);
  const x: number[] = [];
  for (let k = 0; k < 6; k++) {
    step(model, data);
    x.push(data.bodyPos[6]);
  }
  // takes part from the step that begins at 0.3 s, the fourth
  expect(x.map((v) => Math.round(1e9 * v) / 1e9)).toEqual([0, 0, 0, 0.2, 0.4, 0.6]);
  expect(data.bodyPos[9]).toBe(0);
  expect(data.bodyState[3]).toBe(BODY_STATE.dormant);
});

test("resumed from a snapshot before or after, the run is the same", () => {
  const model = compile(scene);
  const whole = createData(model);
  for (let k = 0; k < 6; k++) step(model, whole);
  for (const at of [2, 3, 4]) {
    const data = createData(model);
    for (let k = 0; k < at; k++) step(model, data);
    const saved = snapshot(data);
    const resumed = createData(model);
    restore(model, resumed, saved);
    for (let k = at; k < 6; k++) step(model, resumed);
    expect([...resumed.bodyPos]).toEqual([...whole.bodyPos]);
  }
});

test("a body that is put to rest after it woke stays at rest", () => {
  const model = compile(scene);
  const data = createData(model);
  for (let k = 0; k < 4; k++) step(model, data);
  data.bodyState[2] = BODY_STATE.dormant;
  data.bodyVel.fill(0, 12, 18);
  const x = data.bodyPos[6];
  for (let k = 0; k < 3; k++) step(model, data);
  expect(data.bodyPos[6]).toBe(x);
});
