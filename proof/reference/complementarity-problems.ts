/**
 * Seeded complementarity problems that are built around a solution: z and w are chosen first, complementary row by row,
 * then b = w − A z. What a solver finds may be another solution; that there is one is certain.
 */
import { complementarity } from "stiction";
import { seeded } from "./random.js";

const { ROW } = complementarity;

/** A problem, and the solution it was built around. */
export interface BuiltProblem {
  readonly kind: ProblemKind;
  readonly problem: complementarity.ComplementarityProblem;
  readonly solution: Float64Array;
}

/** What is built, and how often in a hundred. */
export const PROBLEM_KINDS = {
  /** Positive definite plus skew, rows and columns scaled by up to 1e3: P-matrices. */
  "p-matrix": 15,
  /** Stewart–Trinkle contact of several bodies with polyhedral friction. */
  contact: 25,
  /** The same with contacts that are there twice, and rows with z = w = 0. */
  degenerate: 15,
  /** Murty's exponential example, and circulants on which exchanges of the active set go round in circles. */
  cyclic: 10,
  /** Stacks and heaps of bodies whose masses differ by up to 1:1e6. */
  "mass-ratio": 10,
  /** Reduced PEG constraints: neither symmetric nor semidefinite. */
  peg: 15,
  /** Velocities, joints (redundant ones too) and contacts in the mixed form. */
  mixed: 10,
} as const;

export type ProblemKind = keyof typeof PROBLEM_KINDS;

/** Problem `index` of the suite. */
export function buildProblem(index: number): BuiltProblem {
  let at = index % 100;
  const random = seeded(Math.imul(index + 1, 2654435761));
  for (let k = 0; k < 8; k++) random();
  for (const [kind, share] of Object.entries(PROBLEM_KINDS) as [ProblemKind, number][]) {
    if (at < share) return { kind, ...builders[kind](random) };
    at -= share;
  }
  throw new Error("shares do not add up to a hundred");
}

type Random = () => number;
type Built = Omit<BuiltProblem, "kind">;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const whole = (random: Random, low: number, high: number) => Math.floor(between(random, low, high + 1));
/** 10^x, x uniform. */
const spread = (random: Random, decades: number) => 10 ** between(random, -decades / 2, decades / 2);

/** b = w − A z */
function around(n: number, matrix: Float64Array, z: Float64Array, w: Float64Array, kind?: Uint8Array): Built {
  const vector = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    vector[i] = w[i];
    for (let j = 0; j < n; j++) vector[i] -= matrix[i * n + j] * z[j];
  }
  return { problem: { size: n, matrix, vector, kind }, solution: z };
}

/** A complementary pair for every row; with `flat` one in five has z = w = 0. */
function pairs(random: Random, n: number, flat: boolean): { z: Float64Array; w: Float64Array } {
  const z = new Float64Array(n);
  const w = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const value = spread(random, 2);
    if (flat && random() < 0.2) continue;
    if (random() < 0.5) z[i] = value;
    else w[i] = value;
  }
  return { z, w };
}

function pMatrix(random: Random): Built {
  const n = whole(random, 2, 60);
  const base = Float64Array.from({ length: n * n }, () => between(random, -1, 1));
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 0.01 : 0;
      for (let k = 0; k < n; k++) sum += (base[k * n + i] * base[k * n + j]) / n;
      // the skew part
      if (i < j) sum += base[i * n + j];
      if (i > j) sum -= base[j * n + i];
      matrix[i * n + j] = sum;
    }
  }
  const rows = Float64Array.from({ length: n }, () => spread(random, 3));
  const columns = Float64Array.from({ length: n }, () => spread(random, 3));
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) matrix[i * n + j] *= rows[i] * columns[j];
  const { z, w } = pairs(random, n, false);
  return around(n, matrix, z, w);
}

/**
 * A contact of a scene that exists only as numbers: Jacobian of the normal and of the friction directions, 6 per body.
 */
interface Contact {
  readonly normal: Float64Array;
  readonly directions: Float64Array[];
  /** Angle of each direction in the tangent plane. */
  readonly angles: number[];
  readonly mu: number;
}

interface Heap {
  readonly bodies: number;
  /** Diagonal of M⁻¹, 6 per body. */
  readonly inverseMass: Float64Array;
  readonly contacts: Contact[];
}

/** Contacts between bodies, or a body and the ground; `decades` is the spread of masses. */
function heap(random: Random, contacts: number, decades: number, twice: boolean): Heap {
  const bodies = whole(random, 1, Math.max(1, Math.ceil(contacts / 2)));
  const inverseMass = new Float64Array(6 * bodies);
  for (let b = 0; b < bodies; b++) {
    const mass = spread(random, decades);
    for (let k = 0; k < 6; k++) inverseMass[6 * b + k] = (k < 3 ? 1 : between(random, 4, 12)) / mass;
  }
  const list: Contact[] = [];
  while (list.length < contacts) {
    const a = list.length < bodies ? list.length : whole(random, 0, bodies - 1);
    const b = whole(random, -1, bodies - 1);
    const other = b === a ? -1 : b;
    const axes = frame(random);
    const armA = [between(random, -0.5, 0.5), between(random, -0.5, 0.5), between(random, -0.5, 0.5)];
    const armB = [between(random, -0.5, 0.5), between(random, -0.5, 0.5), between(random, -0.5, 0.5)];
    const column = (axis: readonly number[]) => {
      const g = new Float64Array(6 * bodies);
      g.set([...axis, ...cross(armA, axis)], 6 * a);
      if (other >= 0)
        g.set(
          [...axis, ...cross(armB, axis)].map((x) => -x),
          6 * other,
        );
      return g;
    };
    const count = random() < 0.2 ? 0 : whole(random, 2, 7) & ~(random() < 0.5 ? 1 : 0);
    const angles = Array.from(
      { length: count === 1 ? 2 : count },
      (_, k, all = count === 1 ? 2 : count) => (2 * Math.PI * k) / all,
    );
    const directions = angles.map((angle) =>
      column([0, 1, 2].map((k) => Math.cos(angle) * axes[1][k] + Math.sin(angle) * axes[2][k])),
    );
    const contact = { normal: column(axes[0]), directions, angles, mu: between(random, 0.05, 1) };
    list.push(contact);
    if (twice && random() < 0.5 && list.length < contacts) list.push(contact);
  }
  return { bodies, inverseMass, contacts: list };
}

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A random right-handed frame: normal and two tangents. */
function frame(random: Random): number[][] {
  const unit = (v: readonly number[]) => {
    const l = Math.hypot(v[0], v[1], v[2]);
    return l > 1e-3 ? v.map((x) => x / l) : [0, 0, 1];
  };
  const n = unit([between(random, -0.7, 0.7), between(random, -0.7, 0.7), 1]);
  const t = unit(cross(n, unit([random(), random(), random() - 2])));
  return [n, t, cross(n, t)];
}

/** Rows of a Stewart–Trinkle problem: their Jacobians, and the entries of the matrix in addition to Gᵀ M⁻¹ G. */
interface Rows {
  readonly jacobian: Float64Array[];
  /** Column of the impulse, undefined for slack and slip variables. */
  readonly impulse: (Float64Array | undefined)[];
  /** Additional entries: row, column, value. */
  readonly entries: [number, number, number][];
  readonly z: number[];
  readonly w: number[];
}

const emptyRows = (): Rows => ({ jacobian: [], impulse: [], entries: [], z: [], w: [] });

/** Rows of one contact with friction, in one of the states open, sticking, sliding. */
function addContact(random: Random, rows: Rows, contact: Contact, bodies: number, flat: boolean): void {
  const none = new Float64Array(6 * bodies);
  const { directions, angles, mu } = contact;
  const first = rows.z.length;
  const push = (g: Float64Array, p: Float64Array | undefined, z: number, w: number) => {
    rows.jacobian.push(g);
    rows.impulse.push(p);
    rows.z.push(z);
    rows.w.push(w);
  };
  const state = whole(random, 0, 2);
  const open = state === 0;
  const pn = open || (flat && random() < 0.2) ? 0 : spread(random, 1);
  push(contact.normal, contact.normal, pn, open && !(flat && random() < 0.3) ? spread(random, 1) : 0);
  if (directions.length === 0) return;

  // the tangential velocity says how each direction fares; sliding contacts push along the one that resists most
  const angle = between(random, 0, 2 * Math.PI);
  const speed = state === 1 || (flat && random() < 0.2) ? 0 : spread(random, 1);
  const along = angles.map((a) => speed * Math.cos(a - angle));
  const slip = Math.max(0, ...along.map((v) => -v));
  const resisting = along.indexOf(Math.min(...along));
  let budget = mu * pn;
  for (const [k, g] of directions.entries()) {
    let pf = 0;
    if (state === 2) pf = k === resisting ? mu * pn : 0;
    else if (state === 1 && random() < 0.6) pf = budget * random() * 0.8;
    budget -= pf;
    push(g, g, pf, state === 1 ? 0 : Math.max(0, k === resisting ? 0 : along[k] + slip));
  }
  const s = rows.z.length;
  const sum = rows.z.slice(first + 1, s).reduce((a, b) => a + b, 0);
  push(none, undefined, slip, 0);
  rows.w[s] = mu * pn - sum;
  rows.entries.push([s, first, mu]);
  for (let k = 1; k <= directions.length; k++) rows.entries.push([s, first + k, -1], [first + k, s, 1]);
}

/** A = Lᵀ M⁻¹ R + entries; slip rows keep b = 0. */
function assemble({ jacobian, impulse, entries, z, w }: Rows, inverseMass: Float64Array): Built {
  const n = z.length;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const p = impulse[j];
      if (p === undefined) continue;
      let sum = 0;
      for (let k = 0; k < inverseMass.length; k++) sum += jacobian[i][k] * inverseMass[k] * p[k];
      matrix[i * n + j] = sum;
    }
  }
  for (const [i, j, value] of entries) matrix[i * n + j] += value;
  return around(n, matrix, Float64Array.from(z), Float64Array.from(w));
}

function contact(random: Random, decades = 1, flat = false): Built {
  const target = whole(random, 2, 60);
  const rows = emptyRows();
  const scene = heap(random, 40, decades, flat);
  for (const c of scene.contacts) {
    if (rows.z.length > 0 && rows.z.length + c.directions.length + 2 > target) break;
    addContact(random, rows, c, scene.bodies, flat);
  }
  return assemble(rows, scene.inverseMass);
}

/**
 * M = I + 2 L with ones below the diagonal, q = −(2ⁿ, …): Lemke needs 2ⁿ pivots [Murty 1988, ch. 6]; or blocks of odd
 * circulants.
 */
function cyclic(random: Random): Built {
  if (random() < 0.3) {
    const n = whole(random, 2, 10);
    const matrix = new Float64Array(n * n);
    const vector = new Float64Array(n);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) matrix[i * n + j] = 2;
      matrix[i * n + i] = 1;
      sum += 2 ** (n - i);
      vector[i] = -sum;
    }
    // z = (2ⁿ, 0, …, 0): w = 2 · 2ⁿ − (2ⁿ + … ) ≥ 0
    const solution = new Float64Array(n);
    solution[0] = 2 ** n;
    return { problem: { size: n, matrix, vector }, solution };
  }
  const blocks = whole(random, 1, 8);
  const sizes = Array.from({ length: blocks }, () => 3 + 2 * whole(random, 0, 2));
  const n = sizes.reduce((a, b) => a + b, 0);
  const matrix = new Float64Array(n * n);
  const order = permutation(random, n);
  let o = 0;
  for (const size of sizes) {
    const above = random() < 0.5;
    for (let i = 0; i < size; i++) {
      const row = order[o + i];
      matrix[row * n + row] = 1;
      matrix[row * n + order[o + ((i + (above ? 1 : size - 1)) % size)]] = 2;
    }
    o += size;
  }
  // P-matrices; active sets go round in circles on some of these
  if (random() < 0.6) {
    const { z, w } = pairs(random, n, random() < 0.5);
    return around(n, matrix, z, w);
  }
  // all rows alike, every ratio tied: z = 1/3 everywhere
  const solution = new Float64Array(n).fill(1 / 3);
  return { problem: { size: n, matrix, vector: new Float64Array(n).fill(-1) }, solution };
}

function permutation(random: Random, n: number): number[] {
  const list = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = whole(random, 0, i);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/**
 * Several constraints of two to four sub-contacts each: rows c (gamma) and p (rho), friction at the primary
 * [Williams2014, eqs. (4.26)–(4.28)].
 */
function peg(random: Random): Built {
  const target = whole(random, 2, 60);
  const rows = emptyRows();
  const scene = heap(random, 60, 1, false);
  for (let at = 0; at + 4 < scene.contacts.length; ) {
    const k = whole(random, 1, 3);
    const primary = scene.contacts[at];
    const needed = k + (random() < 0.5 ? 1 : primary.directions.length + 2);
    if (rows.z.length > 0 && rows.z.length + needed > target) break;
    const first = rows.z.length;
    if (needed === k + 1) {
      const open = random() < 0.5;
      rows.jacobian.push(primary.normal);
      rows.impulse.push(primary.normal);
      rows.z.push(open ? 0 : spread(random, 1));
      rows.w.push(open ? spread(random, 1) : 0);
    } else addContact(random, rows, primary, scene.bodies, false);
    // E_I1: ones on and below the diagonal; E_I2: ones in the row of the primary; no impulse column
    for (let s = 1; s <= k; s++) {
      const row = rows.z.length;
      const other = scene.contacts[at + s].normal;
      rows.jacobian.push(primary.normal.map((x, i) => x - other[i]));
      rows.impulse.push(undefined);
      const active = random() < 0.5;
      rows.z.push(active ? spread(random, 1) : 0);
      rows.w.push(active ? 0 : spread(random, 1));
      for (let e = row - s + 1; e <= row; e++) rows.entries.push([row, e, 1]);
      rows.entries.push([first, row, 1]);
    }
    at += k + 1;
  }
  return assemble(rows, scene.inverseMass);
}

/** Velocities and joint impulses as free rows: [−M G; Gᵀ 0], with some joints there twice. */
function mixed(random: Random): Built {
  const scene = heap(random, whole(random, 1, 5), 2, false);
  const nv = 6 * scene.bodies;
  const joints: Float64Array[] = [];
  for (let k = whole(random, 0, Math.min(5, nv - 2)); k > 0; k--) {
    const g = Float64Array.from({ length: nv }, () => between(random, -1, 1));
    joints.push(g);
    if (random() < 0.3) joints.push(g);
  }
  const rows = emptyRows();
  for (const c of scene.contacts) {
    if (rows.z.length > 0 && rows.z.length + nv + joints.length + c.directions.length + 2 > 60) break;
    addContact(random, rows, c, scene.bodies, false);
  }
  const nc = rows.z.length;
  const n = nv + joints.length + nc;
  const matrix = new Float64Array(n * n);
  const set = (i: number, j: number, value: number) => {
    matrix[i * n + j] = value;
  };
  for (let v = 0; v < nv; v++) {
    set(v, v, -1 / scene.inverseMass[v]);
    for (const [k, g] of joints.entries()) {
      set(v, nv + k, g[v]);
      set(nv + k, v, g[v]);
    }
    for (let c = 0; c < nc; c++) {
      const p = rows.impulse[c];
      if (p !== undefined) set(v, nv + joints.length + c, p[v]);
      set(nv + joints.length + c, v, rows.jacobian[c][v]);
    }
  }
  for (const [i, j, value] of rows.entries) set(nv + joints.length + i, nv + joints.length + j, value);
  const z = new Float64Array(n);
  const w = new Float64Array(n);
  for (let i = 0; i < nv + joints.length; i++) z[i] = between(random, -1, 1);
  z.set(rows.z, nv + joints.length);
  w.set(rows.w, nv + joints.length);
  const kind = new Uint8Array(n).fill(ROW.free);
  kind.fill(ROW.complementary, nv + joints.length);
  return around(n, matrix, z, w, kind);
}

const builders: Readonly<Record<ProblemKind, (random: Random) => Built>> = {
  "p-matrix": pMatrix,
  contact: (random) => contact(random),
  degenerate: (random) => contact(random, 1, true),
  cyclic,
  "mass-ratio": (random) => contact(random, 6),
  peg,
  mixed,
};

/**
 * Several contacts of several bodies with quadratic friction cones, built around open, sticking and sliding contacts.
 */
export function buildConeProblem(index: number): Omit<BuiltProblem, "kind"> {
  const random = seeded(Math.imul(index + 7, 2246822519));
  for (let k = 0; k < 8; k++) random();
  const count = whole(random, 1, 16);
  const scene = heap(random, count, index % 4 === 3 ? 4 : 1, index % 5 === 4);
  const n = 3 * count;
  const jacobian: Float64Array[] = [];
  const z = new Float64Array(n);
  const w = new Float64Array(n);
  const mu = new Float64Array(count);
  for (let c = 0; c < count; c++) {
    const { normal, directions, angles } = scene.contacts[c];
    // two tangents: the first direction and the one across, or any where the contact has none
    const t = directions[0] ?? normal.map((x, k) => (k % 6 < 3 ? 0 : x));
    const o = directions.length > 2 ? across(t, directions[1], angles[1]) : new Float64Array(normal.length);
    jacobian.push(normal, t, o);
    mu[c] = scene.contacts[c].mu;
    const state = whole(random, 0, 2);
    const angle = between(random, 0, 2 * Math.PI);
    const slip = spread(random, 1);
    const pn = spread(random, 1);
    const share = mu[c] * pn * (state === 1 ? Math.sqrt(random()) : 1);
    if (state === 0) w.set([spread(random, 1), slip * Math.cos(angle), slip * Math.sin(angle)], 3 * c);
    else z.set([pn, -share * Math.cos(angle), -share * Math.sin(angle)], 3 * c);
    if (state === 2) w.set([0, slip * Math.cos(angle), slip * Math.sin(angle)], 3 * c);
  }
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < scene.inverseMass.length; k++) sum += jacobian[i][k] * scene.inverseMass[k] * jacobian[j][k];
      matrix[i * n + j] = sum;
    }
  }
  const { problem, solution } = around(n, matrix, z, w, new Uint8Array(n).fill(ROW.cone));
  const cones = {
    count,
    start: Int32Array.from({ length: count }, (_, c) => 3 * c),
    size: new Int32Array(count).fill(3),
    mu,
  };
  return { problem: { ...problem, cones }, solution };
}

/** The tangent across the first, from one at an angle to it. */
function across(first: Float64Array, other: Float64Array, angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (Math.abs(s) < 1e-6) return new Float64Array(first.length);
  return first.map((x, k) => (other[k] - c * x) / s);
}
