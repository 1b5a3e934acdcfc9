/** Engine-neutral descriptions: what every engine of a comparison is given, and what is measured of each by the same code. */
import type { Spec } from "stiction";

export type Vector = readonly [number, number, number];
/** [x, y, z, w] */
export type Quaternion = readonly [number, number, number, number];

export type BenchShape =
  | { readonly type: "box"; readonly halfExtents: Vector }
  | { readonly type: "sphere"; readonly radius: number };

/** A rigid body with its centre of mass at the origin of its frame and its principal axes along the frame's. */
export interface BenchBody {
  readonly shape: BenchShape;
  /** kg */
  readonly mass: number;
  /** Principal moments about the centre of mass, kg m². */
  readonly inertia: Vector;
  readonly position: Vector;
  readonly orientation?: Quaternion;
  readonly velocity?: Vector;
  /** World axes, rad/s. */
  readonly angularVelocity?: Vector;
}

/** A joint between a body and the world. */
export interface BenchJoint {
  readonly type: "hinge";
  readonly body: number;
  /** Where it is at the start, and along which axis, world frame. */
  readonly at: Vector;
  readonly axis: Vector;
}

export interface BenchScene {
  readonly name: string;
  readonly title: string;
  readonly gravity: Vector;
  /** s */
  readonly timestep: number;
  readonly steps: number;
  /** Steps per measurement of time: so many that a block takes well above the clock's resolution of 1 µs. */
  readonly block: number;
  /** Blocks between two looks at the state; looking is not timed. */
  readonly observeEvery: number;
  readonly bodies: readonly BenchBody[];
  readonly joints: readonly BenchJoint[];
  /** How Stiction runs it where it has no such joint yet, with a note that says so. */
  readonly own?: { readonly note: string; spec(base: Spec): Spec };
  observer(scene: BenchScene): Observer;
}

/** Numbers per body that `World.read` writes: position 3, quaternion 4, angular velocity (world axes) 3, velocity 3. */
export const STATE = { position: 0, orientation: 3, angularVelocity: 7, velocity: 10, size: 13 } as const;

/** A scene in some engine. */
export interface World {
  step(): void;
  /** Writes the state of a body to `out`. */
  read(body: number, out: Float64Array): void;
  /** Hash of the state, from engines that promise bits. */
  hash?(): string;
  dispose(): void;
}

/** Looks at the state now and then and turns what it saw into figures. */
export interface Observer {
  /** `time` in s since the start. */
  observe(time: number, world: World): void;
  figures(): Readonly<Record<string, number>>;
}

/** An engine: one file in `engines/`, one line in its index. */
export interface Engine {
  readonly name: string;
  /** Engines of one family are not each other's opponents. */
  readonly family: string;
  /** What is special about the settings. */
  readonly settings: string;
  load(): Promise<LoadedEngine>;
}

export interface LoadedEngine {
  readonly version: string;
  /** A sentence when the engine cannot express the scene. */
  refuse?(scene: BenchScene): string | undefined;
  create(scene: BenchScene): World;
}

/** Moments of inertia of a solid of uniform density. */
export function inertiaOf(shape: BenchShape, mass: number): Vector {
  if (shape.type === "sphere") {
    const i = 0.4 * mass * shape.radius ** 2;
    return [i, i, i];
  }
  const [a, b, c] = shape.halfExtents.map((h) => (h * h * mass) / 3);
  return [b + c, a + c, a + b];
}
