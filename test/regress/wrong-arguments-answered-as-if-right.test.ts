// A ray with one number, data of another model, an option that does not exist: the call answered as if nothing were wrong, or died with "Cannot read properties of undefined".
import * as S from "stiction";
import { collision, query } from "stiction";
import * as io from "stiction/io";
import { describe, expect, test } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: the calls are wrong on purpose
const wrong = (value: unknown) => value as any;

const SPEC: S.Spec = {
  formulation: "impulse",
  bodies: [
    { name: "floor", type: "static", shapes: [{ type: "plane" }] },
    { name: "crate", position: [0.4, 0, 1], shapes: [{ type: "box", halfExtents: [0.1, 0.2, 0.1] }] },
    { name: "ball", position: [3, 0, 1], shapes: [{ type: "sphere", radius: 0.2 }] },
  ],
  joints: [{ name: "pin", type: "hinge", bodyB: "crate", axis: [0, 1, 0], at: [0, 0, 1] }],
  sensors: ["body/crate/position"],
};
const PENDULUM: S.Spec = {
  formulation: "augmented-lagrangian",
  contact: "none",
  bodies: [{ name: "bob", mass: 1, inertia: [1, 1, 1], position: [1, 0, 0] }],
  joints: [{ name: "pin", type: "hinge", bodyB: "bob", axis: [0, 1, 0], at: [0, 0, 0] }],
  sensors: ["joint/pin/position"],
};

const model = S.compile(SPEC);
const data = S.createData(model);
const sim = { model, data };
const other = S.createData(S.compile({ ...SPEC, name: "other", bodies: SPEC.bodies?.slice(0, 2) ?? [] }));
const pendulum = S.compile(PENDULUM);
const swing = S.createData(pendulum);
const filter = query.createQueryFilter(model);
const foreign = query.createQueryFilter(other.model);
const probe = query.createQueryShape(model, { type: "sphere", radius: 0.1 });
const POSE = [0, 0, 0, 0, 0, 0, 1];
const rays = new Float64Array(query.RAY_SIZE);
const down = [0, 0, -1] as const;
const above = [0, 0, 5] as const;

type Case = readonly [name: string, call: () => unknown, message: string | RegExp];
const OTHER = 'not of this model ("scene") but of another ("other")';

const owners: Case[] = (
  [
    ["step", (d) => S.step(model, d)],
    ["resetData", (d) => S.resetData(model, d)],
    ["refreshSensors", (d) => S.refreshSensors(model, d)],
    ["sensorValues", (d) => S.sensorValues(model, d, new Float64Array(3))],
    ["setBodyState", (d) => S.setBodyState(model, d, "ball", 1)],
    ["bodyPosition", (d) => S.bodyPosition(model, d, "ball")],
    ["bodyOrientation", (d) => S.bodyOrientation(model, d, "ball")],
    ["bodyVelocity", (d) => S.bodyVelocity(model, d, "ball")],
    ["bodyAngularVelocity", (d) => S.bodyAngularVelocity(model, d, "ball")],
    ["setWrench", (d) => S.setWrench(model, d, "crate", { force: [1, 2, 3] })],
    ["setBodyPose", (d) => S.setBodyPose(model, d, "crate", { position: [0, 0, 2] })],
    ["setBodyVelocity", (d) => S.setBodyVelocity(model, d, "crate", { velocity: [0, 0, 2] })],
    ["applyImpulse", (d) => S.applyImpulse(model, d, "crate", [1, 0, 0])],
    ["setParameter", (d) => S.setParameter(model, d, "bodies.crate.mass", 3)],
    ["findParameter", (d) => S.findParameter(model, d, "bodies.crate.mass")],
    ["readSensor", (d) => S.readSensor(model, d, "body/crate/position.x")],
    ["readSensorVector", (d) => S.readSensorVector(model, d, "body/crate/position")],
    ["readJoint", (d) => S.readJoint(model, d, "pin")],
    ["contacts", (d) => [...S.contacts(model, d)]],
    ["joints", (d) => [...S.joints(model, d)]],
    ["warnings", (d) => S.warnings(model, d)],
    ["mobility", (d) => S.mobility(model, d)],
    ["naturalReport", (d) => S.naturalReport(model, d)],
    ["settle", (d) => S.settle(model, d)],
    ["linearize", (d) => S.linearize(model, d)],
    ["modes", (d) => S.modes(model, d)],
    ["sceneParameter", (d) => S.sceneParameter(model, d, "bodies.crate.mass")],
    ["rayCast", (d) => query.rayCast(model, d, above, down)],
    ["closestPoints", (d) => query.closestPoints(model, d, "crate", "floor")],
    ["pointInBody", (d) => query.pointInBody(model, d, [0, 0, 0], "floor")],
    ["overlap", (d) => query.overlap(model, d, probe, POSE)],
  ] as [string, (d: S.Data) => unknown][]
).flatMap(([name, call]): Case[] => [
  [`${name}, data of another model`, () => call(other), OTHER],
  [`${name}, no data`, () => call(wrong(undefined)), "expected data that createData(model) has made, got nothing"],
]);

const cases: Case[] = [
  ["step without a model", () => S.step(wrong(undefined), data), "expected a model that compile(scene) has returned"],
  ["createData of a scene", () => S.createData(wrong(SPEC)), "expected a model that compile(scene) has returned"],
  [
    "createData, option",
    () => S.createData(model, wrong({ share: true })),
    'unknown key "share"; did you mean "shared"?',
  ],
  ["createSimulation of a model", () => S.simulationOf(wrong({})), "expected a model"],
  ["compile, items", () => S.compile({}, wrong({})), "items: expected registries"],
  ["sensorValues, too short", () => S.sensorValues(model, data, new Float64Array(2)), "out: expected 3 numbers"],
  ["stateHash, profile", () => S.stateHash(data, wrong("f32")), "unknown numeric profile"],
  ["bytesHash of numbers", () => S.bytesHash(wrong(new Float64Array(2))), "expected bytes"],
  ["snapshot of nothing", () => S.snapshot(wrong(null)), "expected a model"],
  ["raiseEvent, unknown code", () => S.raiseEvent(sim.data, 14, 1, -1, 0, 0), "expected a code of an event (1, 2,"],
  ["raiseEvent, no code", () => S.raiseEvent(sim.data, wrong("impact"), 1, -1, 0, 0), "whole number from 1000 on"],
  ["raiseEvent of nothing", () => S.raiseEvent(wrong(undefined), 1000, 1, -1, 0, 0), "expected a model"],
  ["takeEvents of nothing", () => S.takeEvents(wrong(undefined)), "expected a model"],
  ["itemFields", () => S.itemFields(data, "mud", {}), 'unknown item with fields "mud"'],
  ["readSensor, no name", () => S.readSensor(model, data, wrong(undefined)), "sensor: expected a text, got nothing"],
  ["setParameter, no path", () => S.setParameter(model, data, wrong(3), 1), "expected a text, got 3"],
  ["applySetting of nothing", () => S.applySetting(wrong(undefined), "gravity.z", 1), "expected a scene to change"],
  ["applySetting, no path", () => S.applySetting(SPEC, wrong(7), 1), "expected a text, got 7"],
  ["buildScene of nothing", () => S.buildScene(wrong(undefined)), "expected a scene with build"],
  ["recompile of nothing", () => S.recompile(wrong(undefined), {}), "expected a model"],
  ["attach, no options", () => S.attach(sim, "crate", "ball", wrong(null)), "expected an object with type or at"],
  ["startProfile", () => S.startProfile(data, wrong(undefined)), "expected a clock"],
  ["settle, option", () => S.settle(pendulum, swing, wrong({ tolerence: 1 })), 'did you mean "tolerance"?'],
  ["settle, NaN", () => S.settle(pendulum, swing, { tolerance: Number.NaN }), "settle, tolerance: expected a number"],
  ["gradient by nothing", () => S.gradient(pendulum, []), "wrt: expected a list of parameters"],
  ["gradient by a text", () => S.gradient(pendulum, wrong("bodies.bob.mass")), "wrt: expected a list of parameters"],
  ["gradient by a number", () => S.gradient(pendulum, [wrong(3)]), "expected a path or a parameter, got 3"],
  ...[Number.NaN, -1, 0, Number.POSITIVE_INFINITY].map(
    (duration): Case => [
      `gradient over ${duration} s`,
      () => S.gradient(pendulum, ["bodies.bob.mass"], { duration }),
      "duration: expected a finite number > 0 s",
    ],
  ),
  ...[0, -1, 1.5, Number.NaN].map(
    (every): Case => [
      `gradient every ${every}`,
      () => S.gradient(pendulum, ["bodies.bob.mass"], { duration: 0.01, every }),
      "every: expected a whole number",
    ],
  ),
  [
    "gradient, option",
    () => S.gradient(pendulum, ["bodies.bob.mass"], wrong({ durration: 1 })),
    'did you mean "duration"?',
  ],

  ["rayCast, one number", () => query.rayCast(model, data, wrong([0]), down), "origin: expected 3 numbers, got [0]"],
  [
    "rayCast, two numbers in space",
    () => query.rayCast(model, data, wrong([0, 1]), down),
    "origin: expected 3 numbers",
  ],
  ["rayCast, nothing", () => query.rayCast(model, data, wrong(undefined), down), "origin: expected 3 numbers"],
  ["rayCast, a text", () => query.rayCast(model, data, above, wrong("down")), "direction: expected 3 numbers"],
  ["rayCast, option", () => query.rayCast(model, data, above, down, wrong({ ignor: [] })), 'did you mean "ignore"?'],
  ["rayCast, ignore", () => query.rayCast(model, data, above, down, wrong({ ignore: "ball" })), "expected a list"],
  ["rayCast, mask", () => query.rayCast(model, data, above, down, { mask: Number.NaN }), "mask: expected a whole"],
  ["rayCast, filter", () => query.rayCast(model, data, above, down, foreign), "filter: expected one that"],
  ["segmentCast, nothing", () => query.segmentCast(model, data, wrong(undefined), above), "from: expected 3 numbers"],
  ...[-1, Number.NaN, 1.5].map(
    (count): Case => [
      `castRays of ${count}`,
      () => query.castRays(model, data, rays, count, query.createRayHits(4), filter),
      "count: expected a whole number",
    ],
  ),
  [
    "castRays, too many",
    () => query.castRays(model, data, rays, 2, query.createRayHits(4), filter),
    "rays: expected 16 numbers, 8 for each of 2, got 8",
  ],
  [
    "castRays, no room",
    () => query.castRays(model, data, new Float64Array(16), 2, query.createRayHits(1), filter),
    "hits: expected 2 numbers",
  ],
  [
    "castRays, a list",
    () => query.castRays(model, data, wrong([...rays]), 1, query.createRayHits(1), filter),
    "typed array",
  ],
  [
    "castRays, no filter",
    () => query.castRays(model, data, rays, 1, query.createRayHits(1), wrong(undefined)),
    "filter",
  ],
  ["castRayAll, beyond", () => query.castRayAll(model, data, rays, 3, query.createRayHits(1), filter), "r: expected"],
  ["createRayHits", () => query.createRayHits(-1), "capacity: expected a whole number"],
  ["createRayHits, huge", () => query.createRayHits(1e12), "capacity: expected a whole number"],
  ["createOverlaps", () => query.createOverlaps(Number.NaN), "poses: expected a whole number"],
  ["createShapeHits", () => query.createShapeHits(1.5), "capacity: expected a whole number"],
  ["createClosestRows", () => query.createClosestRows(wrong("x")), "capacity: expected a whole number"],
  ["shapesAt, one number", () => query.shapesAt(model, data, wrong([1])), "point: expected 3 numbers"],
  [
    "shapesAtPoints",
    () => query.shapesAtPoints(model, data, new Float64Array(3), 5, query.createOverlaps(1), filter),
    "points: expected 15 numbers",
  ],
  ["pointInBody", () => query.pointInBody(model, data, [0, 0, 0], 99), "no body with index 99"],
  ["closestPoints of one body", () => query.closestPoints(model, data, "ball", "ball"), 'got "ball" twice'],
  ["closestPoints", () => query.closestPoints(model, data, 99, 1), "no body with index 99"],
  ["penetrationDepth", () => query.penetrationDepth(model, data, "bal", 1), 'did you mean "ball"?'],
  ["closestTo, no shape", () => query.closestTo(model, data, wrong(undefined), POSE), "that createQueryShape has made"],
  ["closestTo, pose", () => query.closestTo(model, data, probe, [0, 0]), "pose: expected 7 finite numbers"],
  ["closestTo, rotation", () => query.closestTo(model, data, probe, new Float64Array(7)), "non-zero length"],
  ["closestTo, limit", () => query.closestTo(model, data, probe, POSE, { limit: Number.NaN }), "limit: expected"],
  ["overlap, distance", () => query.overlap(model, data, probe, POSE, { distance: -5 }), "distance: expected"],
  ["shapeCast", () => query.shapeCast(model, data, probe, POSE, wrong([0, 0])), "translation: expected 3 numbers"],
  [
    "castShapes",
    () => query.castShapes(model, data, probe, new Float64Array(10), 4, query.createShapeHits(4), filter),
    "motions: expected 40 numbers",
  ],
  ["createQueryShape", () => query.createQueryShape(model, { type: "spher" }), 'did you mean "sphere"?'],
  ["createQueryShape of nothing", () => query.createQueryShape(model, wrong(undefined)), "expected a shape such as"],
  ["createCollider", () => collision.createCollider(wrong(undefined)), "expected the geometry of a shape"],
  [
    "separationOf of nothing",
    () =>
      collision.separationOf(
        wrong(undefined),
        new Float64Array(7),
        0,
        wrong(undefined),
        new Float64Array(7),
        0,
        collision.createSeparation(),
      ),
    "expected a shape that createCollider has made",
  ],
  ["inspectSolid", () => collision.inspectSolid(wrong(undefined)), "expected a mesh with vertices and triangles"],
  ["createVolumeMesh", () => collision.createVolumeMesh(wrong({})), "expected a mesh with vertices and triangles"],

  ["attachRecorder", () => io.attachRecorder(data, wrong(undefined)), "expected a recorder"],
  ["createReplay", () => io.createReplay(wrong(undefined), model), "expected a recording"],
  [
    "createParaViewExport",
    () => io.createParaViewExport(model, wrong({ encodng: "ascii" })),
    'did you mean "encoding"?',
  ],
  ["writeVtp", () => io.writeVtp({ points: new Float64Array(3) }, 0, wrong("asci")), 'did you mean "ascii"?'],
  ["writeVtp of nothing", () => io.writeVtp(wrong(undefined), 0), "expected an object with points"],
  ["writeHdf5", () => io.writeHdf5(wrong(undefined)), "expected the content of an HDF5 file"],
  ["problemToHdf5", () => io.problemToHdf5(wrong(undefined)), "expected a list of problems"],
  ["problemFromJson", () => io.problemFromJson(wrong({}), "x.json"), "problem: expected a text"],
  ["parseProblemText", () => io.parseProblemText("{}", "x", wrong("jsn")), 'did you mean "json"?'],
  ["csvCompanionOf", () => io.csvCompanionOf(wrong(undefined)), "expected a text"],
];

describe("a wrong call is refused in words of the caller, and changes nothing", () => {
  test.each([...owners, ...cases])("%s", (_name, call, message) => {
    const before = S.stateHash(data);
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
    expect(S.stateHash(data)).toBe(before);
  });

  const sink = { write: () => {} };
  test.each<readonly [string, () => Promise<unknown>, string]>([
    ["createRecorder, format", () => io.createRecorder(wrong("mcpa"), model, sink), 'did you mean "mcap"?'],
    ["createRecorder, sink", () => io.createRecorder("jsonl", model, wrong({})), "sink: expected an object"],
    [
      "createRecorder, option",
      () => io.createRecorder("jsonl", model, sink, wrong({ evry: 2 })),
      'did you mean "every"?',
    ],
    ["createRecorder, model", () => io.createRecorder("jsonl", wrong(undefined), sink), "expected a model"],
    [
      "readRecording of nothing",
      () => io.readRecording(wrong(undefined), "a.mcap"),
      "expected the bytes of a recording",
    ],
    ["readRecording, no name", () => io.readRecording(new Uint8Array(3), wrong(undefined)), "expected a text"],
    ["parseSceneText of nothing", () => io.parseSceneText(wrong(undefined), "a.yaml"), "scene: expected a text"],
  ])("%s", (_name, call, message) => expect(call()).rejects.toThrow(message));
});

test("a body is removed by its index as by its name", () => {
  expect(S.removeBody(sim, 3).model.bodyNames).toEqual(["world", "floor", "crate"]);
});
