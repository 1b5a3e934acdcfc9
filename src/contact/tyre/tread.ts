/**
 * The tread of a tyre as bristles: their deflection ζ, over the relaxation length σ, follows
 *
 *   σ ζ̇ = −V_s − |V| ζ,   V the speed along the wheel (magic formula) or of rolling (brush model)
 *
 * [Pacejka2012, §7.2]. While the wheel rolls, ζ goes to the slip −V_s/|V| of the formulas; at rest it is a
 * spring that holds, without creep, up to the peak of the formula. Two axes share it by the friction ellipse: with ρ =
 * |ζ| both curves are taken at ρ, F_i = N f_i(ρ) ζ_i/ρ, so that (F_x/μ_x)² + (F_y/μ_y)² ≤ N².
 *
 * What slides is not a spring: where the slip turns back, ζ beyond the peak goes over to that of the same force before
 * it, and springs back from there.
 *
 * One implicit step from the memory; at low speed ζ has a damper beside it. Rolling resistance and the torque against
 * turning on the spot are Coulomb's, with a bristle each.
 */
import { evaluateCurve } from "./slip-curve.js";
import { ROW } from "./tyre-fields.js";
import type { TyrePair, Wheel } from "./tyre-setup.js";
import { DRAG, STAND, TREAD, type TyreState } from "./tyre-state.js";

/** Deflection at which rolling resistance is fully there, of the radius. */
const ROLL_PART = 0.01;

/** Slip beyond which curves are flat: ζ goes no further. */
const MOST_SLIP = 10;

/** Halvings of the slip before the peak: 1e-9 of it. */
const BISECTIONS = 30;

/**
 * Forces of contact i with the motion that `drag` has, `elapsed` after the memory was written; `weight` of the present
 * velocity in the way since. Reads: memory, stand, motion in drag. Writes: drag.
 */
export function loadTread(
  pair: TyrePair,
  wheel: Wheel,
  memory: Float64Array,
  state: TyreState,
  i: number,
  elapsed: number,
  weight: number,
): void {
  const { drag } = state;
  const d = DRAG.size * i;
  const sigma = pair.relaxation > 0 ? pair.relaxation : 0.5 * wheel.radius;
  const transport = Math.abs(drag[d + (pair.formula === 0 ? DRAG.speed : DRAG.rolling)]);
  const decay = 1 + (elapsed * transport) / sigma;
  const v = drag[d + DRAG.speed] / pair.dampedSpeed;
  const damped = 1 / ((1 + v * v) * (1 + v * v));
  // calls box doubles
  const { tread } = state.work;
  tread[TREAD.elapsed] = elapsed;
  tread[TREAD.weight] = weight;
  tread[TREAD.sigma] = sigma;
  tread[TREAD.decay] = decay;
  tread[TREAD.damped] = damped;
  slipForces(pair, memory, state, i);
  rollTorque(pair, wheel, memory, state, i);
  turnTorque(pair, wheel, memory, state, i);
}

/** tread[way] ← the way since the memory was written along number k of the velocities. */
function findWay(
  memory: Float64Array,
  { before, drag, work: { tread } }: TyreState,
  i: number,
  k: number,
  now: number,
) {
  const v = drag[DRAG.size * i + now];
  const start = before[i] >= 0 ? memory[ROW.size * before[i] + ROW.velocity + k] : v;
  const weight = tread[TREAD.weight];
  tread[TREAD.way] = tread[TREAD.elapsed] * (weight * v + (1 - weight) * start);
}

/** F_x, F_y with their derivatives. Writes: slip, acting, force, stiffness, damping, transport. */
function slipForces(pair: TyrePair, memory: Float64Array, state: TyreState, i: number): void {
  const { drag, stand, before, work } = state;
  const { tread } = work;
  const elapsed = tread[TREAD.elapsed];
  const sigma = tread[TREAD.sigma];
  const decay = tread[TREAD.decay];
  const damped = tread[TREAD.damped];
  const d = DRAG.size * i;
  const load = stand[STAND.size * i + STAND.load];
  const m = ROW.size * before[i] + ROW.slip;
  const old = before[i] >= 0;
  const sx = drag[d + DRAG.slipping];
  const sy = drag[d + DRAG.slipping + 1];
  let zx = old ? memory[m] : 0;
  let zy = old ? memory[m + 1] : 0;
  findWay(memory, state, i, 0, DRAG.slipping);
  const wayX = tread[TREAD.way];
  findWay(memory, state, i, 1, DRAG.slipping + 1);
  const wayY = tread[TREAD.way];
  if (wayX * zx + wayY * zy > 0 && zx * zx + zy * zy > pair.peak * pair.peak) {
    work.curve[5] = zx;
    work.curve[6] = zy;
    springBack(pair, work.curve);
    zx = work.curve[5];
    zy = work.curve[6];
  }
  zx = (zx - wayX / sigma) / decay;
  zy = (zy - wayY / sigma) / decay;
  const most = Math.max(MOST_SLIP, 2 * pair.peak);
  const rho = Math.sqrt(zx * zx + zy * zy);
  const slides = rho > most;
  const cut = slides ? most / rho : 1;
  // ∂ζ/∂ζ of what is cut: across its direction only
  const ux = slides ? zx / rho : 0;
  const uy = slides ? zy / rho : 0;
  zx *= cut;
  zy *= cut;
  drag[d + DRAG.slip] = zx;
  drag[d + DRAG.slip + 1] = zy;
  const damper = (damped * pair.dampingTime) / Math.sqrt(sigma);
  const ax = zx - damper * sx;
  const ay = zy - damper * sy;
  drag[d + DRAG.acting] = ax;
  drag[d + DRAG.acting + 1] = ay;
  const size = Math.sqrt(ax * ax + ay * ay);
  const { curve } = work;
  curve[0] = curve[4] = size;
  evaluateCurve(pair.formula, pair.curve, 1, curve);
  const gy = curve[0];
  const fy = curve[1];
  curve[0] = curve[4];
  evaluateCurve(pair.formula, pair.curve, 0, curve);
  const gx = curve[0];
  const fx = curve[1];
  drag[d + DRAG.force] = load * gx * ax;
  drag[d + DRAG.force + 1] = load * gy * ay;
  // J = ∂F/∂ζ
  const square = size > 0 ? size * size : 1;
  const xx = load * (gx + ((fx - gx) * ax * ax) / square);
  const xy = (load * (fx - gx) * ax * ay) / square;
  const yx = (load * (fy - gy) * ax * ay) / square;
  const yy = load * (gy + ((fy - gy) * ay * ay) / square);
  const s = d + DRAG.stiffness;
  const c = d + DRAG.damping;
  const t = d + DRAG.transport;
  const per = cut / (sigma * decay);
  const pxx = 1 - ux * ux;
  const pxy = -ux * uy;
  const pyy = 1 - uy * uy;
  drag[s] = per * (xx * pxx + xy * pxy);
  drag[s + 1] = per * (xx * pxy + xy * pyy);
  drag[s + 2] = per * (yx * pxx + yy * pxy);
  drag[s + 3] = per * (yx * pxy + yy * pyy);
  drag[c] = damper * xx;
  drag[c + 1] = damper * xy;
  drag[c + 2] = damper * yx;
  drag[c + 3] = damper * yy;
  const way = slides ? 0 : elapsed / (sigma * decay);
  const sign = drag[d + (pair.formula === 0 ? DRAG.speed : DRAG.rolling)] < 0 ? -way : way;
  drag[t] = sign * (xx * zx + xy * zy);
  drag[t + 1] = sign * (yx * zx + yy * zy);
}

/**
 * ζ at curve[5], beyond the peak ← that of the same force before it, in its direction. Writes: curve.
 */
function springBack({ formula, curve: constants, peak }: TyrePair, curve: Float64Array): void {
  const size = Math.sqrt(curve[5] * curve[5] + curve[6] * curve[6]);
  const ux = curve[5] / size;
  const uy = curve[6] / size;
  let target = 0;
  let low = 0;
  let high = peak;
  for (let k = 0; k <= BISECTIONS; k++) {
    const rho = k === 0 ? size : 0.5 * (low + high);
    curve[0] = rho;
    evaluateCurve(formula, constants, 0, curve);
    const x = curve[0] * rho * ux;
    curve[0] = rho;
    evaluateCurve(formula, constants, 1, curve);
    const y = curve[0] * rho * uy;
    const force = x * x + y * y;
    if (k === 0) target = force;
    else if (force < target) low = rho;
    else high = rho;
  }
  curve[5] = high * ux;
  curve[6] = high * uy;
}

/**
 * Torque against rolling, f_r N r at most. Its bristle may relax, so that nothing is left of it at rest; at more than a
 * hundredth of the radius per time of relaxation it is fully there. Writes: roll, rollTorque and its derivatives.
 */
function rollTorque(pair: TyrePair, wheel: Wheel, memory: Float64Array, state: TyreState, i: number): void {
  const { drag, stand, before } = state;
  const { tread } = state.work;
  const damped = tread[TREAD.damped];
  const d = DRAG.size * i;
  const o = STAND.size * i;
  const bound = ROLL_PART * wheel.radius;
  const start = before[i] >= 0 ? memory[ROW.size * before[i] + ROW.roll] : 0;
  findWay(memory, state, i, 2, DRAG.rolling);
  const fade = 1 + tread[TREAD.elapsed] * pair.fading;
  const end = (start + tread[TREAD.way] / bound) / fade;
  const roll = Math.max(-1, Math.min(1, end));
  const damper = (damped * pair.rollTime) / Math.sqrt(bound);
  const acting = roll + damper * drag[d + DRAG.rolling];
  const lever = stand[o + STAND.lever];
  const most = pair.rollingResistance * stand[o + STAND.load] * lever;
  const inside = Math.abs(acting) < 1;
  drag[d + DRAG.roll] = roll;
  drag[d + DRAG.rollTorque] = -most * Math.max(-1, Math.min(1, acting));
  drag[d + DRAG.rollStiffness] = inside && roll === end ? (most * lever) / (bound * fade) : 0;
  drag[d + DRAG.rollDamping] = inside ? most * lever * damper : 0;
}

/** Torque against turning about the normal, that of a round footprint: ⅔ μ N r at most. Writes: turn, turnTorque, … */
function turnTorque(pair: TyrePair, wheel: Wheel, memory: Float64Array, state: TyreState, i: number): void {
  const { drag, stand, before } = state;
  const { tread } = state.work;
  const sigma = tread[TREAD.sigma];
  const decay = tread[TREAD.decay];
  const damped = tread[TREAD.damped];
  const d = DRAG.size * i;
  const o = STAND.size * i;
  const half = stand[o + STAND.halfLength];
  const wide = wheel.halfWidth > 0 ? wheel.halfWidth : 0.5 * half;
  const lever = pair.turningResistance * (2 / 3) * Math.sqrt((4 / Math.PI) * half * wide);
  // the angle at which the rim of the footprint is at the peak
  const bound = (pair.peak * sigma) / Math.max(lever, 1e-3 * wheel.radius);
  const start = before[i] >= 0 ? memory[ROW.size * before[i] + ROW.turn] : 0;
  findWay(memory, state, i, 3, DRAG.turning);
  const end = (start + tread[TREAD.way] / bound) / decay;
  const turn = Math.max(-1, Math.min(1, end));
  const damper = (damped * pair.dampingTime * Math.sqrt(sigma)) / bound;
  const acting = turn + damper * drag[d + DRAG.turning];
  const most = 0.5 * (pair.curve[0] + pair.curve[1]) * stand[o + STAND.load] * lever;
  const inside = Math.abs(acting) < 1;
  drag[d + DRAG.turn] = turn;
  drag[d + DRAG.turnTorque] = -most * Math.max(-1, Math.min(1, acting));
  drag[d + DRAG.turnStiffness] = inside && turn === end ? most / (bound * decay) : 0;
  drag[d + DRAG.turnDamping] = inside ? most * damper : 0;
}
