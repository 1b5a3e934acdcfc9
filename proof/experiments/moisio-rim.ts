/** Elements and segments of contact from the rim, by themselves [Moisio2013, §3.4, §5.1] (rows V28, V33 and V34). */
import type { Context } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";
import { boxMesh, type MeshShape } from "../reference/mesh-shapes.js";
import { seeded } from "../reference/random.js";

const LOAD = 10;

/**
 * One element under a constant load of 10 N, pulled along x; 0.1 ms. Returns a function that moves it on and tells the
 * friction.
 */
function element({ contact }: Context) {
  const { RIM_COEFFICIENT: c, RIM_ELEMENT, RIM_RESULT, stepRimElement } = contact;
  const by = new Float64Array(c.size);
  by[c.stiffness] = LOAD;
  by[c.length] = by[c.leastSpeed] = by[c.weight] = 1;
  by[c.cap] = Number.POSITIVE_INFINITY;
  by[c.friction] = 0.3;
  by[c.kineticFriction] = 0.1;
  by[c.speed] = 0.001;
  by[c.bristleStiffness] = 20_000;
  by[c.bristleDamping] = 10;
  by[c.viscosity] = 0.1;
  by[c.timestep] = 1e-4;
  const state = new Float64Array(RIM_ELEMENT.size);
  state[RIM_ELEMENT.depth] = 1;
  const normal = Float64Array.of(0, 0, 1);
  const velocity = new Float64Array(3);
  const out = new Float64Array(RIM_RESULT.size);
  return (speed: number) => {
    velocity[0] = speed;
    stepRimElement(by, state, 0, normal, 0, velocity, 0, out, 0);
    return out[0];
  };
}

export const moisioV28 = defineExperiment({
  id: "moisio.v28",
  title: "LuGre friction of one element",
  reference:
    "[Moisio2013] (3.11)–(3.15): 10 N, μ_s = 0.3, μ_d = 0.1, x₀ = 1 mm/s, σ₀ = 2e4 N/m, σ₁ = 10 N s/m, c_t = 0.1 N s/m; implicit step of 0.1 ms.",
  rows: {
    sliding: near(
      "friction in steady sliding at 0.5 m/s",
      "N",
      0.1 * LOAD + 0.1 * 0.5,
      1e-9,
      "μ_d N + c_t v, round-off",
    ),
    peak: atMost("largest friction when the speed grows by 10 µm/s²", "N", 0.3 * LOAD, "at most μ_s N"),
    breakaway: near(
      "the same",
      "N",
      0.3 * LOAD,
      0.15,
      "near μ_s N: z comes near exponentially, v reaches 0.2 x₀ (4 %)",
    ),
    hold: error("change of friction while it does not move", "N", 1e-12, "holds at v = 0"),
    held: near(
      "friction that it holds there",
      "N",
      0.3 * LOAD * (1 - Math.exp(-1 / 3)),
      1e-3,
      "z after 50 µm at 10 µm/s, σ₀ x/g = 1/3; g is 1e-4 less than μ_s N",
    ),
    drag: near("force without load at 0.5 m/s", "N", 0.05, 1e-12, "c_t v acts without load, round-off"),
  },
  *measure(context) {
    const sliding = element(context);
    let force = 0;
    for (let k = 0; k < 5000; k++) force = sliding(0.5);
    yield ["sliding", force];
    const slow = element(context);
    let peak = 0;
    for (let k = 0; k < 200_000; k++) peak = Math.max(peak, slow(1e-5 * 1e-4 * k));
    yield ["peak", peak];
    yield ["breakaway", peak];
    const held = element(context);
    for (let k = 0; k < 50_000; k++) held(1e-5);
    const first = held(0);
    let last = first;
    for (let k = 0; k < 10_000; k++) last = held(0);
    yield ["hold", last - first];
    yield ["held", last];
    // torn open: no load any more
    const { RIM_COEFFICIENT: c, RIM_ELEMENT, RIM_RESULT, stepRimElement } = context.contact;
    const by = new Float64Array(c.size);
    by[c.viscosity] = 0.1;
    by[c.leastSpeed] = by[c.weight] = 1;
    by[c.timestep] = 1e-4;
    const out = new Float64Array(RIM_RESULT.size);
    const [normal, velocity] = [Float64Array.of(0, 0, 1), Float64Array.of(0.5, 0, -1)];
    stepRimElement(by, new Float64Array(RIM_ELEMENT.size), 0, normal, 0, velocity, 0, out, 0);
    yield ["drag", out[0]];
  },
});

const ORIGIN = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

/** Segments of two meshes, B at a pose. */
function rimOf({ contact, collision, simulate }: Context, a: MeshShape, b: MeshShape, pose: Float64Array) {
  const { model } = simulate({
    contact: "none",
    bodies: [{ name: "pair", type: "static", shapes: [a, b] }],
  });
  const [first, second] = model.shapes.map((s) => collision.createCollider(s.geometry));
  const there = contact.createRimSegments(256);
  contact.findRim(first, ORIGIN, 0, second, pose, 0, there);
  const back = contact.createRimSegments(256);
  contact.findRim(second, pose, 0, first, ORIGIN, 0, back);
  return { there, back };
}

type Vector = readonly number[];
const minus = (p: ArrayLike<number>, q: ArrayLike<number>): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector, q: Vector) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** How far a point lies off the plane of a triangle, and outside of it within the plane, m. */
function off(point: ArrayLike<number>, [a, b, c]: readonly Vector[]): number {
  const raw = cross(minus(b, a), minus(c, a));
  const n = raw.map((x) => x / Math.hypot(...raw));
  let worst = Math.abs(dot(minus(point, a), n));
  for (const [p, q] of [
    [a, b],
    [b, c],
    [c, a],
  ]) {
    const along = minus(q, p);
    worst = Math.max(worst, -dot(cross(n, along), minus(point, p)) / Math.hypot(...along));
  }
  return worst;
}

/** Whether an edge of one triangle pierces the other, by signs of volumes. */
function pierced(a: readonly Vector[], b: readonly Vector[]): boolean {
  const volume = (p: Vector, q: Vector, r: Vector, s: Vector) => dot(cross(minus(q, p), minus(r, p)), minus(s, p));
  const through = (p: Vector, q: Vector, [u, v, w]: readonly Vector[]) => {
    if (volume(u, v, w, p) > 0 === volume(u, v, w, q) > 0) return false;
    const sides = [volume(p, q, u, v), volume(p, q, v, w), volume(p, q, w, u)];
    return sides.every((x) => x > 0) || sides.every((x) => x < 0);
  };
  return [0, 1, 2].some((k) => through(a[k], a[(k + 1) % 3], b) || through(b[k], b[(k + 1) % 3], a));
}

export const moisioV33 = defineExperiment({
  id: "moisio.v33",
  title: "Segments of random triangles",
  reference:
    "[Moisio2013] §5.1, theory: ends lie in both planes and both triangles; the same from B to A, the other way round.",
  rows: {
    off: error(
      "largest distance of an end from a plane or a triangle",
      "m",
      1e-12,
      "round-off over a least sine of 1e-3",
    ),
    swap: error("largest difference of ends when A and B are exchanged", "m", 1e-12, "as above"),
    count: error("segments that are found in one order only", "1", 0, "a count"),
    sense: error("segments that run against n_A × n_B", "1", 0, "a count"),
    judge: error(
      "pairs on which edges that pierce triangles say otherwise",
      "1",
      0,
      "a count of 400, about 110 of which cross",
    ),
  },
  *measure(context) {
    const random = seeded(33);
    const vector = () => [random() - 0.5, random() - 0.5, random() - 0.5];
    let [worst, swap, single, against, judged] = [0, 0, 0, 0, 0];
    for (let k = 0; k < 400; k++) {
      const [a, b] = [0, 1].map(() => [vector(), vector(), vector()]);
      const mesh = (vertices: Vector[]): MeshShape => ({ type: "mesh", vertices, faces: [[0, 1, 2]] });
      const { there, back } = rimOf(context, mesh(a), mesh(b), ORIGIN);
      if (there.count !== back.count) single++;
      if (there.count > 0 !== pierced(a, b)) judged++;
      if (there.count === 0) continue;
      const p = there.point;
      for (const end of [p.subarray(0, 3), p.subarray(3, 6)]) worst = Math.max(worst, off(end, a), off(end, b));
      for (let c = 0; c < 3 && back.count > 0; c++)
        swap = Math.max(swap, Math.abs(p[c] - back.point[3 + c]), Math.abs(p[3 + c] - back.point[c]));
      const n = Array.from(there.normal);
      if (dot(minus(p.subarray(3, 6), p), cross(n.slice(0, 3), n.slice(3, 6))) <= 0) against++;
    }
    yield ["off", worst];
    yield ["swap", swap];
    yield ["count", single];
    yield ["sense", against];
    yield ["judge", judged];
  },
});

export const moisioV34 = defineExperiment({
  id: "moisio.v34",
  title: "Rim of equal cubes, aligned",
  reference: "[Moisio2013] §5.1: cubes of 0.2 m, 1 mm deep; the rim is found from both sides.",
  rows: {
    count: near("segments", "1", 24, 0, "a count"),
    length: near("sum of lengths", "m", 1.608, 1e-9, "twice the circumference, and eight of 1 mm at the corners"),
    across: error("sum of length times normal across the axis", "m", 1e-9, "forces across cancel"),
  },
  *measure(context) {
    const cube = boxMesh(0.2, 0.2, 0.2);
    const { there } = rimOf(context, cube, cube, Float64Array.of(0, 0, 0.199, 0, 0, 0, 1));
    yield ["count", there.count];
    let length = 0;
    const across = [0, 0, 0, 0];
    for (let i = 0; i < there.count; i++) {
      length += there.length[i];
      for (const [k, c] of [0, 1, 3, 4].entries()) across[k] += there.length[i] * there.normal[6 * i + c];
    }
    yield ["length", length];
    yield ["across", Math.max(...across.map(Math.abs))];
  },
});
