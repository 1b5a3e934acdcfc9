/** What overlays are told, against statics: weights, inclines, hanging bodies. */
import { buildScene, compileUntyped, createData, type Data, type Model, readSensor, step } from "stiction";
import { scenes } from "stiction/scenes";
import { describe, expect, test, vi } from "vitest";
import { LAYER_STIFFNESS } from "../../scenes/parts/footprint.js";
import type { Reply } from "../../studio/worker/protocol.js";
import { OverlayService } from "../../studio/worker/services/overlay.js";
import { gather } from "../../studio/worker/services/overlay-gather.js";
import { inertiaBox, overlayModel } from "../../studio/worker/services/overlay-model.js";
import {
  CONTACT_ROW,
  CONTACT_STATE,
  JOINT_ROW,
  MATRIX_KIND,
  type OverlayPart,
  TREE_ROW,
} from "../../studio/worker/services/overlay-protocol.js";
import type { Host, Run } from "../../studio/worker/services/service.js";

const G = 9.81;

function run(spec: unknown, steps: number): { model: Model; data: Data } {
  const model = compileUntyped(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  return { model, data };
}

const only = (...parts: OverlayPart[]) => new Set<OverlayPart>(parts);

/** A block of 2 kg on a plane that is tilted by `angle` about y, started at rest on its surface. */
function incline(angle: number, friction: number, formulation: unknown, timestep: number) {
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  const turn = [0, s, 0, c];
  const normal = [Math.sin(angle), 0, Math.cos(angle)];
  return {
    name: "incline",
    timestep,
    formulation,
    materials: {
      dry: { friction, contact: { type: "linear", stiffness: 1e5, damping: 200 }, sliding: { type: "bristle" } },
    },
    bodies: [
      {
        name: "ground",
        type: "static",
        orientation: turn,
        shapes: [{ type: "plane", material: "dry" }],
      },
      {
        name: "block",
        mass: 2,
        orientation: turn,
        position: normal.map((x) => 0.1 * x),
        shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1], material: "dry" }],
      },
    ],
  };
}

interface Sum {
  load: number;
  friction: number[];
  states: Set<number>;
}

function sumOf(rows: Float32Array): Sum {
  const sum: Sum = { load: 0, friction: [0, 0, 0], states: new Set() };
  for (let o = 0; o < rows.length; o += CONTACT_ROW.size) {
    sum.load += rows[o + CONTACT_ROW.load];
    if (rows[o + CONTACT_ROW.state] !== CONTACT_STATE.open) sum.states.add(rows[o + CONTACT_ROW.state]);
    for (let k = 0; k < 3; k++) {
      sum.friction[k] += rows[o + CONTACT_ROW.friction + k];
    }
  }
  return sum;
}

const FORMULATIONS = [
  ["impulse", { type: "impulse" }, 1 / 240, 240],
  ["complementarity", { type: "complementarity" }, 1 / 240, 240],
  ["forces", { type: "forces" }, 2e-4, 10_000],
] as const;

describe("contacts", () => {
  test.each(FORMULATIONS)(
    "%s: a block on an incline bears m g cos α, and sticks with m g sin α",
    (_, type, h, steps) => {
      const angle = 0.2;
      const { model, data } = run(incline(angle, 0.6, type, h), steps);
      const { load, friction, states } = sumOf(gather({ model, data }, only("contacts")).contacts!);
      // at rest after 1 … 2 s; single precision and what is left of the settling: 1 %
      expect(load / (2 * G * Math.cos(angle))).toBeCloseTo(1, 2);
      expect(Math.hypot(...friction) / (2 * G * Math.sin(angle))).toBeCloseTo(1, 2);
      expect([...states]).toEqual([CONTACT_STATE.stick]);
    },
  );

  test.each(["impulse", "complementarity"])("%s: loads add up to the sensor in every step of a landing", (type) => {
    const spec = incline(0.2, 0.6, { type }, 1 / 120);
    const { model, data } = run(spec, 0);
    for (let k = 0; k < 40; k++) {
      step(model, data);
      const { load } = sumOf(gather({ model, data }, only("contacts")).contacts!);
      const pairs = model.bodyNames.flatMap((a) => model.bodyNames.filter((b) => a < b).map((b) => [a, b]));
      const sensed = pairs.map(([a, b]) => readSensor(model, data, `contact/${a}:${b}/normalForce`));
      // the overlay has single precision
      expect(load).toBeCloseTo(
        sensed.reduce((sum, f) => sum + f, 0),
        4,
      );
    }
  });

  test.each(FORMULATIONS)("%s: on a steep one it slips with μ m g cos α", (_, type, h, steps) => {
    const angle = 0.6;
    const mu = 0.2;
    const { model, data } = run(incline(angle, mu, type, h), steps / 2);
    const { load, friction, states } = sumOf(gather({ model, data }, only("contacts")).contacts!);
    expect(load / (2 * G * Math.cos(angle))).toBeCloseTo(1, 1);
    expect(Math.hypot(...friction) / (mu * load)).toBeCloseTo(1, 2);
    expect([...states]).toEqual([CONTACT_STATE.slip]);
  });

  test("forces: what holds by static friction sticks, though kinetic friction would not hold it", () => {
    const angle = 0.2;
    const spec = incline(angle, 0.6, { type: "forces" }, 2e-4);
    // while bristles are stretched at first, the block is faster (g sin α/√(k/m), 4 mm/s) than the usual stiction speed
    Object.assign(spec.materials.dry, { kineticFriction: 0.1, sliding: { type: "bristle", stictionSpeed: 0.05 } });
    // set down as deep as four corners of 1e5 N/m bear it
    const depth = (2 * G * Math.cos(angle)) / 4e5;
    spec.bodies[1].position = [Math.sin(angle), 0, Math.cos(angle)].map((x) => (0.1 - depth) * x);
    const { model, data } = run(spec, 10_000);
    const { load, friction, states } = sumOf(gather({ model, data }, only("contacts")).contacts!);
    expect(Math.hypot(...friction) / load).toBeCloseTo(Math.tan(angle), 2);
    expect(Math.tan(angle)).toBeGreaterThan(0.1);
    expect([...states]).toEqual([CONTACT_STATE.stick]);
  });

  test("regions of common volume bear the weight too, and their pressure and volume are drawn", () => {
    const angle = 10;
    const scene = scenes.find(({ name }) => name === "footprint-block")!;
    const world = run(buildScene(scene, { angle }), 2500);
    const { contacts, footprints, volumes } = gather(world, only("contacts", "footprints", "volumes"));
    const { load, friction, states } = sumOf(contacts!);
    const alpha = (angle * Math.PI) / 180;
    // m = 1 kg; the scene's own test holds it to far less than this
    expect(load).toBeCloseTo(G * Math.cos(alpha), 2);
    expect(Math.hypot(...friction)).toBeCloseTo(G * Math.sin(alpha), 2);
    expect([...states]).toEqual([CONTACT_STATE.stick]);
    // ∫ p dS over the drawn triangles is the load; p = K δ, so that the drawn volume is load/K
    let force = 0;
    const { points, pressure } = footprints!;
    for (let t = 0; t < pressure.length / 3; t++) {
      const at = (k: number) => [...points.subarray(9 * t + 3 * k, 9 * t + 3 * k + 3)];
      const [a, b, c] = [at(0), at(1), at(2)];
      const [u, v] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - a[k])];
      const area = 0.5 * Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
      force += (area * (pressure[3 * t] + pressure[3 * t + 1] + pressure[3 * t + 2])) / 3;
    }
    expect(force / load).toBeCloseTo(1, 2);
    expect((volumes!.volume * LAYER_STIFFNESS) / load).toBeCloseTo(1, 2);
    // the surface of the volume, by the divergence theorem
    let volume = 0;
    for (let o = 0; o < volumes!.points.length; o += 9) {
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = volumes!.points.subarray(o, o + 9);
      volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    }
    expect(Math.abs(volume) / volumes!.volume).toBeCloseTo(1, 1);
  });
});

describe("segments of a rim", () => {
  const grasp = scenes.find(({ name }) => name === "friction-grasp")!;

  /** States of the segments that bear load, their load, and the friction on the cube along z, N; and what Newton says of the last step. */
  function held(params: Record<string, number | string>, steps: number) {
    const { model, data } = run(buildScene(grasp, params), steps);
    const z = 6 * model.bodyIndex.get("workpiece")! + 5;
    const before = data.bodyVel[z];
    step(model, data);
    const rate = (data.bodyVel[z] - before) / model.options.timestep;
    const { load, friction, states } = sumOf(gather({ model, data }, only("contacts")).contacts!);
    return { load, friction: friction[2], states: [...states], speed: data.bodyVel[z], needed: G + rate };
  }

  test("bristles that hold the cube's weight between two plates stick", () => {
    const { friction, states, speed } = held({}, 2000);
    expect(Math.abs(speed)).toBeLessThan(1e-9);
    // m = 1 kg; rows are in single precision
    expect(friction).toBeCloseTo(G, 4);
    expect(states).toEqual([CONTACT_STATE.stick]);
  });

  test("with a fifth of the pressure it falls, and all of them slip", () => {
    // sliding friction is 0.1 of some 46 N
    const { load, friction, needed, states, speed } = held({ press: 2e-4 }, 200);
    expect(0.1 * load).toBeLessThan(0.5 * G);
    expect(speed).toBeLessThan(-0.3);
    expect(friction).toBeCloseTo(needed, 3);
    expect(states).toEqual([CONTACT_STATE.slip]);
  });

  test("smoothed Coulomb friction slips at speeds far above its own, and sticks, though it creeps, below its limit", () => {
    // v_r = 0.05 m/s: 99 % of the limit from 0.35 m/s on
    const falls = held({ friction: "coulomb", press: 2e-4 }, 200);
    expect(falls.speed).toBeLessThan(-0.36);
    expect(falls.states).toEqual([CONTACT_STATE.slip]);
    const creeps = held({ friction: "coulomb" }, 500);
    expect(creeps.speed).toBeLessThan(-0.01);
    expect(creeps.states).toEqual([CONTACT_STATE.stick]);
  });

  test("without friction nothing sticks", () => {
    const spec = structuredClone(buildScene(grasp, {})) as { materials: Record<string, Record<string, unknown>> };
    const { sliding, ...soft } = spec.materials.soft;
    spec.materials.soft = { ...soft, friction: 0, kineticFriction: 0 };
    const { model, data } = run(spec, 110);
    expect(sliding).toBeDefined();
    expect([...sumOf(gather({ model, data }, only("contacts")).contacts!).states]).toEqual([CONTACT_STATE.slip]);
  });
});

describe("joints, links and bodies", () => {
  test("a hanging body pulls at its hinge with its weight, upwards on itself", () => {
    const { model, data } = run(
      {
        name: "hanging",
        timestep: 1e-3,
        formulation: "impulse",
        bodies: [{ name: "bob", mass: 3, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1] }],
        joints: [{ name: "pin", type: "hinge", bodyA: "world", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0] }],
      },
      100,
    );
    const { joints } = gather({ model, data }, only("joints"));
    expect(joints![JOINT_ROW.reaction + 2]).toBeCloseTo(3 * G, 3);
    expect(joints![JOINT_ROW.pointB + 2]).toBeCloseTo(0, 5);
    // z of the frame is the joint's axis
    const [x, y, z, w] = joints!.subarray(JOINT_ROW.turn, JOINT_ROW.turn + 4);
    expect(Math.abs(2 * (y * z - w * x))).toBeCloseTo(1, 5);
    expect(overlayModel(model).joints).toEqual([{ name: "pin", kind: "hinge", drawing: "axis", bodyA: 0, bodyB: 1 }]);
  });

  test("a spring that holds a body says its weight", () => {
    const k = 500;
    const { model, data } = run(
      {
        name: "spring",
        timestep: 1e-3,
        bodies: [{ name: "bob", mass: 2, inertia: [1, 1, 1], position: [0, 0, -1 - (2 * G) / k] }],
        forces: [{ name: "s", type: "spring", bodyB: "bob", stiffness: k, restLength: 1 }],
      },
      10,
    );
    const { links } = gather({ model, data }, only("links"));
    expect(links![0]).toBeCloseTo(2 * G, 3);
    expect(overlayModel(model).links).toEqual([{ name: "s", kind: "spring" }]);
  });

  test("the inertia box of a box is that box, whatever its axes", () => {
    const [a, b, c] = [0.3, 0.2, 0.1];
    const m = 5;
    const moments = [(m * (b * b + c * c)) / 3, (m * (a * a + c * c)) / 3, (m * (a * a + b * b)) / 3];
    const out = new Float32Array(7);
    inertiaBox(m, [...moments, 0, 0, 0], 0, out, 0);
    [a, b, c, 0, 0, 0, 1].forEach((x, k) => {
      expect(out[k]).toBeCloseTo(x, 6);
    });
    // turned by 0.4 rad about z: I' = R I Rᵀ
    const [cos, sin] = [Math.cos(0.4), Math.sin(0.4)];
    const [x, y, z] = moments;
    const turned = [cos * cos * x + sin * sin * y, sin * sin * x + cos * cos * y, z, cos * sin * (x - y), 0, 0];
    inertiaBox(m, turned, 0, out, 0);
    const sides = [...out.subarray(0, 3)].sort();
    [c, b, a].forEach((side, k) => {
      expect(sides[k]).toBeCloseTo(side, 6);
    });
    // the long side (local axis of half side a) points along (cos, sin, 0)
    const k = out.findIndex((side) => Math.abs(side - a) < 1e-6);
    const [qx, qy, qz, qw] = out.subarray(3, 7);
    const axes = [
      [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz)],
      [2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz)],
      [2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx)],
    ];
    expect(Math.abs(axes[k][0] * cos + axes[k][1] * sin)).toBeCloseTo(1, 6);
  });

  test("two piles are two islands; boxes hold their shapes; trees hold the boxes; rows of the matrix are counted", () => {
    const stack = (x: number) =>
      [0, 1].map((k) => ({
        name: `b${x}-${k}`,
        position: [x, 0, 0.1 + 0.2 * k],
        shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
      }));
    const { model, data } = run(
      {
        name: "stacks",
        timestep: 1 / 120,
        formulation: "impulse",
        collision: { broadPhase: "tree" },
        bodies: [{ name: "ground", type: "static", shapes: [{ type: "plane" }] }, ...stack(0), ...stack(2)],
      },
      60,
    );
    const parts = gather({ model, data }, only("islands", "boxes", "trees", "matrix"));
    const at = (name: string) => parts.islands![model.bodyIndex.get(name)!];
    expect(at("b0-0")).toBe(at("b0-1"));
    expect(at("b2-0")).toBe(at("b2-1"));
    expect(at("b0-0")).not.toBe(at("b2-0"));
    expect(at("ground")).toBe(-1);
    expect(parts.boxes!.length).toBe(6 * 4); // the plane is endless
    // the root of the tree holds every box
    const root = [...parts.trees!.subarray(0, TREE_ROW)];
    for (let o = 0; o < parts.boxes!.length; o += 6)
      for (let k = 0; k < 3; k++) {
        expect(parts.boxes![o + k]).toBeGreaterThanOrEqual(root[k] - 1e-6);
        expect(parts.boxes![o + 3 + k]).toBeLessThanOrEqual(root[3 + k] + 1e-6);
      }
    // four patches of four points, each with a normal row per point and two of friction
    expect(parts.matrix!.length).toBe(4 * 4);
    for (let o = 0; o < parts.matrix!.length; o += 4) {
      expect(parts.matrix![o]).toBe(MATRIX_KIND.stick);
      expect(parts.matrix![o + 1]).toBe(6);
    }
  });
});

test("the service sends at most 30 times a second, only what is asked for, and waits until that is taken", async () => {
  const { model, data } = run({ name: "one", bodies: [{ name: "b", mass: 1, inertia: [1, 1, 1] }] }, 1);
  const service = new OverlayService();
  const sent: Reply[] = [];
  let now = 0;
  const scene = { generation: 7, model, data } as unknown as Run;
  const host = { run: scene, clock: () => now, post: (reply: Reply) => sent.push(reply) } as unknown as Host;
  const overlays = () => sent.filter(({ type }) => type === "overlays").length;

  service.ticked(host, scene);
  expect(sent).toEqual([]);
  expect(service.handle({ type: "overlays", parts: ["boxes"] }, host)).toBe(true);
  await vi.waitFor(() => expect(sent.map(({ type }) => type)).toEqual(["overlay-model", "overlays"]));
  expect(sent[1]).toMatchObject({ generation: 7 });
  // not taken: nothing more
  now = 500;
  service.ticked(host, scene);
  expect(overlays()).toBe(1);
  // a page that takes at once gets 30 a second
  const before = overlays();
  for (let ms = 0; ms < 1000; ms += 8) {
    now = 1000 + ms;
    service.handle({ type: "overlays-taken" }, host);
    service.ticked(host, scene);
  }
  expect(overlays() - before).toBeGreaterThan(20);
  expect(overlays() - before).toBeLessThanOrEqual(30);
  service.handle({ type: "overlays", parts: [] }, host);
  const end = overlays();
  now = 5000;
  service.ticked(host, scene);
  expect(overlays()).toBe(end);
});
