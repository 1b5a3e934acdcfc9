/**
 * A winch that reels in a rod lifted nothing and was a metre off, a rope lifted nothing at status 0; a crane with a slewing jib was 1.9 m off after 5 s.
 *
 * The whole change of the length was made up in the first sub-step, and the energy for it was taken for an error. The length now moves evenly
 * through the step, rows ask for its rate, and what they do with it is work.
 */
import { compileUntyped, createData, type Data, type Model, setParameter, step } from "stiction";
import { expect, test } from "vitest";

const FORMULATIONS = [
  { type: "impulse", preset: "fast" },
  { type: "impulse", preset: "precise" },
  { type: "impulse", preset: "thesis" },
  { type: "impulse", joints: "iterative" },
  { type: "augmented-lagrangian" },
  { type: "complementarity" },
];
const G = 9.81;

/** Sets the length of the joint `rope`, which ends a step at it. */
function reel(model: Model, data: Data, length: number): number {
  setParameter(model, data, "joints.rope.length", length);
  return step(model, data);
}

for (const mode of ["rod", "rope"]) {
  test.each(FORMULATIONS)(`%o: a ${mode} of 4 m is reeled in at 1.1 m/s²`, (formulation) => {
    const h = 1 / 125;
    const model = compileUntyped({
      formulation,
      timestep: h,
      bodies: [{ name: "load", mass: 35, inertia: [2, 2, 2], position: [0.5, 0, -4] }],
      joints: [{ type: "distance", name: "rope", mode, bodyB: "load", at: [0.5, 0, 0], to: [0.5, 0, -4] }],
    });
    const data = createData(model);
    for (let k = 1; k <= 125; k++) expect(reel(model, data, 4 - 0.55 * (k * h) ** 2)).toBe(0);
    // ½ a t² = 0.55 m. A soft joint stretches by (g + a)/ω² with ω = 2π/(4 sub-steps of 2 ms) or so, the feedback of `thesis` lags by a step: v h
    const soft = formulation.joints === "iterative" || formulation.preset === "thesis";
    expect(Math.abs(data.bodyPos[5] + 3.45)).toBeLessThan(soft ? 1.1 * h : 1e-9);
    // velocities are those at the end of the last step, or half a step before: a h/2
    expect(Math.abs(data.bodyVel[11] - 1.1)).toBeLessThan(1.1 * h);
    if (soft || formulation.type === "augmented-lagrangian") return;
    const force = data.items.joints.rowMean.reduce((sum, effort) => sum + Math.abs(effort), 0);
    expect(Math.abs(force - 35 * (G + 1.1))).toBeLessThan(1e-6); // m (g + a), round-off of a difference of lengths over h²
  });
}

test("a length that jumps by half a metre in a step is followed, and then rests", () => {
  const model = compileUntyped({
    formulation: "impulse",
    timestep: 0.01,
    bodies: [{ name: "load", mass: 2, inertia: [1, 1, 1], position: [0, 0, -3] }],
    joints: [{ type: "distance", name: "rope", bodyB: "load", at: [0, 0, 0], to: [0, 0, -3] }],
  });
  const data = createData(model);
  for (let k = 0; k < 100; k++) expect(reel(model, data, k < 50 ? 3 : 2.5)).toBe(0);
  expect(Math.abs(data.bodyPos[5] + 2.5)).toBeLessThan(1e-9); // round-off of a lock
  expect(Math.hypot(...data.bodyVel.subarray(6, 12))).toBeLessThan(1e-9);
});

test("a crane slews its jib while it hoists: every formulation has the rope as long as it is reeled to", () => {
  const h = 1 / 80;
  const ends = FORMULATIONS.filter(({ joints, preset }) => joints === undefined && preset !== "thesis").map(
    (formulation) => {
      const model = compileUntyped({
        formulation,
        timestep: h,
        bodies: [
          { name: "jib", mass: 400, inertia: [60, 2500, 2500], position: [2.5, 0, 9] },
          { name: "load", mass: 250, inertia: [15, 15, 15], position: [5, 0, 2] },
        ],
        joints: [
          {
            type: "hinge",
            name: "slew",
            bodyB: "jib",
            at: [0, 0, 9],
            axis: [0, 0, 1],
            drive: { mode: "speed", target: 0.3 },
          },
          { type: "distance", name: "rope", mode: "rope", bodyA: "jib", bodyB: "load", at: [5, 0, 9], to: [5, 0, 2] },
        ],
      });
      const data = createData(model);
      for (let k = 1; k <= 160; k++) expect(reel(model, data, 7 - 1.5 * k * h)).toBe(0);
      const tip = [5 * Math.cos(0.3 * 2), 5 * Math.sin(0.3 * 2), 9];
      const length = Math.hypot(...tip.map((x, c) => x - data.bodyPos[6 + c]));
      // 4 m; complementarity leaves the curvature of a step: v² h²/2L with v up to 3 m/s
      expect(Math.abs(length - 4)).toBeLessThan(3e-4);
      return data.bodyPos.slice(6, 9);
    },
  );
  // observed: 2 cm between methods of first and second order
  for (const end of ends) for (let c = 0; c < 3; c++) expect(Math.abs(end[c] - ends[1][c])).toBeLessThan(0.05);
});

test("a pulley hoists too, and a rod whose length a drive guides gives way to it", () => {
  const h = 0.01;
  const model = compileUntyped({
    formulation: "impulse",
    timestep: h,
    bodies: [
      { name: "a", mass: 3, inertia: [1, 1, 1], position: [-1, 0, -2] },
      { name: "b", mass: 3, inertia: [1, 1, 1], position: [1, 0, -2] },
      { name: "c", mass: 7, inertia: [1, 1, 1], position: [4, 0, -2] },
    ],
    joints: [
      {
        type: "pulley",
        name: "rope",
        bodyA: "a",
        bodyB: "b",
        at: [-1, 0, -2],
        to: [1, 0, -2],
        groundA: [-1, 0, 0],
        groundB: [1, 0, 0],
      },
      {
        type: "distance",
        name: "jack",
        bodyB: "c",
        at: [4, 0, 0],
        to: [4, 0, -2],
        drive: { mode: "speed", target: -0.25 },
      },
    ],
  });
  const data = createData(model);
  for (let k = 1; k <= 200; k++) expect(reel(model, data, 4 - 0.6 * k * h)).toBe(0);
  for (const b of [1, 2]) expect(Math.abs(data.bodyPos[3 * b + 2] + 1.4)).toBeLessThan(1e-9); // both halves of 1.2 m
  expect(Math.abs(data.bodyPos[11] + 1.5)).toBeLessThan(1e-9);
});
