// status gained never raised in scenes with a drive, a kinematic body, a belt, a wrench, a controller, a user force,
// rim or volumetric contact, however much energy an unstable step made.
import { addHook, compileUntyped, createData, type Data, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

const SOFT = ["forces", "augmented-lagrangian"];
const ALL = [...SOFT, "impulse", "complementarity"];

const box = (name: string, position: number[], more: object = {}) => ({
  name,
  mass: 2,
  position,
  shapes: [{ type: "box", halfExtents: [0.12, 0.1, 0.08] }],
  ...more,
});

/** What is beside the body that gains energy: a source at work, far from it. */
const SOURCES: Readonly<Record<string, (formulation: string) => object | null>> = {
  "a kinematic body that pushes": () => ({
    bodies: [
      box("pusher", [3, 0, 0.08], { type: "kinematic", velocity: [0.7, 0, 0] }),
      box("pushed", [3.25, 0, 0.08]),
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
    ],
  }),
  "a belt": () => ({
    bodies: [
      box("carried", [3, 0, 0.08]),
      { name: "floor", type: "static", shapes: [{ type: "plane", surfaceVelocity: [0.6, 0, 0] }] },
    ],
  }),
  "a wrench": () => ({
    bodies: [box("pushed", [3, 0, 1])],
    forces: [{ type: "wrench", name: "thrust", body: "pushed", force: [7, 0, 25] }],
  }),
  "a controller": () => ({
    bodies: [box("pushed", [3, 0, 1])],
    controllers: [
      {
        type: "profile",
        name: "pilot",
        output: "bodies.pushed.force.x",
        times: [0, 0.05, 0.1, 0.2],
        values: [0, 4, -4, 9],
      },
    ],
  }),
  "a spring whose rest length moves": () => ({
    bodies: [box("pulled", [3, 0, 1])],
    forces: [{ type: "spring", name: "cord", bodyB: "pulled", pointA: [3, 0, 3], stiffness: 300, damping: 20 }],
    controllers: [{ type: "profile", name: "hand", output: "forces.cord.restLength", times: [0, 1], values: [2, 1.2] }],
  }),
  "a motor": (formulation) =>
    formulation === "forces"
      ? null
      : {
          bodies: [box("arm", [3, 0, 1])],
          joints: [
            {
              type: "hinge",
              name: "axle",
              bodyB: "arm",
              at: [2.7, 0, 1],
              axis: [0, 1, 0],
              drive: { mode: "speed", target: 5 },
            },
          ],
        },
  "a servo with a bounded effort": (formulation) =>
    formulation === "forces"
      ? null
      : {
          bodies: [box("arm", [3, 0, 1])],
          joints: [
            {
              type: "slider",
              name: "lift",
              bodyB: "arm",
              at: [3, 0, 1],
              axis: [0, 0, 1],
              drive: { mode: "position", target: 0.6, maxEffort: 45, maxSpeed: 0.9 },
            },
          ],
        },
  "a winch": (formulation) =>
    formulation === "forces"
      ? null
      : {
          bodies: [box("load", [3, 0, 1])],
          joints: [{ type: "distance", name: "rope", bodyB: "load", at: [3, 0, 3], to: [3, 0, 1.08] }],
          controllers: [
            { type: "profile", name: "winch", output: "joints.rope.length", times: [0, 1], values: [1.92, 1.5] },
          ],
        },
};

function statusOf(spec: Record<string, unknown>, formulation: string, grows: boolean, hook?: (data: Data) => void) {
  const gone = { ...box("gone", [-3, 0, 6], { velocity: [0.4, 0, 0.1] }), shapes: [] };
  const model = compileUntyped({
    timestep: 1e-3,
    formulation,
    ...spec,
    bodies: [...(spec.bodies as object[]), gone],
  });
  const data = createData(model);
  const v = 6 * model.bodyNames.indexOf("gone");
  if (grows)
    addHook(data, "control", () => {
      // a failed integration, of which nothing else in the scene knows
      for (let c = v + 3; c < v + 6; c++) data.bodyVel[c] *= 1.05;
    });
  if (hook) addHook(data, "forces", (_m, d) => hook(d));
  let status = 0;
  for (let k = 0; k < 50 && (status & STATUS.gained) === 0; k++) status |= step(model, data);
  return status & STATUS.gained;
}

const cases = Object.entries(SOURCES).flatMap(([name, make]) =>
  ALL.flatMap((formulation) => {
    const spec = make(formulation) as Record<string, unknown> | null;
    return spec === null ? [] : [[name, formulation, spec] as const];
  }),
);

describe.each(cases)("%s in %s", (_, formulation, spec) => {
  test("is no gain", () => expect(statusOf(spec, formulation, false)).toBe(0));
  test("hides none", () => expect(statusOf(spec, formulation, true)).not.toBe(0));
});

describe.each(ALL)("a force by a function of the user in %s", (formulation) => {
  const spec = { bodies: [box("pulled", [3, 0, 1])] };
  const pull = (data: Data) => {
    for (let c = 0; c < 3; c++) data.bodyForce[9 + c] -= 40 * (data.bodyPos[3 + c] - c);
  };
  test("is no gain", () => expect(statusOf(spec, formulation, false, pull)).toBe(0));
  test("hides none", () => expect(statusOf(spec, formulation, true, pull)).not.toBe(0));
});
