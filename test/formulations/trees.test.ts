/** Joints in trees: what counts as one, and that impulses and velocities solve the equations, whatever the factors belong to. */
import {
  type BodySpec,
  compile,
  createData,
  type Data,
  type FormulationSpec,
  type JointSpec,
  type Model,
  restore,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import { prepareBodies } from "../../src/formulations/impulse/drift.js";
import { impulseFields } from "../../src/formulations/impulse/fields.js";
import { impulseStateOf } from "../../src/formulations/impulse/state.js";
import { findTrees } from "../../src/formulations/impulse/tree-graph.js";
import {
  fillTrees,
  halveTrees,
  solveTrees,
  startTrees,
  warmTrees,
} from "../../src/formulations/impulse/tree-joints.js";
import { createTreeSystem, type TreeSystem } from "../../src/formulations/impulse/tree-system.js";
import { ROW, writeJointRows } from "../../src/joints/system.js";
import { nudge, scatter } from "../joints/random-state.js";
import { sampleModel, samples } from "../joints/samples.js";
import { type Random, seededRandom } from "../judges/elementary-points.js";

const PLANAR_KINDS = ["ball", "hinge", "slider", "fixed"] as const;
const KINDS = [...PLANAR_KINDS, "universal", "cylindrical", "point-on-line"] as const;

interface Wish {
  readonly bodies: number;
  readonly held: boolean;
  readonly planar?: boolean;
  /** Masses from 1 to this many kg. */
  readonly ratio?: number;
}

/** Bodies at random, each on a joint of a random kind to one before it. */
function randomTree(random: Random, wish: Wish): { model: Model; data: Data } {
  const planar = wish.planar === true;
  const place = () => Array.from({ length: planar ? 2 : 3 }, () => 4 * random());
  const pick = (n: number) => Math.floor(n * random());
  const bodies = Array.from(
    { length: wish.bodies },
    (_, i) =>
      ({
        name: `b${i}`,
        mass: (wish.ratio ?? 8) ** random(),
        inertia: [1 + random(), 1 + random(), 1 + random()],
        position: place(),
      }) satisfies BodySpec,
  );
  const kinds = planar ? PLANAR_KINDS : KINDS;
  const joints = bodies.flatMap((b, i): JointSpec[] => {
    const other = i > 0 ? `b${pick(i)}` : "world";
    if (i === 0 && !wish.held) return [];
    const [bodyA, bodyB] = random() < 0.5 ? [other, b.name] : [b.name, other];
    return [{ type: kinds[pick(kinds.length)], name: `j${i}`, bodyA, bodyB, at: place() }];
  });
  const model = compile({
    formulation: "impulse",
    timestep: 1 / 60,
    ...(planar ? { plane: "xy" as const } : {}),
    bodies,
    joints,
  });
  const data = createData(model);
  scatter(model, data, random, 0.1);
  return { model, data };
}

/** The rows of the pose as it is, ready to be solved for positions at the end of h. */
function prepare(trees: TreeSystem, model: Model, data: Data, h: number): void {
  prepareBodies(model, data);
  writeJointRows(model, data);
  findTrees(trees, model, data);
  startTrees(trees);
  warmTrees(trees, model, data, h);
  fillTrees(trees, model, data, h, "aim");
}

const jointsOf = (data: Data) => data.items.joints;

/** Largest |J v + C/h| of all locks. */
function missed(data: Data, h: number): number {
  const { rowJacobian: j, rowBody, rowError } = jointsOf(data);
  let most = 0;
  for (let r = 0; r < rowError.length; r++) {
    let w = rowError[r] / h;
    for (let c = 0; c < 12; c++) w += j[12 * r + c] * data.bodyVel[6 * rowBody[2 * r + (c < 6 ? 0 : 1)] + (c % 6)];
    most = Math.max(most, Math.abs(w));
  }
  return most;
}

/** Largest entry of v − v₀ − M⁻¹Jᵀλ with the impulses that the trees say have acted. */
function unexplained(trees: TreeSystem, model: Model, data: Data, before: Float64Array): number {
  const { rowStart } = model.systems.joints;
  const { rowJacobian: j, rowBody } = jointsOf(data);
  const { invMass, invInertia: i } = impulseFields(data);
  // a plane knows no turns about x and y and no motion along z
  const known = (c: number) => !model.planar || (c > 1 && c < 5);
  const left = data.bodyVel.map((v, k) => v - before[k]);
  for (let k = 0; k < trees.joints; k++) {
    for (let row = trees.first[k]; row < trees.first[k + 1]; row++) {
      const r = rowStart[trees.joint[k]] + row - trees.first[k];
      for (const side of [0, 1]) {
        const b = rowBody[2 * r + side];
        const o = 6 * b;
        const push = Array.from({ length: 6 }, (_, c) =>
          known(c) ? trees.impulse[row] * j[12 * r + 6 * side + c] : 0,
        );
        left[o] -= i[o] * push[0] + i[o + 3] * push[1] + i[o + 4] * push[2];
        left[o + 1] -= i[o + 3] * push[0] + i[o + 1] * push[1] + i[o + 5] * push[2];
        left[o + 2] -= i[o + 4] * push[0] + i[o + 5] * push[1] + i[o + 2] * push[2];
        for (let c = 3; c < 6; c++) left[o + c] -= invMass[b] * push[c];
      }
    }
  }
  return left.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

// speeds are up to 100 m/s, since joints that are 0.1 m off are to be closed within 1/480 s: round-off is 1e-14 of them, times what chains make of it
const ROUND_OFF = 1e-10;
const H = 1 / 480;

describe("impulses and velocities solve A λ = −(J v + q)", () => {
  const wishes: Wish[] = [];
  for (let n = 0; n < 40; n++)
    wishes.push({ bodies: 2 + (n % 11), held: n % 3 === 0, planar: n % 5 === 4, ratio: n % 7 === 6 ? 1000 : 8 });

  test.each(wishes.map((w, n) => [n, w] as const))("tree %i, %j", (n, wish) => {
    const random = seededRandom(100 + n);
    const { model, data } = randomTree(random, wish);
    const trees = createTreeSystem(model);
    const before = data.bodyVel.slice();
    prepare(trees, model, data, H);
    expect(trees.trees).toBe(1);
    expect(trees.joints).toBe(model.joints.count);
    expect(missed(data, H)).toBeGreaterThan(1);
    const most = new Float64Array(1);
    solveTrees(trees, data, 4, new Float64Array([ROUND_OFF]), most);
    expect(most[0]).toBeGreaterThan(1);
    expect(missed(data, H)).toBeLessThan(ROUND_OFF);
    expect(unexplained(trees, model, data, before)).toBeLessThan(ROUND_OFF);
  });

  test("factors of another pose lead to the same solution, and are made anew where they do not", () => {
    for (const turn of [1e-9, 1e-7, 0.3]) {
      const { model, data } = randomTree(seededRandom(7), { bodies: 9, held: true });
      const trees = createTreeSystem(model);
      prepare(trees, model, data, H);
      solveTrees(trees, data, 4, new Float64Array([ROUND_OFF]), new Float64Array(1));
      expect(trees.fresh[0]).toBe(1);
      for (let b = 1; b < model.nb; b++) for (let c = 0; c < 3; c++) nudge(data, b, c, c === b % 3 ? turn : 0);
      prepareBodies(model, data);
      writeJointRows(model, data);
      halveTrees(trees);
      startTrees(trees);
      const before = data.bodyVel.slice();
      warmTrees(trees, model, data, H);
      fillTrees(trees, model, data, H, "aim");
      expect(trees.fresh[0]).toBe(0);
      solveTrees(trees, data, 6, new Float64Array([ROUND_OFF]), new Float64Array(1));
      expect(missed(data, H)).toBeLessThan(ROUND_OFF);
      expect(unexplained(trees, model, data, before)).toBeLessThan(ROUND_OFF);
      expect(trees.fresh[0]).toBe(turn === 0.3 ? 1 : 0);
    }
  });
});

test("a chain that swings slowly goes on from a snapshot with the same bits: factors are kept within a step only", () => {
  const links = Array.from(
    { length: 6 },
    (_, i) =>
      ({
        name: `l${i}`,
        mass: 1,
        inertia: [0.1, 0.1, 0.01],
        position: [0.5 + i, 0, 0],
        velocity: [0, 1e-3 * i, -1e-3 * i * i],
      }) satisfies BodySpec,
  );
  const joints = links.map(
    (link, i) =>
      ({
        type: "ball",
        bodyA: i === 0 ? "world" : links[i - 1].name,
        bodyB: link.name,
        at: [i, 0, 0],
      }) satisfies JointSpec,
  );
  const model = compile({
    formulation: "impulse",
    timestep: 1 / 60,
    gravity: [0, 0, 0],
    bodies: links,
    joints,
  });
  const whole = createData(model);
  for (let k = 0; k < 7; k++) step(model, whole);
  const resumed = createData(model);
  restore(model, resumed, snapshot(whole));
  for (let k = 0; k < 20; k++) {
    step(model, whole);
    step(model, resumed);
    expect(stateHash(resumed)).toBe(stateHash(whole));
  }
});

describe("what is a tree", () => {
  const bar = (name: string, x: number) =>
    ({ name, mass: 1, inertia: [1, 1, 1], position: [x, 0, 0] }) satisfies BodySpec;
  const bars = [bar("a", 0), bar("b", 1), bar("c", 2)];
  const ball = (bodyA: string, bodyB: string, x: number, more: object = {}) =>
    ({
      type: "ball",
      bodyA,
      bodyB,
      at: [x, 0, 0],
      ...more,
    }) satisfies JointSpec;
  /** Rows in trees after a step. */
  function rowsInTrees(joints: readonly JointSpec[], more: object = {}): number {
    const model = compile({
      formulation: "impulse",
      timestep: 1 / 60,
      bodies: bars,
      joints,
      ...more,
    });
    const data = createData(model);
    step(model, data);
    const state = data.systems.impulseState as Parameters<typeof impulseStateOf>[1];
    return impulseStateOf(model, state).direct.trees.rows;
  }

  test.each<[string, JointSpec[], number]>([
    ["a chain", [ball("a", "b", 0.5), ball("b", "c", 1.5)], 6],
    ["a chain held at one end", [ball("world", "a", 0), ball("a", "b", 0.5), ball("b", "c", 1.5)], 9],
    ["held at both ends", [ball("world", "a", 0), ball("a", "b", 0.5), ball("b", "c", 1.5), ball("world", "c", 2)], 0],
    ["a loop", [ball("a", "b", 0.5), ball("b", "c", 1.5), ball("a", "c", 1)], 0],
    ["two joints between the same bodies", [ball("a", "b", 0.5), ball("a", "b", 0.7), ball("b", "c", 1)], 0],
    ["friction in a joint", [ball("a", "b", 0.5, { friction: { effort: 1 } }), ball("b", "c", 1.5)], 0],
    ["a tree beside a joint with a cone", [ball("a", "b", 0.5), ball("world", "c", 2, { cone: 1 })], 3],
    [
      "a spring across",
      [ball("a", "b", 0.5), { type: "spring", bodyA: "b", bodyB: "c", at: [1, 0, 0], to: [2, 0, 0], stiffness: 9 }],
      0,
    ],
  ])("%s", (_, joints, rows) => {
    expect(rowsInTrees(joints)).toBe(rows);
  });

  test("a joint to a body that moves by itself is not in one", () => {
    const bodies = [{ ...bars[0], type: "kinematic" }, bars[1], bars[2]];
    expect(rowsInTrees([ball("a", "b", 0.5), ball("b", "c", 1.5)], { bodies })).toBe(0);
  });

  test("point masses, which do not turn, are not in one", () => {
    const bodies = [bars[0], { ...bars[1], inertia: [0, 0, 0] }, bars[2]];
    expect(rowsInTrees([ball("a", "b", 0.5), ball("b", "c", 1.5)], { bodies })).toBe(0);
  });

  test("none where joints are solved in sweeps", () => {
    const formulation = { type: "impulse", joints: "iterative" } satisfies FormulationSpec;
    expect(rowsInTrees([ball("a", "b", 0.5), ball("b", "c", 1.5)], { formulation })).toBe(0);
  });

  test("a joint counts as plain only if every row of it is a lock in any state", () => {
    let plain = 0;
    for (const sample of samples) {
      const model = sampleModel(sample);
      if (createTreeSystem(model).plain[0] === 0) continue;
      plain++;
      const data = createData(model);
      const random = seededRandom(3);
      for (let n = 0; n < 20; n++) {
        scatter(model, data, random, 0.3);
        writeJointRows(model, data);
        expect([...jointsOf(data).rowKind].every((kind) => kind === ROW.lock)).toBe(true);
      }
    }
    expect(plain).toBeGreaterThan(0);
  });
});
