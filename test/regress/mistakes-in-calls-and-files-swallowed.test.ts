// Mistakes were swallowed: `removeBody` of an unknown name, `setWrench` with one number, a misspelt path, an unknown law of a material that nothing touches.
import {
  addHook,
  applyImpulse,
  compileUntyped,
  createData,
  createSimulation,
  removeBody,
  restore,
  type Spec,
  SpecError,
  setBodyPose,
  setBodyState,
  setBodyVelocity,
  setParameter,
  setWrench,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { createRecorder } from "stiction/io";
import { describe, expect, test } from "vitest";

const SPEC: Spec = {
  formulation: "impulse",
  constants: { gain: 3 },
  materials: { steel: { friction: 0.3 } },
  bodies: [
    { name: "lever", position: [0.4, 0, 0], mass: 2, inertia: [1, 1, 1] },
    { name: "slider", position: [0, 2, 0], mass: 1, inertia: [1, 1, 1] },
  ],
  joints: [
    { name: "pin", type: "hinge", bodyA: "world", bodyB: "lever", axis: [0, 1, 0], at: [0, 0, 0] },
    { name: "rail", type: "slider", bodyA: "world", bodyB: "slider", axis: [1, 0, 0], at: [0, 2, 0] },
  ],
  forces: [{ name: "tie", type: "spring", bodyA: "lever", bodyB: "slider", stiffness: 10 }],
  sensors: [
    "joint/pin/position",
    "joint/rail/position",
    "joint/pin/speed",
    "joint/rail/speed",
    "joint/pin/effort",
    "joint/rail/effort",
  ],
};

const start = () => {
  const model = compileUntyped(SPEC);
  return { model, data: createData(model) };
};
// biome-ignore lint/suspicious/noExplicitAny: the calls are wrong on purpose
const wrong = (value: unknown) => value as any;

describe("a wrong call is refused, names the nearest word, and changes nothing", () => {
  type Call = (s: ReturnType<typeof start>) => unknown;
  const calls: [string, Call, string][] = [
    ["removeBody", (s) => removeBody(s, "leevr"), 'did you mean "lever"?'],
    ["removeBody of the world", (s) => removeBody(s, "world"), '"world" cannot be removed'],
    [
      "setWrench, one number",
      ({ model, data }) => setWrench(model, data, "lever", { force: wrong([5]) }),
      "expected 3 finite numbers, got [5]",
    ],
    ["setWrench, a number", ({ model, data }) => setWrench(model, data, "lever", { force: wrong(5) }), "got 5"],
    [
      "setWrench, two of three",
      ({ model, data }) => setWrench(model, data, "lever", { torque: wrong([5, 1]) }),
      "got [5, 1]",
    ],
    [
      "setWrench, NaN",
      ({ model, data }) => setWrench(model, data, "lever", { torque: [0, Number.NaN, 0] }),
      "got [0, NaN, 0]",
    ],
    [
      "setWrench, a list",
      ({ model, data }) => setWrench(model, data, "lever", wrong([1, 2, 3])),
      "expected an object with force or torque",
    ],
    [
      "setWrench, misspelt",
      ({ model, data }) => setWrench(model, data, "lever", wrong({ forse: [1, 0, 0] })),
      'did you mean "force"?',
    ],
    [
      "setWrench of the world",
      ({ model, data }) => setWrench(model, data, "world", { force: [1, 0, 0] }),
      '"world" does not move',
    ],
    ["setWrench, unknown body", ({ model, data }) => setWrench(model, data, "levers", {}), 'did you mean "lever"?'],
    [
      "setBodyPose, two numbers",
      ({ model, data }) => setBodyPose(model, data, "lever", { position: wrong([1, 2]) }),
      "got [1, 2]",
    ],
    [
      "setBodyPose, misspelt",
      ({ model, data }) => setBodyPose(model, data, "lever", wrong({ positon: [1, 2, 3] })),
      'did you mean "position"?',
    ],
    [
      "setBodyPose, no rotation",
      ({ model, data }) => setBodyPose(model, data, "lever", { orientation: [0, 0, 0, 0] }),
      "non-zero length",
    ],
    [
      "setBodyPose, three of four",
      ({ model, data }) => setBodyPose(model, data, "lever", { orientation: wrong([0, 0, 1]) }),
      "expected 4 finite numbers",
    ],
    [
      "setBodyVelocity, Infinity",
      ({ model, data }) => setBodyVelocity(model, data, "lever", { velocity: [0, 0, Number.POSITIVE_INFINITY] }),
      "expected 3 finite numbers",
    ],
    [
      "setBodyVelocity, misspelt",
      ({ model, data }) => setBodyVelocity(model, data, "lever", wrong({ speed: [1, 0, 0] })),
      'unknown key "speed"',
    ],
    [
      "applyImpulse, NaN",
      ({ model, data }) => applyImpulse(model, data, "lever", [0, 0, Number.NaN]),
      "impulse: expected 3 finite numbers",
    ],
    [
      "applyImpulse, point",
      ({ model, data }) => applyImpulse(model, data, "lever", [0, 0, 1], wrong([0])),
      "point: expected 3 finite numbers",
    ],
    ["setBodyState", ({ model, data }) => setBodyState(model, data, "lever", 7), "got 7"],
    [
      "setParameter, body",
      ({ model, data }) => setParameter(model, data, "bodies.levr.mass", 1),
      'unknown body "levr"; did you mean "lever"?',
    ],
    [
      "setParameter, key",
      ({ model, data }) => setParameter(model, data, "bodies.lever.mas", 1),
      'did you mean "mass"?',
    ],
    [
      "setParameter, list",
      ({ model, data }) => setParameter(model, data, "boddies.lever.mass", 1),
      'did you mean "bodies"?',
    ],
    [
      "setParameter, force",
      ({ model, data }) => setParameter(model, data, "forces.tie.stifness", 1),
      'did you mean "stiffness"?',
    ],
    [
      "setParameter, joint",
      ({ model, data }) => setParameter(model, data, "joints.pim.zero", 1),
      'did you mean "pin"?',
    ],
    ["setParameter, axis", ({ model, data }) => setParameter(model, data, "gravity.u", 1), 'unknown axis "u"'],
    [
      "setParameter, constant",
      ({ model, data }) => setParameter(model, data, "constants.gian", 1),
      'did you mean "gain"?',
    ],
    ["setParameter, NaN", ({ model, data }) => setParameter(model, data, "bodies.lever.mass", Number.NaN), "got NaN"],
    [
      "setParameter, needs a recompile",
      ({ model, data }) => setParameter(model, data, "bodies.lever.position.x", 1),
      "cannot be changed while running",
    ],
    ["setParameter, timestep", ({ model, data }) => setParameter(model, data, "timestep", 1e-308), "got 1e-308"],
    ["addHook", ({ data }) => addHook(data, wrong("ende"), () => {}), 'did you mean "end"?'],
    ["addHook, no function", ({ data }) => addHook(data, "end", wrong(undefined)), "expected a function"],
    ["step, data of another model", ({ model }) => step(model, start().data), "not of this model"],
    [
      "restore, data of another model",
      ({ model, data }) => restore(model, start().data, snapshot(data)),
      "not of this model",
    ],
  ];

  test.each(calls)("%s", (_, call, message) => {
    const s = start();
    const before = stateHash(s.data);
    expect(() => call(s)).toThrow(message);
    expect(stateHash(s.data)).toBe(before);
  });

  test.each<[string, (sim: ReturnType<typeof createSimulation>) => unknown, string]>([
    ["run NaN", (sim) => sim.run(Number.NaN), "got NaN"],
    ["run backwards", (sim) => sim.run(-1), "got -1"],
    ["run for ever", (sim) => sim.run(Number.POSITIVE_INFINITY), "got Infinity"],
    ["on", (sim) => sim.on(wrong("contactbegins"), () => {}), 'did you mean "contactBegin"?'],
    ["remove", (sim) => sim.remove("sliders"), 'did you mean "slider"?'],
    ["joint", (sim) => sim.joint("pinn"), 'did you mean "pin"?'],
    ["state", (sim) => Object.assign(sim.body("lever"), { state: "sleeping" }), 'unknown state "sleeping"'],
    ["sensor", (sim) => sim.sensor("body/lever/positon.x"), 'did you mean "position"?'],
  ])("of a simulation: %s", (_, call, message) => {
    const sim = createSimulation(SPEC);
    const before = stateHash(sim.data);
    expect(() => call(sim)).toThrow(message);
    expect(stateHash(sim.data)).toBe(before);
  });

  test("of createRecorder", async () => {
    const { model } = start();
    const sink = { write: () => {} };
    for (const every of [0, -1, 1.5, Number.NaN])
      await expect(createRecorder("jsonl", model, sink, { every })).rejects.toThrow("every: expected a whole number");
  });
});

describe("a scene with a mistake that nothing meets is refused", () => {
  const scenes: [string, object, string][] = [
    [
      "a contact law",
      { materials: { wood: { contact: "hertzz" } } },
      'materials.wood.contact.type: unknown contact law "hertzz"; did you mean "hertz"?',
    ],
    [
      "a key of a law",
      { materials: { wood: { contact: { type: "linear", stifness: 1 } } } },
      'did you mean "stiffness"?',
    ],
    [
      "a friction law",
      { materials: { wood: { sliding: { type: "coulom" } } } },
      "materials.wood.sliding.type: unknown friction law",
    ],
    [
      "a law of a pair",
      { materials: { a: {}, b: {} }, materialPairs: [{ between: ["a", "b"], contact: "flors" }] },
      'materialPairs[0].contact.type: unknown contact law "flors"; did you mean "flores"?',
    ],
    ["a key of a material", { materials: { wood: { frictoin: 0.4 } } }, 'did you mean "friction"?'],
    [
      "the material of a body without shapes",
      { materials: { steel: {} }, bodies: [{ name: "a", mass: 1, material: "stel" }] },
      'bodies[0].material: unknown material "stel"; did you mean "steel"?',
    ],
    ["a timestep of nothing", { timestep: 1e-308 }, "timestep: expected"],
  ];
  test.each(scenes)("%s", (_, scene, message) => {
    for (const formulation of ["forces", "impulse", "augmented-lagrangian", "complementarity"]) {
      expect(() => compileUntyped({ formulation, ...scene })).toThrow(SpecError);
      expect(() => compileUntyped({ formulation, ...scene })).toThrow(message);
    }
  });

  test("once, where every shape inherits it", () => {
    const shapes = [0, 1, 2].map(() => ({ type: "sphere", radius: 0.1 }));
    const spec = { bodies: [{ name: "a", material: "stone", shapes }] };
    try {
      compileUntyped(spec);
      expect.unreachable();
    } catch (error) {
      expect((error as SpecError).problems).toHaveLength(1);
    }
  });
});

test("sensors of joints know rad from m", () => {
  const units = Object.fromEntries(start().model.sensors.columns.map(({ name, unit }) => [name, unit]));
  expect(units).toEqual({
    "joint/pin/position": "rad",
    "joint/rail/position": "m",
    "joint/pin/speed": "rad/s",
    "joint/rail/speed": "m/s",
    "joint/pin/effort": "N m",
    "joint/rail/effort": "N",
  });
});
