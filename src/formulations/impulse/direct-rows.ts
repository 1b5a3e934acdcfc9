import type { Data } from "../../data/data.js";
import { turnTensorInto } from "../../math/mat3.js";
import type { Model } from "../../model/model.js";
import { fillPatch } from "./direct-contacts.js";
import { fillJointRow, skipJointRow } from "./direct-joints.js";
import { type DirectSystem, makeRoom, type Pass } from "./direct-system.js";
import { impulseFields, SOLVED } from "./fields.js";
import { isLinear } from "./linear.js";
import type { ImpulseSettings } from "./settings.js";
import { fillTrees } from "./tree-joints.js";

/**
 * What a round leaves of the locks' residuals, m/s or rad/s, asks for no other: this, or what takes them to their
 * position tolerance in ten seconds.
 */
const RESIDUAL = 1e-9;
const PER_TOLERANCE = 0.1;

/**
 * Rows of one pass, h the sub-step. With C the error of a joint and s the gap of a contact:
 *
 *   aim:    lock J v = −C/h;  limit and contact J v ≥ −C/h, at most pushSpeed apart;  half the bounds of a drive
 *   relax:  lock J v = 0;  limit and contact J v ≥ −max(C, 0)/h;  friction;  the whole bounds
 *
 * Overlap is pushed apart only if `push` says so. Reads: joint rows, patchRow, pointRow, displacement. Writes: the
 * system's rows.
 */
export function fillRows(
  system: DirectSystem,
  model: Model,
  data: Data,
  settings: ImpulseSettings,
  h: number,
  pass: Pass,
  push: boolean,
): void {
  const f = impulseFields(data);
  system.rows = 0;
  system.cones = 0;
  system.pyramid = settings.pyramid;
  system.push = push ? settings.pushSpeed : 0;
  system.rebound = settings.restitutionSpeed;
  system.tolerance[0] = Math.max(RESIDUAL, PER_TOLERANCE * settings.positionTolerance);
  const setup = model.systems.joints;
  const { moving } = data.systems.impulseState;
  let most = setup.rows + 3 * moving.count;
  for (let place = 0; place < moving.count; place++) most += data.patchPoint[2 * moving.list[place] + 1];
  makeRoom(system, most, moving.count);
  system.lost.fill(0, 0, most);
  readNodes(system, model, data);
  let edge = 0;
  if (settings.directJoints) fillTrees(system.trees, model, data, h, pass);
  if (system.jointRows > 0) {
    const { code } = system.trees;
    const joints = data.items.joints;
    for (let i = 0; i < model.joints.count; i++) {
      if (code[i] > 0 || !settings.directJoints) {
        for (let r = setup.rowStart[i]; r < setup.rowStart[i + 1]; r++) skipJointRow(system, joints, r);
        continue;
      }
      const live = joints.broken[i] === 0;
      const joined = live && system.nodeOf[model.joints.bodyA[i]] >= 0 && system.nodeOf[model.joints.bodyB[i]] >= 0;
      const block = joined ? system.edgeBlock[edge++] : -1;
      for (let r = setup.rowStart[i]; r < setup.rowStart[i + 1]; r++) {
        fillJointRow(system, f, joints, r, block, h, pass);
      }
    }
  }
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] !== SOLVED.direct) continue;
    const joined = system.nodeOf[f.patchBody[2 * k]] >= 0 && system.nodeOf[f.patchBody[2 * k + 1]] >= 0;
    fillPatch(system, data, f, k, joined ? system.edgeBlock[edge++] : -1, h, pass);
  }
  // what a cone adds to the matrix depends on where it slips, which nobody compares
  if (system.cones > 0) system.factored = false;
  system.linear = isLinear(system);
}

/**
 * Moment of inertia of a point mass, per kg, m²: it does not turn. Impulses that turn it by less than round-off of any
 * arm are none; without it they would turn it freely, and a joint at an arm would hold nothing.
 */
const STILL = 1e24;

/** Whether a body has a mass and no moment of inertia. */
function isPoint({ bodyInvInertia }: Model, b: number): boolean {
  return bodyInvInertia[6 * b] === 0 && bodyInvInertia[6 * b + 1] === 0 && bodyInvInertia[6 * b + 2] === 0;
}

/** Masses of the nodes, and which of them are not what they were. Reads: bodyQuat. Writes: mass, turned, touched. */
function readNodes(system: DirectSystem, model: Model, data: Data): void {
  const { bodyOf, mass, turned, touched, clusterOf } = system;
  for (let n = 0; n < system.nodes; n++) {
    const b = bodyOf[n];
    inertia[0] = model.bodyMass[b];
    turnTensorInto(inertia, 1, model.bodyInertia, 6 * b, data.bodyQuat, 4 * b);
    if (isPoint(model, b)) for (let c = 1; c < 4; c++) inertia[c] = STILL * inertia[0];
    let same = 1;
    for (let c = 0; c < 7; c++) {
      if (mass[7 * n + c] === inertia[c]) continue;
      mass[7 * n + c] = inertia[c];
      same = 0;
    }
    turned[n] = 1 - same;
    if (same === 0) touched[clusterOf[n]] = 1;
  }
}

const inertia = new Float64Array(7);
