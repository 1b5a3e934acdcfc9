import type { Data } from "../../data/data.js";
import { checkOwner } from "../../data/owner.js";
import { ensureCapacityI32 } from "../../math/capacity.js";
import { rotateInverseInto } from "../../math/quat.js";
import type { Vec3Like } from "../../math/vec3.js";
import { checkRows } from "../../model/arguments.js";
import { bodyIndexOf, type Model } from "../../model/model.js";
import { createIdSink } from "../broad/broad-phase.js";
import { checkPoint } from "./checks.js";
import { filterOf, type QueryFilter, type QueryOptions } from "./filter.js";
import type { Found, Overlaps } from "./overlap.js";
import { createOverlaps } from "./overlap.js";
import { openScene, type QueryScene } from "./scene.js";

const p = new Float64Array(3);

const candidates = createIdSink(64);
const box = new Float64Array(6);

/** The world point at[o …] in the frame of shape s, and whether it is inside. */
function isIn(scene: QueryScene, s: number, at: Float64Array, o: number): boolean {
  for (let k = 0; k < 3; k++) p[k] = at[o + k] - scene.pose[7 * s + k];
  rotateInverseInto(p, 0, scene.pose, 7 * s + 3, p, 0);
  const c = scene.colliders[s];
  return c.shape.contains(scene.work, c, p);
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
  checkRows("points", points, 3, count);
  const scene = openScene(model, data, filter);
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
      if (scene.filter.seen[s] === 0 || !isIn(scene, s, points, 3 * i)) continue;
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
  setPoint(model, point);
  const n = shapesAtPoints(model, data, onePoint, 1, one, filterOf(model, options));
  return Array.from(one.shape.subarray(0, n), (shape) => ({ body: model.systems.collision.body[shape], shape }));
}

/** Whether a point is in a body or on its surface; sensors and filters do not matter. */
export function pointInBody(model: Model, data: Data, point: Vec3Like, body: string | number): boolean {
  checkOwner(model, data);
  const b = bodyIndexOf(model, body);
  setPoint(model, point);
  const scene = openScene(model, data, filterOf(model, undefined));
  for (let s = 0; s < scene.setup.count; s++)
    if (scene.setup.body[s] === b && scene.broad.has(s) && isIn(scene, s, onePoint, 0)) return true;
  return false;
}

function setPoint(model: Model, point: Vec3Like): void {
  checkPoint("point", point, model.planar);
  for (let k = 0; k < 3; k++) onePoint[k] = point[k] ?? 0;
  if (!onePoint.every(Number.isFinite))
    throw new RangeError(`expected a point of finite numbers, got [${Array.from(point)}]`);
}
