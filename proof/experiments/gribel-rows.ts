import {
  type BodySpec,
  createData,
  type Data,
  defaultItems,
  type Items,
  type JointKind,
  type Model,
  resetData,
  type UntypedSpec,
} from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { seeded } from "../reference/random.js";

/** What the joints' table holds of a row. */
interface Rows {
  readonly rowKind: Uint8Array;
  readonly rowJacobian: Float64Array;
  readonly rowError: Float64Array;
}

/** Rows whose C means something: lock, limit, spring. */
const MEASURED = [1, 2, 4];

const limits = { zero: 0.1, limits: { lower: -0.4, upper: 0.3 } };

/** Parameters of a kind, in addition to bodies and position, with which it has all its rows. */
function extras(type: string, planar: boolean): Record<string, unknown> {
  const to = planar ? [1.5, 0.9] : [1.5, 0.9, -0.7];
  const known: Record<string, Record<string, unknown>> = {
    ball: { ...limits, cone: 0.6 },
    screw: { ...limits, pitch: 0.7 },
    gear: { ratio: -1.7 },
    "rack-and-pinion": { radius: 0.3, travel: planar ? [1, 2] : [1, 2, -1] },
    pulley: {
      to,
      ratio: 2,
      slack: false,
      ...(planar ? { groundA: [0, 2], groundB: [2, 2] } : { groundA: [0, 2, 1], groundB: [2, 2, -1] }),
    },
    wheel: { travel: planar ? [1, 1] : [1, 3, 0], stiffness: 100, damping: 4, minTravel: -0.2, maxTravel: 0.3 },
    distance: { to },
    spring: { to },
    "angular-spring": limits,
    weld: { stiffness: 100, angularStiffness: 3 },
    bushing: { stiffness: [1, 2, 3], angularStiffness: [4, 5, 6] },
    hydraulic: { to, force: 10, speed: 1, minLength: 0.2, maxLength: 3 },
    drag: { bodyA: "world", targetX: 2, targetY: 1 },
  };
  return known[type] ?? (["hinge", "slider", "cylindrical", "point-on-line"].includes(type) ? limits : {});
}

function sample(type: string, planar: boolean): UntypedSpec {
  const body = (name: string, position: number[], axis: number[], angle: number) =>
    ({
      name,
      mass: 1,
      inertia: [1, 1.5, 2],
      position: planar ? position.slice(0, 2) : position,
      orientation: { axis: planar ? [0, 0, 1] : axis, angle },
    }) satisfies BodySpec;
  const inside = (defaultItems as Items).joints[type].planarAxis === "inside";
  return {
    ...(planar ? { plane: "xy" as const } : {}),
    formulation: { type: "impulse" },
    bodies: [body("a", [0.3, -0.2, 0.5], [1, 2, 3], 0.7), body("b", [1.1, 0.4, -0.3], [-1, 0.5, 2], -1.1)],
    joints: [
      {
        type,
        name: "joint",
        bodyA: "a",
        bodyB: "b",
        at: planar ? [0.6, 0.1] : [0.6, 0.1, 0.2],
        axis: planar ? (inside ? [1, -1] : [0, 0, 1]) : [1, -1, 2],
        ...extras(type, planar),
      },
    ],
  };
}

/** Every kind of joint in space and, where it has a place there, in the plane. */
function samples(context: Context): Model[] {
  return Object.entries(context.items.joints).flatMap(([type, kind]) =>
    (kind.planarAxis === "none" ? [false] : [false, true]).map(
      (planar) => context.simulateUntyped(sample(type, planar)).model,
    ),
  );
}

function write(model: Model, data: Data): Rows {
  const rows = data.items.joints;
  (model.joints.kinds[0] as JointKind).writeRows(model, data, 0, 0, rows);
  return rows;
}

const components = (model: Model) => (model.planar ? [2, 3, 4] : [0, 1, 2, 3, 4, 5]);

/** Moves body b along (3–5) or about (0–2) a world axis: q ← (φ/2, 1) q, normalised. */
function nudge(data: Data, b: number, component: number, amount: number): void {
  if (component >= 3) {
    data.bodyPos[3 * b + component - 3] += amount;
    return;
  }
  const [x, y, z, w] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  const u = [0, 0, 0];
  u[component] = Math.sin(amount / 2);
  const c = Math.cos(amount / 2);
  data.bodyQuat.set(
    [
      c * x + u[0] * w + u[1] * z - u[2] * y,
      c * y + u[1] * w + u[2] * x - u[0] * z,
      c * z + u[2] * w + u[0] * y - u[1] * x,
      c * w - u[0] * x - u[1] * y - u[2] * z,
    ],
    4 * b,
  );
}

function scatter(model: Model, data: Data, random: () => number): void {
  resetData(model, data);
  for (let b = 1; b < model.nb; b++) for (const k of components(model)) nudge(data, b, k, 0.4 * (2 * random() - 1));
}

const states = (context: Context) => (context.full ? 1000 : 20);

export const gribelJacobians = defineExperiment({
  id: "gribel.v01",
  title: "Rows of every kind of joint against finite differences",
  reference:
    "[Gribel2009], row V01: dC/dt = J v by central differences of C, every kind of joint, in space and in the plane, 1,000 random states each (20 in the quick set).",
  rows: {
    "": error("largest error of an entry of J, relative to its row", "1", 1e-6, "error of central differences"),
  },
  *measure(context) {
    const h = 1e-5;
    let worst = 0;
    for (const model of samples(context)) {
      const random = seeded(7);
      const data = createData(model);
      const moved = createData(model);
      for (let n = 0; n < states(context); n++) {
        scatter(model, data, random);
        const rows = write(model, data);
        const jacobian = rows.rowJacobian.slice();
        const kinds = rows.rowKind.slice();
        for (let b = 1; b <= 2; b++) {
          for (const k of components(model)) {
            const [plus, minus] = [h, -h].map((amount) => {
              moved.bodyPos.set(data.bodyPos);
              moved.bodyQuat.set(data.bodyQuat);
              nudge(moved, b, k, amount);
              return write(model, moved).rowError.slice();
            });
            for (let r = 0; r < kinds.length; r++) {
              if (!MEASURED.includes(kinds[r])) continue;
              const row = jacobian.subarray(12 * r, 12 * r + 12);
              const size = row.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
              // the drag joint is between the world and b
              const first = model.joints.bodyA[0] === 0 ? (b === 2 ? 6 : -1) : 6 * (b - 1);
              const entry = first < 0 ? 0 : row[first + k];
              worst = Math.max(worst, Math.abs(entry - (plus[r] - minus[r]) / (2 * h)) / size);
            }
          }
        }
      }
    }
    yield ["", worst];
  },
});

export const gribelReaction = defineExperiment({
  id: "gribel.v02",
  title: "Action and reaction of every row",
  reference:
    "[Gribel2009], row V02: forces of a row sum to zero, and so do their moments; kinds with a fixed carrier (gear, rack, pulley, drag) leave the rest to it.",
  rows: {
    force: error("largest sum of a row's forces, relative", "1", 1e-12, "round-off"),
    moment: error("largest sum of a row's moments about the origin, relative", "1", 1e-12, "round-off"),
  },
  *measure(context) {
    let force = 0;
    let moment = 0;
    for (const model of samples(context)) {
      if ((model.joints.kinds[0] as JointKind).grounded === true) continue;
      const random = seeded(11);
      const data = createData(model);
      const { bodyPos: p } = data;
      for (let n = 0; n < states(context); n++) {
        scatter(model, data, random);
        const { rowJacobian: j, rowKind } = write(model, data);
        for (let r = 0; r < rowKind.length; r++) {
          if (rowKind[r] === 0) continue;
          const size = j.subarray(12 * r, 12 * r + 12).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
          for (let c = 0; c < 3; c++) {
            const [u, v] = [(c + 1) % 3, (c + 2) % 3];
            let [f, m] = [0, 0];
            for (let side = 0; side < 2; side++) {
              const o = 12 * r + 6 * side;
              const b = 3 * (side + 1);
              f += j[o + 3 + c];
              m += j[o + c] + p[b + u] * j[o + 3 + v] - p[b + v] * j[o + 3 + u];
            }
            force = Math.max(force, Math.abs(f) / size);
            moment = Math.max(moment, Math.abs(m) / size);
          }
        }
      }
    }
    yield ["force", force];
    yield ["moment", moment];
  },
});
