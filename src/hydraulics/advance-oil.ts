import { compression } from "./compressibility.js";
import { functionFlows, openingOf, pilotPressure } from "./function-flows.js";
import {
  CONTROL,
  DONE,
  DONE_SIZE,
  GIVEN,
  GIVEN_SIZE,
  OIL,
  OIL_SIZE,
  PART,
  PART_SIZE,
  PUMP,
  PUMP_SIZE,
  SUPPLY,
  SUPPLY_SIZE,
} from "./layout.js";
import { solveStage, volumeOf } from "./solve-stage.js";
import { writeHead } from "./supply-equations.js";
import { BLOCK_SIZE, FLOW, type HydraulicSetup, type HydraulicWork, NUMBER } from "./system.js";

/** Sub-steps of the oil within one evaluation, at most. */
const MOST_SUBSTEPS = 16;

/** γ of the two-stage method: 1 − 1/√2 makes it L-stable and of second order. */
const GAMMA = 1 - Math.SQRT1_2;

/**
 * Circuit `k` over number[span] s from the state in `oil` and `supply`: two-stage singly diagonally implicit
 * Runge–Kutta method, stiffly accurate, second order, L-stable [Alexander1977], in equal sub-steps:
 *
 *   y₁ = y₀ + γ h ẏ₁,   y₂ = y₀ + (1 − γ) h ẏ₁ + γ h ẏ₂
 *
 * Pistons move evenly from the length at the last commit to the present one, so that trapped oil depends on the present
 * length alone; the derivatives of the pressures by it are carried along for Newton's method on the bodies, with p_s
 * and p_L held. Reads: part, pump, motion. Writes: oil, supply, slope, work. Returns whether all stages were solved.
 */
export function advanceOil(setup: HydraulicSetup, work: HydraulicWork, k: number): boolean {
  const { number, pump } = work;
  const span = number[NUMBER.span];
  const n = Math.max(1, Math.min(MOST_SUBSTEPS, Math.ceil(span / pump[PUMP_SIZE * k + PUMP.step] - 1e-9)));
  const h = span / n;
  number[NUMBER.tau] = GAMMA * h;
  let solved = true;
  for (let step = 0; step < n; step++) {
    work.oilBefore.set(work.oil);
    work.supplyBefore.set(work.supply);
    work.slopeBefore.set(work.slope);
    moveSpools(setup, work, k, h, 0);
    number[NUMBER.way] = (step + GAMMA) / n;
    startFirstStage(setup, work, k);
    if (!solveStage(setup, work, k)) solved = false;
    movePilots(setup, work, k);
    followSlopes(setup, work, k, (1 - GAMMA) * h, 0);
    addWork(setup, work, k, (1 - GAMMA) * h);

    moveSpools(setup, work, k, h, 1);
    number[NUMBER.way] = (step + 1) / n;
    startSecondStage(setup, work, k);
    if (!solveStage(setup, work, k)) solved = false;
    movePilots(setup, work, k);
    followSlopes(setup, work, k, (1 - GAMMA) * h, 1);
    addWork(setup, work, k, GAMMA * h);
  }
  return solved;
}

function startFirstStage(setup: HydraulicSetup, work: HydraulicWork, k: number): void {
  const { supply, supplyBase, oil, oilBase, pump, flow } = work;
  for (let c = 0; c < 4; c++) supplyBase[4 * k + c] = supply[SUPPLY_SIZE * k + c];
  for (let m = setup.memberStart[k]; m < setup.memberStart[k + 1]; m++) {
    const f = setup.member[m];
    work.pilotBase[f] = oil[OIL_SIZE * f + OIL.pilot];
    for (let side = 0; side < 2; side++) {
      compression(oil[OIL_SIZE * f + side], pump[PUMP_SIZE * k + PUMP.air], flow, FLOW.root);
      oilBase[2 * f + side] = flow[FLOW.root];
    }
  }
}

/** base ← y₀ + (1 − γ) h ẏ₁ with ẏ₁ = (y₁ − y₀)/(γ h) */
function startSecondStage(setup: HydraulicSetup, work: HydraulicWork, k: number): void {
  const { supply, supplyBase, supplyBefore, oil, oilBase, pump, flow } = work;
  const ratio = (1 - GAMMA) / GAMMA;
  for (let c = 0; c < 4; c++) {
    const before = supplyBefore[SUPPLY_SIZE * k + c];
    supplyBase[4 * k + c] = before + ratio * (supply[SUPPLY_SIZE * k + c] - before);
  }
  for (let m = setup.memberStart[k]; m < setup.memberStart[k + 1]; m++) {
    const f = setup.member[m];
    // the base of the first stage is the pilot at the start
    work.pilotBase[f] += ratio * (oil[OIL_SIZE * f + OIL.pilot] - work.pilotBase[f]);
    for (let side = 0; side < 2; side++) {
      // the base of the first stage is φ at the start
      const before = oilBase[2 * f + side];
      compression(oil[OIL_SIZE * f + side], pump[PUMP_SIZE * k + PUMP.air], flow, FLOW.root);
      oilBase[2 * f + side] = before + ratio * (flow[FLOW.root] - before);
    }
  }
}

/**
 * Spools of the circuit to the first or second stage by the same method:  ẍ = ω² (u − x) − 2 ζ ω ẋ, solved at once as
 * it is linear. Reads: oilBefore. Writes: oil.
 */
function moveSpools(setup: HydraulicSetup, work: HydraulicWork, k: number, h: number, stage: 0 | 1): void {
  const { part, oil, oilBefore } = work;
  const tau = GAMMA * h;
  for (let m = setup.memberStart[k]; m < setup.memberStart[k + 1]; m++) {
    const f = setup.member[m];
    const x = OIL_SIZE * f + OIL.spool;
    const v = OIL_SIZE * f + OIL.spoolSpeed;
    const w = part[PART_SIZE * f + PART.frequency];
    const command = part[PART_SIZE * f + PART.command];
    if (!(w > 0)) {
      oil[x] = command;
      oil[v] = 0;
      continue;
    }
    const drag = 2 * part[PART_SIZE * f + PART.ratio] * w;
    let fromX = oilBefore[x];
    let fromV = oilBefore[v];
    if (stage === 1) {
      const rest = (1 - GAMMA) * h;
      fromX += rest * oil[v];
      fromV += rest * (w * w * (command - oil[x]) - drag * oil[v]);
    }
    oil[v] = (fromV + tau * w * w * (command - fromX)) / (1 + tau * (drag + tau * w * w));
    oil[x] = fromX + tau * oil[v];
  }
}

/** Pilots of counterbalance valves behind their orifices at the end of a stage; with a closed spool they drain. */
function movePilots(setup: HydraulicSetup, work: HydraulicWork, k: number): void {
  const { part, oil, pump, flow } = work;
  for (let m = setup.memberStart[k]; m < setup.memberStart[k + 1]; m++) {
    const f = setup.member[m];
    const x = OIL_SIZE * f;
    const open = openingOf(part, PART_SIZE * f, oil[x + OIL.spool]);
    const tank = pump[PUMP_SIZE * k + PUMP.tank];
    pilotPressure(work, f, open > 0 ? oil[x + OIL.a] : open < 0 ? oil[x + OIL.b] : tank);
    oil[x + OIL.pilot] = flow[FLOW.pilot];
  }
}

/**
 * Derivatives of φ of both pressures by the present length:  B ∂p/∂ℓ = ∂base/∂ℓ + τ ∂φ̇/∂ℓ, with the block B of the
 * stage. Writes: slope.
 */
function followSlopes(setup: HydraulicSetup, work: HydraulicWork, k: number, rest: number, stage: 0 | 1): void {
  const { part, pump, slope, slopeBefore, block, motion, number, oil, oilBase, flow } = work;
  const tau = number[NUMBER.tau];
  const ratio = rest / tau;
  for (let m = setup.memberStart[k]; m < setup.memberStart[k + 1]; m++) {
    const f = setup.member[m];
    const o = PART_SIZE * f;
    const length = motion[3 * f] + number[NUMBER.way] * motion[3 * f + 2];
    const at = BLOCK_SIZE * f;
    let sumA = 0;
    let sumB = 0;
    let stiffA = 1;
    let stiffB = 1;
    for (let side = 0; side < 2; side++) {
      const before = slopeBefore[2 * f + side];
      const base = stage === 0 ? before : before + ratio * (slope[2 * f + side] - before);
      const sign = side === 0 ? -1 : 1;
      const area = part[o + PART.areaA + side];
      const volume = volumeOf(part, o, side as 0 | 1, length);
      // by the speed of the piston, and by the volume: ∂φ̇/∂V = −φ̇/V, which a motor's does not have
      compression(oil[OIL_SIZE * f + side], pump[PUMP_SIZE * k + PUMP.air], flow, FLOW.root);
      const gone = flow[FLOW.root] - oilBase[2 * f + side];
      if (side === 0) stiffA = flow[FLOW.root + 1];
      else stiffB = flow[FLOW.root + 1];
      const changes = part[o + PART.high] > part[o + PART.low] ? 1 : 0;
      const byVolume = (changes * sign * number[NUMBER.way] * area * gone) / volume;
      const gain = (sign * tau * pump[PUMP_SIZE * k + PUMP.bulk] * area) / (volume * number[NUMBER.span]);
      if (side === 0) sumA = base + gain + byVolume;
      else sumB = base + gain + byVolume;
    }
    const a = block[at];
    const b = block[at + 1];
    const c = block[at + 2];
    const d = block[at + 3];
    const inverse = 1 / (a * d - b * c);
    slope[2 * f] = stiffA * inverse * (d * sumA - b * sumB);
    slope[2 * f + 1] = stiffB * inverse * (a * sumB - c * sumA);
  }
}

/** Adds the powers of the stage times `weight` s: of the pump, lost in valves, of compression, on pistons. */
function addWork(setup: HydraulicSetup, work: HydraulicWork, k: number, weight: number): void {
  const { pump, supply, oil, part, motion, number, flow, given, done } = work;
  const tank = pump[PUMP_SIZE * k + PUMP.tank];
  const w = 4 * k;
  writeHead(work, k, flow);
  const line = supply[SUPPLY_SIZE * k + SUPPLY.pressure] - tank;
  const isSource = pump[PUMP_SIZE * k + PUMP.control] === CONTROL.source;
  let heat = number[NUMBER.heat];
  const lost = line > 0 ? heat / line : 0;
  let taken = 0;
  let pressed = 0;
  let moved = 0;
  for (let m = setup.memberStart[k]; m < setup.memberStart[k + 1]; m++) {
    const f = setup.member[m];
    const o = PART_SIZE * f;
    const length = motion[3 * f] + number[NUMBER.way] * motion[3 * f + 2];
    const speed = motion[3 * f + 2] / number[NUMBER.span];
    functionFlows(work, k, f, length, tank);
    taken += flow[FLOW.pump];
    done[DONE_SIZE * f + DONE.flowA] = flow[FLOW.a];
    done[DONE_SIZE * f + DONE.flowB] = flow[FLOW.b];
    heat += flow[FLOW.heat];
    const a = oil[OIL_SIZE * f + OIL.a] - tank;
    const b = oil[OIL_SIZE * f + OIL.b] - tank;
    const push = a * part[o + PART.areaA] - b * part[o + PART.areaB];
    moved += push * speed;
    pressed += a * flow[FLOW.a] + b * flow[FLOW.b] - push * speed;
  }
  const drawn = isSource ? taken : number[NUMBER.flow];
  pressed += isSource ? 0 : line * (drawn - taken - lost);
  work.work[w] += weight * line * drawn;
  work.work[w + 1] += weight * heat;
  work.work[w + 2] += weight * pressed;
  work.work[w + 3] += weight * moved;
  given[GIVEN_SIZE * k + GIVEN.flow] = drawn;
  given[GIVEN_SIZE * k + GIVEN.torque] = number[NUMBER.torque];
}
