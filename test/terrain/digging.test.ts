/** Buckets in the soil: strength, tangent, load, flight, utilities, rewind. */
import {
  changeTerrain,
  compile,
  createData,
  loadSoil,
  type Model,
  pourSoil,
  readSensor,
  restore,
  type Spec,
  snapshot,
  stateHash,
  step,
  takeEvents,
} from "stiction";
import { contact } from "stiction/internals";
import { describe, expect, test } from "vitest";

const flat = (n: number) => Array.from({ length: n }, () => new Array<number>(n).fill(0));
const BOX = [
  [0, 0],
  [-0.8, 0],
  [-0.8, 0.8],
  [0, 0.8],
];

type Body = NonNullable<Spec["bodies"]>[number];

function ground(soil: object = {}, n = 41): Body {
  return {
    name: "ground",
    type: "static",
    shapes: [{ type: "height-field", heights: flat(n), dx: 0.1, dy: 0.1, soil }],
  };
}

function bucket(more: object = {}, shape: object = {}): Body {
  return {
    name: "bucket",
    mass: 500,
    position: [-1, 0.05, -0.2],
    shapes: [{ type: "bucket", width: 1, profile: BOX, ...shape }],
    ...more,
  } as Body;
}

/** A bucket that slides along x, pulled by a force. */
function pulled(force: number): Model {
  return compile({
    name: "pulled",
    timestep: 0.005,
    formulation: "augmented-lagrangian",
    joints: [{ type: "slider", name: "rail", bodyA: "world", bodyB: "bucket", axis: [1, 0, 0], at: [0, 0, 0] }],
    forces: [{ type: "wrench", name: "pull", body: "bucket", force: [force, 0, 0] }],
    bodies: [ground(), bucket()],
  });
}

describe("resistance", () => {
  test("a bucket holds below the strength of the soil and cuts above it", () => {
    const model = pulled(0);
    const soil = model.systems.terrain.grounds[0].soil;
    const { edgeArea } = model.systems.soil.buckets[0];
    const table = contact.createEarthmovingTable(soil);
    const [nq, nc] = contact.bearingFactors(soil);
    const tips = (soil.cohesion * nc + soil.density * 9.81 * 0.2 * nq) * edgeArea;
    const limit = contact.earthmovingForce(table, soil, 9.81, 0.35, 0.2, 1, 0) + tips;
    const way = (part: number) => {
      const held = pulled(part * limit);
      const data = createData(held);
      // the bucket begins in a pit of its own size, so that nothing is pressed aside
      changeTerrain(held, data, { from: [-2, -0.46], to: [-0.99, 0.56], height: -0.2 });
      let status = 0;
      for (let k = 0; k < 100; k++) status |= step(held, data);
      expect(status).toBe(0);
      return [data.bodyPos[6] + 1.4, data.bodyVel[15]];
    };
    const [held, creep] = way(0.8);
    // the quake is 5 mm; after half a second it stands
    expect(held).toBeLessThan(0.006);
    expect(Math.abs(creep)).toBeLessThan(0.02);
    const [cut, speed] = way(1.6);
    expect(cut).toBeGreaterThan(0.02);
    expect(speed).toBeGreaterThan(0.2);
  });

  test("factors of a blade are least at the failure angle", () => {
    const soil = pulled(0).systems.terrain.grounds[0].soil;
    for (const rake of [0.4, 0.7, 1, 1.3]) {
      const angle = contact.failureAngle(soil, rake);
      const at = (a: number) => contact.factorsAt(soil, rake, a)[0];
      expect(at(angle)).toBeLessThanOrEqual(at(angle + 1e-3));
      expect(at(angle)).toBeLessThanOrEqual(at(angle - 1e-3));
    }
    // smooth upright wall: the passive wedge of Rankine, tan²(π/4 + φ/2)/2, at π/4 − φ/2
    const wall = { ...soil, steelAngle: 0 };
    const angle = contact.failureAngle(wall, Math.PI / 2);
    expect(angle).toBeCloseTo(Math.PI / 4 - soil.frictionAngle / 2, 5);
    expect(contact.factorsAt(wall, Math.PI / 2, angle)[0]).toBeCloseTo(
      0.5 * Math.tan(Math.PI / 4 + soil.frictionAngle / 2) ** 2,
      9,
    );
  });

  test.each([
    ["elastic", {}, 1e-4, 0],
    ["cutting", {}, 0.02, 0.4],
    ["flow", { law: "flow" }, 0.01, 0.4],
  ] as const)("the tangent is the derivative of the force: %s", (_name, soil, way, speed) => {
    const model = compile({
      name: "tangent",
      timestep: 0.005,
      formulation: "augmented-lagrangian",
      bodies: [ground(soil), bucket({ orientation: { axis: [0, 1, 0], angle: 0.3 } })],
    });
    const data = createData(model);
    loadSoil(model, data, "bucket", 0.2);
    const soilModel = contact.models.soil;
    const span = 0.005;
    // as the formulation begins a part of a step
    const part = data.systems.contactStep;
    Object.assign(part, { elapsed: span, span, stages: false });
    part.startPos.set(data.bodyPos);
    part.startQuat.set(data.bodyQuat);
    part.startVel.set(data.bodyVel);
    soilModel.begin?.(model, data);
    const place = Float64Array.from(data.bodyPos.subarray(6, 9));
    const turn = Float64Array.from(data.bodyQuat.subarray(8, 12));
    const moved = [way, 0.3 * way, -0.5 * way, 0.02 * way, 0.03 * way, 0.01 * way];
    const rates = [speed, 0.2 * speed, -0.3 * speed, 0.1 * speed, 0.05 * speed, 0.02 * speed];
    /** Force and torque about the centre for a displacement [p; θ] and a velocity [v; ω]. */
    const forceAt = (x: readonly number[], v: readonly number[]) => {
      for (let k = 0; k < 3; k++) {
        data.bodyPos[6 + k] = place[k] + x[k];
        data.bodyVel[12 + k] = v[3 + k];
        data.bodyVel[15 + k] = v[k];
      }
      rotate(turn, x.slice(3), data.bodyQuat.subarray(8, 12));
      data.bodyForce.fill(0);
      soilModel.addForces(model, data);
      return [3, 4, 5, 0, 1, 2].map((k) => data.bodyForce[12 + k]);
    };
    forceAt(moved, rates);
    const tangentFor = (stiffnessWeight: number, dampingWeight: number) => {
      const tangent = freeTangent(model, stiffnessWeight, dampingWeight);
      soilModel.addTangent?.(model, data, tangent);
      return tangent.values;
    };
    const [stiffness, damping] = [tangentFor(1, 0), tangentFor(0, 1)];
    const size = Math.max(...[...stiffness, ...damping].map(Math.abs));
    expect(size).toBeGreaterThan(1);
    const bump = (list: readonly number[], j: number, d: number) => list.map((x, k) => (k === j ? x + d : x));
    for (let j = 0; j < 3; j++) {
      const d = 1e-7;
      const [f, g] = [forceAt(bump(moved, j, d), rates), forceAt(bump(moved, j, -d), rates)];
      // translations: rotations also turn the arms, whose derivative is left out
      for (let i = 0; i < 3; i++) {
        expect(Math.abs(-(f[i] - g[i]) / (2 * d) - stiffness[6 * i + j]), `K ${i} ${j}`).toBeLessThan(1e-5 * size);
      }
    }
    for (let j = 0; j < 6; j++) {
      const d = 1e-6;
      const [f, g] = [forceAt(moved, bump(rates, j, d)), forceAt(moved, bump(rates, j, -d))];
      // ω × I ω of the load is of second order in a slow rotation: its derivative is left out, I ω of 0.1 rad/s
      const slack = j < 3 ? 1e-6 * size : 1e-6 * size + 30;
      for (let i = 0; i < 6; i++)
        expect(Math.abs(-(f[i] - g[i]) / (2 * d) - damping[6 * i + j]), `C ${i} ${j}`).toBeLessThan(slack);
    }
  });
});

/** q ← exp(θ) q */
function rotate(q: Float64Array, theta: readonly number[], out: Float64Array): void {
  const angle = Math.hypot(...theta);
  const s = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  const [a, b, c, w] = [theta[0] * s, theta[1] * s, theta[2] * s, Math.cos(angle / 2)];
  out.set([
    w * q[0] + a * q[3] + b * q[2] - c * q[1],
    w * q[1] - a * q[2] + b * q[3] + c * q[0],
    w * q[2] + a * q[1] - b * q[0] + c * q[3],
    w * q[3] - a * q[0] - b * q[1] - c * q[2],
  ]);
}

/** A tangent over the six motions [v; ω] of the bucket. */
function freeTangent(model: Model, stiffnessWeight: number, dampingWeight: number): contact.ContactTangent {
  // shapes are in the order of names: the bucket is A
  return {
    bodies: [[2, 1]],
    pairOf: new Map([[2 * model.nb + 1, 0]]),
    bodyCount: model.nb,
    columns: [Int32Array.of(0, 1, 2, 3, 4, 5)],
    places: [Int32Array.from({ length: 36 }, (_, k) => k)],
    values: new Float64Array(36),
    stiffnessWeight,
    dampingWeight,
    pair: -1,
    twist: new Float64Array(72),
    moves: new Float64Array(36),
    product: new Float64Array(6),
    depths: new Float64Array(6),
    writeTwists(tangent) {
      tangent.twist.fill(0);
      for (let k = 0; k < 6; k++) tangent.twist[12 * k + ((k + 3) % 6)] = 1;
    },
  };
}

describe("load", () => {
  /** A bucket that hangs mouth up on a rail along z, over the ground. */
  const hanging = (formulation: "forces" | "augmented-lagrangian", force: number) =>
    compile({
      name: "hanging",
      timestep: 0.005,
      formulation,
      gravity: [0, 0, -10],
      bodies: [
        ground({ density: 1600 }),
        bucket({
          position: [0, 0, 2],
          orientation: { axis: [0, 1, 0], angle: -Math.PI / 2 },
          centerOfMass: [-0.4, 0, 0.4],
        }),
      ],
      forces: [{ type: "wrench", name: "lift", body: "bucket", point: [-0.4, 0, 0.4], force: [0, 0, force] }],
    });

  test.each(["forces", "augmented-lagrangian"] as const)(
    "weighs and resists motion like the body itself: %s",
    (name) => {
      const full = 0.64;
      // its weight and that of the soil, and 1 m/s² more
      const mass = 500 + 1600 * full;
      const model = hanging(name, 11 * mass);
      const data = createData(model);
      loadSoil(model, data, "bucket", full);
      expect(readSensor(model, data, "soil/bucket/mass")).toBeCloseTo(1600 * full, 9);
      expect(readSensor(model, data, "soil/bucket/fill")).toBeCloseTo(1, 12);
      for (let k = 0; k < 100; k++) step(model, data);
      // the soil fills the box: its centre is that of the body, and nothing turns
      expect(data.bodyVel[17]).toBeCloseTo(0.5, name === "forces" ? 9 : 2);
      expect(readSensor(model, data, "soil/bucket/volume")).toBeCloseTo(full, 12);
      expect(Math.hypot(data.bodyVel[12], data.bodyVel[13], data.bodyVel[14])).toBeLessThan(1e-6);
    },
  );

  test("a box tilted by less than it can hold keeps its soil level, its centre where the geometry puts it", () => {
    const work = contact.createHoldWork();
    const box = Float64Array.from(BOX.flat());
    // mouth up: 0.64 m² and a heap of two slopes at 30° over 0.8 m
    const up = [-1, 0] as const;
    const area = contact.findRoom(work, box, up[0] * -1, 0, Math.PI / 6);
    expect(area).toBeCloseTo(0.64 + 0.16 * Math.tan(Math.PI / 6), 12);
    contact.fillRoom(work, 0.32);
    // half full: the centre a quarter of the height from the bottom
    expect(work.sums[2] / work.sums[0] - work.span[0]).toBeCloseTo(0.2, 6);
    // mouth upright: what stays is the wedge below the line from the lower lip
    const upright = contact.findRoom(work, box, 0, 1, Math.PI / 6);
    expect(upright).toBeCloseTo(0.5 * 0.8 * 0.8 * Math.tan(Math.PI / 6), 12);
    // mouth down: nothing
    expect(contact.findRoom(work, box, -1, 0, Math.PI / 6)).toBeCloseTo(0, 12);
  });

  test("the room of a bucket has no jumps over a full turn", () => {
    const work = contact.createHoldWork();
    const profile = Float64Array.of(0.1, -0.9, -0.35, -0.95, -0.75, -0.6, -0.8, -0.2, -0.5, 0.1);
    let before = Number.NaN;
    let most = 0;
    for (let k = 0; k <= 3600; k++) {
      const a = (k * Math.PI) / 1800;
      const area = contact.findRoom(work, profile, Math.sin(a), Math.cos(a), 0.6);
      if (k > 0) most = Math.max(most, Math.abs(area - before));
      before = area;
    }
    // a tenth of a degree turns 0.65 m² of soil by at most 2e-3 m²; a jump would be a hundred times as much
    expect(most).toBeLessThan(6e-3);
  });
});

describe("flight", () => {
  test("soil falls on a truck and rests there with its weight and momentum", () => {
    const model = compile({
      name: "truck",
      timestep: 0.005,
      formulation: "forces",
      gravity: [0, 0, -10],
      bodies: [
        ground(),
        bucket({ type: "kinematic", position: [1.5, 1, 3] }),
        {
          name: "truck",
          mass: 1000,
          position: [0, 0, 0.5],

          shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.1] }],
        },
      ],
      forces: [{ type: "wrench", name: "hold", body: "truck", force: [0, 0, 10_000] }],
    });
    const data = createData(model);
    pourSoil(model, data, 0.1, [-0.5 * Math.sqrt(0.28), 0, 2], [0.5, 0, 0]);
    const before = data.bodyVel.slice(18, 24);
    expect([...before]).toEqual([0, 0, 0, 0, 0, 0]);
    // 1.4 m to fall: √(2·1.4/10) = 0.529 s, and 0.265 m ahead, onto the middle
    for (let k = 0; k < 105; k++) step(model, data);
    expect(readSensor(model, data, "soil/all/flight")).toBeCloseTo(0.1, 12);
    for (let k = 0; k < 2; k++) step(model, data);
    expect(readSensor(model, data, "soil/all/flight")).toBe(0);
    expect(readSensor(model, data, "soil/truck/mass")).toBeCloseTo(170, 9);
    expect(readSensor(model, data, "soil/all/error")).toBeCloseTo(0, 14);
    const center = data.items.soil.carried.subarray(31, 34);
    expect(Math.abs(center[0])).toBeLessThan(1e-4);
    step(model, data);
    // 170 kg at 0.5 m/s along x are the momentum of both, v + ω × r of the soil; gravity does nothing along x
    const momentum = 1000 * data.bodyVel[21] + 170 * (data.bodyVel[21] + data.bodyVel[19] * center[2]);
    // the place of landing is off by less than 0.1 mm, by which the fall at 5.3 m/s turns the truck
    expect(momentum).toBeCloseTo(170 * 0.5, 2);
  });
});

describe("events and state", () => {
  const guided = (): Spec => ({
    name: "guided",
    timestep: 0.005,
    formulation: "forces",
    bodies: [
      ground({ utilities: 2 }, 61),
      bucket({ type: "kinematic", position: [-1.5, 0.05, 0.05] }, { capacity: 0.15 }),
      {
        name: "pipe",
        type: "static",
        position: [0.5, 0, -0.25],
        orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
        shapes: [{ type: "cylinder", radius: 0.1, halfLength: 1.5, category: 2 }],
      },
    ],
    controllers: [
      {
        type: "profile",
        name: "down",
        output: "bodies.bucket.velocity.z",
        times: [0, 0.5],
        values: [-0.5, 0],
        between: "hold",
      },
      {
        type: "profile",
        name: "drag",
        output: "bodies.bucket.velocity.x",
        times: [0, 0.5],
        values: [0, 1],
        between: "hold",
      },
    ],
  });

  test("entering, full and struck are told once", () => {
    const model = compile(guided());
    const data = createData(model);
    const seen: string[] = [];
    const names = new Map(Object.entries(model.items.events).map(([name, { code }]) => [code, name]));
    for (let k = 0; k < 500; k++) {
      step(model, data);
      for (const { code, who } of takeEvents(data))
        seen.push(`${names.get(code)} ${who.map((b) => model.bodyNames[b]).join(" ")}`.trim());
    }
    expect(seen.filter((s) => s.startsWith("soilEntered"))).toEqual(["soilEntered bucket"]);
    expect(seen.filter((s) => s.startsWith("bucketFull"))).toEqual(["bucketFull bucket"]);
    expect(seen.filter((s) => s.startsWith("utilityStruck"))).toEqual(["utilityStruck bucket pipe"]);
    expect(readSensor(model, data, "soil/all/error")).toBeCloseTo(0, 13);
    // what did not fit is heaped ahead
    expect(readSensor(model, data, "soil/all/dumped")).toBeGreaterThan(0.05);
  });

  test("a run is resumed bit for bit in the middle of digging", () => {
    const model = compile(guided());
    const data = createData(model);
    for (let k = 0; k < 250; k++) step(model, data);
    const middle = snapshot(data);
    for (let k = 0; k < 100; k++) step(model, data);
    const hash = stateHash(data);
    const other = createData(model);
    restore(model, other, middle);
    for (let k = 0; k < 100; k++) step(model, other);
    expect(stateHash(other)).toBe(hash);
    restore(model, data, middle);
    for (let k = 0; k < 100; k++) step(model, data);
    expect(stateHash(data)).toBe(hash);
  });

  test("soil dumped on ground that may not be dug is dug again, down to that ground", () => {
    // patches far from the bucket: all of the way is hard ground with a heap on it
    const model = compile({
      name: "heap-on-hard-ground",
      timestep: 0.005,
      formulation: "augmented-lagrangian",
      bodies: [
        ground({ patches: [[-2, 1.5, -1.5, 1.9]], scatter: 0.1 }),
        bucket({ type: "kinematic", mass: undefined, position: [-1, 0.05, -0.1], velocity: [1, 0, 0] }),
      ],
    });
    const data = createData(model);
    pourSoil(model, data, 0.06, [0.2, 0.05, 0.1]);
    const volumeOf = () => readSensor(model, data, "soil/bucket/volume");
    for (let k = 0; k < 340; k++) step(model, data);
    const { change } = data.items.terrain as { change: Float64Array };
    // none of the ground below the heap, 0.1 m under which the bucket went, and nearly all of the heap
    expect(Math.min(...change)).toBeGreaterThan(-1e-12);
    expect(readSensor(model, data, "soil/all/dug")).toBeGreaterThan(0.03);
    expect(volumeOf()).toBeGreaterThan(0.02);
    expect(Math.abs(readSensor(model, data, "soil/all/error"))).toBeLessThan(1e-14);
  });

  test("soil that spills ahead of a bucket heaps without spikes, and none of it is lost", () => {
    const model = compile({
      name: "full-bucket",
      timestep: 0.005,
      formulation: "augmented-lagrangian",
      bodies: [
        ground(),
        bucket(
          { type: "kinematic", mass: undefined, position: [-1, 0.05, -0.3], velocity: [0.8, 0, 0] },
          { capacity: 0.05 },
        ),
      ],
    });
    const data = createData(model);
    const { change } = data.items.terrain as { change: Float64Array };
    let tallest = 0;
    for (let n = 0; n < 400; n++) {
      step(model, data);
      for (let k = 42; k < change.length - 42; k++) {
        if (change[k] <= 0.02) continue;
        const beside = Math.max(change[k - 1], change[k + 1], change[k - 41], change[k + 41]);
        tallest = Math.max(tallest, change[k] - beside);
      }
    }
    // a point stands no higher over its neighbours than loose soil may: 0.1 m tan 0.62 = 0.071 m. By single points
    // at once they stood 3.9 m high
    expect(readSensor(model, data, "soil/all/dumped")).toBeGreaterThan(0.2);
    expect(tallest).toBeLessThan(0.1 * Math.tan(0.62));
    expect(Math.abs(readSensor(model, data, "soil/all/error"))).toBeLessThan(1e-13);
  });

  test("ground that does not hold is named with its remedy", () => {
    const bad = (soil: object) => () => compile({ name: "bad", bodies: [ground(soil)] });
    expect(bad({ cohesion: -5 })).toThrow(/bodies\[0\]\.shapes\[0\]\.soil\.cohesion: expected .*>= 0.*got -5/);
    expect(bad({ patches: [[1, 1, 3, 1.5]] })).toThrow(
      /soil\.patches\[0\] lies outside the terrain, which reaches over x -2 … 2 m and y -2 … 2 m: move or shrink it/,
    );
  });

  test("a degenerate profile is named with its remedy", () => {
    const bad = (profile: number[][]) => () => compile({ name: "bad", bodies: [bucket({}, { profile })] });
    expect(
      bad([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
    ).toThrow(/no area/);
    expect(
      bad([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ]),
    ).toThrow(/leave the last point out/);
    expect(
      bad([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
    ).toThrow(/crosses itself/);
    expect(
      bad([
        [0, 0],
        [0, 0],
        [1, 1],
        [0, 1],
      ]),
    ).toThrow(/repeats/);
  });
});
