import type { Data } from "../../data/data.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED, STATISTIC } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";

/** Below this speed a patch that slipped is at rest again and regains its static friction, m/s [Gribel2009]. */
const REST_SPEED = 1e-3;

/** An impulse is a lasting load when it is at most this multiple of the impulse of the previous sub-step. */
const LASTING = 2;

/** A little less than 1, for comparisons that round-off must not decide. */
const BARELY = 1 - 1e-15;

/** A gap below this counts as touching, m, so that round-off does not choose between a soft row and a hard one. */
const TOUCH = 1e-9;

/**
 * Applies half of the impulses with which the previous sub-step ended. In the first half of a sub-step the accumulated
 * impulses start at zero; in the second half the impulses of the first half are recorded. Writes: bodyVel, impulses.
 */
export function warmContacts(data: Data, first: boolean): void {
  const { moving } = data.systems.impulseState;
  const f = impulseFields(data);
  const { patchRow: row, pointRow: point, patchSolved, patchBody, contactInertia: inertia } = f;
  const { bodyVel: v, patchPoint } = data;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not || patchSolved[k] === SOLVED.mixed) continue;
    const o = PATCH_SIZE * k;
    const a = 6 * patchBody[2 * k];
    const b = 6 * patchBody[2 * k + 1];
    const mA = row[o + PATCH.invMassA];
    const mB = row[o + PATCH.invMassB];
    let sum = 0;
    const start = patchPoint[2 * k];
    const end = start + patchPoint[2 * k + 1];
    for (let i = start; i < end; i++) {
      const p = POINT_SIZE * i;
      const half = 0.5 * point[p + POINT.before];
      const acted = first ? 0 : point[p + POINT.impulse];
      point[p + POINT.half] = acted;
      point[p + POINT.impulse] = acted + half;
      sum += half;
      v[a] -= half * point[p + 6];
      v[a + 1] -= half * point[p + 7];
      v[a + 2] -= half * point[p + 8];
      v[b] += half * point[p + 9];
      v[b + 1] += half * point[p + 10];
      v[b + 2] += half * point[p + 11];
    }
    const f1 = 0.5 * row[o + PATCH.frictionBefore];
    const f2 = 0.5 * row[o + PATCH.frictionBefore + 1];
    const f3 = 0.5 * row[o + PATCH.frictionBefore + 2];
    // most patches have no spinning or rolling friction and do not use that part of the row
    const turns = row[o + PATCH.spinning] > 0 || row[o + PATCH.rolling] > 0;
    const spinning = turns ? 0.5 * row[o + PATCH.turningBefore] : 0;
    const rx = turns ? 0.5 * row[o + PATCH.turningBefore + 1] : 0;
    const ry = turns ? 0.5 * row[o + PATCH.turningBefore + 2] : 0;
    const rz = turns ? 0.5 * row[o + PATCH.turningBefore + 3] : 0;
    row[o + PATCH.friction] = (first ? 0 : row[o + PATCH.friction]) + f1;
    row[o + PATCH.friction + 1] = (first ? 0 : row[o + PATCH.friction + 1]) + f2;
    row[o + PATCH.friction + 2] = (first ? 0 : row[o + PATCH.friction + 2]) + f3;
    if (turns) {
      row[o + PATCH.turning] = (first ? 0 : row[o + PATCH.turning]) + spinning;
      row[o + PATCH.turning + 1] = (first ? 0 : row[o + PATCH.turning + 1]) + rx;
      row[o + PATCH.turning + 2] = (first ? 0 : row[o + PATCH.turning + 2]) + ry;
      row[o + PATCH.turning + 3] = (first ? 0 : row[o + PATCH.turning + 3]) + rz;
    }
    const fx = f1 * row[o + 3] + f2 * row[o + 6];
    const fy = f1 * row[o + 4] + f2 * row[o + 7];
    const fz = f1 * row[o + 5] + f2 * row[o + 8];
    const px = sum * row[o] + fx;
    const py = sum * row[o + 1] + fy;
    const pz = sum * row[o + 2] + fz;
    v[a + 3] -= mA * px;
    v[a + 4] -= mA * py;
    v[a + 5] -= mA * pz;
    v[b + 3] += mB * px;
    v[b + 4] += mB * py;
    v[b + 5] += mB * pz;
    const s = f3 * row[o + PATCH.radius];
    // torques: arm × friction + spin about n + rolling
    const tx = (s + spinning) * row[o] + rx;
    const ty = (s + spinning) * row[o + 1] + ry;
    const tz = (s + spinning) * row[o + 2] + rz;
    let qx = row[o + 10] * fz - row[o + 11] * fy + tx;
    let qy = row[o + 11] * fx - row[o + 9] * fz + ty;
    let qz = row[o + 9] * fy - row[o + 10] * fx + tz;
    v[a] -= inertia[a] * qx + inertia[a + 3] * qy + inertia[a + 4] * qz;
    v[a + 1] -= inertia[a + 3] * qx + inertia[a + 1] * qy + inertia[a + 5] * qz;
    v[a + 2] -= inertia[a + 4] * qx + inertia[a + 5] * qy + inertia[a + 2] * qz;
    qx = row[o + 13] * fz - row[o + 14] * fy + tx;
    qy = row[o + 14] * fx - row[o + 12] * fz + ty;
    qz = row[o + 12] * fy - row[o + 13] * fx + tz;
    v[b] += inertia[b] * qx + inertia[b + 3] * qy + inertia[b + 4] * qz;
    v[b + 1] += inertia[b + 3] * qx + inertia[b + 1] * qy + inertia[b + 5] * qz;
    v[b + 2] += inertia[b + 4] * qx + inertia[b + 5] * qy + inertia[b + 2] * qz;
  }
}

/**
 * One sweep over the normal rows. The gap s includes the displacements since detection:
 *
 *   s > 0:  v_n ≥ −s/h, so that the bodies just meet
 *   s ≤ 0:  with bias, soft: Δλ = −m (v_n + bias) massScale − impulseScale λ,  bias ≥ −pushSpeed; without, v_n ≥ 0
 *
 * The soft rows are those of [Box2D], see `softness` in `settings.ts`. `order` lists the `count` patches. With `acted`,
 * the sweep visits only patches of bodies marked there, and marks bodies on which an impulse changes. Reads:
 * displacement. Writes: bodyVel, impulses, residual, acted.
 */
export function sweepNormals(
  data: Data,
  settings: ImpulseSettings,
  h: number,
  bias: boolean,
  order: Int32Array,
  count: number,
  acted: Uint8Array | null,
): void {
  const f = impulseFields(data);
  const { patchRow: row, pointRow: point, patchBody, patchTimed, displacement: d, statistics } = f;
  const { bodyVel: v, patchPoint } = data;
  const push = settings.pushSpeed;
  const rate = 1 / h;
  let residual = statistics[STATISTIC.residual];
  let least = BARELY * residual;
  for (let at = 0; at < count; at++) {
    const k = order[at];
    const bodyA = patchBody[2 * k];
    const bodyB = patchBody[2 * k + 1];
    if (acted !== null && acted[bodyA] === 0 && acted[bodyB] === 0) continue;
    const o = PATCH_SIZE * k;
    const a = 6 * bodyA;
    const b = 6 * bodyB;
    const mA = row[o + PATCH.invMassA];
    const mB = row[o + PATCH.invMassB];
    const nx = row[o];
    const ny = row[o + 1];
    const nz = row[o + 2];
    const softRate = row[o + PATCH.biasRate];
    const softMass = row[o + PATCH.massScale];
    const softImpulse = row[o + PATCH.impulseScale];
    const rebound = patchTimed[k] === 1 ? -settings.restitutionSpeed : Number.NEGATIVE_INFINITY;
    let wax = v[a];
    let way = v[a + 1];
    let waz = v[a + 2];
    let wbx = v[b];
    let wby = v[b + 1];
    let wbz = v[b + 2];
    // velocity of B relative to A
    let vx = v[b + 3] - v[a + 3];
    let vy = v[b + 4] - v[a + 4];
    let vz = v[b + 5] - v[a + 5];
    const moved = (d[b + 3] - d[a + 3]) * nx + (d[b + 4] - d[a + 4]) * ny + (d[b + 5] - d[a + 5]) * nz;
    let sum = 0;
    const first = patchPoint[2 * k];
    const end = first + patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) {
      const p = POINT_SIZE * i;
      const ax = point[p];
      const ay = point[p + 1];
      const az = point[p + 2];
      const bx = point[p + 3];
      const by = point[p + 4];
      const bz = point[p + 5];
      const s =
        point[p + POINT.gap] +
        moved +
        bx * d[b] +
        by * d[b + 1] +
        bz * d[b + 2] -
        ax * d[a] -
        ay * d[a + 1] -
        az * d[a + 2];
      const vn = nx * vx + ny * vy + nz * vz + bx * wbx + by * wby + bz * wbz - ax * wax - ay * way - az * waz;
      const mass = point[p + POINT.mass];
      const old = point[p + POINT.impulse];
      let change: number;
      if (s > TOUCH) {
        // what rebounds meets the surface in the next sub-step, at its full speed
        if (!bias && old === 0 && vn < rebound) continue;
        change = -mass * (vn + s * rate);
      } else if (bias) {
        const target = softRate * s;
        change = -mass * softMass * (vn + (target > -push ? target : -push)) - softImpulse * old;
      } else change = -mass * vn;
      const wanted = old + change;
      const impulse = wanted > 0 ? wanted : 0;
      change = impulse - old;
      if (change === 0) continue;
      point[p + POINT.impulse] = impulse;
      // |change|/mass, only where it can be the largest: a division per point would be expensive
      const size = change > 0 ? change : -change;
      if (size > least * mass) {
        const speed = size / mass;
        if (speed > residual) {
          residual = speed;
          least = BARELY * residual;
        }
      }
      sum += change;
      const both = (mA + mB) * change;
      vx += both * nx;
      vy += both * ny;
      vz += both * nz;
      wax -= change * point[p + 6];
      way -= change * point[p + 7];
      waz -= change * point[p + 8];
      wbx += change * point[p + 9];
      wby += change * point[p + 10];
      wbz += change * point[p + 11];
    }
    if (sum === 0 && wax === v[a] && wbx === v[b] && way === v[a + 1] && wby === v[b + 1] && waz === v[a + 2]) {
      if (wbz === v[b + 2]) continue;
    }
    if (acted !== null) {
      if (mA > 0) acted[bodyA] = 1;
      if (mB > 0) acted[bodyB] = 1;
    }
    // a body that impulses do not move has zero inverse inertia as well, so its angular velocity is unchanged
    v[a] = wax;
    v[a + 1] = way;
    v[a + 2] = waz;
    v[a + 3] -= mA * sum * nx;
    v[a + 4] -= mA * sum * ny;
    v[a + 5] -= mA * sum * nz;
    v[b] = wbx;
    v[b + 1] = wby;
    v[b + 2] = wbz;
    v[b + 3] += mB * sum * nx;
    v[b + 4] += mB * sum * ny;
    v[b + 5] += mB * sum * nz;
  }
  statistics[STATISTIC.residual] = residual;
}

/**
 * One sweep over the friction rows of the patches. The rows are slip along t1 and t2 at the centroid, and spin about n
 * times the radius with which the patch resists it, so that slip and spin share one bound: |(f1, f2, f3)| ≤ μ Σλ_n, a
 * ball in these scaled rows (the limit surface of [GoyalRuinaPapadopoulos1991], as an ellipsoid [HoweCutkosky1996]).
 * The sweep first tries the sticking impulse of the block. When it exceeds static friction the patch slips, and the
 * impulse opposes the slip velocity on the ball of kinetic friction. With `short`, a step of the gradient that ends
 * inside the ball is taken as it is; otherwise the patch goes on to the ball at once, which is faster but may end where
 * friction does not oppose the slip. Writes: bodyVel, friction impulses, slips, residual.
 */
export function sweepFriction(
  data: Data,
  settings: ImpulseSettings,
  order: Int32Array,
  count: number,
  short: boolean,
): void {
  const f = impulseFields(data);
  const { patchRow: row, pointRow: point, patchBody, contactInertia: inertia, statistics } = f;
  const { bodyVel: v, patchPoint } = data;
  const pyramid = settings.pyramid;
  let residual = statistics[STATISTIC.residual];
  for (let at = 0; at < count; at++) {
    const k = order[at];
    const o = PATCH_SIZE * k;
    let load = 0;
    const first = patchPoint[2 * k];
    const end = first + patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) load += point[POINT_SIZE * i + POINT.impulse];
    const old1 = row[o + PATCH.friction];
    const old2 = row[o + PATCH.friction + 1];
    const old3 = row[o + PATCH.friction + 2];
    if (load === 0 && old1 === 0 && old2 === 0 && old3 === 0) continue;
    const a = 6 * patchBody[2 * k];
    const b = 6 * patchBody[2 * k + 1];
    const radius = row[o + PATCH.radius];
    // slip at the centroid
    const rax = row[o + 9];
    const ray = row[o + 10];
    const raz = row[o + 11];
    const rbx = row[o + 12];
    const rby = row[o + 13];
    const rbz = row[o + 14];
    const wax = v[a];
    const way = v[a + 1];
    const waz = v[a + 2];
    const wbx = v[b];
    const wby = v[b + 1];
    const wbz = v[b + 2];
    const ux = v[b + 3] + wby * rbz - wbz * rby - v[a + 3] - way * raz + waz * ray;
    const uy = v[b + 4] + wbz * rbx - wbx * rbz - v[a + 4] - waz * rax + wax * raz;
    const uz = v[b + 5] + wbx * rby - wby * rbx - v[a + 5] - wax * ray + way * rax;
    const v1 = ux * row[o + 3] + uy * row[o + 4] + uz * row[o + 5] + row[o + PATCH.surface];
    const v2 = ux * row[o + 6] + uy * row[o + 7] + uz * row[o + 8] + row[o + PATCH.surface + 1];
    const v3 = radius * ((wbx - wax) * row[o] + (wby - way) * row[o + 1] + (wbz - waz) * row[o + 2]);
    // sticking impulse
    const q = o + PATCH.inverseK;
    let n1 = old1 - (row[q] * v1 + row[q + 3] * v2 + row[q + 4] * v3);
    let n2 = old2 - (row[q + 3] * v1 + row[q + 1] * v2 + row[q + 5] * v3);
    let n3 = old3 - (row[q + 4] * v1 + row[q + 5] * v2 + row[q + 2] * v3);
    const slipped = row[o + PATCH.slips] === 1;
    const holds = (slipped ? row[o + PATCH.kineticFriction] : row[o + PATCH.staticFriction]) * load;
    if (pyramid) {
      n1 = n1 > holds ? holds : n1 < -holds ? -holds : n1;
      n2 = n2 > holds ? holds : n2 < -holds ? -holds : n2;
      n3 = n3 > holds ? holds : n3 < -holds ? -holds : n3;
    } else if (n1 * n1 + n2 * n2 + n3 * n3 > holds * holds) {
      const bound = row[o + PATCH.kineticFriction] * load;
      const mass = 1 / row[o + PATCH.stiffestK];
      const h1 = n1;
      const h2 = n2;
      const h3 = n3;
      n1 = old1 - mass * v1;
      n2 = old2 - mass * v2;
      n3 = old3 - mass * v3;
      let size = Math.sqrt(n1 * n1 + n2 * n2 + n3 * n3);
      const inside = size < bound;
      if (inside && !short) {
        // the step is too short to reach the bound: use the direction of the sticking impulse
        n1 = h1;
        n2 = h2;
        n3 = h3;
        size = Math.sqrt(n1 * n1 + n2 * n2 + n3 * n3);
      }
      const scale = inside && short ? 1 : size > 0 ? bound / size : 0;
      n1 *= scale;
      n2 *= scale;
      n3 *= scale;
      row[o + PATCH.slips] = 1;
    }
    if (slipped && v1 * v1 + v2 * v2 + v3 * v3 < REST_SPEED * REST_SPEED) row[o + PATCH.slips] = 0;
    const d1 = n1 - old1;
    const d2 = n2 - old2;
    const d3 = n3 - old3;
    row[o + PATCH.friction] = n1;
    row[o + PATCH.friction + 1] = n2;
    row[o + PATCH.friction + 2] = n3;
    const speed = Math.sqrt(d1 * d1 + d2 * d2 + d3 * d3) * row[o + PATCH.stiffestK];
    if (speed > residual) residual = speed;
    const px = d1 * row[o + 3] + d2 * row[o + 6];
    const py = d1 * row[o + 4] + d2 * row[o + 7];
    const pz = d1 * row[o + 5] + d2 * row[o + 8];
    const s = d3 * radius;
    const mA = row[o + PATCH.invMassA];
    const mB = row[o + PATCH.invMassB];
    let qx = ray * pz - raz * py + s * row[o];
    let qy = raz * px - rax * pz + s * row[o + 1];
    let qz = rax * py - ray * px + s * row[o + 2];
    v[a] = wax - (inertia[a] * qx + inertia[a + 3] * qy + inertia[a + 4] * qz);
    v[a + 1] = way - (inertia[a + 3] * qx + inertia[a + 1] * qy + inertia[a + 5] * qz);
    v[a + 2] = waz - (inertia[a + 4] * qx + inertia[a + 5] * qy + inertia[a + 2] * qz);
    v[a + 3] -= mA * px;
    v[a + 4] -= mA * py;
    v[a + 5] -= mA * pz;
    qx = rby * pz - rbz * py + s * row[o];
    qy = rbz * px - rbx * pz + s * row[o + 1];
    qz = rbx * py - rby * px + s * row[o + 2];
    v[b] = wbx + (inertia[b] * qx + inertia[b + 3] * qy + inertia[b + 4] * qz);
    v[b + 1] = wby + (inertia[b + 3] * qx + inertia[b + 1] * qy + inertia[b + 5] * qz);
    v[b + 2] = wbz + (inertia[b + 4] * qx + inertia[b + 5] * qy + inertia[b + 2] * qz);
    v[b + 3] += mB * px;
    v[b + 4] += mB * py;
    v[b + 5] += mB * pz;
    if (row[o + PATCH.spinning] > 0 || row[o + PATCH.rolling] > 0) sweepTurning(v, row, o, inertia, a, b, load);
  }
  statistics[STATISTIC.residual] = residual;
}

/**
 * Spinning and rolling friction: torques about n and across it, bounded by coefficient (m) × load. Writes: bodyVel,
 * turning.
 */
export function sweepTurning(
  v: Float64Array,
  row: Float64Array,
  o: number,
  inertia: Float64Array,
  a: number,
  b: number,
  load: number,
): void {
  const wx = v[b] - v[a];
  const wy = v[b + 1] - v[a + 1];
  const wz = v[b + 2] - v[a + 2];
  const spin = wx * row[o] + wy * row[o + 1] + wz * row[o + 2];
  // upper bound of the eigenvalues of I_A⁻¹ + I_B⁻¹: its trace
  const k = inertia[a] + inertia[a + 1] + inertia[a + 2] + inertia[b] + inertia[b + 1] + inertia[b + 2];
  const t = o + PATCH.turning;
  // about n
  let wanted = row[t] - spin / k;
  const most = row[o + PATCH.spinning] * load;
  wanted = wanted > most ? most : wanted < -most ? -most : wanted;
  const d = wanted - row[t];
  row[t] = wanted;
  // across n
  let rx = row[t + 1] - (wx - spin * row[o]) / k;
  let ry = row[t + 2] - (wy - spin * row[o + 1]) / k;
  let rz = row[t + 3] - (wz - spin * row[o + 2]) / k;
  const size = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const bound = row[o + PATCH.rolling] * load;
  const scale = size > bound ? bound / size : 1;
  rx *= scale;
  ry *= scale;
  rz *= scale;
  const qx = d * row[o] + rx - row[t + 1];
  const qy = d * row[o + 1] + ry - row[t + 2];
  const qz = d * row[o + 2] + rz - row[t + 3];
  row[t + 1] = rx;
  row[t + 2] = ry;
  row[t + 3] = rz;
  v[a] -= inertia[a] * qx + inertia[a + 3] * qy + inertia[a + 4] * qz;
  v[a + 1] -= inertia[a + 3] * qx + inertia[a + 1] * qy + inertia[a + 5] * qz;
  v[a + 2] -= inertia[a + 4] * qx + inertia[a + 5] * qy + inertia[a + 2] * qz;
  v[b] += inertia[b] * qx + inertia[b + 3] * qy + inertia[b + 4] * qz;
  v[b + 1] += inertia[b + 3] * qx + inertia[b + 1] * qy + inertia[b + 5] * qz;
  v[b + 2] += inertia[b + 4] * qx + inertia[b + 5] * qy + inertia[b + 2] * qz;
}

/**
 * Ends a sub-step: sets the impulses with which the next one starts. A load acts equally in both halves; an impact, or
 * an impulse that removes overlap, acts in one half only. So twice the smaller half carries over, and friction in
 * proportion. A lasting load on soft rows carries over in full: with a smaller start the rows would sink until both
 * halves were equal. What acted is added to the totals of the step. Writes: impulses, pointTotal, patchTotal.
 */
export function endContacts(data: Data): void {
  const { moving } = data.systems.impulseState;
  const { patchRow, pointRow, patchSolved, pointTotal, patchTotal } = impulseFields(data);
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not || patchSolved[k] === SOLVED.mixed) continue;
    const o = PATCH_SIZE * k;
    const first = data.patchPoint[2 * k];
    const end = first + data.patchPoint[2 * k + 1];
    const soft = patchSolved[k] === SOLVED.iterative;
    let load = 0;
    let next = 0;
    for (let i = first; i < end; i++) {
      const p = POINT_SIZE * i;
      const whole = pointRow[p + POINT.impulse];
      pointTotal[3 * i] += whole;
      const half = pointRow[p + POINT.half];
      const rest = whole - half;
      const less = half < rest ? half : rest;
      if (soft && whole <= LASTING * pointRow[p + POINT.before]) pointRow[p + POINT.before] = whole;
      else pointRow[p + POINT.before] = less > 0 ? 2 * less : 0;
      load += whole;
      next += pointRow[p + POINT.before];
    }
    const part = load > 0 ? next / load : 0;
    for (let c = 0; c < 3; c++) {
      patchRow[o + PATCH.frictionBefore + c] = part * patchRow[o + PATCH.friction + c];
      patchTotal[7 * k + c] += patchRow[o + PATCH.friction + c];
    }
    if (!(patchRow[o + PATCH.spinning] > 0 || patchRow[o + PATCH.rolling] > 0)) continue;
    for (let c = 0; c < 4; c++) {
      patchRow[o + PATCH.turningBefore + c] = part * patchRow[o + PATCH.turning + c];
      patchTotal[7 * k + 3 + c] += patchRow[o + PATCH.turning + c];
    }
  }
}
