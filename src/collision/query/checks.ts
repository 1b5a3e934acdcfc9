/** Checks of what queries are asked with. */
import type { Vec3Like } from "../../math/vec3.js";
import { finiteNumbers } from "../../model/arguments.js";
import { show } from "../../model/errors.js";
import type { QueryShape } from "./shape.js";

/** Most rows of a table of results: ten numbers each then take 1.3 GB. */
export const MOST_ROWS = 1 << 24;

/** Refuses what is no list of three numbers, or of two in a planar scene. Whether they are finite is not asked. */
export function checkPoint(what: string, point: Vec3Like, planar: boolean): void {
  const list = Array.isArray(point) || (ArrayBuffer.isView(point) && !((point as unknown) instanceof DataView));
  if (list && (point.length === 3 || (planar && point.length === 2))) return;
  throw new RangeError(
    `${what}: expected ${planar ? "2 or 3" : "3"} numbers, got ${show(list ? Array.from(point) : point)}`,
  );
}

/** Refuses what `createQueryShape` has not made. */
export function checkShape(query: QueryShape): void {
  if (query?.collider === undefined)
    throw new RangeError(`expected a shape that createQueryShape has made, got ${show(query)}`);
}

/** Writes a pose [position 3, quaternion 4] to `out`; the quaternion must have a direction. */
export function setPose(out: Float64Array, pose: ArrayLike<number>): void {
  const given = finiteNumbers("pose", pose, 7);
  if (given[3] === 0 && given[4] === 0 && given[5] === 0 && given[6] === 0)
    throw new RangeError("pose: expected a quaternion of non-zero length, got [0, 0, 0, 0]");
  out.set(given);
}
