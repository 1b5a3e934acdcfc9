import { quatRotate } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import { ProblemList } from "../../model/errors.js";
import { BODY_TYPE, type Model, type ShapeInstance } from "../../model/model.js";
import type { ParamsOutput } from "../../model/params.js";
import { answersByForces } from "../contact-model.js";
import type { tyre } from "../laws/tyre.js";
import { compileLaws, type LawPair, namesLaw, refuseSliding } from "../material-laws.js";
import { FORMULA, peakSlip } from "./slip-curve.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly tyre: TyreSetup;
  }
}

type TyreParams = ParamsOutput<typeof tyre.params>;

/** A wheel shape: a disc, or several side by side, about its axis. */
export interface Wheel {
  readonly radius: number;
  /** Half of the width of a flat tread; 0 of a round one. */
  readonly halfWidth: number;
  /** Radius of a round tread, m; 0 of a flat one. */
  readonly tread: number;
  /** 1, or −1 where the axis that points to the left of the heading is −z of the shape. */
  readonly sense: number;
}

/** Constants of a tyre of one material on another. */
export interface TyrePair {
  readonly stiffness: number;
  readonly damping: number;
  /** μ_x, μ_y; C_κ/N, C_α/N; C_x, C_y; E_x, E_y: see `slip-curve.ts`. */
  readonly curve: Float64Array;
  /** FORMULA */
  readonly formula: number;
  /** Slip of the largest force, the smaller of the two. */
  readonly peak: number;
  /** σ, m; 0: half the radius. */
  readonly relaxation: number;
  readonly rollingResistance: number;
  /** Rate at which rolling resistance fades at rest, 1/s; 0: it stays. */
  readonly fading: number;
  readonly turningResistance: number;
  readonly dampedSpeed: number;
  /** 2 ζ_d √(N/g/k) of a load on its tread, for σ = 1 m, s/√m. */
  readonly dampingTime: number;
  /** The same of a load against rolling. */
  readonly rollTime: number;
  /** Places −1 … 1 and weights of the discs across the width. */
  readonly strips: readonly (readonly [number, number])[];
}

export interface TyreSetup {
  readonly active: boolean;
  /** Tyres on grounds. */
  readonly capacity: number;
  /** By pair of materials, see `materialPair`; null where another law is named. */
  readonly pairs: readonly (TyrePair | null)[];
  /** By shape; null for what is no wheel. */
  readonly wheels: readonly (Wheel | null)[];
}

const OFF: TyreSetup = { active: false, capacity: 0, pairs: [], wheels: [] };

/** Grounds on which one wheel may stand at a time. */
const GROUNDS = 6;

const NO_SLIDING =
  "a tyre has the friction of its slip, by the parameters friction, slipStiffness, corneringStiffness and formula of " +
  "its contact law; remove sliding";

/** Wheels and the pairs of materials whose law is `tyre`. */
export function prepareTyres(model: Model, problems: ProblemList): { setup: TyreSetup; dims: Record<string, number> } {
  const off = { setup: OFF, dims: { nTyre: 0 } };
  if (!namesLaw(model, "tyre") || !answersByForces(model) || problems.list.length > 0) return off;
  // what is wrong was said when compliant contact was prepared
  const laws = compileLaws(model, new ProblemList());
  refuseSliding(model, laws, "tyre", () => NO_SLIDING, problems);
  const pairs = laws.map((pair, at) => (pair?.law.name === "tyre" ? tyrePair(model, pair, at) : null));
  const wheels = model.shapes.map((shape) => (wears(model, shape, pairs) ? wheelOf(model, shape) : null));
  warnOfOtherShapes(model, wheels, problems);
  const count = wheels.filter((wheel) => wheel !== null).length;
  if (count === 0) return off;
  const capacity = GROUNDS * count;
  return { setup: { active: true, capacity, pairs, wheels }, dims: { nTyre: capacity } };
}

/** Side of the wheel in a pair of shapes: 0 or 1; −1 where the pair is none of a wheel and a ground. */
export function wheelSide(model: Model, a: number, b: number): number {
  const { active, wheels, pairs } = model.systems.tyre;
  if (!active || (wheels[a] === null) === (wheels[b] === null)) return -1;
  const { shapes, materials } = model;
  if (pairs[materialPair(materials, shapes[a].material, shapes[b].material)] === null) return -1;
  return wheels[a] !== null ? 0 : 1;
}

/** Whether a tyre answers for shapes a and b. */
export function usesTyre(model: Model, a: number, b: number): boolean {
  return wheelSide(model, a, b) >= 0;
}

/** Whether the shape's material names the law; or, where no material does, whether it moves and a pair names it. */
function wears(model: Model, { material, body }: ShapeInstance, pairs: readonly (TyrePair | null)[]): boolean {
  const n = model.materials.names.length + 1;
  const own = material < 0 ? n - 1 : material;
  const name = model.materials.names[own];
  const contact = name === undefined ? undefined : model.spec.materials[name]?.contact;
  if ((typeof contact === "string" ? contact : contact?.type) === "tyre") return true;
  if (model.bodyType[body] !== BODY_TYPE.dynamic) return false;
  for (let other = 0; other < n; other++) {
    const named = model.spec.materials[model.materials.names[other]]?.contact;
    const otherWears = (typeof named === "string" ? named : named?.type) === "tyre";
    if (!otherWears && pairs[own * n + other] !== null) return true;
  }
  return false;
}

function wheelOf(model: Model, shape: ShapeInstance): Wheel | null {
  const { form, size } = shape.geometry;
  const sense = senseOf(model, shape);
  if (form === "cylinder") return { radius: size[0], halfWidth: size[1], tread: 0, sense };
  if (form === "sphere") return { radius: size[0], halfWidth: 0, tread: size[0], sense };
  if (form === "torus" && size.length === 2) return { radius: size[0] + size[1], halfWidth: 0, tread: size[1], sense };
  return null;
}

/** The axis that points to +y at the start, or to −x where it lies along x: the left of a heading +x, or +y. */
function senseOf({ bodyQuat0 }: Model, { body, orientation }: ShapeInstance): number {
  const axis = quatRotate(bodyQuat0.subarray(4 * body, 4 * body + 4), quatRotate(orientation, [0, 0, 1]));
  if (Math.abs(axis[1]) > 1e-6) return axis[1] > 0 ? 1 : -1;
  return axis[0] > 0 ? -1 : 1;
}

/** Nodes and half weights of Gauss and Legendre, for 1 … 5 discs. */
const STRIPS: readonly (readonly (readonly [number, number])[])[] = [
  [[0, 1]],
  gauss([[1 / Math.sqrt(3), 0.5]]),
  gauss([
    [0, 4 / 9],
    [Math.sqrt(3 / 5), 5 / 18],
  ]),
  gauss([
    [Math.sqrt(3 / 7 - (2 / 7) * Math.sqrt(6 / 5)), (18 + Math.sqrt(30)) / 72],
    [Math.sqrt(3 / 7 + (2 / 7) * Math.sqrt(6 / 5)), (18 - Math.sqrt(30)) / 72],
  ]),
  gauss([
    [0, 64 / 225],
    [Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 1800],
    [Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 1800],
  ]),
];

/** All nodes from those ≥ 0. */
function gauss(half: readonly (readonly [number, number])[]): [number, number][] {
  const all: [number, number][] = half.flatMap(([x, w]): [number, number][] =>
    x === 0
      ? [[0, w]]
      : [
          [-x, w],
          [x, w],
        ],
  );
  return all.sort((p, q) => p[0] - q[0]);
}

/** Slope of a track without friction. */
const LEAST_SLOPE = 1e-6;

function tyrePair(model: Model, { params }: LawPair, at: number): TyrePair {
  const given = params as TyreParams;
  const mu = given.friction ?? model.materials.friction[at];
  const muAcross = given.lateralFriction ?? mu;
  const isTrack = given.formula === "shear";
  // μ L/(2 K): what the formula's x = ρ L/K makes of the slope
  const perFriction = given.trackLength / (2 * given.shearLength);
  const slope = isTrack ? Math.max(mu * perFriction, LEAST_SLOPE) : given.slipStiffness;
  const curve = Float64Array.of(
    mu,
    muAcross,
    slope,
    isTrack ? Math.max(muAcross * perFriction, LEAST_SLOPE) : given.corneringStiffness,
    given.shape,
    given.lateralShape,
    given.curvature,
    given.lateralCurvature,
  );
  const formula = FORMULA[given.formula];
  const g = model.options.gravity;
  const weight = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) || 9.81;
  return {
    stiffness: given.stiffness,
    damping: given.damping,
    curve,
    formula,
    peak: Math.min(peakSlip(formula, curve, 0), peakSlip(formula, curve, 1)),
    relaxation: given.relaxationLength ?? (isTrack ? 4 * given.shearLength : 0),
    rollingResistance: given.rollingResistance,
    fading: given.restTime === undefined ? 0 : 1 / given.restTime,
    turningResistance: given.turningResistance,
    dampedSpeed: given.dampedSpeed,
    dampingTime: (2 * given.stictionDamping) / Math.sqrt(slope * weight),
    rollTime:
      given.rollingResistance > 0 ? (2 * given.stictionDamping) / Math.sqrt(given.rollingResistance * weight) : 0,
    strips: STRIPS[given.strips - 1],
  };
}

/** Shapes that are no wheels although their material is that of tyres. */
function warnOfOtherShapes(model: Model, wheels: readonly (Wheel | null)[], problems: ProblemList): void {
  model.shapes.forEach(({ material, body, kind }, s) => {
    const contact = model.spec.materials[model.materials.names[material]]?.contact;
    if (wheels[s] !== null || (typeof contact === "string" ? contact : contact?.type) !== "tyre") return;
    problems.warn(
      `the ${kind} of body "${model.bodyNames[body]}" has the contact law tyre and is no wheel: a cylinder, a sphere or a whole torus about z; it gets the spring and damper of the law at its points`,
    );
  });
}
