import type { Data } from "../../../data/data.js";
import { type ImpulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE } from "../fields.js";
import { COLORS } from "../order.js";
import * as at from "./layout.js";

const PAGE = 65536;
const BODY_BYTES = at.BODY_UNITS * at.UNIT;
const BATCH_BYTES = at.BATCH_UNITS * at.UNIT;
const POINT_BYTES = at.POINT_UNITS * at.UNIT;

/** A gap that no sub-step closes, m, of a point that a patch of the batch does not have. */
const FAR = 1e3;

/** Patches with more points than this are sorted as if they had as many. */
const MANY = 15;

/** A list of batches in the memory: its address and length. */
export interface BatchList {
  start: number;
  count: number;
}

/**
 * Contact rows in batches of four patches, in a memory of their own; see `layout.ts`. They are filled in every step,
 * velocities come and go in every half of a sub-step.
 */
export class Batches {
  readonly memory = new WebAssembly.Memory({ initial: 1 });
  floats: Float32Array<ArrayBuffer>;
  ints: Int32Array<ArrayBuffer>;
  /** Batches, and the address of the first one. */
  count = 0;
  first = 0;
  readonly all: BatchList = { start: 0, count: 0 };
  readonly fresh: BatchList = { start: 0, count: 0 };
  readonly late: BatchList = { start: 0, count: 0 };
  /** Patches by batches: four numbers each, −1 for none. */
  lanes = new Int32Array(0);
  private group = new Int32Array(0);
  private readonly bucket = new Int32Array(2 * (MANY + 1) + 1);
  /** Bodies of the patches, and the velocities with which they came. */
  private bodies = 0;
  private readonly body: Int32Array;
  private readonly listed: Uint8Array;
  private readonly came: Float32Array;

  private readonly nb: number;

  constructor(nb: number) {
    this.nb = nb;
    this.floats = new Float32Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
    this.body = new Int32Array(nb);
    this.listed = new Uint8Array(nb);
    this.came = new Float32Array(6 * nb);
  }

  /**
   * Makes batches of `n` patches in the order of colours, those marked in `isFresh` beside each other. Writes: all
   * that stands in the memory.
   */
  fill(data: Data, f: ImpulseFields, patches: Int32Array, n: number, isFresh: Uint8Array): void {
    if (this.group.length < n) {
      this.group = new Int32Array(n);
      this.lanes = new Int32Array(at.LANES * n);
    }
    this.count = 0;
    for (let from = 0; from < n; ) {
      const key = groupOf(f, patches[from]);
      let to = from + 1;
      while (to < n && groupOf(f, patches[to]) === key) to++;
      this.sortGroup(data, patches, from, to, isFresh);
      // patches without a colour may share bodies
      const each = f.color[patches[from]] === COLORS ? 1 : at.LANES;
      for (let i = from; i < to; i += each, this.count++) {
        for (let lane = 0; lane < at.LANES; lane++) {
          this.lanes[at.LANES * this.count + lane] = lane < each && i + lane < to ? this.group[i + lane] : -1;
        }
      }
      from = to;
    }
    this.reserve(data);
    this.listed.fill(0);
    this.bodies = 0;
    this.all.count = this.fresh.count = this.late.count = 0;
    let points = this.first + this.count * BATCH_BYTES;
    for (let b = 0; b < this.count; b++) {
      const batch = this.first + b * BATCH_BYTES;
      const most = this.mostPoints(data, b);
      this.floats.fill(0, batch >> 2, (batch + BATCH_BYTES) >> 2);
      this.floats.fill(0, points >> 2, (points + most * POINT_BYTES) >> 2);
      this.ints[(batch >> 2) + 4 * at.POINTS] = points;
      this.ints[(batch >> 2) + 4 * at.POINTS + 1] = most;
      let fresh = false;
      for (let lane = 0; lane < at.LANES; lane++) {
        const k = this.lanes[at.LANES * b + lane];
        const o = (batch >> 2) + lane;
        this.ints[o + 4 * at.PATCHES] = k;
        this.ints[o + 4 * at.BODY_A] = this.ints[o + 4 * at.BODY_B] = at.START;
        for (let i = 0; i < most; i++) {
          this.floats[((points + i * POINT_BYTES) >> 2) + 4 * at.GAP + lane] = FAR;
        }
        if (k < 0) continue;
        this.fillPatch(f, k, o);
        this.fillPoints(data, f, k, (points >> 2) + lane);
        this.ints[o + 4 * at.ALL] = -1;
        if (isFresh[k] === 0) continue;
        this.ints[o + 4 * at.FRESH] = -1;
        fresh = true;
      }
      points += most * POINT_BYTES;
      this.list(this.all, batch);
      if (fresh) this.list(this.fresh, batch);
    }
  }

  /** Adds a batch to a list. */
  list(list: BatchList, batch: number): void {
    this.ints[(list.start >> 2) + list.count++] = batch;
  }

  /** The patches of a group into `group`: those that carried something first, then by number of points. */
  private sortGroup(data: Data, patches: Int32Array, from: number, to: number, isFresh: Uint8Array): void {
    const { bucket, group } = this;
    bucket.fill(0);
    for (let i = from; i < to; i++) bucket[rankOf(data, isFresh, patches[i]) + 1]++;
    for (let r = 1; r < bucket.length; r++) bucket[r] += bucket[r - 1];
    for (let i = from; i < to; i++) {
      group[from + bucket[rankOf(data, isFresh, patches[i])]++] = patches[i];
    }
  }

  private mostPoints(data: Data, batch: number): number {
    let most = 0;
    for (let lane = 0; lane < at.LANES; lane++) {
      const k = this.lanes[at.LANES * batch + lane];
      if (k >= 0) most = Math.max(most, data.patchPoint[2 * k + 1]);
    }
    return most;
  }

  /** Room for bodies, three lists, batches and points. */
  private reserve(data: Data): void {
    let points = 0;
    for (let b = 0; b < this.count; b++) points += this.mostPoints(data, b);
    const listBytes = at.UNIT * Math.ceil(this.count / 4);
    this.all.start = at.START + this.nb * BODY_BYTES;
    this.fresh.start = this.all.start + listBytes;
    this.late.start = this.fresh.start + listBytes;
    this.first = this.late.start + listBytes;
    const bytes = this.first + this.count * BATCH_BYTES + points * POINT_BYTES;
    const { byteLength } = this.memory.buffer;
    if (bytes <= byteLength) return;
    // half as much again, so that a growing heap does not make it grow in every step
    this.memory.grow(Math.ceil((1.5 * bytes - byteLength) / PAGE));
    this.floats = new Float32Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
  }

  private fillPatch(f: ImpulseFields, k: number, o: number): void {
    const { floats, ints } = this;
    const { patchRow: row, contactInertia: inertia } = f;
    const r = PATCH_SIZE * k;
    const a = f.patchBody[2 * k];
    const b = f.patchBody[2 * k + 1];
    ints[o + 4 * at.BODY_A] = this.place(a);
    ints[o + 4 * at.BODY_B] = this.place(b);
    for (let c = 0; c < 9; c++) floats[o + 4 * (at.NORMAL + c)] = row[r + c];
    floats[o + 4 * at.INV_MASS_A] = row[r + PATCH.invMassA];
    floats[o + 4 * at.INV_MASS_B] = row[r + PATCH.invMassB];
    floats[o + 4 * at.BIAS_RATE] = row[r + PATCH.biasRate];
    floats[o + 4 * at.MASS_SCALE] = row[r + PATCH.massScale];
    floats[o + 4 * at.IMPULSE_SCALE] = row[r + PATCH.impulseScale];
    floats[o + 4 * at.STATIC_FRICTION] = row[r + PATCH.staticFriction];
    floats[o + 4 * at.KINETIC_FRICTION] = row[r + PATCH.kineticFriction];
    floats[o + 4 * at.RADIUS] = row[r + PATCH.radius];
    for (let c = 0; c < 6; c++) floats[o + 4 * (at.INVERSE_K + c)] = row[r + PATCH.inverseK + c];
    floats[o + 4 * at.STIFFEST] = row[r + PATCH.stiffestK];
    floats[o + 4 * at.SOFTEST] = 1 / row[r + PATCH.stiffestK];
    floats[o + 4 * at.SLIPS] = row[r + PATCH.slips];
    for (let c = 0; c < 3; c++) floats[o + 4 * (at.FRICTION_BEFORE + c)] = row[r + PATCH.frictionBefore + c];
    for (let side = 0; side < 2; side++) {
      const j = 6 * (side === 0 ? a : b);
      const arm = r + (side === 0 ? PATCH.armA : PATCH.armB);
      const turn = o + 4 * (side === 0 ? at.TURN_A : at.TURN_B);
      const spin = o + 4 * (side === 0 ? at.SPIN_A : at.SPIN_B);
      for (let t = 0; t < 3; t++) {
        const u = t < 2 ? r + PATCH.tangent1 + 3 * t : r;
        const radius = row[r + PATCH.radius];
        // r × t, and radius × n for the spin
        const x = t < 2 ? row[arm + 1] * row[u + 2] - row[arm + 2] * row[u + 1] : radius * row[u];
        const y = t < 2 ? row[arm + 2] * row[u] - row[arm] * row[u + 2] : radius * row[u + 1];
        const z = t < 2 ? row[arm] * row[u + 1] - row[arm + 1] * row[u] : radius * row[u + 2];
        if (t < 2) {
          floats[turn + 12 * t] = x;
          floats[turn + 12 * t + 4] = y;
          floats[turn + 12 * t + 8] = z;
        }
        floats[spin + 12 * t] = inertia[j] * x + inertia[j + 3] * y + inertia[j + 4] * z;
        floats[spin + 12 * t + 4] = inertia[j + 3] * x + inertia[j + 1] * y + inertia[j + 5] * z;
        floats[spin + 12 * t + 8] = inertia[j + 4] * x + inertia[j + 5] * y + inertia[j + 2] * z;
      }
    }
  }

  /** The address of a body, which is listed. */
  private place(b: number): number {
    if (this.listed[b] === 0) {
      this.listed[b] = 1;
      this.body[this.bodies++] = b;
    }
    return at.START + b * BODY_BYTES;
  }

  private fillPoints(data: Data, f: ImpulseFields, k: number, o: number): void {
    const { floats } = this;
    const { pointRow: point } = f;
    const first = data.patchPoint[2 * k];
    const count = data.patchPoint[2 * k + 1];
    for (let i = 0; i < count; i++) {
      const p = POINT_SIZE * (first + i);
      const q = o + (i * POINT_BYTES) / 4;
      for (let c = 0; c < 12; c++) floats[q + 4 * (at.ARM_A + c)] = point[p + c];
      floats[q + 4 * at.MASS] = point[p + POINT.mass];
      floats[q + 4 * at.INV_MASS] = 1 / point[p + POINT.mass];
      floats[q + 4 * at.GAP] = point[p + POINT.gap];
      floats[q + 4 * at.BEFORE] = point[p + POINT.before];
    }
  }

  /** What is the same for all patches. */
  setHeader(h: number, push: number): void {
    const { floats } = this;
    floats.fill(1 / h, at.HEADER >> 2, (at.HEADER + at.UNIT) >> 2);
    floats.fill(push, (at.HEADER + at.UNIT) >> 2, (at.HEADER + 2 * at.UNIT) >> 2);
  }

  /** Velocities and displacements of the bodies. Reads: bodyVel, displacement. */
  takeBodies({ bodyVel: v }: Data, { displacement: d }: ImpulseFields): void {
    const { floats, body, came } = this;
    for (let i = 0; i < this.bodies; i++) {
      const b = body[i];
      const o = (at.START + b * BODY_BYTES) >> 2;
      for (let c = 0; c < 3; c++) {
        // + 0 makes 0 of −0, so that what does not move stays to the bit, whatever is added
        came[6 * b + c] = floats[o + 4 * at.BODY_OMEGA + c] = v[6 * b + c] + 0;
        came[6 * b + 3 + c] = floats[o + 4 * at.BODY_VELOCITY + c] = v[6 * b + 3 + c] + 0;
        floats[o + 4 * at.BODY_ROTATION + c] = d[6 * b + c];
        floats[o + 4 * at.BODY_DISPLACEMENT + c] = d[6 * b + 3 + c];
      }
    }
  }

  /** Speeds of the surfaces, which change with the slip of bodies that are carried round. Reads: patchRow. */
  takeSurfaces({ patchRow: row }: ImpulseFields): void {
    const { floats, lanes } = this;
    for (let i = 0; i < at.LANES * this.count; i++) {
      const k = lanes[i];
      if (k < 0) continue;
      const o = this.laneOf(i) + 4 * at.SURFACE;
      floats[o] = row[PATCH_SIZE * k + PATCH.surface];
      floats[o + 4] = row[PATCH_SIZE * k + PATCH.surface + 1];
    }
  }

  /** Place of the i-th patch in the floats. */
  private laneOf(i: number): number {
    return ((this.first + (i >> 2) * BATCH_BYTES) >> 2) + (i & 3);
  }

  /** Changes of velocity since they came, to the bodies. Writes: bodyVel. */
  giveVelocities({ bodyVel: v }: Data): void {
    const { floats, body, came } = this;
    for (let i = 0; i < this.bodies; i++) {
      const b = body[i];
      const o = (at.START + b * BODY_BYTES) >> 2;
      for (let c = 0; c < 3; c++) {
        const omega = floats[o + 4 * at.BODY_OMEGA + c];
        const speed = floats[o + 4 * at.BODY_VELOCITY + c];
        v[6 * b + c] += omega - came[6 * b + c];
        v[6 * b + 3 + c] += speed - came[6 * b + 3 + c];
        came[6 * b + c] = omega;
        came[6 * b + 3 + c] = speed;
      }
    }
  }

  /** Impulses of the last sub-step and of the step, to the rows. Writes: patchRow, pointRow, pointTotal, patchTotal. */
  giveImpulses(data: Data, { patchRow: row, pointRow: point, pointTotal, patchTotal }: ImpulseFields): void {
    const { floats, ints, lanes } = this;
    for (let j = 0; j < at.LANES * this.count; j++) {
      const k = lanes[j];
      if (k < 0) continue;
      const o = this.laneOf(j);
      const r = PATCH_SIZE * k;
      for (let c = 0; c < 3; c++) {
        row[r + PATCH.friction + c] = floats[o + 4 * (at.FRICTION + c)];
        row[r + PATCH.frictionBefore + c] = floats[o + 4 * (at.FRICTION_BEFORE + c)];
        patchTotal[7 * k + c] += floats[o + 4 * (at.FRICTION_TOTAL + c)];
      }
      row[r + PATCH.slips] = floats[o + 4 * at.SLIPS];
      let q = (ints[o - (j & 3) + 4 * at.POINTS] >> 2) + (j & 3);
      const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
      for (let i = data.patchPoint[2 * k]; i < end; i++, q += POINT_BYTES >> 2) {
        point[POINT_SIZE * i + POINT.impulse] = floats[q + 4 * at.IMPULSE];
        point[POINT_SIZE * i + POINT.before] = floats[q + 4 * at.BEFORE];
        pointTotal[3 * i] += floats[q + 4 * at.TOTAL];
      }
    }
  }

  /** Impulses that act in this sub-step, to the rows. Writes: patchRow, pointRow. */
  showImpulses(data: Data, { patchRow: row, pointRow: point }: ImpulseFields): void {
    const { floats, ints, lanes } = this;
    for (let j = 0; j < at.LANES * this.count; j++) {
      const k = lanes[j];
      if (k < 0) continue;
      const o = this.laneOf(j);
      for (let c = 0; c < 3; c++) row[PATCH_SIZE * k + PATCH.friction + c] = floats[o + 4 * (at.FRICTION + c)];
      let q = (ints[o - (j & 3) + 4 * at.POINTS] >> 2) + (j & 3);
      const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
      for (let i = data.patchPoint[2 * k]; i < end; i++, q += POINT_BYTES >> 2) {
        point[POINT_SIZE * i + POINT.impulse] = floats[q + 4 * at.IMPULSE];
      }
    }
  }
}

function rankOf(data: Data, isFresh: Uint8Array, k: number): number {
  return (isFresh[k] === 1 ? MANY + 1 : 0) + Math.min(MANY, data.patchPoint[2 * k + 1]);
}

/** Patches with the same number have one colour and may be beside each other. */
function groupOf({ patchRow, color }: ImpulseFields, k: number): number {
  const o = PATCH_SIZE * k;
  const pair = patchRow[o + PATCH.invMassA] > 0 && patchRow[o + PATCH.invMassB] > 0;
  return (pair ? 0 : COLORS + 1) + color[k];
}
