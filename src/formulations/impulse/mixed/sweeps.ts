/**
 * Sweeps over contact rows in single precision: what `contact-passes.ts` and `cone-residual.ts` do in double. This file
 * is TypeScript and AssemblyScript at once. With `lanes.ts` it runs one patch at a time, with every result rounded to
 * single precision; `kernels/lanes.ts` makes it a kernel that runs the four patches of a batch at a time. Both have the
 * same bits: every operation is one of IEEE 754, in the same order, and patches of a batch share no body that moves.
 */
import {
  abs,
  add,
  any,
  both,
  differ,
  div,
  give,
  greater,
  type Int,
  intAt,
  isSet,
  type Lanes,
  less,
  load,
  mul,
  only,
  pick,
  type Real,
  RUNS,
  root,
  selectLane,
  smaller,
  splat,
  store,
  sub,
  take,
  takenX,
  takenY,
  takenZ,
  wider,
} from "./lanes.js";
import {
  ARM_A,
  ARM_B,
  BATCH_UNITS,
  BEFORE,
  BIAS_RATE,
  BODY_A,
  BODY_B,
  BODY_DISPLACEMENT,
  BODY_OMEGA,
  BODY_ROTATION,
  BODY_VELOCITY,
  FRICTION,
  FRICTION_BEFORE,
  FRICTION_TOTAL,
  GAP,
  GAP_NOW,
  HALF,
  HEADER,
  IMPULSE,
  IMPULSE_SCALE,
  INV_MASS,
  INV_MASS_A,
  INV_MASS_B,
  INVERSE_K,
  KINETIC_FRICTION,
  MASS,
  MASS_SCALE,
  NORMAL,
  POINT_UNITS,
  POINTS,
  PUSH,
  PUSH_A,
  PUSH_B,
  RADIUS,
  RATE,
  RESIDUAL,
  SLIPS,
  SOFTEST,
  SPIN_A,
  SPIN_B,
  STATIC_FRICTION,
  STIFFEST,
  SURFACE,
  TANGENT1,
  TANGENT2,
  TOTAL,
  TURN_A,
  TURN_B,
  UNIT,
} from "./layout.js";

/**
 * A gap below this counts as touching, m: gaps of single precision are wrong by some 1e-8 m, as displacements within a
 * step are below 1 m.
 */
const TOUCH: Real = 1e-7;

/** Square of the speed below which a patch that slipped is at rest again, m²/s²; see `contact-passes.ts`. */
const REST: Real = 1e-6;

/** The gaps of `count` batches from `first` where the bodies are now. Writes: gaps. */
export function moveGaps(first: Int, count: Int): void {
  for (let k = 0; k < count; k++) {
    for (let lane = 0; lane < RUNS; lane++) {
      selectLane(lane);
      moveGapsOf(first + k * BATCH_UNITS * UNIT);
    }
  }
}

function moveGapsOf(batch: Int): void {
  const a = batch + BODY_A * UNIT;
  const b = batch + BODY_B * UNIT;
  take(a, BODY_ROTATION);
  const ax = takenX();
  const ay = takenY();
  const az = takenZ();
  take(b, BODY_ROTATION);
  const bx = takenX();
  const by = takenY();
  const bz = takenZ();
  take(a, BODY_DISPLACEMENT);
  const dx = takenX();
  const dy = takenY();
  const dz = takenZ();
  take(b, BODY_DISPLACEMENT);
  const moved = add(
    add(mul(sub(takenX(), dx), load(batch, NORMAL)), mul(sub(takenY(), dy), load(batch, NORMAL + 1))),
    mul(sub(takenZ(), dz), load(batch, NORMAL + 2)),
  );
  const points = intAt(batch, POINTS, 0);
  const count = intAt(batch, POINTS, 1);
  for (let i = 0; i < count; i++) {
    const p = points + i * POINT_UNITS * UNIT;
    const onB = add(add(mul(load(p, ARM_B), bx), mul(load(p, ARM_B + 1), by)), mul(load(p, ARM_B + 2), bz));
    const onA = add(add(mul(load(p, ARM_A), ax), mul(load(p, ARM_A + 1), ay)), mul(load(p, ARM_A + 2), az));
    store(p, GAP_NOW, add(add(load(p, GAP), moved), sub(onB, onA)));
  }
}

/**
 * Half of the impulses of the sub-step before to `count` batches from `first`, in their order, as in `warmContacts`.
 * Writes: velocities, impulses.
 */
export function warm(first: Int, count: Int, begins: boolean): void {
  for (let k = 0; k < count; k++) {
    for (let lane = 0; lane < RUNS; lane++) {
      selectLane(lane);
      warmOf(first + k * BATCH_UNITS * UNIT, begins);
    }
  }
}

function warmOf(batch: Int, begins: boolean): void {
  const a = batch + BODY_A * UNIT;
  const b = batch + BODY_B * UNIT;
  const zero = splat(0);
  const part = splat(0.5);
  take(a, BODY_OMEGA);
  let wax = takenX();
  let way = takenY();
  let waz = takenZ();
  take(b, BODY_OMEGA);
  let wbx = takenX();
  let wby = takenY();
  let wbz = takenZ();
  let sum = zero;
  const points = intAt(batch, POINTS, 0);
  const count = intAt(batch, POINTS, 1);
  for (let i = 0; i < count; i++) {
    const p = points + i * POINT_UNITS * UNIT;
    const half = mul(part, load(p, BEFORE));
    const acted = begins ? zero : load(p, IMPULSE);
    store(p, HALF, acted);
    store(p, IMPULSE, add(acted, half));
    sum = add(sum, half);
    wax = sub(wax, mul(half, load(p, PUSH_A)));
    way = sub(way, mul(half, load(p, PUSH_A + 1)));
    waz = sub(waz, mul(half, load(p, PUSH_A + 2)));
    wbx = add(wbx, mul(half, load(p, PUSH_B)));
    wby = add(wby, mul(half, load(p, PUSH_B + 1)));
    wbz = add(wbz, mul(half, load(p, PUSH_B + 2)));
  }
  const f1 = mul(part, load(batch, FRICTION_BEFORE));
  const f2 = mul(part, load(batch, FRICTION_BEFORE + 1));
  const f3 = mul(part, load(batch, FRICTION_BEFORE + 2));
  store(batch, FRICTION, begins ? f1 : add(load(batch, FRICTION), f1));
  store(batch, FRICTION + 1, begins ? f2 : add(load(batch, FRICTION + 1), f2));
  store(batch, FRICTION + 2, begins ? f3 : add(load(batch, FRICTION + 2), f3));
  const px = pushOf(batch, 0, sum, f1, f2);
  const py = pushOf(batch, 1, sum, f1, f2);
  const pz = pushOf(batch, 2, sum, f1, f2);
  const massA = load(batch, INV_MASS_A);
  const massB = load(batch, INV_MASS_B);
  give(
    a,
    BODY_OMEGA,
    sub(wax, turnOf(batch, SPIN_A, f1, f2, f3)),
    sub(way, turnOf(batch, SPIN_A + 1, f1, f2, f3)),
    sub(waz, turnOf(batch, SPIN_A + 2, f1, f2, f3)),
  );
  give(
    b,
    BODY_OMEGA,
    add(wbx, turnOf(batch, SPIN_B, f1, f2, f3)),
    add(wby, turnOf(batch, SPIN_B + 1, f1, f2, f3)),
    add(wbz, turnOf(batch, SPIN_B + 2, f1, f2, f3)),
  );
  take(a, BODY_VELOCITY);
  give(a, BODY_VELOCITY, sub(takenX(), mul(massA, px)), sub(takenY(), mul(massA, py)), sub(takenZ(), mul(massA, pz)));
  take(b, BODY_VELOCITY);
  give(b, BODY_VELOCITY, add(takenX(), mul(massB, px)), add(takenY(), mul(massB, py)), add(takenZ(), mul(massB, pz)));
}

/** One component of the impulse of a patch. */
function pushOf(batch: Int, c: Int, normal: Lanes, f1: Lanes, f2: Lanes): Lanes {
  const across = add(mul(f1, load(batch, TANGENT1 + c)), mul(f2, load(batch, TANGENT2 + c)));
  return add(mul(normal, load(batch, NORMAL + c)), across);
}

/** The end of a sub-step of `count` batches from `first`, as in `endContacts`. Writes: impulses. */
export function end(first: Int, count: Int): void {
  for (let k = 0; k < count; k++) {
    for (let lane = 0; lane < RUNS; lane++) {
      selectLane(lane);
      endOf(first + k * BATCH_UNITS * UNIT);
    }
  }
}

function endOf(batch: Int): void {
  const zero = splat(0);
  const two = splat(2);
  const points = intAt(batch, POINTS, 0);
  const count = intAt(batch, POINTS, 1);
  let all = zero;
  let next = zero;
  for (let i = 0; i < count; i++) {
    const p = points + i * POINT_UNITS * UNIT;
    const whole = load(p, IMPULSE);
    store(p, TOTAL, add(load(p, TOTAL), whole));
    const half = load(p, HALF);
    const lesser = mul(two, wider(zero, smaller(half, sub(whole, half))));
    // a lasting load on soft rows carries over in full
    const kept = pick(greater(whole, mul(two, load(p, BEFORE))), lesser, whole);
    store(p, BEFORE, kept);
    all = add(all, whole);
    next = add(next, kept);
  }
  const part = only(greater(all, zero), div(next, all));
  for (let c = 0; c < 3; c++) {
    const friction = load(batch, FRICTION + c);
    store(batch, FRICTION_BEFORE + c, mul(part, friction));
    store(batch, FRICTION_TOTAL + c, add(load(batch, FRICTION_TOTAL + c), friction));
  }
}

/**
 * Normal rows of the `count` batches listed at `list`, of the patches marked at `mask`, as in `sweepNormals`. Writes:
 * velocities, impulses, residual.
 */
export function sweepNormals(list: Int, count: Int, mask: Int, bias: boolean): void {
  for (let k = 0; k < count; k++) {
    const batch = intAt(list, 0, k);
    for (let lane = 0; lane < RUNS; lane++) {
      selectLane(lane);
      sweepNormalsOf(batch, mask, bias);
    }
  }
}

function sweepNormalsOf(batch: Int, mask: Int, bias: boolean): void {
  const a = batch + BODY_A * UNIT;
  const b = batch + BODY_B * UNIT;
  const active = isSet(batch, mask);
  const zero = splat(0);
  const rate = load(HEADER, RATE);
  const least = sub(zero, load(HEADER, PUSH));
  const touch = splat(TOUCH);
  const nx = load(batch, NORMAL);
  const ny = load(batch, NORMAL + 1);
  const nz = load(batch, NORMAL + 2);
  const massA = load(batch, INV_MASS_A);
  const massB = load(batch, INV_MASS_B);
  const masses = add(massA, massB);
  const softRate = load(batch, BIAS_RATE);
  const softMass = load(batch, MASS_SCALE);
  const softImpulse = load(batch, IMPULSE_SCALE);
  take(a, BODY_OMEGA);
  let wax = takenX();
  let way = takenY();
  let waz = takenZ();
  take(b, BODY_OMEGA);
  let wbx = takenX();
  let wby = takenY();
  let wbz = takenZ();
  take(a, BODY_VELOCITY);
  const vax = takenX();
  const vay = takenY();
  const vaz = takenZ();
  take(b, BODY_VELOCITY);
  const vbx = takenX();
  const vby = takenY();
  const vbz = takenZ();
  let approach = add(add(mul(sub(vbx, vax), nx), mul(sub(vby, vay), ny)), mul(sub(vbz, vaz), nz));
  let sum = zero;
  let residual = zero;
  const points = intAt(batch, POINTS, 0);
  const count = intAt(batch, POINTS, 1);
  for (let i = 0; i < count; i++) {
    const p = points + i * POINT_UNITS * UNIT;
    const onB = add(add(mul(load(p, ARM_B), wbx), mul(load(p, ARM_B + 1), wby)), mul(load(p, ARM_B + 2), wbz));
    const onA = add(add(mul(load(p, ARM_A), wax), mul(load(p, ARM_A + 1), way)), mul(load(p, ARM_A + 2), waz));
    const vn = add(approach, sub(onB, onA));
    const gap = load(p, GAP_NOW);
    const mass = load(p, MASS);
    const old = load(p, IMPULSE);
    const apart = greater(gap, touch);
    const hard = mul(mass, add(vn, only(apart, mul(gap, rate))));
    let wanted = sub(old, hard);
    if (bias) {
      const soft = add(mul(mul(mass, softMass), add(vn, wider(least, mul(softRate, gap)))), mul(softImpulse, old));
      wanted = pick(apart, wanted, sub(old, soft));
    }
    const change = only(active, sub(wider(zero, wanted), old));
    store(p, IMPULSE, add(old, change));
    residual = wider(residual, mul(abs(change), load(p, INV_MASS)));
    sum = add(sum, change);
    approach = add(approach, mul(masses, change));
    wax = sub(wax, mul(change, load(p, PUSH_A)));
    way = sub(way, mul(change, load(p, PUSH_A + 1)));
    waz = sub(waz, mul(change, load(p, PUSH_A + 2)));
    wbx = add(wbx, mul(change, load(p, PUSH_B)));
    wby = add(wby, mul(change, load(p, PUSH_B + 1)));
    wbz = add(wbz, mul(change, load(p, PUSH_B + 2)));
  }
  const pa = mul(massA, sum);
  const pb = mul(massB, sum);
  give(a, BODY_OMEGA, wax, way, waz);
  give(b, BODY_OMEGA, wbx, wby, wbz);
  give(a, BODY_VELOCITY, sub(vax, mul(pa, nx)), sub(vay, mul(pa, ny)), sub(vaz, mul(pa, nz)));
  give(b, BODY_VELOCITY, add(vbx, mul(pb, nx)), add(vby, mul(pb, ny)), add(vbz, mul(pb, nz)));
  store(batch, RESIDUAL, residual);
}

/** Friction of the same batches, as in `sweepFriction`. Writes: velocities, friction, slips, residual. */
export function sweepFriction(list: Int, count: Int, mask: Int, short: boolean): void {
  for (let k = 0; k < count; k++) {
    const batch = intAt(list, 0, k);
    for (let lane = 0; lane < RUNS; lane++) {
      selectLane(lane);
      sweepFrictionOf(batch, mask, short);
    }
  }
}

function sweepFrictionOf(batch: Int, mask: Int, short: boolean): void {
  const a = batch + BODY_A * UNIT;
  const b = batch + BODY_B * UNIT;
  const zero = splat(0);
  const one = splat(1);
  const pressed = loadOf(batch);
  const old1 = load(batch, FRICTION);
  const old2 = load(batch, FRICTION + 1);
  const old3 = load(batch, FRICTION + 2);
  const acts = both(isSet(batch, mask), greater(add(add(pressed, abs(old1)), add(abs(old2), abs(old3))), zero));
  take(a, BODY_OMEGA);
  const wax = takenX();
  const way = takenY();
  const waz = takenZ();
  take(b, BODY_OMEGA);
  const wbx = takenX();
  const wby = takenY();
  const wbz = takenZ();
  take(a, BODY_VELOCITY);
  const vax = takenX();
  const vay = takenY();
  const vaz = takenZ();
  take(b, BODY_VELOCITY);
  const vbx = takenX();
  const vby = takenY();
  const vbz = takenZ();
  const ux = sub(vbx, vax);
  const uy = sub(vby, vay);
  const uz = sub(vbz, vaz);
  const t1x = load(batch, TANGENT1);
  const t1y = load(batch, TANGENT1 + 1);
  const t1z = load(batch, TANGENT1 + 2);
  const t2x = load(batch, TANGENT2);
  const t2y = load(batch, TANGENT2 + 1);
  const t2z = load(batch, TANGENT2 + 2);
  const v1 = slipOf(batch, 0, ux, uy, uz, wax, way, waz, wbx, wby, wbz);
  const v2 = slipOf(batch, 1, ux, uy, uz, wax, way, waz, wbx, wby, wbz);
  const v3 = spinOf(batch, wax, way, waz, wbx, wby, wbz);
  // sticking impulse
  const kxy = load(batch, INVERSE_K + 3);
  const kxz = load(batch, INVERSE_K + 4);
  const kyz = load(batch, INVERSE_K + 5);
  const h1 = sub(old1, add(add(mul(load(batch, INVERSE_K), v1), mul(kxy, v2)), mul(kxz, v3)));
  const h2 = sub(old2, add(add(mul(kxy, v1), mul(load(batch, INVERSE_K + 1), v2)), mul(kyz, v3)));
  const h3 = sub(old3, add(add(mul(kxz, v1), mul(kyz, v2)), mul(load(batch, INVERSE_K + 2), v3)));
  const slipped = greater(load(batch, SLIPS), zero);
  const kinetic = load(batch, KINETIC_FRICTION);
  const holds = mul(pick(slipped, kinetic, load(batch, STATIC_FRICTION)), pressed);
  const held = add(add(mul(h1, h1), mul(h2, h2)), mul(h3, h3));
  const over = greater(held, mul(holds, holds));
  let n1 = h1;
  let n2 = h2;
  let n3 = h3;
  let slips = only(slipped, one);
  if (any(over)) {
    const bound = mul(kinetic, pressed);
    const mass = load(batch, SOFTEST);
    const g1 = sub(old1, mul(mass, v1));
    const g2 = sub(old2, mul(mass, v2));
    const g3 = sub(old3, mul(mass, v3));
    const length = root(add(add(mul(g1, g1), mul(g2, g2)), mul(g3, g3)));
    const inside = less(length, bound);
    let q1 = g1;
    let q2 = g2;
    let q3 = g3;
    let size = length;
    if (!short) {
      // the step is too short to reach the bound: use the direction of the sticking impulse
      q1 = pick(inside, h1, g1);
      q2 = pick(inside, h2, g2);
      q3 = pick(inside, h3, g3);
      size = pick(inside, root(held), length);
    }
    let scale = only(greater(size, zero), div(bound, size));
    if (short) scale = pick(inside, one, scale);
    n1 = pick(over, mul(q1, scale), n1);
    n2 = pick(over, mul(q2, scale), n2);
    n3 = pick(over, mul(q3, scale), n3);
    slips = pick(over, one, slips);
  }
  const still = both(slipped, less(add(add(mul(v1, v1), mul(v2, v2)), mul(v3, v3)), splat(REST)));
  store(batch, SLIPS, pick(acts, pick(still, zero, slips), load(batch, SLIPS)));
  const d1 = only(acts, sub(n1, old1));
  const d2 = only(acts, sub(n2, old2));
  const d3 = only(acts, sub(n3, old3));
  store(batch, FRICTION, add(old1, d1));
  store(batch, FRICTION + 1, add(old2, d2));
  store(batch, FRICTION + 2, add(old3, d3));
  store(batch, RESIDUAL, mul(root(add(add(mul(d1, d1), mul(d2, d2)), mul(d3, d3))), load(batch, STIFFEST)));
  const px = add(mul(d1, t1x), mul(d2, t2x));
  const py = add(mul(d1, t1y), mul(d2, t2y));
  const pz = add(mul(d1, t1z), mul(d2, t2z));
  const massA = load(batch, INV_MASS_A);
  const massB = load(batch, INV_MASS_B);
  give(a, BODY_VELOCITY, sub(vax, mul(massA, px)), sub(vay, mul(massA, py)), sub(vaz, mul(massA, pz)));
  give(b, BODY_VELOCITY, add(vbx, mul(massB, px)), add(vby, mul(massB, py)), add(vbz, mul(massB, pz)));
  give(
    a,
    BODY_OMEGA,
    sub(wax, turnOf(batch, SPIN_A, d1, d2, d3)),
    sub(way, turnOf(batch, SPIN_A + 1, d1, d2, d3)),
    sub(waz, turnOf(batch, SPIN_A + 2, d1, d2, d3)),
  );
  give(
    b,
    BODY_OMEGA,
    add(wbx, turnOf(batch, SPIN_B, d1, d2, d3)),
    add(wby, turnOf(batch, SPIN_B + 1, d1, d2, d3)),
    add(wbz, turnOf(batch, SPIN_B + 2, d1, d2, d3)),
  );
}

/** Sum of the normal impulses of a patch. */
function loadOf(batch: Int): Lanes {
  const points = intAt(batch, POINTS, 0);
  const count = intAt(batch, POINTS, 1);
  let sum = splat(0);
  for (let i = 0; i < count; i++) sum = add(sum, load(points + i * POINT_UNITS * UNIT, IMPULSE));
  return sum;
}

/** Slip along tangent t at the centroid. */
function slipOf(
  batch: Int,
  t: Int,
  ux: Lanes,
  uy: Lanes,
  uz: Lanes,
  wax: Lanes,
  way: Lanes,
  waz: Lanes,
  wbx: Lanes,
  wby: Lanes,
  wbz: Lanes,
): Lanes {
  const along = TANGENT1 + 3 * t;
  const onA = TURN_A + 3 * t;
  const onB = TURN_B + 3 * t;
  const u = add(add(mul(ux, load(batch, along)), mul(uy, load(batch, along + 1))), mul(uz, load(batch, along + 2)));
  const b = add(add(mul(wbx, load(batch, onB)), mul(wby, load(batch, onB + 1))), mul(wbz, load(batch, onB + 2)));
  const a = add(add(mul(wax, load(batch, onA)), mul(way, load(batch, onA + 1))), mul(waz, load(batch, onA + 2)));
  return add(add(u, sub(b, a)), load(batch, SURFACE + t));
}

/** Spin about the normal, times the radius with which the patch resists it. */
function spinOf(batch: Int, wax: Lanes, way: Lanes, waz: Lanes, wbx: Lanes, wby: Lanes, wbz: Lanes): Lanes {
  const x = mul(sub(wbx, wax), load(batch, NORMAL));
  const y = mul(sub(wby, way), load(batch, NORMAL + 1));
  const z = mul(sub(wbz, waz), load(batch, NORMAL + 2));
  return mul(load(batch, RADIUS), add(add(x, y), z));
}

/** One component of the change of ω by friction impulses. */
function turnOf(batch: Int, at: Int, d1: Lanes, d2: Lanes, d3: Lanes): Lanes {
  return add(add(mul(d1, load(batch, at)), mul(d2, load(batch, at + 3))), mul(d3, load(batch, at + 6)));
}

/** Residuals of `count` batches from `first`, as in `cone-residual.ts`. Writes: residual. */
export function measure(first: Int, count: Int): void {
  for (let k = 0; k < count; k++) {
    for (let lane = 0; lane < RUNS; lane++) {
      selectLane(lane);
      measureOf(first + k * BATCH_UNITS * UNIT);
    }
  }
}

function measureOf(batch: Int): void {
  const a = batch + BODY_A * UNIT;
  const b = batch + BODY_B * UNIT;
  const zero = splat(0);
  const rate = load(HEADER, RATE);
  const touch = splat(TOUCH);
  const never = div(splat(1), zero);
  take(a, BODY_OMEGA);
  const wax = takenX();
  const way = takenY();
  const waz = takenZ();
  take(b, BODY_OMEGA);
  const wbx = takenX();
  const wby = takenY();
  const wbz = takenZ();
  take(a, BODY_VELOCITY);
  const vax = takenX();
  const vay = takenY();
  const vaz = takenZ();
  take(b, BODY_VELOCITY);
  const ux = sub(takenX(), vax);
  const uy = sub(takenY(), vay);
  const uz = sub(takenZ(), vaz);
  const approach = add(
    add(mul(ux, load(batch, NORMAL)), mul(uy, load(batch, NORMAL + 1))),
    mul(uz, load(batch, NORMAL + 2)),
  );
  let residual = zero;
  let pressed = zero;
  const points = intAt(batch, POINTS, 0);
  const count = intAt(batch, POINTS, 1);
  for (let i = 0; i < count; i++) {
    const p = points + i * POINT_UNITS * UNIT;
    const onB = add(add(mul(load(p, ARM_B), wbx), mul(load(p, ARM_B + 1), wby)), mul(load(p, ARM_B + 2), wbz));
    const onA = add(add(mul(load(p, ARM_A), wax), mul(load(p, ARM_A + 1), way)), mul(load(p, ARM_A + 2), waz));
    const vn = add(approach, sub(onB, onA));
    const gap = load(p, GAP_NOW);
    const impulse = load(p, IMPULSE);
    const own = mul(impulse, load(p, INV_MASS));
    const apart = greater(gap, touch);
    const w = add(vn, only(apart, mul(gap, rate)));
    // not finite: beyond help
    const off = pick(less(abs(w), splat(3e38)), abs(smaller(own, w)), never);
    residual = wider(residual, only(greater(load(p, MASS), zero), off));
    pressed = add(pressed, impulse);
  }
  const f1 = load(batch, FRICTION);
  const f2 = load(batch, FRICTION + 1);
  const f3 = load(batch, FRICTION + 2);
  const mass = load(batch, SOFTEST);
  const w1 = sub(f1, mul(mass, slipOf(batch, 0, ux, uy, uz, wax, way, waz, wbx, wby, wbz)));
  const w2 = sub(f2, mul(mass, slipOf(batch, 1, ux, uy, uz, wax, way, waz, wbx, wby, wbz)));
  const w3 = sub(f3, mul(mass, spinOf(batch, wax, way, waz, wbx, wby, wbz)));
  const size = root(add(add(mul(w1, w1), mul(w2, w2)), mul(w3, w3)));
  const acting = root(add(add(mul(f1, f1), mul(f2, f2)), mul(f3, f3)));
  const bound = wider(
    mul(pressed, load(batch, KINETIC_FRICTION)),
    smaller(acting, mul(pressed, load(batch, STATIC_FRICTION))),
  );
  const scale = pick(greater(size, bound), div(bound, size), splat(1));
  const d1 = sub(mul(w1, scale), f1);
  const d2 = sub(mul(w2, scale), f2);
  const d3 = sub(mul(w3, scale), f3);
  const off = mul(load(batch, STIFFEST), root(add(add(mul(d1, d1), mul(d2, d2)), mul(d3, d3))));
  // nothing presses and nothing holds
  residual = wider(residual, only(differ(add(pressed, acting), zero), off));
  store(batch, RESIDUAL, residual);
}
