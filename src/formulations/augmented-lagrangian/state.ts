import type { LoadTable } from "../../collision/loads.js";
import type { JointKind } from "../../joints/joint.js";
import type { ItemTable } from "../../model/item.js";
import type { Model } from "../../model/model.js";
import { type Awake, createAwake } from "./awake.js";
import { type ClosedJoints, planClosedJoints } from "./closed-joints.js";
import { type Couples, createCouples } from "./contact-pattern.js";
import { createGuideWatch, type GuideWatch } from "./contradiction.js";
import { wantsBalance } from "./energy-balance.js";
import {
  createGeneralTangent,
  createStandingTangent,
  type GeneralTangent,
  type StandingTangent,
} from "./general-tangent.js";
import { type Guide, planGuides } from "./guides.js";
import { createStages, type Stages } from "./index1.js";
import { findLooseBodies, type LooseBodies } from "./loose/loose-bodies.js";
import { createLooseSystem, type LooseSystem } from "./loose/loose-system.js";
import { createSleepWork, type SleepWork } from "./loose/sleep.js";
import { buildGuidedMass, buildMass, type MassMatrix } from "./mass.js";
import type { Natural } from "./natural.js";
import type { Projector } from "./project.js";
import { createReactions, type Reactions, wantsReactions } from "./reactions.js";
import { type LagrangianSettings, readLagrangianSettings } from "./settings.js";
import { createSoftRows, type SoftRows } from "./soft-rows.js";
import { createControl, type StepControl } from "./step-control.js";
import { createPartLoads, type PartLoads } from "./step-loads.js";
import { createLikeTangent, createTangent, type Tangent } from "./tangent.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly natural: LagrangianState;
  }
}

/** Derived objects and work arrays that go with one Data. Nothing here is state. */
export interface LagrangianState {
  readonly natural: Natural;
  readonly guides: readonly Guide[];
  settings: LagrangianSettings;
  /** Step, parameters and epoch that settings, masses and penalties were made for. */
  timestep: number;
  params: unknown;
  epoch: number;
  mass: MassMatrix;
  readonly closed: ClosedJoints;
  /** The rows of prescribed coordinates. */
  readonly guidedMass: MassMatrix;
  readonly tangent: Tangent;
  /** The tangent of scenes in which it is not symmetric. */
  readonly general: GeneralTangent | null;
  /** Those of steps in which bodies touch, and the couples of bodies that may. */
  readonly kept: GeneralTangent[];
  readonly couples: Couples;
  /** The one that serves whatever touches the ground; null before it is needed. */
  standing: StandingTangent | null;
  /** Bodies that only contacts connect to others, and what is solved for them. */
  readonly loose: LooseBodies;
  readonly looseSystem: LooseSystem;
  /** What takes part in the step. */
  readonly awake: Awake;
  readonly sleep: SleepWork;
  /** A second tangent, for projections with the mass and for the start; made when it is needed. */
  readonly weights: Tangent;
  /** Projections with each of them. */
  readonly tangentProjector: Projector;
  readonly massProjector: Projector;
  readonly soft: SoftRows;
  /** What joints bear, where someone asks for it. */
  readonly reactions: Reactions | null;
  /** Iterations after which Newton's method gives up; at most those of the settings. */
  patience: number;
  /** Iterations in which contacts are detected again; in further ones they are followed. */
  detections: number;
  /** A change of a coordinate, over its scale, at which Newton's method gives up. */
  farthest: number;
  /** Copies for steps in parts. */
  readonly control: StepControl;
  /** Into how many parts the last step was cut at most, where errors are not controlled. */
  parts: number;
  /** What is prescribed and may contradict the joints; null where nothing is. */
  readonly watch: GuideWatch | null;
  /** Slopes of the explicit method. */
  readonly stages: Stages;
  /** Whether someone reads the balance of energy. */
  readonly balanced: boolean;
  /** True when forces on bodies do not depend on the state: gravity and given wrenches only. */
  readonly steady: boolean;
  /** What counts as one in each coordinate: the size of the mechanism for points and lengths, else 1. */
  readonly scale: Float64Array;

  /** Values of forms at q, and at q̇ or q̈. */
  readonly value: Float64Array;
  readonly rate: Float64Array;
  /**
   * Per row: Φ, Φ̇ or Φ̈, Φ̇_q q̇, work; the length of the gradient; α, and the weight of projections with the mass.
   */
  readonly phi: Float64Array;
  readonly phiDot: Float64Array;
  readonly gamma: Float64Array;
  readonly rowWork: Float64Array;
  readonly velocityRow: Float64Array;
  readonly rowScale: Float64Array;
  readonly alpha: Float64Array;
  /** α of a whole step: that of its parts goes with 1/s². */
  readonly stepAlpha: Float64Array;
  readonly rowMass: Float64Array;
  readonly jacobian: Float64Array;
  /** Factors of the step, see NUMBER. */
  readonly numbers: Float64Array;
  /** Per coordinate: generalised forces, right-hand side, and copies of the state at the start of the step. */
  readonly force: Float64Array;
  readonly rhs: Float64Array;
  readonly q0: Float64Array;
  readonly v0: Float64Array;
  readonly a0: Float64Array;
  readonly work: Float64Array;
  /** Coordinates before the step, while some body is set aside. */
  readonly held: Float64Array;

  /** What had acted when a part of the step began, and when a pair of halves did; see `step-loads.ts`. */
  readonly partLoads: PartLoads;
  readonly pairLoads: PartLoads;
  /** Views of the fields of what acts, once they are known. */
  endTable: LoadTable | null;
  heldTable: LoadTable | null;
  measured: readonly Float64Array[] | null;
}

/** `detections` of a step. */
export const DETECTIONS = 4;

/** Makes room for a model in natural coordinates. */
export function createLagrangianState(model: Model, natural: Natural): LagrangianState {
  const mass = buildMass(model, natural);
  const soft = createSoftRows(model, natural);
  const { count, constraints, forms } = natural;
  const rows = constraints.rows;
  const f64 = (n: number) => new Float64Array(n);
  const alpha = f64(rows);
  const rowMass = f64(rows);
  const loose = findLooseBodies(model, natural, mass, soft);
  const awake = createAwake(model, natural, mass, soft.rows, loose);
  const tangent = createTangent(natural, mass, soft, loose);
  const weights = createLikeTangent(tangent);
  const value = f64(3 * forms.count);
  const guides = planGuides(model, natural);
  const settings = readLagrangianSettings(model);
  return {
    natural,
    guides,
    settings,
    timestep: Number.NaN,
    params: null,
    epoch: -1,
    mass,
    closed: planClosedJoints(model),
    guidedMass: buildGuidedMass(model, natural),
    tangent,
    general: createGeneralTangent(model, natural, value, tangent, soft),
    kept: [],
    couples: createCouples(),
    standing:
      settings.standing && model.systems.collision?.active
        ? createStandingTangent(model, natural, value, tangent, soft)
        : null,
    loose,
    awake,
    sleep: createSleepWork(model, loose),
    looseSystem: createLooseSystem(model, natural, value, loose),
    weights,
    tangentProjector: { tangent, weights: alpha, scale: f64(1), held: soft.hold },
    massProjector: { tangent: weights, weights: rowMass, scale: Float64Array.of(1), held: soft.massHold },
    soft,
    reactions: wantsReactions(model) ? createReactions(model, { natural }) : null,
    patience: Number.POSITIVE_INFINITY,
    detections: DETECTIONS,
    farthest: Number.POSITIVE_INFINITY,
    control: createControl(count, rows, model.nb, jointRowCount(model)),
    parts: 1,
    watch: createGuideWatch(model, natural, guides, jointRowCount(model)),
    stages: createStages(count, constraints.column.length),
    balanced: wantsBalance(model),
    steady: model.forces.length === 0 && soft.joints.length === 0 && !model.controllers.some(perEvaluation),
    scale: scales(natural),
    value,
    rate: f64(3 * forms.count),
    phi: f64(rows),
    phiDot: f64(rows),
    gamma: f64(rows),
    rowWork: f64(rows),
    velocityRow: f64(rows),
    rowScale: f64(rows),
    alpha,
    stepAlpha: f64(rows),
    rowMass,
    jacobian: f64(constraints.column.length),
    numbers: f64(8),
    force: f64(count),
    rhs: f64(count),
    q0: f64(count),
    v0: f64(count),
    a0: f64(count),
    work: f64(count),
    held: f64(count),
    partLoads: createPartLoads(),
    pairLoads: createPartLoads(),
    endTable: null,
    heldTable: null,
    measured: null,
  };
}

function jointRowCount(model: Model): number {
  return model.joints.kinds.reduce((sum, kind, i) => sum + (kind as JointKind).rows(model, i), 0);
}

function perEvaluation(table: ItemTable): boolean {
  return (table.col.rate as Int32Array).some((rate) => rate === 1);
}

function scales(natural: Natural): Float64Array {
  const scale = new Float64Array(natural.count).fill(1);
  for (const { kind, offset } of natural.entities)
    if (kind === "point") scale.fill(natural.size, offset, offset + natural.dim);
  for (const { plan, offset } of natural.scalars)
    if (plan.kind === "travel" || plan.kind === "length") scale[offset] = natural.size;
  return scale;
}
