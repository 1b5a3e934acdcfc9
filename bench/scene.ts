/**
 * Engine-neutral descriptions: the input of every engine of a comparison, and the measurements by the same code.
 */
import type { Spec } from "stiction";

export type Vector = readonly [number, number, number];
/** [x, y, z, w] */
export type Quaternion = readonly [number, number, number, number];

/**
 * Shapes around the origin of the body frame; capsule and cylinder along z. In planar scenes a box is a rectangle, a
 * sphere a circle.
 */
export type BenchShape =
  | { readonly type: "box"; readonly halfExtents: Vector }
  | { readonly type: "sphere"; readonly radius: number }
  | { readonly type: "capsule"; readonly radius: number; readonly halfLength: number }
  | { readonly type: "cylinder"; readonly radius: number; readonly halfLength: number }
  | { readonly type: "hull"; readonly points: readonly Vector[] }
  | { readonly type: "mesh"; readonly vertices: readonly Vector[]; readonly triangles: readonly Vector[] }
  | { readonly type: "compound"; readonly parts: readonly BenchPart[] };

/** A shape that is not a compound. */
export type SimpleShape = Exclude<BenchShape, { readonly type: "compound" }>;

export interface BenchPart {
  readonly shape: SimpleShape;
  readonly position: Vector;
  readonly orientation?: Quaternion;
}

/** A rigid body with its centre of mass at the origin of its frame and its principal axes along the frame's. */
export interface BenchBody {
  readonly shape: BenchShape;
  /** kg; 0 is a static body. */
  readonly mass: number;
  /** Principal moments about the centre of mass, kg m². */
  readonly inertia: Vector;
  readonly position: Vector;
  readonly orientation?: Quaternion;
  readonly velocity?: Vector;
  /** World axes, rad/s. */
  readonly angularVelocity?: Vector;
  /**
   * Coulomb coefficient, by default 0.5, and restitution, by default 0. Engines mix the values of two bodies by
   * different rules, so bodies that touch have the same.
   */
  readonly friction?: number;
  readonly restitution?: number;
  /** Wants the engine's continuous detection, where it has one. */
  readonly fast?: boolean;
}

/** A joint between two bodies, which then do not touch each other. */
export interface BenchJoint {
  readonly type: "hinge" | "ball" | "slider" | "fixed";
  /** The world when absent. */
  readonly a?: number;
  readonly b: number;
  /** Initial position and unit axis (hinge, slider), world frame. */
  readonly at: Vector;
  readonly axis?: Vector;
  /**
   * A spring and damper in the freedom of a hinge or slider: −stiffness (x − target) − damping ẋ; x is 0 at the start.
   * SI units, radians.
   */
  readonly spring?: { readonly stiffness: number; readonly damping: number; readonly target: number };
}

export interface BenchScene {
  readonly name: string;
  /** Moves in x and y and rotates about z; z of positions is 0. */
  readonly planar?: boolean;
  readonly gravity: Vector;
  /** s */
  readonly timestep: number;
  readonly steps: number;
  /**
   * Steps that the measured world runs before the first that is timed or looked at. When absent, all steps count, and a
   * separate world is run before, so that code is compiled and caches are warm.
   */
  readonly settle?: number;
  /** Steps per measurement of time: enough that a block takes well above the clock's resolution of 1 µs. */
  readonly block: number;
  /** Blocks between two observations of the state; observing is not timed. */
  readonly observeEvery: number;
  /**
   * Joints are to be as exact as the engine can make them: if they are soft by default, it takes its stiffest setting.
   */
  readonly hard?: boolean;
  /** Whether shapes touch. Without, bodies have mass and inertia only, and there is nothing to detect. */
  readonly contact: boolean;
  readonly bodies: readonly BenchBody[];
  readonly joints: readonly BenchJoint[];
  /** Additional settings of Stiction's scene, with a note for the row. */
  readonly own?: { readonly note: string; spec(base: Spec): Spec };
  observer(scene: BenchScene): Observer;
}

/** Numbers per body that `World.read` writes: position 3, quaternion 4, angular velocity (world axes) 3, velocity 3. */
export const STATE = { position: 0, orientation: 3, angularVelocity: 7, velocity: 10, size: 13 } as const;

/** A scene in some engine. */
export interface World {
  step(): void;
  /** Writes the state of a body that can move to `out`. */
  read(body: number, out: Float64Array): void;
  /** Hash of the state, from reproducible engines. */
  hash?(): string;
  /** Remarks on this world, for the row. */
  readonly note?: string;
  dispose(): void;
}

export type Figures = Readonly<Record<string, number>>;

/** Observes the state at intervals and computes figures. */
export interface Observer {
  /** `time` in s since the start. */
  observe(time: number, world: World): void;
  figures(): Figures;
}

/** Kinds of tests, in the order of the table. */
export const GROUPS = {
  motion: "Motion without contact",
  speed: "Speed",
  friction: "Accuracy: friction",
  contact: "Accuracy: contact",
  joints: "Accuracy: joints and free motion",
  work: "Work and precision: CPU time to reach an error",
} as const;

export type Group = keyof typeof GROUPS;

/** One test: a row per engine. */
export interface BenchTest {
  readonly name: string;
  readonly title: string;
  readonly group: Group;
  /** Runs one scene or several and returns the figures of the row. */
  run(bench: Bench): Figures;
}

/** Context in which a test runs its scenes. */
export interface Bench {
  /** Fewer repetitions are enough: a quick check. */
  readonly quick: boolean;
  /** Runs a scene and adds its steps and their time to the row; throws `Refusal` when the engine cannot express it. */
  play(scene: BenchScene): Played;
  /** Adds a point of the curve of error over time to the row. */
  mark(point: WorkPoint): void;
}

/** Cost and error of a run with some step. */
export interface WorkPoint {
  /** Step, s. */
  readonly step: number;
  /** CPU time of the whole run, ms. */
  readonly cpuMs: number;
  /** Largest distance of any body from its reference at any time, m; null: lost. */
  readonly error: number | null;
}

export interface Played {
  readonly figures: Figures;
  readonly cpuMsMean: number;
  /** All steps were done in the time allowed. */
  readonly complete: boolean;
}

/** The engine cannot express a scene. */
export class Refusal extends Error {}

/** A test of one scene. The scene is built when it runs. */
export function sceneTest(group: Group, title: string, name: string, build: () => BenchScene): BenchTest {
  return { name, title, group, run: (bench) => bench.play(build()).figures };
}

/** An engine: one file in `engines/`, one line in its index. */
export interface Engine {
  readonly name: string;
  /** Engines of one family are not compared with each other. */
  readonly family: string;
  /** Settings and remarks. */
  readonly settings: string;
  load(): Promise<LoadedEngine>;
}

export interface LoadedEngine {
  readonly version: string;
  /** The adapter supports springs in joints. */
  readonly springs?: boolean;
  /** A sentence when the engine cannot express the scene. */
  refuse?(scene: BenchScene): string | undefined;
  create(scene: BenchScene): World;
}

export const DEFAULT_FRICTION = 0.5;

/** The simple shapes of a body with their places. */
export function partsOf(shape: BenchShape): readonly BenchPart[] {
  return shape.type === "compound" ? shape.parts : [{ shape, position: [0, 0, 0] }];
}

/** All simple shapes of a scene's bodies. */
export function shapesOf(scene: BenchScene): SimpleShape[] {
  return scene.bodies.flatMap((body) => partsOf(body.shape).map((part) => part.shape));
}
