import { rollingOf } from "../../collision/rolling-kinds.js";
import { BODY_TYPE, type Model, type SystemKind } from "../../model/model.js";
import { createDirectSystem, type DirectSystem } from "./direct-system.js";
import { type Balance, createBalance, ENERGY_SIZE } from "./energy-balance.js";
import { createImpactSystem, type ImpactSystem } from "./impact-rows.js";
import { bodySizes } from "./islands.js";
import { createJointShares, type JointShares } from "./joint-loads.js";
import { raiseMoments } from "./light-bodies.js";
import { createMoving, type Moving } from "./moving.js";
import { createRescueWork, type RescueWork } from "./rescue-newton.js";
import { type ImpulseSettings, readSettings } from "./settings.js";
import { createSleepWork, type SleepWork } from "./sleep.js";
import { WORK_SIZE } from "./thesis-joints.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly impulseState: ImpulseState;
  }
}

/** No number: V8 then keeps the property as a reference to a boxed number, which can be handed on as it is. */
const NOT_YET = null as number | null as number;

/** Derived objects that go with one Data. */
export interface ImpulseState {
  settings: ImpulseSettings;
  /** Length of a sub-step and half of it, s. */
  h: number;
  half: number;
  /** Sub-steps with contacts of their own that the present step asks for, see `partsOfTurns`. */
  parts: number;
  /** Timestep and parameters that the settings were made for. */
  timestep: number;
  params: unknown;
  /** `data.epoch` when contacts were found last. */
  epoch: number;
  /** Rank of each body by its name, and whether ranks ascend with numbers. */
  readonly rank: Int32Array;
  readonly ranked: boolean;
  /** Work of sorting, and per island: number of bodies, smallest and largest mass, tallest column. */
  readonly count: Int32Array;
  readonly bodies: Int32Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly tall: Int32Array;
  /** Mass of each level of an island, and of what stands on the one below in all its contacts, kg. */
  readonly levels: Float64Array;
  readonly hinges: Float64Array;
  readonly size: Float64Array;
  /** Smallest radius of gyration of each body, m. */
  readonly gyration: Float64Array;
  /** Fastest speed and turn rate of each island before the sub-step, and what is given from outside. */
  readonly top: Float64Array;
  readonly spin: Float64Array;
  given: number;
  /** The same without springs of joints. */
  led: number;
  /**
   * Islands whose energy is watched, those with overlap, and their energies, by root; bodies whose moments were raised;
   * work; forces on the bodies at the start of the sub-step, N.
   */
  readonly watched: Uint8Array;
  readonly overlaps: Uint8Array;
  readonly energy: Float64Array;
  readonly balance: Balance;
  readonly light: Uint8Array;
  readonly own: Float64Array;
  readonly pushed: Float64Array;
  /**
   * Whether each body has joints; a body that stands for all that they connect to it, and the part of the step after
   * which each one stops.
   */
  readonly jointed: Uint8Array;
  readonly mechanism: Int32Array;
  readonly stop: Float64Array;
  /** Whether something moves by itself: kinematic bodies or surfaces. */
  readonly moves: boolean;
  /** How the lowest point of each shape moves when it turns, see `rollingOf`; poses of shapes after the drift. */
  readonly rolling: Uint8Array;
  readonly rolled: Float64Array;
  /** Change of the slip of a patch that is carried along, m/s. */
  readonly carried: Float64Array;
  /** A patch that bears each body, −1: none. */
  readonly bearing: Int32Array;
  readonly direct: DirectSystem;
  /** Number of patches that are solved in sweeps. */
  ordered: number;
  /** Number of those that are new. */
  fresh: number;
  /**
   * Per island: residual of its contacts, and what it must be small against, m/s. Velocities of all bodies at the start
   * of the last sub-step.
   */
  readonly miss: Float64Array;
  readonly scale: Float64Array;
  readonly started: Float64Array;
  /** Number of patches with restitution, and work of sorting them. */
  bounces: number;
  readonly impactCount: Int32Array;
  /** By island: time from the beginning of the sub-step to its first impact, s; ∞ where it has none. */
  readonly impactTime: Float64Array;
  readonly impacts: ImpactSystem;
  readonly rescue: RescueWork;
  /** Joint rows that are solved in sweeps, see `WORK`. */
  readonly rowWork: Float64Array;
  /** What joints do, for sensors. */
  readonly shares: JointShares;
  readonly sleep: SleepWork;
  readonly moving: Moving;
}

/** What the impulse formulation keeps beside the arrays. */
export const impulseSystem: SystemKind = {
  name: "impulseState",
  prepare(model, problems) {
    if (model.formulation.kind.name !== "impulse") return { setup: null, dims: {} };
    const { light, inertias } = raiseMoments(model, problems);
    const { precision, preset, restitutionLaw } = model.formulation.params as Readonly<Record<string, unknown>>;
    if (preset === "thesis" && restitutionLaw === "poisson")
      problems.warn('formulation.restitutionLaw: preset "thesis" has Newton\'s law only');
    if (preset === "thesis" && !model.systemKinds.some(({ name }) => name === "impulseThesis"))
      problems.add("formulation.preset", 'these registries do not have "thesis": use those of "stiction"');
    if (precision === "mixed" && !model.systemKinds.some(({ name }) => name === "impulseMixed"))
      problems.warn("formulation.precision: these registries have no kernel for mixed");
    return { setup: light, dims: {}, inertias };
  },
  create: (model) => (model.formulation.kind.name === "impulse" ? createImpulseState(model) : null),
};

function createImpulseState(model: Model): ImpulseState {
  const names = model.bodyNames.map((name, b) => ({ name, b }));
  names.sort((x, y) => (x.b === 0 || y.b === 0 ? x.b - y.b : x.name < y.name ? -1 : 1));
  const rank = new Int32Array(model.nb);
  names.forEach(({ b }, r) => {
    rank[b] = r;
  });
  return {
    settings: readSettings(model),
    h: NOT_YET,
    half: NOT_YET,
    parts: 0,
    timestep: model.options.timestep,
    params: model.formulation.params,
    epoch: -1,
    rank,
    ranked: rank.every((r, b) => r === b),
    count: new Int32Array(model.nb + 1),
    bodies: new Int32Array(model.nb),
    least: new Float64Array(model.nb),
    most: new Float64Array(model.nb),
    tall: new Int32Array(model.nb),
    levels: new Float64Array(model.nb + 1),
    hinges: new Float64Array(model.nb + 1),
    size: bodySizes(model),
    gyration: gyrations(model),
    top: new Float64Array(model.nb),
    spin: new Float64Array(model.nb),
    given: 0,
    led: 0,
    watched: new Uint8Array(model.nb),
    overlaps: new Uint8Array(model.nb),
    energy: new Float64Array(ENERGY_SIZE * model.nb),
    balance: createBalance(),
    light: model.systems.impulseState as Uint8Array,
    own: new Float64Array(model.nb),
    pushed: new Float64Array(3 * model.nb),
    jointed: jointed(model),
    mechanism: new Int32Array(model.nb),
    stop: new Float64Array(model.nb),
    moves: moves(model),
    rolling: rollingOf(model.systems.collision),
    rolled: new Float64Array(7 * model.systems.collision.count),
    carried: new Float64Array(3),
    bearing: new Int32Array(model.nb),
    direct: createDirectSystem(model),
    ordered: 0,
    fresh: 0,
    miss: new Float64Array(model.nb),
    scale: new Float64Array(model.nb),
    started: new Float64Array(6 * model.nb),
    bounces: 0,
    impactTime: new Float64Array(model.nb).fill(Number.POSITIVE_INFINITY),
    impactCount: new Int32Array(model.shapes.reduce((most, s) => Math.max(most, s.index + 1), model.nb) + 1),
    impacts: createImpactSystem(model),
    rescue: createRescueWork(),
    rowWork: new Float64Array(WORK_SIZE * model.systems.joints.rows),
    shares: createJointShares(model),
    sleep: createSleepWork(model),
    moving: createMoving(model),
  };
}

/** The state with settings that fit the model as it is now. */
export function impulseStateOf(model: Model, state: ImpulseState): ImpulseState {
  if (state.timestep !== model.options.timestep || state.params !== model.formulation.params) {
    state.settings = readSettings(model);
    state.h = NOT_YET;
    state.timestep = model.options.timestep;
    state.params = model.formulation.params;
  }
  return state;
}

/** Smallest radius of gyration √(I/m) of each body; 1 where there is none. */
function gyrations(model: Model): Float64Array {
  return Float64Array.from(model.bodyMass, (mass, b) => {
    const moments = [0, 1, 2].map((c) => model.bodyInvInertia[6 * b + c]).filter((i) => i > 0);
    return mass > 0 && moments.length > 0 ? Math.sqrt(1 / (Math.max(...moments) * mass)) : 1;
  });
}

function jointed(model: Model): Uint8Array {
  const { joints } = model;
  const any = new Uint8Array(model.nb);
  for (let i = 0; i < joints.count; i++) any[joints.bodyA[i]] = any[joints.bodyB[i]] = 1;
  return any;
}

function moves(model: Model): boolean {
  return (
    model.bodyType.includes(BODY_TYPE.kinematic) ||
    model.shapes.some((s) => (s.params.surfaceVelocity as readonly number[]).some((v) => v !== 0))
  );
}
