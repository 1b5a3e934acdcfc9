import { compression } from "./compressibility.js";
import { functionFlows } from "./function-flows.js";
import { CONTROL, OIL, OIL_SIZE, PART, PART_SIZE, PUMP, PUMP_SIZE, SUPPLY, SUPPLY_SIZE } from "./layout.js";
import { solveHead, writeHead } from "./supply-equations.js";
import { BLOCK, BLOCK_SIZE, FLOW, type HydraulicSetup, type HydraulicWork, NUMBER } from "./system.js";

const MOST_ITERATIONS = 30;
/** Iterations after which changes are halved: kinks of valves that open and close may make them alternate. */
const PATIENT = 10;
/**
 * Changes of pressure, Pa, at which Newton's method has converged: 1e-8 of the pressures of a machine, and what is left
 * is its square.
 */
const CONVERGED = 0.1;

/**
 * One implicit stage of circuit `k`:  y = base + τ ẏ(y)  for the pressures of all chambers and of the line, and for the
 * engine.
 * Functions know each other through p_s and p_L only, so that Newton's matrix is an arrow: 2 × 2 blocks B_i on the
 * diagonal, columns C_i and rows D_i of the head,
 *
 *   (H − Σ D_i B_i⁻¹ C_i) δ = r_H − Σ D_i B_i⁻¹ r_i,   δ_i = B_i⁻¹ (r_i − C_i δ)
 *
 * Reads: base, motion, number (τ, way: part of the motion that is done). Writes: oil, supply, block, number.
 */
export function solveStage(setup: HydraulicSetup, work: HydraulicWork, k: number): boolean {
  const { head, supply, oil, block, number, flow } = work;
  const first = setup.memberStart[k];
  const end = setup.memberStart[k + 1];
  const s = SUPPLY_SIZE * k;
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    writeHead(work, k, flow);
    let loaded = -1;
    let load = work.pump[PUMP_SIZE * k + PUMP.tank];
    for (let m = first; m < end; m++) {
      const f = setup.member[m];
      writeBlock(work, k, f);
      if (flow[FLOW.load] > load) {
        load = flow[FLOW.load];
        loaded = f;
      }
    }
    // p_L − p of the function with the highest load
    head[9] += load;
    if (loaded >= 0) {
      const side = BLOCK_SIZE * loaded + BLOCK.loadRow;
      block[side + (oil[OIL_SIZE * loaded + OIL.spool] > 0 ? 0 : 1)] = -1;
    }
    for (let m = first; m < end; m++) eliminateBlock(head, block, BLOCK_SIZE * setup.member[m]);
    solveHead(head);

    const damping = iteration < PATIENT ? 1 : 0.5;
    let change = Math.abs(head[4]);
    supply[s + SUPPLY.pressure] += damping * head[4];
    supply[s + SUPPLY.load] += damping * head[9];
    supply[s + SUPPLY.felt] += damping * head[14];
    supply[s + SUPPLY.engine] += damping * head[19];
    for (let m = first; m < end; m++) {
      const f = setup.member[m];
      const o = BLOCK_SIZE * f + BLOCK.side;
      const c = BLOCK_SIZE * f + BLOCK.head;
      // the side holds B⁻¹ r, the head columns B⁻¹ C
      const da = block[o] - block[c] * head[4] - block[c + 1] * head[9];
      const db = block[o + 1] - block[c + 2] * head[4] - block[c + 3] * head[9];
      oil[OIL_SIZE * f + OIL.a] += damping * da;
      oil[OIL_SIZE * f + OIL.b] += damping * db;
      change = Math.max(change, Math.abs(da), Math.abs(db));
    }
    number[NUMBER.change] = change;
    if (change < CONVERGED) return true;
    if (!(change < Number.POSITIVE_INFINITY)) return false;
  }
  return false;
}

/** Volume of a chamber at a length; never less than half of what is left at the end of the stroke. */
export function volumeOf(part: Float64Array, o: number, side: 0 | 1, length: number): number {
  const dead = part[o + PART.volumeA + side];
  const way = side === 0 ? length - part[o + PART.low] : part[o + PART.high] - length;
  return part[o + PART.high] > part[o + PART.low]
    ? Math.max(0.5 * dead, dead + part[o + PART.areaA + side] * way)
    : dead;
}

/**
 * Residuals of both chambers with the opposite sign, and their derivatives:
 *
 *   φ(p_A) − base − τ E/V_A (Q_A − A_A ℓ̇),   φ(p_B) − base − τ E/V_B (Q_B + A_B ℓ̇)
 *
 * Writes: block of function f, flow; adds what the line gives to the row of the line in `head`.
 */
function writeBlock(work: HydraulicWork, k: number, f: number): void {
  const { part, pump, oil, oilBase, motion, block, head, flow, number } = work;
  const o = PART_SIZE * f;
  const tau = number[NUMBER.tau];
  const length = motion[3 * f] + number[NUMBER.way] * motion[3 * f + 2];
  functionFlows(work, k, f, length, pump[PUMP_SIZE * k + PUMP.tank]);
  const speed = motion[3 * f + 2] / number[NUMBER.span];
  const at = BLOCK_SIZE * f;
  for (let side = 0; side < 2; side++) {
    const gain = (tau * pump[PUMP_SIZE * k + PUMP.bulk]) / volumeOf(part, o, side as 0 | 1, length);
    const by = side === 0 ? FLOW.ofA : FLOW.ofB;
    const swept = (side === 0 ? -1 : 1) * part[o + PART.areaA + side] * speed;
    const p = oil[OIL_SIZE * f + OIL.a + side];
    compression(p, pump[PUMP_SIZE * k + PUMP.air], flow, FLOW.root);
    block[at + 2 * side] = (side === 0 ? flow[FLOW.root + 1] : 0) - gain * flow[by];
    block[at + 2 * side + 1] = (side === 1 ? flow[FLOW.root + 1] : 0) - gain * flow[by + 1];
    block[at + BLOCK.head + 2 * side] = -gain * flow[by + 2];
    block[at + BLOCK.head + 2 * side + 1] = -gain * flow[by + 3];
    block[at + BLOCK.side + side] = -(flow[FLOW.root] - oilBase[2 * f + side] - gain * (flow[FLOW.a + side] + swept));
    block[at + BLOCK.loadRow + side] = 0;
    block[at + BLOCK.pumpRow + side] = 0;
  }
  if (pump[PUMP_SIZE * k + PUMP.control] === CONTROL.source) return;
  const gain = (tau * pump[PUMP_SIZE * k + PUMP.bulk]) / pump[PUMP_SIZE * k + PUMP.volume];
  head[0] += gain * flow[FLOW.ofPump + 2];
  head[1] += gain * flow[FLOW.ofPump + 3];
  head[4] -= gain * flow[FLOW.pump];
  block[at + BLOCK.pumpRow] = gain * flow[FLOW.ofPump];
  block[at + BLOCK.pumpRow + 1] = gain * flow[FLOW.ofPump + 1];
}

/** Replaces C by B⁻¹ C and r by B⁻¹ r, and takes D B⁻¹ C and D B⁻¹ r from the head. */
function eliminateBlock(head: Float64Array, block: Float64Array, at: number): void {
  const a = block[at];
  const b = block[at + 1];
  const c = block[at + 2];
  const d = block[at + 3];
  const inverse = 1 / (a * d - b * c);
  for (let column = 0; column < 3; column++) {
    const x = column < 2 ? at + BLOCK.head + column : at + BLOCK.side;
    const y = column < 2 ? x + 2 : x + 1;
    const upper = inverse * (d * block[x] - b * block[y]);
    const lower = inverse * (a * block[y] - c * block[x]);
    block[x] = upper;
    block[y] = lower;
    const to = column < 2 ? column : 4;
    head[to] -= block[at + BLOCK.pumpRow] * upper + block[at + BLOCK.pumpRow + 1] * lower;
    head[5 + to] -= block[at + BLOCK.loadRow] * upper + block[at + BLOCK.loadRow + 1] * lower;
  }
}
