import type { Data } from "../../data/data.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { elapsedTime } from "../contact-step.js";
import { turnWithPlane } from "../friction-law.js";
import { compliantFields, HISTORY, MEMORY } from "./compliant-fields.js";
import type { CompliantSetup } from "./compliant-setup.js";
import { type CompliantState, RESISTS, type Resistances } from "./compliant-state.js";

/**
 * Resistances at every contact: sliding always, rolling and spinning where the materials have a length for it. All
 * three are answered by the friction law of the pair: rotation by θ is a displacement L θ with the lever L = length/μ,
 * and the force F of the law gives the torque L F ≤ length × N. So a wheel that rolls out comes to rest and stays, as a
 * block does. Writes: resistances.
 */
export function openResistances(setup: CompliantSetup, state: CompliantState): void {
  const { resistances: r } = state;
  r.count = 0;
  for (let c = 0; c < state.count; c++) {
    const { rollingLever, spinningLever } = setup.pairs[state.pair[c]];
    open(state, c, RESISTS.sliding, 1);
    if (rollingLever > 0) open(state, c, RESISTS.rolling, rollingLever);
    if (spinningLever > 0) open(state, c, RESISTS.spinning, spinningLever);
  }
}

function open(state: CompliantState, c: number, kind: number, lever: number): void {
  const { resistances: r, normal } = state;
  const e = r.count++;
  r.contact[e] = c;
  r.kind[e] = kind;
  r.lever[e] = lever;
  if (kind !== RESISTS.spinning) return;
  // the axis farthest from the normal, less its part along it
  const x = Math.abs(normal[3 * c]);
  const y = Math.abs(normal[3 * c + 1]);
  const z = Math.abs(normal[3 * c + 2]);
  const axis = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  const along = normal[3 * c + axis];
  const length = Math.sqrt(1 - along * along);
  for (let k = 0; k < 3; k++) r.across[3 * e + k] = ((k === axis ? 1 : 0) - along * normal[3 * c + k]) / length;
}

/**
 * Friction laws at the present state, one run of one law after the other: forces and derivatives, each times its share.
 * A share w of friction stands for w F(N/w): stiffness and damping of the pair are divided, the cone is the point's
 * own. Reads: contacts, memory. Writes: resistances.
 */
export function loadResistances(model: Model, data: Data, setup: CompliantSetup, state: CompliantState): void {
  const { resistances: r } = state;
  r.batch.timestep = elapsedTime(data, data.systems.contactStep);
  for (let start = 0; start < r.count; ) {
    const end = endOfRun(state, start);
    const { friction, frictionParams } = setup.pairs[state.pair[r.contact[start]]];
    loadRun(model, data, state, start, end, friction.stateSize);
    friction.evaluate(frictionParams, r.batch, r.out, start, end);
    for (let e = start; e < end; e++) scale(state, e);
    start = end;
  }
}

/** Resistances from `start` on that have the same pair of materials. */
export function endOfRun({ pair, resistances: r }: CompliantState, start: number): number {
  let end = start + 1;
  while (end < r.count && pair[r.contact[end]] === pair[r.contact[start]]) end++;
  return end;
}

/**
 * Pressure, history and ways of one run. Histories of different laws overlap, so that a run is loaded just before it is
 * used.
 */
export function loadRun(
  model: Model,
  data: Data,
  state: CompliantState,
  start: number,
  end: number,
  size: number,
): void {
  for (let e = start; e < end; e++) {
    loadPressure(state, e);
    loadHistory(data, state, e, size);
    loadTravel(model, data, state, e);
  }
}

/** N/w and its derivatives; a contact without share has no friction yet. */
function loadPressure({ share, out, resistances: r }: CompliantState, e: number): void {
  const { pressure } = r.batch;
  const c = r.contact[e];
  const w = share[c];
  pressure.force[e] = w > 0 ? out.force[c] / w : 0;
  pressure.stiffness[e] = w > 0 ? out.stiffness[c] / w : 0;
  pressure.damping[e] = w > 0 ? out.damping[c] / w : 0;
}

function scale({ share: shares, resistances: r }: CompliantState, e: number): void {
  const { out } = r;
  const share = shares[r.contact[e]];
  for (let k = 0; k < 3; k++) out.force[3 * e + k] *= share;
  for (let k = 0; k < 9; k++) {
    out.stiffness[9 * e + k] *= share;
    out.damping[9 * e + k] *= share;
  }
}

/**
 * History of resistance e, turned with the tangent plane and with both bodies' mean spin about the normal [Luding2008],
 * and the slip since,
 *
 *   slip = t ((1 − w) v₀ + w v)
 *
 * which vanishes for a body that rolls, unlike the displacement of its points. Reads: memory. Writes: state, slip.
 */
function loadHistory(data: Data, state: CompliantState, e: number, size: number): void {
  const { resistances: r, normal, before } = state;
  const { old } = state.work;
  const { memory } = compliantFields(data);
  const { batch } = r;
  const elapsed = batch.timestep;
  const c = r.contact[e];
  const row = before[c];
  const history = MEMORY.size * row + MEMORY.history + HISTORY * r.kind[e];
  const velocity = MEMORY.size * row + MEMORY.velocity + 3 * r.kind[e];
  old.fill(0);
  if (row >= 0) {
    for (let k = 0; k < 3; k++) {
      old[k] = size > k ? memory[history + k] : 0;
      old[3 + k] = memory[velocity + k];
      old[6 + k] = size === 6 ? memory[history + 3 + k] : 0;
    }
    if (r.kind[e] === RESISTS.spinning) layAcross(r, e, old);
    else {
      turnWithPlane(old, 0, memory, MEMORY.size * row + MEMORY.normal, normal, 3 * c);
      turnWithPlane(old, 3, memory, MEMORY.size * row + MEMORY.normal, normal, 3 * c);
      if (size === 6) turnWithPlane(old, 6, memory, MEMORY.size * row + MEMORY.normal, normal, 3 * c);
      turnAbout(data, state, c);
    }
  }
  for (let k = 0; k < size; k++) {
    if (k < 3) batch.state[size * e + k] = old[k];
    else if (size === 6) batch.state[size * e + k] = old[3 + k];
    else batch.state[size * e + k] = row >= 0 ? memory[history + k] : 0;
  }
  let along = 0;
  for (let k = 0; k < 3; k++) along += batch.velocity[3 * e + k] * normal[3 * c + k];
  const w = data.systems.contactStep.weight;
  const first = row >= 0 ? 1 - w : 0;
  for (let k = 0; k < 3; k++) {
    const now = batch.velocity[3 * e + k] - along * normal[3 * c + k];
    batch.slip[3 * e + k] = elapsed * (first * old[3 + k] + w * now);
  }
}

/** Spinning is remembered as numbers: they are laid along the direction of now. Writes: old. */
function layAcross({ across }: Resistances, e: number, old: Float64Array): void {
  for (let o = 0; o < 9; o += 3) {
    const along = old[o];
    for (let k = 0; k < 3; k++) old[o + k] = along * across[3 * e + k];
  }
}

/**
 * old turns about the normal as both bodies do in the mean: by a rotation of length-keeping first order, x + θ n × x,
 * rescaled.
 */
function turnAbout(
  { bodyVel: v }: Data,
  { body, normal, resistances, work: { old } }: CompliantState,
  c: number,
): void {
  const a = 6 * body[2 * c];
  const b = 6 * body[2 * c + 1];
  const nx = normal[3 * c];
  const ny = normal[3 * c + 1];
  const nz = normal[3 * c + 2];
  const angle =
    0.5 * resistances.batch.timestep * (nx * (v[a] + v[b]) + ny * (v[a + 1] + v[b + 1]) + nz * (v[a + 2] + v[b + 2]));
  if (angle === 0) return;
  // Cayley's form of a rotation by about that angle, exact in length
  const half = 0.5 * angle;
  const cosine = (1 - half * half) / (1 + half * half);
  const sine = angle / (1 + half * half);
  for (let o = 0; o < 9; o += 3) {
    const x = old[o];
    const y = old[o + 1];
    const z = old[o + 2];
    const along = nx * x + ny * y + nz * z;
    old[o] = cosine * (x - along * nx) + sine * (ny * z - nz * y) + along * nx;
    old[o + 1] = cosine * (y - along * ny) + sine * (nz * x - nx * z) + along * ny;
    old[o + 2] = cosine * (z - along * nz) + sine * (nx * y - ny * x) + along * nz;
  }
}

/**
 * Displacement of the contact point against the counter-body, which stands still or is A, for bristles of kind `point`.
 * Other resistances travel as they slip. Reads: memory, body state. Writes: travel.
 */
function loadTravel(model: Model, data: Data, state: CompliantState, e: number): void {
  const { resistances: r, place, before, body } = state;
  const { batch } = r;
  const elapsed = batch.timestep;
  const c = r.contact[e];
  const row = before[c];
  if (r.kind[e] !== RESISTS.sliding || row < 0) {
    for (let k = 0; k < 3; k++) batch.travel[3 * e + k] = batch.slip[3 * e + k];
    return;
  }
  const { memory } = compliantFields(data);
  const { bodyPos, bodyVel: v } = data;
  const side = model.bodyType[body[2 * c + 1]] !== BODY_TYPE.dynamic ? 1 : 0;
  const b = body[2 * c + side];
  const sign = side === 0 ? 1 : -1;
  const x = place[3 * c] - bodyPos[3 * b];
  const y = place[3 * c + 1] - bodyPos[3 * b + 1];
  const z = place[3 * c + 2] - bodyPos[3 * b + 2];
  const o = 6 * b;
  const old = MEMORY.size * row + MEMORY.place;
  batch.travel[3 * e] = sign * (place[3 * c] - memory[old] - elapsed * (v[o + 3] + v[o + 1] * z - v[o + 2] * y));
  batch.travel[3 * e + 1] =
    sign * (place[3 * c + 1] - memory[old + 1] - elapsed * (v[o + 4] + v[o + 2] * x - v[o] * z));
  batch.travel[3 * e + 2] =
    sign * (place[3 * c + 2] - memory[old + 2] - elapsed * (v[o + 5] + v[o] * y - v[o + 1] * x));
}
