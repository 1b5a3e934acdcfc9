/** Closed solids for parts that fit into each other: extruded outlines, tubes, threads. */
import { elementary } from "stiction";

const { cos, sin } = elementary;

/** A closed solid of faces, as shape `mesh` takes it. */
export interface SolidMesh {
  readonly type: "mesh";
  readonly vertices: number[][];
  readonly faces: number[][];
}

/**
 * m²: area of the punch for the check of the step. Parts that fit into each other do not strike flat at 1 m/s; this is
 * the area of an edge.
 */
export const SMALL = 2e-6;

export type Outline = readonly (readonly [number, number])[];

/** An outline in the plane z = 0, anticlockwise, as a solid from −width/2 to width/2. */
export function extrude(outline: Outline, width: number): SolidMesh {
  const n = outline.length;
  const all = Array.from({ length: n }, (_, k) => k);
  return {
    type: "mesh",
    vertices: [-0.5, 0.5].flatMap((side) => outline.map(([x, y]) => [x, y, side * width])),
    faces: [[...all].reverse(), all.map((k) => n + k), ...all.map((k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k])],
  };
}

/** A tube about z between two outlines with as many corners, anticlockwise both, from −width/2 to width/2. */
export function tubeBetween(inner: Outline, outer: Outline, width: number): SolidMesh {
  const n = outer.length;
  const at = (outline: Outline, z: number) => outline.map(([x, y]) => [x, y, z]);
  const all = Array.from({ length: n }, (_, k) => k);
  return {
    type: "mesh",
    // outer low, outer high, inner low, inner high
    vertices: [...at(outer, -width / 2), ...at(outer, width / 2), ...at(inner, -width / 2), ...at(inner, width / 2)],
    faces: all.flatMap((k) => {
      const l = (k + 1) % n;
      return [
        [k, l, n + l, n + k],
        [2 * n + l, 2 * n + k, 3 * n + k, 3 * n + l],
        [n + k, n + l, 3 * n + l, 3 * n + k],
        [l, k, 2 * n + k, 2 * n + l],
      ];
    }),
  };
}

/** A circle as a polygon, anticlockwise, the first corner at the angle `from`. */
export function circle(radius: number, corners: number, from = 0): [number, number][] {
  return Array.from({ length: corners }, (_, k) => {
    const angle = from + (2 * Math.PI * k) / corners;
    return [radius * cos(angle), radius * sin(angle)] as [number, number];
  });
}

/** Measures of a ridge of thread. */
export interface Ridge {
  /** m: from foot to tip; the tip may be inside (a nut). */
  readonly foot: number;
  readonly tip: number;
  /** m: height along the axis at the foot and at the tip. */
  readonly footHeight: number;
  readonly tipHeight: number;
  /** m: advance per winding. */
  readonly pitch: number;
  readonly turns: number;
  /** Corners per winding. */
  readonly facets: number;
  /** rad: angle of its start, at the height 0. */
  readonly start: number;
}

/**
 * A right-handed ridge of thread about z: a trapezoid swept along a helix, closed at both ends; z = pitch × angle/2π at
 * the middle of the ridge. Flanks are cut along the same diagonal all around.
 */
export function ridge({ foot, tip, footHeight, tipHeight, pitch, turns, facets, start }: Ridge): SolidMesh {
  const rings = Math.round(turns * facets);
  const vertices: number[][] = [];
  for (let k = 0; k <= rings; k++) {
    const turn = k / facets;
    const angle = start + 2 * Math.PI * turn;
    const z = pitch * turn;
    // foot low, tip low, tip high, foot high
    for (const [r, h] of [
      [foot, -footHeight / 2],
      [tip, -tipHeight / 2],
      [tip, tipHeight / 2],
      [foot, footHeight / 2],
    ])
      vertices.push([r * cos(angle), r * sin(angle), z + h]);
  }
  const faces: number[][] = [];
  const outwards = tip > foot;
  const add = (...face: number[]) => faces.push(outwards ? face : face.reverse());
  for (let k = 0; k < rings; k++) {
    for (let j = 0; j < 4; j++) {
      const a = 4 * k + j;
      const b = 4 * k + ((j + 1) % 4);
      add(a, a + 4, b + 4);
      add(a, b + 4, b);
    }
  }
  const last = 4 * rings;
  add(0, 1, 2, 3);
  add(last + 3, last + 2, last + 1, last);
  return { type: "mesh", vertices, faces };
}
