import type { Data } from "../../data/data.js";
import { sampleHeightField } from "../../geometry/height-field.js";
import { classifyPoint, OUTSIDE } from "../../geometry/tree/inside.js";
import { ensureCapacityI32 } from "../../math/capacity.js";
import { rotateInverseInto } from "../../math/quat.js";
import type { Vec3Like } from "../../math/vec3.js";
import { bodyIndexOf, type Model } from "../../model/model.js";
import { createIdSink } from "../broad/broad-phase.js";
import { type Collider, KIND } from "../narrow/types.js";
import { nearestOnWire, wireParts, wireRadius } from "../narrow/wire/wire.js";
import { filterOf, type QueryFilter, type QueryOptions } from "./filter.js";
import type { Found, Overlaps } from "./overlap.js";
import { createOverlaps } from "./overlap.js";
import { meshOf } from "./ray/mesh-of.js";
import { openScene, scene } from "./scene.js";

const p = new Float64Array(3);
const sample = new Float64Array(4);
const near = new Float64Array(3);

/**
 * Whether the point p[0 … 2], in the frame of the collider, is in the solid or on its surface. Open meshes and chains have no inside. A
 * height field has all that is below it.
 */
function contains(c: Collider): boolean {
  const x = p[0];
  const y = p[1];
  const z = p[2];
  const s = c.size;
  switch (c.kind) {
    case KIND.sphere:
      return x * x + y * y + z * z <= s[0] * s[0];
    case KIND.capsule: {
      const off = Math.max(Math.abs(z) - s[1], 0);
      return x * x + y * y + off * off <= s[0] * s[0];
    }
    case KIND.box:
      return Math.abs(x) <= s[0] && Math.abs(y) <= s[1] && Math.abs(z) <= s[2];
    case KIND.cylinder:
      return x * x + y * y <= s[0] * s[0] && Math.abs(z) <= s[1];
    case KIND.cone: {
      const radius = (s[0] / s[1]) * (0.75 * s[1] - z);
      return z >= -0.25 * s[1] && z <= 0.75 * s[1] && x * x + y * y <= radius * radius;
    }
    case KIND.ellipsoid:
      return (x / s[0]) * (x / s[0]) + (y / s[1]) * (y / s[1]) + (z / s[2]) * (z / s[2]) <= 1;
    case KIND.torus: {
      const off = Math.sqrt(x * x + y * y) - s[0];
      return off * off + z * z <= s[1] * s[1];
    }
    case KIND.chainLink:
      for (let part = 0; part < wireParts(c); part++) {
        nearestOnWire(c, part, p, 0, near, 0);
        const dx = x - near[0];
        const dy = y - near[1];
        const dz = z - near[2];
        const radius = wireRadius(c, part);
        if (dx * dx + dy * dy + dz * dz <= radius * radius) return true;
      }
      return false;
    case KIND.hull: {
      const { planes } = c.hull!;
      for (let f = 0; f < planes.length; f += 4)
        if (planes[f] * x + planes[f + 1] * y + planes[f + 2] * z > planes[f + 3]) return false;
      return true;
    }
    case KIND.mesh: {
      const mesh = meshOf(c);
      return mesh?.solid === true && classifyPoint(mesh.tree, p, 0) !== OUTSIDE;
    }
    case KIND.heightField:
      return sampleHeightField(c.heightField!, p, 0, sample, 0) && z <= sample[0];
    case KIND.plane:
      return z <= 0;
    case KIND.circle:
      return x * x + y * y <= s[0] * s[0];
    case KIND.planarCapsule: {
      const off = Math.max(Math.abs(x) - s[1], 0);
      return off * off + y * y <= s[0] * s[0];
    }
    case KIND.polygon:
      return inPolygon(c.polygon!.vertices);
    case KIND.planarPlane:
      return y <= 0;
    default:
      return false;
  }
}

/** By the crossings of a line to the right; points on an edge may fall on either side by round-off. */
function inPolygon(v: Float64Array): boolean {
  const x = p[0];
  const y = p[1];
  let inside = false;
  for (let j = 0, i = v.length - 2; j < v.length; i = j, j += 2) {
    if (v[i + 1] > y === v[j + 1] > y) continue;
    const cross = (v[i] - x) * (v[j + 1] - y) - (v[i + 1] - y) * (v[j] - x);
    if (cross > 0 === v[j + 1] > v[i + 1]) inside = !inside;
  }
  return inside;
}

const candidates = createIdSink(64);
const box = new Float64Array(6);

/** The world point at[o …] in the frame of shape s, and whether it is inside. */
function isIn(s: number, at: Float64Array, o: number): boolean {
  for (let k = 0; k < 3; k++) p[k] = at[o + k] - scene.pose[7 * s + k];
  rotateInverseInto(p, 0, scene.pose, 7 * s + 3, p, 0);
  return contains(scene.setup.colliders[s]);
}

/** Shapes that hold each of the points[3 i …]. Returns how many there are in all. Allocates nothing once warm. */
export function shapesAtPoints(
  model: Model,
  data: Data,
  points: Float64Array,
  count: number,
  out: Overlaps,
  filter: QueryFilter,
): number {
  openScene(model, data, filter);
  if (out.start.length < count + 1) out.start = ensureCapacityI32(out.start, count + 1);
  out.skipped = 0;
  out.start[0] = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      // boxes are rounded: a point on a surface may be just beside the box
      const pad = 1e-14 * Math.abs(points[3 * i + k]);
      box[k] = points[3 * i + k] - pad;
      box[3 + k] = points[3 * i + k] + pad;
    }
    scene.broad.query(box, 0, candidates);
    for (let c = 0; c < candidates.count; c++) {
      const s = candidates.ids[c];
      if (scene.filter.seen[s] === 0 || !isIn(s, points, 3 * i)) continue;
      if (total === out.shape.length) out.shape = ensureCapacityI32(out.shape, total + 1);
      out.shape[total++] = s;
    }
    out.start[i + 1] = total;
  }
  return total;
}

const one = createOverlaps(1);
const onePoint = new Float64Array(3);

/** What holds a point, ascending by shape. */
export function shapesAt(model: Model, data: Data, point: Vec3Like, options?: QueryOptions | QueryFilter): Found[] {
  setPoint(point);
  const n = shapesAtPoints(model, data, onePoint, 1, one, filterOf(model, options));
  return Array.from(one.shape.subarray(0, n), (shape) => ({ body: scene.setup.body[shape], shape }));
}

/** Whether a point is in a body or on its surface; sensors and filters do not matter. */
export function pointInBody(model: Model, data: Data, point: Vec3Like, body: string | number): boolean {
  const b = typeof body === "string" ? bodyIndexOf(model, body) : body;
  setPoint(point);
  openScene(model, data, filterOf(model, undefined));
  for (let s = 0; s < scene.setup.count; s++)
    if (scene.setup.body[s] === b && scene.broad.has(s) && isIn(s, onePoint, 0)) return true;
  return false;
}

function setPoint(point: Vec3Like): void {
  for (let k = 0; k < 3; k++) onePoint[k] = point[k] ?? 0;
  if (!onePoint.every(Number.isFinite))
    throw new RangeError(`expected a point of finite numbers, got [${Array.from(point)}]`);
}
