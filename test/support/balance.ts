import {
  COUNTER,
  createData,
  type Data,
  type Formulation,
  type Model,
  type Quantity,
  type SensorKind,
  step,
} from "stiction";
import { collision } from "stiction/internals";

/** What is left of a body's balance of a step, by sensors alone, and what it is to be compared with. */
export interface Misfit {
  /** m Δv/h − force, and ΔL/h − torque, N and N m: the resultant against the motion. */
  readonly resultant: number;
  /** Resultant − applied − contacts − joints: force, N, and torque about the centre of mass, N m. */
  readonly force: number;
  readonly torque: number;
  /** Change of kinetic energy − work of what is applied, contacts and joints along the mean velocities, J. */
  readonly work: number;
  /** Sums of the sizes of all forces and torques on the body, and the energies that pass, J. */
  readonly forces: number;
  readonly torques: number;
  readonly energies: number;
  /** Rotation of the body in the step, rad. */
  readonly turn: number;
  /** Angular momentum over the length of the step, N m. */
  readonly spin: number;
}

/** Reads sensors as a recording would, by kind, thing and quantity. */
export function createReader(model: Model) {
  const kinds = model.items.sensors as Readonly<Record<string, SensorKind>>;
  const out = new Float64Array(4);
  return (data: Data, kind: string, index: number, quantity: string): number[] => {
    const q = kinds[kind].quantities(model, index)[quantity] as Quantity;
    q.read(model, data, index, out, 0);
    return Array.from(out.subarray(0, Math.max(1, q.components.length)));
  };
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const size = (v: readonly number[]) => Math.hypot(...v);
const sum = (a: readonly number[], b: readonly number[]) => a.map((x, k) => x + b[k]);
const less = (a: readonly number[], b: readonly number[]) => a.map((x, k) => x - b[k]);

/** Largest radius of gyration of a body, m. */
function gyration(model: Model, b: number): number {
  return Math.sqrt(Math.max(...model.bodyInertia.subarray(6 * b, 6 * b + 3)) / model.bodyMass[b]);
}

/** Pairs of bodies between which something acted in the step. */
function pairsOf(model: Model, data: Data): [number, number][] {
  const { loads, loadKey } = collision.collisionFields(data);
  const keys = new Set<number>();
  for (let row = 0; row < loads[0]; row++)
    keys.add(model.shapes[loadKey[2 * row]].body * model.nb + model.shapes[loadKey[2 * row + 1]].body);
  return [...keys].map((key) => [Math.floor(key / model.nb), key % model.nb]);
}

/**
 * Steps a model and calls back with what is left of the balance of every moving body over each step: momentum against
 * the resultant, and the resultant against the sum of what is applied, contacts and joints.
 */
export function balance(
  model: Model,
  steps: number,
  report: (misfit: Misfit, body: number, status: number, data: Data) => void,
  data: Data = createData(model),
): Data {
  const read = createReader(model);
  const h = model.options.timestep;
  const momenta = () =>
    model.bodyNames.map((_, b) =>
      ["momentum", "angularMomentum", "velocity", "angularVelocity", "kineticEnergy", "orientation"].map((name) =>
        read(data, "body", b, name),
      ),
    );
  for (let k = 0; k < steps; k++) {
    const before = momenta();
    const status = step(model, data);
    const after = momenta();
    const force = model.bodyNames.map((_, b) => read(data, "body", b, "appliedForce"));
    const torque = model.bodyNames.map((_, b) => read(data, "body", b, "appliedTorque"));
    const forces = force.map(size);
    const torques = torque.map(size);
    const add = (b: number, f: readonly number[], t: readonly number[]) => {
      for (let c = 0; c < 3; c++) {
        force[b][c] += f[c];
        torque[b][c] += t[c];
      }
      forces[b] += size(f);
      torques[b] += size(t);
    };
    for (const [a, b] of pairsOf(model, data)) {
      add(b, read(data, "contact", a * model.nb + b, "force"), read(data, "contact", a * model.nb + b, "torque"));
      add(a, read(data, "contact", b * model.nb + a, "force"), read(data, "contact", b * model.nb + a, "torque"));
    }
    // some formulations find what joints bear only when they are asked
    const { withEfforts } = model.formulation.kind as Formulation;
    const readJoints = () => {
      model.joints.names.forEach((_, i) => {
        add(model.joints.bodyB[i], read(data, "joint", i, "force"), read(data, "joint", i, "torqueOnB"));
        add(model.joints.bodyA[i], read(data, "joint", i, "forceOnA"), read(data, "joint", i, "torqueOnA"));
      });
    };
    if (withEfforts === undefined) readJoints();
    else withEfforts(model, data, readJoints);
    for (let a = 0; a < data.counter[COUNTER.active]; a++) {
      const b = data.bodyActive[a];
      if (model.bodyType[b] !== 2) continue;
      const f = read(data, "body", b, "force");
      const t = read(data, "body", b, "torque");
      const flat = (v: number[]) => (model.planar ? [v[0], v[1], 0] : v);
      const turn = (v: number[]) => (model.planar ? [0, 0, v[2]] : v);
      const dp = less(after[b][0], before[b][0]).map((x) => x / h);
      const dL = less(after[b][1], before[b][1]).map((x) => x / h);
      const [v, w] = [2, 3].map((k) => after[b][k].map((x, c) => 0.5 * (x + before[b][k][c])));
      const gained = after[b][4][0] - before[b][4][0];
      const work = h * (dot(flat(force[b]), v) + dot(turn(torque[b]), w));
      report(
        {
          work: Math.abs(gained - work),
          energies: Math.abs(gained) + after[b][4][0] + h * (forces[b] * size(v) + torques[b] * size(w)),
          // by the velocities, and by the poses: positions are also corrected without velocities
          turn:
            0.5 * h * (size(before[b][3]) + size(after[b][3])) +
            2 * Math.min(size(less(after[b][5], before[b][5])), size(sum(after[b][5], before[b][5]))),
          spin: size(after[b][1]) / h,
          resultant: Math.max(size(less(dp, f)) / (1 + size(dp)), size(less(dL, t)) / (1 + size(dL))),
          force: size(flat(less(f, force[b]))),
          torque: size(turn(less(t, torque[b]))),
          forces: forces[b],
          // torques of points that cancel within a pair do not show, so each force counts at the radius of gyration
          torques: torques[b] + forces[b] * gyration(model, b),
        },
        b,
        status,
        data,
      );
    }
  }
  return data;
}
