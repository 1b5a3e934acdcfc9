import { CONTROL, OIL, OIL_SIZE, PART, PART_SIZE, PUMP, PUMP_SIZE, SUPPLY, SUPPLY_SIZE } from "./layout.js";
import { checkedRoot, signedRoot } from "./orifice.js";
import { FLOW, type HydraulicWork, NUMBER } from "./system.js";

/**
 * Opening of the spool, −1 … 1, behind its dead band. Positive: pump to A, B to tank.
 */
export function openingOf(part: Float64Array, o: number, spool: number): number {
  const band = part[o + PART.deadBand];
  const open = (Math.abs(spool) - band) / (1 - band);
  return open <= 0 ? 0 : spool < 0 ? -Math.min(1, open) : Math.min(1, open);
}

/** Part of the outlet that the cushion leaves open, `left` m before the end. */
function cushionOf(part: Float64Array, o: number, left: number): number {
  const length = part[o + PART.cushion];
  if (!(length > 0) || left >= length) return 1;
  const least = part[o + PART.cushionOpening];
  return least + (1 - least) * Math.max(0, left / length);
}

/**
 * Flows of function `f` of pump `k` at the pressures in `oil` and `supply`, piston at `length`, and their derivatives.
 * With the opening u, spool at x:
 *
 *   u > 0:  Q_in = K_in u √(p_s − p_L) (compensated) or K_in u √(p_s − p_A), nothing back
 *   out of B: K_out u s √(p_B − p_T)
 *   s = 1, or (p_B + R p_x − p_c)/band within 0 … 1 where a counterbalance valve holds the load
 *   p_x = p_A, or T ṗ_x = p_A − p_x behind an orifice in the pilot line
 *   leak c (p_A − p_B), relief G (p − p_r)⁺, make-up K_m √(p_T − p)⁺
 *
 * p_L is the highest load pressure: compensators behind the openings raise every inlet to it, so that all openings have
 * the same drop, and flows stay in the ratio of the openings when the pump cannot give enough. Writes: flow.
 */
export function functionFlows(work: HydraulicWork, k: number, f: number, length: number, tank: number): void {
  const { part, pump, oil, supply, flow } = work;
  const o = PART_SIZE * f;
  const x = OIL_SIZE * f;
  const a = oil[x + OIL.a];
  const b = oil[x + OIL.b];
  flow.fill(0);
  flow[FLOW.load] = tank;
  const open = openingOf(part, o, oil[x + OIL.spool]);
  if (open !== 0) {
    const toA = open > 0;
    const compensated = part[o + PART.compensated] === 1 && pump[PUMP_SIZE * k + PUMP.control] === CONTROL.loadSensing;
    inlet(flow, toA, Math.abs(open) * part[o + (toA ? PART.inA : PART.inB)], toA ? a : b, supply, k, compensated);
    const left = toA ? part[o + PART.high] - length : length - part[o + PART.low];
    const gain = Math.abs(open) * part[o + (toA ? PART.outB : PART.outA)] * cushionOf(part, o, left);
    pilotPressure(work, f, toA ? a : b);
    outlet(flow, toA, gain, toA ? b : a, tank, part, o);
  }
  sideFlows(flow, part, o, a, b, tank);
}

/** Pump to port. `inner` is the pressure in the chamber. */
function inlet(
  flow: Float64Array,
  toA: boolean,
  gain: number,
  inner: number,
  supply: Float64Array,
  k: number,
  compensated: boolean,
): void {
  const pressure = supply[SUPPLY_SIZE * k + SUPPLY.pressure];
  const load = compensated ? supply[SUPPLY_SIZE * k + SUPPLY.load] : inner;
  checkedRoot(pressure - load, flow, FLOW.root);
  const rate = gain * flow[FLOW.root];
  const slope = gain * flow[FLOW.root + 1];
  const to = toA ? FLOW.a : FLOW.b;
  const by = toA ? FLOW.ofA : FLOW.ofB;
  const own = toA ? 0 : 1;
  flow[FLOW.pump] += rate;
  flow[to] += rate;
  flow[FLOW.ofPump + 2] += slope;
  flow[by + 2] += slope;
  const on = compensated ? 3 : own;
  flow[FLOW.ofPump + on] -= slope;
  flow[by + on] -= slope;
  flow[FLOW.heat] += rate * (pressure - inner);
  flow[FLOW.load] = inner;
}

/**
 * Pressure of the pilot at the end of the stage, by the pressure of the driven side: p_x = base + τ (p − p_x)/T.
 * Reads: pilotBase, number (τ). Writes: flow.
 */
export function pilotPressure({ part, pilotBase, number, flow }: HydraulicWork, f: number, driven: number): void {
  const time = part[PART_SIZE * f + PART.pilotTime];
  if (!(time > 0)) {
    flow[FLOW.pilot] = driven;
    flow[FLOW.pilot + 1] = 1;
    return;
  }
  const share = number[NUMBER.tau] / (time + number[NUMBER.tau]);
  flow[FLOW.pilot] = pilotBase[f] + share * (driven - pilotBase[f]);
  flow[FLOW.pilot + 1] = share;
}

/** Port to tank, through the counterbalance valve where there is one. Reads: pilot in `flow`. */
function outlet(
  flow: Float64Array,
  toA: boolean,
  gain: number,
  inner: number,
  tank: number,
  part: Float64Array,
  o: number,
): void {
  let share = 1;
  let byInner = 0;
  let byOther = 0;
  const setting = part[o + PART.counterbalance];
  if (setting > 0) {
    const ratio = part[o + PART.pilotRatio];
    const band = part[o + PART.pilotBand];
    share = (inner + ratio * flow[FLOW.pilot] - setting) / band;
    if (share > 0 && share < 1) {
      byInner = 1 / band;
      byOther = (ratio * flow[FLOW.pilot + 1]) / band;
    } else share = share <= 0 ? 0 : 1;
  }
  signedRoot(inner - tank, flow, FLOW.root);
  // a counterbalance valve has a check valve beside it; from the tank only make-up valves suck
  if (flow[FLOW.root] < 0) return;
  const rate = gain * share * flow[FLOW.root];
  const from = toA ? FLOW.b : FLOW.a;
  const by = toA ? FLOW.ofB : FLOW.ofA;
  const own = toA ? 1 : 0;
  flow[from] -= rate;
  flow[by + own] -= gain * (share * flow[FLOW.root + 1] + byInner * flow[FLOW.root]);
  flow[by + 1 - own] -= gain * byOther * flow[FLOW.root];
  flow[FLOW.heat] += rate * (inner - tank);
}

/** Leak past the piston, relief and make-up valves. */
function sideFlows(flow: Float64Array, part: Float64Array, o: number, a: number, b: number, tank: number): void {
  const leak = part[o + PART.leak];
  const past = leak * (a - b);
  flow[FLOW.a] -= past;
  flow[FLOW.b] += past;
  flow[FLOW.ofA] -= leak;
  flow[FLOW.ofA + 1] += leak;
  flow[FLOW.ofB] += leak;
  flow[FLOW.ofB + 1] -= leak;
  flow[FLOW.heat] += past * (a - b);
  for (let side = 0; side < 2; side++) {
    const p = side === 0 ? a : b;
    const to = side === 0 ? FLOW.a : FLOW.b;
    const by = (side === 0 ? FLOW.ofA : FLOW.ofB) + side;
    const over = p - part[o + PART.reliefA + side];
    if (over > 0) {
      const gain = part[o + PART.gainA + side];
      flow[to] -= gain * over;
      flow[by] -= gain;
      flow[FLOW.heat] += gain * over * (p - tank);
    }
    if (p < tank) {
      signedRoot(tank - p, flow, FLOW.root);
      const gain = part[o + PART.makeUp];
      flow[to] += gain * flow[FLOW.root];
      flow[by] -= gain * flow[FLOW.root + 1];
      flow[FLOW.heat] += gain * flow[FLOW.root] * (tank - p);
    }
  }
}
