import type { ConvexForm } from "../../model/shape.js";
import { FEATURE } from "../contact-tables.js";
import { convexPair } from "../narrow/convex.js";
import { readHull, readSurfacePoint } from "../narrow/feature.js";
import { addHullKinks } from "../narrow/kinks.js";
import { setFeature } from "../narrow/point.js";
import { type Collider, innerSeparation, KIND, pairColumn, type Separation } from "../narrow/types.js";
import { createNarrowWorkspace, type NarrowWorkspace } from "../narrow/workspace.js";
import { closeSpan, firstCrossing } from "../query/ray/crossings.js";
import { createHull } from "./create-hull.js";
import { type BoundsRoutine, defineShapeClass, farthestCorner, type ShapeClass } from "./shape-class.js";
import { sphere } from "./sphere.js";

/**
 * The class of a form that is known by its support function: all else follows from it, by GJK, EPA and refinement. A
 * form with flat faces gives its core as a polyhedron too, so that it rests on faces and not on points.
 */
export function convexClass(form: ConvexForm): ShapeClass {
  let made = known.get(form);
  if (made === undefined) {
    made = createConvexClass(form);
    known.set(form, made);
  }
  return made;
}

const PAIRS = pairColumn({
  sphere: convexPair,
  capsule: convexPair,
  box: convexPair,
  cylinder: convexPair,
  cone: convexPair,
  ellipsoid: convexPair,
  hull: convexPair,
  convex: convexPair,
});

const known = new WeakMap<ConvexForm, ShapeClass>();

function createConvexClass(form: ConvexForm): ShapeClass {
  return defineShapeClass({
    kind: KIND.convex,
    pairs: PAIRS,
    convex: true,
    iterates: true,
    reach: farthestCorner,
    innerRadius: leastExtent,
    bounds,
    contains: (w, c, p) => separatePoint(innerSeparation(w), c, p, 0).values[0] <= 0,
    castRay,
    coreRadius: (size) => form.radius?.(size) ?? 0,
    hull: ({ polyhedron }) => (polyhedron === undefined ? null : createHull(polyhedron)),
    support(c, d, di, out, o) {
      form.support(c.size, d, di, out, o);
      return 0;
    },
    nearest,
    readFeature(w, f, c, d, lean) {
      if (c.hull === null) readSurfacePoint(w, f, c, d);
      else readHull(w, f, c, d, lean);
    },
    findKinks(w, c, d, ofB) {
      if (c.hull !== null) addHullKinks(w, c, d, ofB);
    },
  });
}

const ORIGIN = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const place = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

/** A sphere without radius. */
const POINT: Collider = {
  kind: KIND.sphere,
  pairs: sphere.pairs,
  shape: sphere,
  support: sphere.support,
  size: Float64Array.of(0),
  radius: 0,
  reach: 0,
  caps: null,
  hull: sphere.hull({ form: "sphere", size: [0], mass: null, bounds: new Float64Array(6), drawing: noDrawing }),
  polygon: null,
  mesh: null,
  heightField: null,
};

function noDrawing(): never {
  throw new Error("a point is not drawn");
}

/** Separation of the point p[i…] and the shape, in the frame of the shape. */
function separatePoint(out: Separation, c: Collider, p: Float64Array, i: number): Separation {
  for (let k = 0; k < 3; k++) place[k] = p[i + k];
  convexPair.separation(POINT, place, 0, c, ORIGIN, 0, out);
  return out;
}

/** With scratch apart from `w`, which the caller is in the middle of using. */
function nearest(w: NarrowWorkspace, c: Collider): void {
  w.nested ??= createNarrowWorkspace();
  const { values } = separatePoint(innerSeparation(w.nested), c, w.query, 0);
  // of the core, whose surface is the radius below that of the shape
  w.nearest[0] = values[0] + c.radius;
  for (let k = 0; k < 3; k++) {
    w.nearest[1 + k] = -values[1 + k];
    w.nearest[4 + k] = w.query[k] - w.nearest[0] * w.nearest[1 + k];
  }
  setFeature(w, FEATURE.surface, 0);
}

const direction = new Float64Array(3);
const extreme = new Float64Array(3);

/** Supports along the axes of the world. */
const bounds: BoundsRoutine = (c, _local, _lo, pose, o, out, oo) => {
  const x = pose[o + 3];
  const y = pose[o + 4];
  const z = pose[o + 5];
  const q = pose[o + 6];
  for (let k = 0; k < 3; k++) {
    // row k of the rotation: the axis in the shape's frame
    direction[0] = k === 0 ? 1 - 2 * (y * y + z * z) : k === 1 ? 2 * (x * y + z * q) : 2 * (x * z - y * q);
    direction[1] = k === 0 ? 2 * (x * y - z * q) : k === 1 ? 1 - 2 * (x * x + z * z) : 2 * (y * z + x * q);
    direction[2] = k === 0 ? 2 * (x * z + y * q) : k === 1 ? 2 * (y * z - x * q) : 1 - 2 * (x * x + y * y);
    out[oo + 3 + k] = pose[o + k] + extentOf(c) + c.radius;
    for (let i = 0; i < 3; i++) direction[i] = -direction[i];
    out[oo + k] = pose[o + k] - extentOf(c) - c.radius;
  }
};

/** Largest d · x of the core along `direction`. */
function extentOf(c: Collider): number {
  c.support(c, direction, 0, extreme, 0, 0);
  return direction[0] * extreme[0] + direction[1] * extreme[1] + direction[2] * extreme[2];
}

/** Directions in which the least extent is looked for. */
const DIRECTIONS = 400;
const GOLDEN_RATIO = 0.618033988749895;

/** The least extent from the origin, over directions spread over the sphere; 0 when the origin is outside. */
function leastExtent(c: Collider): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < DIRECTIONS; i++) {
    // points of a spiral, by rational half angles instead of sines
    const z = 1 - (2 * i + 1) / DIRECTIONS;
    const turn = (i * GOLDEN_RATIO) % 1;
    const t = 4 * turn - (turn < 0.5 ? 1 : 3);
    const r = (turn < 0.5 ? 1 : -1) * Math.sqrt(1 - z * z);
    direction[0] = (r * (1 - t * t)) / (1 + t * t);
    direction[1] = (r * 2 * t) / (1 + t * t);
    direction[2] = z;
    least = Math.min(least, extentOf(c) + c.radius);
  }
  return Math.max(0, least);
}

/** Steps of an advance; Newton's method on a convex function takes two to eight, a grazing line gains a bit in each. */
const ADVANCE_STEPS = 100;
/** Gap that counts as touching, as a part of the reach. */
const TOUCH_PART = 1e-12;

/**
 * From both sides: the line is within the solid between its first touch from before and its first touch from behind.
 */
function castRay(w: NarrowWorkspace, c: Collider, ray: Float64Array, hit: Float64Array, exit: boolean): boolean {
  const d2 = ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5];
  const foot = -(ray[0] * ray[3] + ray[1] * ray[4] + ray[2] * ray[5]) / d2;
  const half = (1.01 * c.reach) / Math.sqrt(d2);
  if (!advance(w, c, ray, foot - half, foot + half, 1)) return false;
  if (!advance(w, c, ray, foot + half, foot - half, -1)) return false;
  return closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

const at = new Float64Array(3);

/**
 * The first touch of a point that moves along the line from t to the other end: t ← t + φ/rate, with φ the gap and the
 * rate at which the point approaches along its normal. Every t that is reached is outside. Writes one end of w.span;
 * false when the line misses.
 */
function advance(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  start: number,
  end: number,
  sense: number,
): boolean {
  const { span } = w;
  const out = innerSeparation(w);
  let t = start;
  for (let step = 0; step < ADVANCE_STEPS; step++) {
    for (let k = 0; k < 3; k++) at[k] = ray[k] + t * ray[3 + k];
    const { values } = separatePoint(out, c, at, 0);
    const rate = sense * (ray[3] * values[1] + ray[4] * values[2] + ray[5] * values[3]);
    if (values[0] > TOUCH_PART * c.reach) {
      if (!(rate > 0)) return false;
      const next = t + (sense * values[0]) / rate;
      if (sense * (end - next) < 0) return false;
      if (next !== t) {
        t = next;
        continue;
      }
    }
    const o = sense > 0 ? 0 : 4;
    span[o] = t;
    for (let k = 0; k < 3; k++) span[o + 1 + k] = -values[1 + k];
    return true;
  }
  return false;
}
