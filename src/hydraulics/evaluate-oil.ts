import type { Data } from "../data/data.js";
import { claimEvent, events } from "../data/events.js";
import { COUNTER, STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { supplyWork } from "../data/supply.js";
import { elapsedForForces, type ForceStep } from "../forces/force-step.js";
import { applyTension, LINE, lineBetween } from "../forces/two-point.js";
import { rotateInto } from "../math/quat.js";
import type { ItemTable } from "../model/item.js";
import { BODY_STATE, type Model } from "../model/model.js";
import { advanceOil } from "./advance-oil.js";
import { compression } from "./compressibility.js";
import { openingOf } from "./function-flows.js";
import { gatherNumbers } from "./gather.js";
import { DONE, DONE_SIZE, OIL, OIL_SIZE, PART, PART_SIZE, PUMP, PUMP_SIZE, SUPPLY, SUPPLY_SIZE } from "./layout.js";
import { volumeOf } from "./solve-stage.js";
import { FLOW, type HydraulicSetup, type HydraulicWork, hydraulicFields, NUMBER } from "./system.js";

/**
 * Forces of all circuits at the bodies as they are, by oil that has flowed since the last commit. Reads: body state,
 * input, oil and supply at the commit. Writes: bodyForce, work arrays.
 */
export function evaluateOil(model: Model, data: Data): void {
  followOil(model, data, elapsedForForces(data, data.systems.forceStep as ForceStep));
  const setup = model.systems.hydraulics as HydraulicSetup;
  const work = data.systems.hydraulics as HydraulicWork;
  for (let f = 0; f < setup.functions; f++) applyForce(data, setup, work, f);
}

/** A step begins: where bodies were moved from outside, oil moves with them and keeps its pressure. Writes: oil. */
export function startOil(model: Model, data: Data): void {
  if (data.counter[COUNTER.disturbed] === 0) return;
  const { oil } = hydraulicFields(data);
  const setup = model.systems.hydraulics as HydraulicSetup;
  const { motion } = data.systems.hydraulics as HydraulicWork;
  for (let f = 0; f < setup.functions; f++) {
    measureMotion(data, setup, f, motion);
    if (f < setup.firstMotor) oil[OIL_SIZE * f + OIL.length] = motion[3 * f];
  }
}

/** What was tried over the last `span` s becomes state. Writes: oil, supply, done, given, events. */
export function commitOil(model: Model, data: Data, span: number): void {
  const setup = model.systems.hydraulics as HydraulicSetup;
  const work = data.systems.hydraulics as HydraulicWork;
  const fields = hydraulicFields(data);
  if (!followOil(model, data, span)) raiseStatus(data, STATUS.notConverged, -1);
  for (let f = 0; f < setup.functions; f++) {
    const x = OIL_SIZE * f;
    const isMotor = f >= setup.firstMotor;
    work.oil[x + OIL.length] = isMotor ? fields.oil[x + OIL.length] + work.motion[3 * f + 2] : presentLength(work, f);
    work.oil[x + OIL.speed] = work.motion[3 * f + 1];
    // of the force at the beginning or at the end, whichever gives more: the oil is a source for the energy watch
    const first = fields.done[DONE_SIZE * f + DONE.force] * work.motion[3 * f + 2];
    supplyWork(data, Math.max(first, work.done[DONE_SIZE * f + DONE.force] * work.motion[3 * f + 2]));
    noteRelief(data, setup, work, f);
  }
  const pumps = setup.pumps?.count ?? 0;
  for (let k = 0; k < pumps; k++) {
    const s = SUPPLY_SIZE * k;
    for (let c = 0; c < 4; c++) work.supply[s + SUPPLY.pumpWork + c] += work.work[4 * k + c];
    noteSupply(data, work, k);
  }
  fields.oil.set(work.oil);
  fields.supply.set(work.supply);
  fields.done.set(work.done);
  fields.given.set(work.given);
}

/** Oil and pumps at the start. Writes: oil, supply. */
export function resetOil(model: Model, data: Data): void {
  const setup = model.systems.hydraulics as HydraulicSetup;
  const work = data.systems.hydraulics as HydraulicWork;
  const { oil, supply } = hydraulicFields(data);
  gatherNumbers(model, data);
  for (let f = 0; f < setup.functions; f++) {
    const table = (f < setup.firstMotor ? setup.cylinders : setup.motors) as ItemTable;
    const i = f < setup.firstMotor ? f : f - setup.firstMotor;
    const { pressureA, pressureB } = table.col as Record<string, Float64Array>;
    const tank = work.pump[PUMP_SIZE * setup.pumpOf[f] + PUMP.tank];
    const x = OIL_SIZE * f;
    oil[x + OIL.a] = Number.isNaN(pressureA[i]) ? tank : pressureA[i];
    oil[x + OIL.b] = Number.isNaN(pressureB[i]) ? tank : pressureB[i];
    if (!(work.part[PART_SIZE * f + PART.frequency] > 0)) oil[x + OIL.spool] = work.part[PART_SIZE * f + PART.command];
    oil[x + OIL.pilot] = tank;
    measureMotion(data, setup, f, work.motion);
    oil[x + OIL.length] = work.motion[3 * f];
    oil[x + OIL.speed] = work.motion[3 * f + 1];
  }
  const pumps = setup.pumps?.count ?? 0;
  for (let k = 0; k < pumps; k++) {
    const o = PUMP_SIZE * k;
    const s = SUPPLY_SIZE * k;
    const { limit, tank, margin, target, droop, torque, control } = PUMP;
    supply[s + SUPPLY.load] = work.pump[o + tank];
    supply[s + SUPPLY.felt] = work.pump[o + tank];
    const standby = Math.min(work.pump[o + limit], work.pump[o + tank] + work.pump[o + margin]);
    supply[s + SUPPLY.pressure] = work.pump[o + control] === 0 ? standby : work.pump[o + limit];
    const idle = work.pump[o + torque] === Number.POSITIVE_INFINITY ? 0 : work.pump[o + droop];
    supply[s + SUPPLY.engine] = (1 + idle) * work.pump[o + target];
  }
}

/**
 * Pressures `span` s after the commit; 0: oil is trapped, and pressures follow the length as those of springs do,
 * p_A = p_A0 − E_eff A_A Δℓ/V_A. Writes: work arrays. Returns whether all equations were solved.
 */
function followOil(model: Model, data: Data, span: number): boolean {
  const setup = model.systems.hydraulics as HydraulicSetup;
  const work = data.systems.hydraulics as HydraulicWork;
  const fields = hydraulicFields(data);
  const { oil, motion, number, done } = work;
  gatherNumbers(model, data);
  oil.set(fields.oil);
  work.supply.set(fields.supply);
  work.given.set(fields.given);
  work.work.fill(0);
  work.slope.fill(0);
  done.set(fields.done);
  for (let f = 0; f < setup.functions; f++) {
    measureMotion(data, setup, f, motion);
    const before = fields.oil[OIL_SIZE * f + OIL.length];
    const isMotor = f >= setup.firstMotor;
    motion[3 * f + 2] = isMotor
      ? 0.5 * span * (fields.oil[OIL_SIZE * f + OIL.speed] + motion[3 * f + 1])
      : motion[3 * f] - before;
    motion[3 * f] = before;
  }
  number[NUMBER.span] = span;
  let solved = true;
  const pumps = setup.pumps?.count ?? 0;
  if (span > 0) {
    for (let k = 0; k < pumps; k++) if (!advanceOil(setup, work, k)) solved = false;
  } else for (let f = 0; f < setup.functions; f++) trapOil(setup, work, f);
  for (let f = 0; f < setup.functions; f++) findForce(setup, work, f);
  return solved;
}

function trapOil(setup: HydraulicSetup, { part, pump, oil, motion, slope, flow }: HydraulicWork, f: number): void {
  const o = PART_SIZE * f;
  const bulk = pump[PUMP_SIZE * setup.pumpOf[f] + PUMP.bulk];
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? -1 : 1;
    const volume = volumeOf(part, o, side as 0 | 1, motion[3 * f]);
    slope[2 * f + side] = (sign * bulk * part[o + PART.areaA + side]) / volume;
    compression(oil[OIL_SIZE * f + side], pump[PUMP_SIZE * setup.pumpOf[f] + PUMP.air], flow, FLOW.root);
    oil[OIL_SIZE * f + side] += (slope[2 * f + side] * motion[3 * f + 2]) / flow[FLOW.root + 1];
  }
}

/** Length at the end of the motion. */
function presentLength({ motion }: HydraulicWork, f: number): number {
  return motion[3 * f] + motion[3 * f + 2];
}

/** motion[3 f …] ← present length (0 for a motor) and speed; those of bodies set aside do not change. */
function measureMotion(data: Data, setup: HydraulicSetup, f: number, motion: Float64Array): void {
  if (f < setup.firstMotor) {
    const { bodyA, bodyB, pointA, pointB } = (setup.cylinders as ItemTable).col as Record<string, Float64Array>;
    const { line } = data.systems.hydraulics as HydraulicWork;
    lineBetween(data, bodyA[f], pointA, 3 * f, bodyB[f], pointB, 3 * f, line);
    motion[3 * f] = line[LINE.length];
    motion[3 * f + 1] = line[LINE.rate];
    return;
  }
  const i = f - setup.firstMotor;
  const { bodyA, bodyB } = (setup.motors as ItemTable).col as Record<string, Float64Array>;
  const axis = axisOf(data, setup, i);
  const { bodyVel } = data;
  let speed = 0;
  for (let c = 0; c < 3; c++) speed += axis[c] * (bodyVel[6 * bodyB[i] + c] - bodyVel[6 * bodyA[i] + c]);
  motion[3 * f] = 0;
  motion[3 * f + 1] = speed;
}

/** Axis of motor i in the world. Writes: line. */
function axisOf(data: Data, setup: HydraulicSetup, i: number): Float64Array {
  const { bodyA, axis } = (setup.motors as ItemTable).col as Record<string, Float64Array>;
  const { line } = data.systems.hydraulics as HydraulicWork;
  rotateInto(line, 0, data.bodyQuat, 4 * bodyA[i], axis, 3 * i);
  return line;
}

/** Part of the travel of a spool within which the brake of a motor is on, where it has no dead band. */
const CENTRED = 0.01;

/**
 * Force of function f, and its derivatives: pressures on the piston, friction F v/√(v² + v_s²) + c v, ends of the
 * stroke. Writes: done.
 */
function findForce(setup: HydraulicSetup, work: HydraulicWork, f: number): void {
  const { part, oil, slope, motion, done, number, flow } = work;
  const o = PART_SIZE * f;
  const x = OIL_SIZE * f;
  const d = DONE_SIZE * f;
  const speed = motion[3 * f + 1];
  let force = oil[x + OIL.a] * part[o + PART.areaA] - oil[x + OIL.b] * part[o + PART.areaB];
  const air = work.pump[PUMP_SIZE * setup.pumpOf[f] + PUMP.air];
  compression(oil[x + OIL.b], air, flow, FLOW.root);
  let stiffness = (slope[2 * f + 1] * part[o + PART.areaB]) / flow[FLOW.root + 1];
  compression(oil[x + OIL.a], air, flow, FLOW.root);
  stiffness -= (slope[2 * f] * part[o + PART.areaA]) / flow[FLOW.root + 1];
  let damping = part[o + PART.viscous];
  let dry = part[o + PART.friction];
  const isMotor = f >= setup.firstMotor;
  if (isMotor) {
    damping += 0.5 * number[NUMBER.span] * stiffness;
    stiffness = 0;
    const spool = oil[x + OIL.spool];
    if (openingOf(part, o, spool) === 0 || Math.abs(spool) < CENTRED) dry += part[o + PART.brake];
  }
  const slow = part[o + PART.frictionSpeed];
  const inverse = 1 / Math.sqrt(speed * speed + slow * slow);
  force -= part[o + PART.viscous] * speed + dry * speed * inverse;
  damping += dry * slow * slow * inverse * inverse * inverse;
  if (!isMotor) {
    const length = presentLength(work, f);
    const over = length > part[o + PART.high] ? length - part[o + PART.high] : Math.min(0, length - part[o + PART.low]);
    const stop = part[o + PART.stop] * over + part[o + PART.stopDamping] * speed;
    if (over * stop > 0) {
      force -= stop;
      stiffness += part[o + PART.stop];
      damping += part[o + PART.stopDamping];
    }
  }
  done[d + DONE.force] = force;
  done[d + DONE.stiffness] = Math.max(0, stiffness);
  done[d + DONE.damping] = Math.max(0, damping);
  done[d + DONE.power] = force * speed;
}

/** Pushes the ends apart with the force of function f, or turns B about the axis. Writes: bodyForce. */
function applyForce(data: Data, setup: HydraulicSetup, { done, line }: HydraulicWork, f: number): void {
  const isMotor = f >= setup.firstMotor;
  const i = isMotor ? f - setup.firstMotor : f;
  const col = (isMotor ? setup.motors : setup.cylinders)?.col as Record<string, Float64Array>;
  const a = col.bodyA[i];
  const b = col.bodyB[i];
  if (data.bodyState[a] === BODY_STATE.dormant || data.bodyState[b] === BODY_STATE.dormant) return;
  const force = done[DONE_SIZE * f + DONE.force];
  if (isMotor) {
    const axis = axisOf(data, setup, i);
    for (let c = 0; c < 3; c++) {
      data.bodyForce[6 * b + c] += force * axis[c];
      data.bodyForce[6 * a + c] -= force * axis[c];
    }
    return;
  }
  lineBetween(data, a, col.pointA, 3 * i, b, col.pointB, 3 * i, line);
  line[LINE.tension] = -force;
  applyTension(data, a, b, line);
}

/** An event when a port relief valve opens. Writes: oil of the trial, events. */
function noteRelief(data: Data, setup: HydraulicSetup, { part, oil }: HydraulicWork, f: number): void {
  const o = PART_SIZE * f;
  const x = OIL_SIZE * f;
  const over = Math.max(oil[x + OIL.a] - part[o + PART.reliefA], oil[x + OIL.b] - part[o + PART.reliefB]);
  const was = oil[x + OIL.relief];
  oil[x + OIL.relief] = over > 0 ? 1 : 0;
  if (!(over > 0) || was === 1) return;
  const table = (f < setup.firstMotor ? setup.cylinders : setup.motors) as ItemTable;
  const i = f < setup.firstMotor ? f : f - setup.firstMotor;
  const at = claimEvent(data, events.reliefValve.code, data.model.forces.indexOf(table), i);
  data.eventTime[at] = data.clock[0];
  data.eventValue[at] = Math.max(oil[x + OIL.a], oil[x + OIL.b]);
}

/** Speed at which a starter lets go of the engine, per stall speed. */
const STARTED = 1.2;

/** Events of a pump: its relief valve opens, its engine stalls. Writes: supply of the trial, events. */
function noteSupply(data: Data, { pump, supply }: HydraulicWork, k: number): void {
  const o = PUMP_SIZE * k;
  const s = SUPPLY_SIZE * k;
  const table = data.model.forces.indexOf((data.model.systems.hydraulics as HydraulicSetup).pumps as ItemTable);
  const open = supply[s + SUPPLY.pressure] > pump[o + PUMP.relief] ? 1 : 0;
  if (open === 1 && supply[s + SUPPLY.relief] === 0) {
    const at = claimEvent(data, events.reliefValve.code, table, k);
    data.eventTime[at] = data.clock[0];
    data.eventValue[at] = supply[s + SUPPLY.pressure];
  }
  supply[s + SUPPLY.relief] = open;
  if (pump[o + PUMP.torque] === Number.POSITIVE_INFINITY) return;
  const speed = supply[s + SUPPLY.engine];
  const asked = pump[o + PUMP.target] > 0;
  if (supply[s + SUPPLY.stalled] === 0 && asked && speed < pump[o + PUMP.stall]) {
    supply[s + SUPPLY.stalled] = 1;
    const at = claimEvent(data, events.engineStalled.code, table, k);
    data.eventTime[at] = data.clock[0];
    data.eventValue[at] = speed;
  }
  // throttle closed, then opened again: the starter turns the engine over
  if (!asked) supply[s + SUPPLY.stalled] = 2;
  else if (supply[s + SUPPLY.stalled] === 2) {
    supply[s + SUPPLY.stalled] = 0;
    supply[s + SUPPLY.engine] = Math.max(speed, STARTED * pump[o + PUMP.stall]);
  }
}
