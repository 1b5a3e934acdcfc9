import type { TreeCache } from "../geometry/tree/cached-tree.js";
import type { Quat } from "../math/quat.js";
import type { Vec3 } from "../math/vec3.js";
import type { jointPlacing } from "./compile/joints.js";
import type { compileVisuals } from "./compile/visuals.js";
import type { Control } from "./controls.js";
import { type ProblemList, unknownWord } from "./errors.js";
import type { Expression, formulaLanguage } from "./expression.js";
import type { FieldTable } from "./fields.js";
import type { CompileContext, ItemKind, ItemTable } from "./item.js";
import type { Look, LookInput } from "./look.js";
import type { ShapeGeometry, ShapeKind } from "./shape.js";
import type { FullSpec } from "./spec.js";
import type { VisualFiles, VisualKind, VisualMesh } from "./visual.js";

/** Kinds of body, as `model.bodyType` stores them. */
export const BODY_TYPE = { static: 0, kinematic: 1, dynamic: 2 } as const;

/** States of a body, as `data.bodyState` stores them. */
export const BODY_STATE = { active: 0, asleep: 1, dormant: 2 } as const;

/** Index of the background body, named "world": static, at the origin. */
export const WORLD = 0;

/**
 * What can be sensed: the part of a sensor kind that `compile` needs. The pipeline's kinds add the reading functions.
 */
export interface SensorKindBase {
  readonly name: string;
  readonly help: string;
  /** What can be read of the thing with this index. */
  quantities(model: Model, index: number): Readonly<Record<string, QuantityBase>>;
  /** Names that may stand in the middle of `kind/name/quantity`. */
  names(model: Model): readonly string[];
  /** Index of the named thing, or −1. */
  find(model: Model, name: string): number;
}

export interface QuantityBase {
  readonly unit: string;
  readonly help: string;
  /** Names of the components; empty for a scalar. */
  readonly components: readonly string[];
  /** True when the value comes from forces, so that they must be evaluated at the end of the step. */
  readonly needsForces?: boolean;
  /** True when the value comes from efforts of joints, which some formulations compute only where they are read. */
  readonly needsEfforts?: boolean;
  /** True when the value is a mean of the last step, so that there is none before the first. */
  readonly needsStep?: boolean;
}

/** An event kind: numeric, so that a ring of numbers can hold it. */
export interface EventKind {
  readonly code: number;
  readonly help: string;
}

/** The part of a formulation that `compile` needs. */
export interface FormulationKindBase extends ItemKind {
  /** Whether it can solve joints. */
  readonly joints: "all" | "none";
  /** Its joints act by impulses, of which the first makes the velocities at the start right. */
  readonly startsByImpulses?: true;
  /** Words for how it answers contacts; none where bodies pass through each other. */
  readonly contacts: readonly string[];
  /** Systems that only this formulation needs. */
  readonly systems?: readonly SystemKind[];
  /**
   * Sensors that it declares, by kind: `solver/all/<quantity>` while it is in use, `mechanism/all/<quantity>` in every
   * formulation of the registry (such a quantity reads zero where another one is in use).
   */
  readonly quantities?: Readonly<Partial<Record<"solver" | "mechanism", Readonly<Record<string, QuantityBase>>>>>;
}

/** The part of a contact model that `compile` needs; `contact/contact-model.ts` has the rest. */
export interface ContactModelBase {
  readonly name: string;
  /** One sentence for menus and the manual. */
  readonly help: string;
  /** Systems that keep its constants and its memory. */
  readonly systems: readonly SystemKind[];
  /** Whether it answers for any contact of the model, whose systems are prepared. */
  isActive(model: Model): boolean;
}

/**
 * How a picture shows a joint: its axis z, its axis as the direction of a slide, a point, a block (nothing moves), or a
 * line between its two points: a bar, a spring, a cylinder.
 */
export type JointDrawing = "axis" | "slide" | "point" | "block" | "bar" | "spring" | "cylinder";

/** The part of a joint kind that `compile` needs. */
export interface JointKindBase extends ItemKind {
  /**
   * Degrees of freedom that the joint leaves between its bodies: in space, and in the plane (−1: makes no sense there).
   */
  readonly freedom: { readonly spatial: number; readonly planar: number };
  /** Where the joint's axis lies in a planar scene: across the plane as of a hinge, inside it as of a slider. */
  readonly planarAxis: "across" | "inside" | "none";
  /** Present in kinds with a coordinate, which limits, drive and friction act on. */
  writeCoordinate?(...state: never[]): void;
  /** Unit of that coordinate. */
  readonly coordinateUnit?: "rad" | "m";
  readonly drawing: JointDrawing;
  /** True for kinds whose place does not matter: without one, they sit at the centre of B. */
  readonly placeless?: true;
  /**
   * The parameter that states the x axis of the frame, world axes; opposite to gravity as scenes have it (z, in the
   * plane y) unless given.
   */
  readonly xAxis?: string;
  /** Numbers that the kind derives for itself behind its own parameters in `joints.own`. */
  readonly derived?: number;
  /**
   * Completes joint `i` once its frames are known: default lengths and the like. Returns a sentence when the input
   * makes no sense.
   */
  prepare?(table: JointTable, i: number, context: JointPlacement): string | undefined;
}

/** Initial placement and masses of the bodies, for `prepare`. */
export interface JointPlacement extends CompileContext {
  readonly bodyMass: Float64Array;
  readonly bodyInvMass: Float64Array;
  readonly bodyInvInertia: Float64Array;
  /** m/s² */
  readonly gravity: readonly number[];
}

/** What a system gives `compile`. */
export interface PreparedSystem {
  /** Its entry in `model.systems`. */
  readonly setup: unknown;
  /** Dimensions for its fields. */
  readonly dims: Readonly<Record<string, number>>;
  /**
   * Inertias that bodies get instead of their own, by body: xx yy zz xy xz yz about the centre of mass, body axes, kg
   * m².
   */
  readonly inertias?: ReadonlyMap<number, Float64Array>;
}

/**
 * Something that a model prepares once and that keeps derived objects beside the arrays of Data: collision,
 * terrain. The part that `compile` and `createData` need; the folder of the system knows the rest.
 */
export interface SystemKind {
  readonly name: string;
  readonly fields?: FieldTable;
  /** Builds what is constant, from a model that it does not change; notes problems and warnings. */
  prepare(model: Model, problems: ProblemList): PreparedSystem;
  /** Builds what goes with one Data: derived, and rebuilt from the state whenever `data.sensed` is false. */
  create(model: Model): unknown;
  /** Whether it has nothing to keep in this model: its fields are then no state. */
  idle?(model: Model): boolean;
  /** What it does at the end of a step, when bodies have moved and the clock has advanced. */
  advance?(model: Model, data: never): void;
  /** Names of the entries of its dimensions, by which a recompile finds the entries of fields again. */
  entryNames?(model: Model): Readonly<Record<string, readonly string[]>>;
  /** Carries over a recompile what has no such names. Reads: `oldData`. Writes: fields of `data`. */
  carryOver?(oldModel: Model, oldData: never, model: Model, data: never): void;
}

/**
 * All registries. `src/index.ts` binds the defaults; a caller passes `{ ...defaultItems, forces: { ...forces, mine }
 * }`.
 */
export interface Items {
  readonly shapes: Readonly<Record<string, ShapeKind>>;
  readonly joints: Readonly<Record<string, JointKindBase>>;
  readonly forces: Readonly<Record<string, ItemKind>>;
  readonly controllers: Readonly<Record<string, ItemKind>>;
  readonly formulations: Readonly<Record<string, FormulationKindBase>>;
  readonly integrators: Readonly<Record<string, ItemKind>>;
  readonly sensors: Readonly<Record<string, SensorKindBase>>;
  readonly events: Readonly<Record<string, EventKind>>;
  /** The language of formulas; absent where no scene has any. */
  readonly formulas?: typeof formulaLanguage;
  /** Fields of every joint, and what makes an entry of the table of them; absent where no scene has joints. */
  readonly jointPlacing?: typeof jointPlacing;
  /** Systems that every formulation has; contact models and formulations bring their own. */
  readonly systems: Readonly<Record<string, SystemKind>>;
  readonly contactModels: Readonly<Record<string, ContactModelBase>>;
  readonly contactLaws: Readonly<Record<string, ItemKind>>;
  readonly frictionLaws: Readonly<Record<string, ItemKind>>;
  /** What can be drawn; empty where nothing is. */
  readonly visuals: Readonly<Record<string, VisualKind>>;
  /** What makes pictures of them; absent where nothing is drawn. */
  readonly compileVisuals?: typeof compileVisuals;
  /** Looks that a scene may name without declaring them. */
  readonly looks: Readonly<Record<string, LookInput>>;
  /** No registry: the files that visuals name, when the caller has read them. */
  readonly visualFiles?: VisualFiles;
  /** No registry: where the search trees of large meshes are kept between runs, when the caller provides a place. */
  readonly meshTrees?: TreeCache;
  /**
   * No registry: told how far the balls of a shape are packed, 0 … 1, about a hundred times per shape; it may take
   * seconds.
   */
  readonly packingProgress?: (done: number) => void;
}

/** A shape in its body. */
export interface ShapeInstance {
  readonly kind: string;
  readonly body: number;
  /** Index of the shape within its body. */
  readonly index: number;
  /** p_BS: origin of the shape from the body's centre of mass, body axes, m. */
  readonly position: Vec3;
  /** q_BS */
  readonly orientation: Quat;
  readonly material: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly geometry: ShapeGeometry;
}

/** A visual in its body. */
export interface VisualInstance {
  readonly kind: string;
  readonly body: number;
  /** p_BV: origin of the visual from the body's centre of mass, body axes, m. */
  readonly position: Vec3;
  /** q_BV */
  readonly orientation: Quat;
  /** Index into `model.looks`; −1 where the body's colour is the look. */
  readonly look: number;
  /** Equal for visuals with equal surfaces. */
  readonly key: string;
  /** Number of versions, from fine to coarse. */
  readonly details: number;
  /** Builds a version of the surface. */
  build(detail?: number): VisualMesh;
}

/** A look of the scene; its name is empty where it was written in place. */
export interface LookInstance extends Look {
  readonly name: string;
}

/**
 * The compiled joints of the scene, whatever their kind; each derives its rows or constraints from this one definition.
 */
export interface JointTable {
  readonly count: number;
  readonly names: readonly string[];
  readonly kinds: readonly JointKindBase[];
  readonly bodyA: Int32Array;
  readonly bodyB: Int32Array;
  /** Origin of the joint frame from each body's centre of mass, body axes, m; 3 per joint. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** Orientation of the joint frame in each body, 4 per joint; z is the joint's axis. */
  readonly quatA: Float64Array;
  readonly quatB: Float64Array;
  /** In planar scenes, which axis of the frame (0, 1, 2) is across the plane; 3 in space. */
  readonly across: Uint8Array;
  /** Value of the joint coordinate where the two frames coincide, rad or m. */
  readonly zero: Float64Array;
  /** Limits of the joint coordinate; ∓∞ where there are none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Drive mode: 0 none, 1 speed, 2 position, 3 effort, 4 position by spring; its target is an input slot. */
  readonly driveMode: Uint8Array;
  readonly driveInput: Int32Array;
  readonly driveMaxEffort: Float64Array;
  /** While the target of a speed drive is 0; NaN: no other than the largest. */
  readonly driveHoldEffort: Float64Array;
  readonly driveMaxSpeed: Float64Array;
  /** 1/s; 0 when the drive chooses it from the step. */
  readonly driveGain: Float64Array;
  readonly driveStiffness: Float64Array;
  readonly driveDamping: Float64Array;
  /** Coulomb friction effort of the joint coordinate, N m or N. */
  readonly friction: Float64Array;
  /** Input of a brake: friction beside that; −1: none. */
  readonly brakeInput: Int32Array;
  /** Largest power of the drive, W. */
  readonly driveMaxPower: Float64Array;
  /** Force (N) and torque (N m) at which the joint breaks; ∞ where it does not. */
  readonly breakForce: Float64Array;
  readonly breakTorque: Float64Array;
  /** Numbers of the joint's own kind, from ownStart[i] on; see `jointColumns`. NaN where optional ones are absent. */
  readonly own: Float64Array;
  readonly ownStart: Int32Array;
  /** Input slots of the joint's own kind, from inputStart[i] on. */
  readonly input: Int32Array;
  readonly inputStart: Int32Array;
  /** All parameters as written, defaults filled in. */
  readonly params: readonly Readonly<Record<string, unknown>>[];
}

/** Materials and what each pair does; `mixed` tells which pair values were mixed rather than given. */
export interface MaterialTable {
  readonly names: readonly string[];
  readonly density: Float64Array;
  /**
   * Row-major, one row and column per material and a last one for shapes without; see `materialPair`. Static friction.
   */
  readonly friction: Float64Array;
  readonly kineticFriction: Float64Array;
  readonly restitution: Float64Array;
  /** m: the torque about the normal, and across it, per normal force. */
  readonly spinningFriction: Float64Array;
  readonly rollingFriction: Float64Array;
  readonly mixed: Uint8Array;
}

/** One thing to read: quantity of a named thing, to be written to consecutive slots. */
export interface SensorRead {
  readonly quantity: QuantityBase;
  readonly index: number;
  readonly slot: number;
  readonly width: number;
}

/** A column of the sensor table. */
export interface SensorColumn {
  readonly name: string;
  readonly unit: string;
  readonly slot: number;
  /** Index into `model.expressions`, or −1 when the slot is read directly. */
  readonly expression: number;
}

export interface SensorPlan {
  readonly reads: readonly SensorRead[];
  readonly columns: readonly SensorColumn[];
  readonly needsForces: boolean;
  readonly needsStep: boolean;
}

/** A rule that raises an event when its expression becomes true, or changes sign. */
export interface EventRule {
  readonly name: string;
  readonly expression: number;
  readonly crossing: boolean;
  /** −1 down, 0 both, 1 up. */
  readonly direction: number;
  readonly stop: boolean;
}

/**
 * What the systems prepare, by name. A system declares its own entry beside its type, so that `model.systems.collision`
 * needs no cast: `declare module "../model/model.js" { interface ModelSystems { readonly collision: CollisionSetup }
 * }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: systems add their entries by declaration merging
export interface ModelSystems {}

/** Result of `compile`: constant during stepping. */
export interface Model {
  /** The scene with defaults filled in; `setParameter` keeps it current. */
  readonly spec: FullSpec;
  readonly items: Items;
  readonly name: string;
  readonly planar: boolean;
  readonly options: {
    /** h, s */
    timestep: number;
    /** m/s², 3 */
    readonly gravity: Float64Array;
  };
  /** Sizes that fields refer to. */
  readonly dims: Readonly<Record<string, number>>;

  /** Number of bodies, the world included. */
  readonly nb: number;
  readonly bodyNames: readonly string[];
  readonly bodyIndex: ReadonlyMap<string, number>;
  readonly bodyType: Uint8Array;
  /** kg; 0 for bodies that do not move by forces. */
  readonly bodyMass: Float64Array;
  /** 1/kg along x, y, z; zero out of the plane. */
  readonly bodyInvMass: Float64Array;
  /** kg m² about the centre of mass in body axes: xx yy zz xy xz yz. */
  readonly bodyInertia: Float64Array;
  readonly bodyInvInertia: Float64Array;
  /** Centre of mass in the body frame, m. */
  readonly bodyCom: Float64Array;
  /** Initial p_W of the centre of mass, q_WB, [ω; v] and state. */
  readonly bodyPos0: Float64Array;
  readonly bodyQuat0: Float64Array;
  readonly bodyVel0: Float64Array;
  readonly bodyState0: Uint8Array;

  readonly materials: MaterialTable;
  /**
   * In the order of their bodies' names, so that a run does not depend on the order in which the scene lists bodies.
   */
  readonly shapes: readonly ShapeInstance[];
  /** What is drawn of the bodies that have visuals: data for pictures, which no step reads. */
  readonly visuals: readonly VisualInstance[];
  readonly looks: readonly LookInstance[];
  readonly joints: JointTable;
  readonly forces: readonly ItemTable[];
  readonly controllers: readonly ItemTable[];
  /** Named inputs. */
  readonly controls: readonly Control[];
  readonly formulation: { readonly kind: FormulationKindBase; readonly params: Readonly<Record<string, unknown>> };
  /** Null for formulations with an integrator of their own. */
  readonly integrator: ItemKind | null;
  readonly constants: ReadonlyMap<string, number>;
  readonly expressions: readonly Expression[];
  readonly sensors: SensorPlan;
  readonly events: readonly EventRule[];
  /** Contact models that answer in this scene, in the order of the registry. */
  readonly contactModels: readonly ContactModelBase[];
  /** The shared systems, those of all contact models, and those of the formulation. */
  readonly systemKinds: readonly SystemKind[];
  /** What each system prepared, by its name. */
  readonly systems: Readonly<ModelSystems & Record<string, unknown>>;
  /**
   * Initial values of `data.input`: applied wrenches (6 per body), kinematic velocities (6 per body), then item inputs.
   */
  readonly input0: Float64Array;
  /** Initial values of `data.slot`: time, step, constants, sensor values. */
  readonly slot0: Float64Array;
  /** What the user should know: mixed materials, shapes without contact, … */
  readonly warnings: readonly string[];
}

/** A body, by name or by index. */
export type BodyRef = string | number;

/** Index of a body by name; throws for an unknown one. An index is returned as it is, if there is such a body. */
export function bodyIndexOf(model: Model, body: BodyRef): number {
  if (typeof body === "number") {
    if (Number.isInteger(body) && body >= 0 && body < model.nb) return body;
    throw new RangeError(`no body with index ${body} in scene "${model.name}", which has ${model.nb}`);
  }
  const index = model.bodyIndex.get(body);
  if (index === undefined)
    throw new RangeError(
      `no body named "${body}" in scene "${model.name}": ${unknownWord("body", String(body), model.bodyNames)}`,
    );
  return index;
}
