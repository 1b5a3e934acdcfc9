import type { VisualInput } from "../../model/visual.js";

/** A thing that stands about: a list of visuals in a frame whose origin is on the ground, with z up and x forward. */
export interface Prop {
  readonly name: string;
  /** What it is, with its size. */
  readonly help: string;
  /** How many versions there are; 1 when absent. */
  readonly variants?: number;
  /** Colour of what is painted, where another one may be given. */
  readonly color?: string;
  /** The visuals of a version, from 0 on, painted in a colour. */
  visuals(variant: number, color: string): readonly VisualInput[];
}

/** Declares a prop. */
export function defineProp(prop: Prop): Prop {
  return prop;
}

export type Point = readonly [number, number, number];
/** A look by its name or written in place. */
export type PropLook = string | Readonly<Record<string, unknown>>;

/** A box by its size and centre, m. */
export function block(size: Point, position: Point, look: PropLook, extra: object = {}): VisualInput {
  return { type: "box", halfExtents: size.map((x) => x / 2), position: [...position], look, ...extra };
}

/** A round rod through points, m. */
export function rod(path: readonly Point[], radius: number, look: PropLook, extra: object = {}): VisualInput {
  return { type: "sweep", path: path.map((p) => [...p]), radius, segments: 10, look, ...extra };
}

/** A tube or disc along one of the axes, by its centre, m. */
export function drum(
  axis: "x" | "y" | "z",
  radius: number,
  height: number,
  position: Point,
  look: PropLook,
  extra: object = {},
): VisualInput {
  const turn = { x: [0, 1, 0], y: [1, 0, 0], z: null }[axis];
  return {
    type: "cylinder",
    radius,
    halfLength: height / 2,
    position: [...position],
    segments: 32,
    ...(turn && { orientation: { axis: turn, angle: Math.PI / 2 } }),
    look,
    ...extra,
  };
}

/** An outline in the xz plane, extruded along y around a centre, m. */
export function plate(
  outline: readonly (readonly [number, number])[],
  depth: number,
  position: Point,
  look: PropLook,
  extra: object = {},
): VisualInput {
  return {
    type: "extrusion",
    outline: outline.map((p) => [...p]),
    depth,
    position: [...position],
    // x stays, y of the outline becomes z
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
    look,
    ...extra,
  };
}

/** A number in [0, 1) that belongs to two whole numbers, the same everywhere. */
export function chance(i: number, j: number): number {
  let h = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(j + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}
