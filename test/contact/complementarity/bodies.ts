/** Polytopes where tests want them, and the settings of the contact models with their guards. */
import { type Collider, type HullGeometry, KIND } from "../../../src/collision/narrow/types.js";
import {
  CONTACT,
  CONTACT_SIZE,
  type ContactSet,
  createContactSet,
} from "../../../src/contact/complementarity/contact-set.js";
import type { ExactSettings } from "../../../src/contact/complementarity/exact-settings.js";
import { createPair, type Pair, startPair } from "../../../src/contact/complementarity/pair.js";
import { createPlaced, type Placed, place } from "../../../src/contact/complementarity/placed-polytope.js";
import { type Polytope, polytopeOf } from "../../../src/contact/complementarity/polytope.js";

export type Vec3 = readonly [number, number, number];

/** Guards on, classical applicability. */
export const GUARDED: ExactSettings = {
  applicability: 0,
  slope: Math.tan(0.4),
  peg: "reduced",
  primary: "nearest",
  foresees: true,
  orphans: "promote",
  crossGuard: true,
  edgeGuard: true,
  parallel: "sign",
  exactCone: false,
  deepest: 4,
};

/** Where nothing is turned or moved. */
const HERE = [0, 0, 0, 0, 0, 0, 1];

function placedAt(collider: Partial<Collider>, body: number, pose: readonly number[]): Placed {
  const placed = createPlaced(polytopeOf(collider as Collider) as Polytope, body);
  place(placed, Float64Array.from(pose), 0);
  return placed;
}

/** A convex polygon, counter-clockwise. */
export function polygon(
  vertices: readonly (readonly [number, number])[],
  body: number,
  pose: readonly number[] = HERE,
): Placed {
  return placedAt({ kind: KIND.polygon, polygon: { vertices: Float64Array.from(vertices.flat()) } }, body, pose);
}

/** A convex polyhedron of faces that are counter-clockwise seen from outside. */
export function polyhedron(
  vertices: readonly Vec3[],
  faces: readonly (readonly number[])[],
  body: number,
  pose: readonly number[] = HERE,
): Placed {
  const planes: number[] = [];
  const faceStart = [0];
  for (const face of faces) {
    const [p, q, r] = face.map((v) => vertices[v]);
    const normal = unit(cross(minus(q, p), minus(r, p)));
    planes.push(...normal, dot(normal, p));
    faceStart.push(faceStart[faceStart.length - 1] + face.length);
  }
  const hull: Partial<HullGeometry> = {
    polyhedron: {
      vertices: Float64Array.from(vertices.flat()),
      faceStart: Uint32Array.from(faceStart),
      faceVertex: Uint32Array.from(faces.flat()),
    },
    planes: Float64Array.from(planes),
  };
  return placedAt({ kind: KIND.hull, hull: hull as HullGeometry }, body, pose);
}

/** A cone of rays, counter-clockwise seen against the rays, cut off where they are `length` long. The tip is vertex 0; face k lies between ray k and the next. */
export function cone(tip: Vec3, rays: readonly Vec3[], length: number, body: number): Placed {
  const n = rays.length;
  const vertices = [tip, ...rays.map((ray) => plus(tip, times(ray, length)))];
  const sides = rays.map((_, k) => [0, 1 + k, 1 + ((k + 1) % n)]);
  return polyhedron(vertices, [...sides, rays.map((_, k) => n - k)], body);
}

/** A ridge along unit vector `along` through a point: the faces run from it along `left` and `right` of it seen from outside. Vertices 0 and 1 are the ends of the ridge, tail and head. */
export function ridge(through: Vec3, along: Vec3, left: Vec3, right: Vec3, length: number, body: number): Placed {
  const tail = plus(through, times(along, -length));
  const head = plus(through, times(along, length));
  const vertices = [
    tail,
    head,
    plus(tail, times(left, length)),
    plus(head, times(left, length)),
    plus(tail, times(right, length)),
    plus(head, times(right, length)),
  ];
  const faces = [
    [0, 1, 3, 2],
    [1, 0, 4, 5],
    [0, 2, 4],
    [1, 5, 3],
    [2, 3, 5, 4],
  ];
  return polyhedron(vertices, faces, body);
}

/** Two polytopes in hand. */
export function pairOf(a: Placed, b: Placed, reach: number, depth: number, settings: ExactSettings = GUARDED): Pair {
  const pair = createPair(createContactSet(), settings);
  pair.reach = reach;
  pair.depth = depth;
  startPair(pair, a, b, 0, 1);
  return pair;
}

/** min over constraints of the largest gap of their contacts, m. */
export function margin(set: ContactSet): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < set.constraints; k++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < set.constraint[4 * k + 2]; i++)
      most = Math.max(most, set.value[CONTACT_SIZE * set.member[set.constraint[4 * k + 1] + i] + CONTACT.gap]);
    least = Math.min(least, most);
  }
  return least;
}

/** Whether every constraint holds where the bodies are. */
export const accepts = (set: ContactSet): boolean => margin(set) >= 0;

export const plus = (p: Vec3, q: Vec3): Vec3 => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
export const minus = (p: Vec3, q: Vec3): Vec3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
export const times = (p: Vec3, s: number): Vec3 => [s * p[0], s * p[1], s * p[2]];
export const dot = (p: Vec3, q: Vec3): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const cross = (p: Vec3, q: Vec3): Vec3 => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
export const unit = (p: Vec3): Vec3 => times(p, 1 / Math.sqrt(dot(p, p)));
