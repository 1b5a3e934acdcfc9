import { CONTROL, PUMP, PUMP_SIZE, SUPPLY, SUPPLY_SIZE } from "./layout.js";
import { type HydraulicWork, NUMBER } from "./system.js";

/** Columns of the head: pump pressure, load pressure, felt load pressure, engine speed; right-hand side. */
const WIDTH = 5;
const SIDE = 4;

/**
 * Flow α D n of pump `k` and the torque that it takes from the engine, with derivatives by p_s, felt pressure and n
 * (out[2 … 4] and out[5 … 7]):
 *
 *   α = (p_set − p_s)/band within 0 … min(1, P/(p_s D n)),   torque = α D p_s/η
 */
export function pumpFlow(work: HydraulicWork, k: number, out: Float64Array): void {
  const { pump, supply } = work;
  const o = PUMP_SIZE * k;
  const s = SUPPLY_SIZE * k;
  const pressure = supply[s + SUPPLY.pressure];
  const speed = Math.max(0, supply[s + SUPPLY.engine]);
  const perTurn = pump[o + PUMP.displacement];
  const most = perTurn * speed;
  const band = pump[o + PUMP.band];
  const limit = pump[o + PUMP.limit];
  const senses = pump[o + PUMP.control] === CONTROL.loadSensing;
  const asked = supply[s + SUPPLY.felt] + pump[o + PUMP.margin];
  const follows = senses && asked < limit;
  const stroke = ((follows ? asked : limit) - pressure) / band;
  out.fill(0, 0, 8);
  const power = pump[o + PUMP.power];
  const eta = pump[o + PUMP.efficiency];
  if (stroke <= 0 || most <= 0) return;
  if (Math.min(1, stroke) * most * pressure > power) {
    // held at the power: flow P/p_s, torque P/(n η)
    out[0] = power / pressure;
    out[2] = -power / (pressure * pressure);
    out[1] = power / (speed * eta);
    out[7] = -out[1] / speed;
    return;
  }
  const part = Math.min(1, stroke);
  const bySelf = stroke < 1 ? -1 / band : 0;
  out[0] = part * most;
  out[2] = bySelf * most;
  out[3] = follows ? -bySelf * most : 0;
  out[4] = part * perTurn;
  const load = perTurn / eta;
  out[1] = part * load * pressure;
  out[5] = load * (part + bySelf * pressure);
  out[6] = follows ? -bySelf * load * pressure : 0;
}

/**
 * Torque of the engine at speed n, N m: full at the speed that is asked for, none at (1 + droop) times that.
 * out[0] ← torque, out[1] ← its derivative.
 */
export function engineTorque(work: HydraulicWork, k: number, out: Float64Array, at: number): void {
  const { pump, supply } = work;
  const o = PUMP_SIZE * k;
  const s = SUPPLY_SIZE * k;
  out[at] = 0;
  out[at + 1] = 0;
  const target = pump[o + PUMP.target];
  if (supply[s + SUPPLY.stalled] !== 0 || !(target > 0)) return;
  const width = pump[o + PUMP.droop] * target;
  const part = (target + width - supply[s + SUPPLY.engine]) / width;
  const most = pump[o + PUMP.torque];
  if (part <= 0) return;
  out[at] = Math.min(1, part) * most;
  out[at + 1] = part < 1 ? -most / width : 0;
}

/** Friction of an engine that has stalled or is not asked to run: this part of its full torque at the stall speed. */
const RUN_DOWN = 0.1;

/**
 * Rows of pump `k` in Newton's matrix without its functions, residuals with the opposite sign as right-hand side:
 *
 *   p_s − base − τ E/V (Q_p − G (p_s − p_r)⁺),   p_L − tank
 *   p_f − base − τ (p_L − p_f)/T,   n − base − τ (T_e − T_p)/J
 *
 * Reads: supply, supplyBase. Writes: head, number (flow and torque of the pump, heat).
 */
export function writeHead(work: HydraulicWork, k: number, scratch: Float64Array): void {
  const { pump, supply, supplyBase, head, number } = work;
  const o = PUMP_SIZE * k;
  const s = SUPPLY_SIZE * k;
  const tau = number[NUMBER.tau];
  head.fill(0);
  const pressure = supply[s + SUPPLY.pressure];
  pumpFlow(work, k, scratch);
  number[NUMBER.flow] = scratch[0];
  number[NUMBER.torque] = scratch[1];
  number[NUMBER.heat] = 0;
  if (pump[o + PUMP.control] === CONTROL.source) {
    head[0] = 1;
    head[SIDE] = pump[o + PUMP.limit] - pressure;
  } else {
    const gain = (tau * pump[o + PUMP.bulk]) / pump[o + PUMP.volume];
    const over = pressure - pump[o + PUMP.relief];
    const loss = over > 0 ? pump[o + PUMP.reliefGain] : 0;
    const lost = loss * Math.max(0, over);
    head[0] = 1 - gain * (scratch[2] - loss);
    head[2] = -gain * scratch[3];
    head[3] = -gain * scratch[4];
    head[SIDE] = -(pressure - supplyBase[4 * k] - gain * (scratch[0] - lost));
    number[NUMBER.heat] = lost * (pressure - pump[o + PUMP.tank]);
  }
  head[WIDTH + 1] = 1;
  head[WIDTH + SIDE] = -supply[s + SUPPLY.load];
  const lag = tau / pump[o + PUMP.response];
  head[2 * WIDTH + 1] = -lag;
  head[2 * WIDTH + 2] = 1 + lag;
  head[2 * WIDTH + SIDE] = -(
    supply[s + SUPPLY.felt] -
    supplyBase[4 * k + 2] -
    lag * (supply[s + SUPPLY.load] - supply[s + SUPPLY.felt])
  );
  writeEngine(work, k, scratch);
}

function writeEngine(work: HydraulicWork, k: number, scratch: Float64Array): void {
  const { pump, supply, supplyBase, head, number } = work;
  const o = PUMP_SIZE * k;
  const row = 3 * WIDTH;
  const speed = supply[SUPPLY_SIZE * k + SUPPLY.engine];
  head[row + 3] = 1;
  if (pump[o + PUMP.torque] === Number.POSITIVE_INFINITY) {
    head[row + SIDE] = pump[o + PUMP.target] - speed;
    return;
  }
  const byPressure = scratch[5];
  const byFelt = scratch[6];
  const bySpeed = scratch[7];
  const load = scratch[1];
  engineTorque(work, k, scratch, 0);
  const gain = number[NUMBER.tau] / pump[o + PUMP.inertia];
  const stops = supply[SUPPLY_SIZE * k + SUPPLY.stalled] !== 0 || !(pump[o + PUMP.target] > 0);
  const drag = stops ? (RUN_DOWN * pump[o + PUMP.torque]) / Math.max(1, pump[o + PUMP.stall]) : 0;
  head[row] = gain * byPressure;
  head[row + 2] = gain * byFelt;
  head[row + 3] = 1 - gain * (scratch[1] - bySpeed - drag);
  head[row + SIDE] = -(speed - supplyBase[4 * k + 3] - gain * (scratch[0] - load - drag * speed));
}

/** head ← solution of the 4 × 4 system, in the column of the right-hand side; rows are exchanged for pivots. */
export function solveHead(head: Float64Array): void {
  for (let c = 0; c < 4; c++) {
    let best = c;
    for (let r = c + 1; r < 4; r++) if (Math.abs(head[r * WIDTH + c]) > Math.abs(head[best * WIDTH + c])) best = r;
    if (best !== c) {
      for (let j = 0; j < WIDTH; j++) {
        const kept = head[c * WIDTH + j];
        head[c * WIDTH + j] = head[best * WIDTH + j];
        head[best * WIDTH + j] = kept;
      }
    }
    const pivot = head[c * WIDTH + c];
    for (let r = c + 1; r < 4; r++) {
      const times = head[r * WIDTH + c] / pivot;
      if (times === 0) continue;
      for (let j = c; j < WIDTH; j++) head[r * WIDTH + j] -= times * head[c * WIDTH + j];
    }
  }
  for (let c = 3; c >= 0; c--) {
    let sum = head[c * WIDTH + SIDE];
    for (let j = c + 1; j < 4; j++) sum -= head[c * WIDTH + j] * head[j * WIDTH + SIDE];
    head[c * WIDTH + SIDE] = sum / head[c * WIDTH + c];
  }
}
