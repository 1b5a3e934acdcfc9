/** The longest step of contact from the rim: as `stiction info` estimates it, and as meshes have it. */
import { type FormulationSpec, step } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, near } from "../experiment.js";
import { boxMesh, icoSphere, type MeshShape } from "../reference/mesh-shapes.js";

interface Case {
  readonly mesh: MeshShape;
  readonly restitution: number;
  readonly formulation: FormulationSpec;
  readonly stages?: "inside";
}

const CUBE = boxMesh(0.2, 0.2, 0.2);
const BALL = icoSphere(0.2, 2);
const HELD = { type: "forces" } satisfies FormulationSpec;
const RK4 = { type: "forces", integrator: "rk4" } satisfies FormulationSpec;

const CASES: Readonly<Record<string, Case>> = {
  cube: { mesh: CUBE, restitution: 0.5, formulation: HELD },
  "cube-elastic": { mesh: CUBE, restitution: 1, formulation: HELD },
  "cube-inside": { mesh: CUBE, restitution: 0.5, formulation: RK4, stages: "inside" },
  ball: { mesh: BALL, restitution: 0.5, formulation: HELD },
  "ball-elastic": { mesh: BALL, restitution: 1, formulation: HELD },
  "ball-inside": { mesh: BALL, restitution: 0.5, formulation: RK4, stages: "inside" },
  "ball-rk4": { mesh: BALL, restitution: 0.5, formulation: RK4 },
  "ball-rk4-elastic": { mesh: BALL, restitution: 1, formulation: RK4 },
};

const SPEED = 1;
/** A rebound faster than the impact by this has gained, as in the estimator. */
const GAIN = 1.005;
/** Moments of touch within a step that are tried. */
const momentsOf = ({ full }: Context) => (full ? 8 : 4);

/** The mesh of 1 kg on its way, `moment` of a step before it touches. */
function thrown({ simulate }: Context, { mesh, restitution, formulation, stages }: Case, h: number, moment: number) {
  const lowest = Math.min(...mesh.vertices.map((v) => v[2]));
  return simulate({
    timestep: h,
    gravity: [0, 0, 0],
    formulation,
    materials: {
      soft: {
        friction: 0,
        youngModulus: 2.1e6,
        poissonRatio: 0.3,
        contact: { type: "rim", restitution, energyCap: false, ...(stages === undefined ? {} : { stages }) },
      },
    },
    bodies: [
      { name: "floor", type: "static", material: "soft", shapes: [boxMesh(0.6, 0.6, 0.2)] },
      {
        name: "body",
        mass: 1,
        inertia: [1, 1, 1],
        material: "soft",
        position: [0.013, 0.017, 0.1 - lowest + moment * h * SPEED],
        velocity: [0, 0, -SPEED],
        shapes: [mesh],
      },
    ],
  });
}

/** Whether it ever is faster than it came, along a vertical line. */
function gains(context: Context, given: Case, h: number): boolean {
  const moments = momentsOf(context);
  for (let k = 0; k < moments; k++) {
    const { model, data } = thrown(context, given, h, (k + 0.5) / moments);
    const b = model.bodyNames.indexOf("body");
    const start = data.bodyPos[3 * b + 2];
    for (let n = 0; n < 400; n++) {
      step(model, data);
      for (let c = 0; c < 5; c++) data.bodyVel[6 * b + c] = 0;
      if (!(data.bodyVel[6 * b + 5] <= GAIN * SPEED)) return true;
      if (data.bodyVel[6 * b + 5] > 0 && data.bodyPos[3 * b + 2] > start) break;
    }
  }
  return false;
}

export const rimStep = defineExperiment({
  id: "own.rim-step",
  title: "Longest step of contact from the rim",
  reference:
    "Meshes of 1 kg (cube of 0.2 m, ball of 320 triangles) that meet a block at 1 m/s, E = 2.1 MPa: the first step, in a ladder of 4 %, with which one of 8 moments of touch (4 in the quick run) gains 0.5 % of the speed without the cap of energy; `contact.contactReport` has the estimate.",
  rows: Object.fromEntries(
    Object.keys(CASES).map((name) => [
      name,
      near(`estimate over the limit that is measured, ${name}`, "1", 1, 0.15, "goal: within 15 %"),
    ]),
  ),
  *measure(context) {
    for (const [name, given] of Object.entries(CASES)) {
      const { model } = thrown(context, given, 1e-4, 0.5);
      const estimate = context.contact.contactReport(model)[0].longestStep;
      let h = 0.8 * estimate;
      while (h < 1.5 * estimate && !gains(context, given, h)) h *= 1.04;
      yield [name, (estimate / h) * 1.04];
    }
  },
});
