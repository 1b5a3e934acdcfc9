/** Where the ground of a scene is: the picture has its grid there. */
import { BODY_TYPE, type Model } from "stiction";
import { turned, turnInto } from "./rotation.js";
import { isTerrain } from "./terrain.js";

type ShapeInstance = Model["shapes"][number];

/** Steepest surface that counts as level: the cosine of its slope. */
const LEVEL = 1 - 1e-6;
/** A floor is flat: what is under it is at most this part of its width. A pedestal is none. */
const FLAT = 0.45;

/**
 * The first plane that is level ground, fixed and facing straight up; the page draws its grid there instead of the
 * plane.
 */
export function levelPlane(model: Model): { shape: ShapeInstance; height: number } | null {
  if (model.planar) return null;
  for (const shape of model.shapes) {
    const { kind, body, position, orientation } = shape;
    if (kind !== "plane" || model.bodyType[body] !== BODY_TYPE.static) continue;
    const turn = model.bodyQuat0.subarray(4 * body, 4 * body + 4);
    const up = turned(turn, turned(orientation, [0, 0, 1]));
    if (up[2] > 1 - 1e-9) return { shape, height: model.bodyPos0[3 * body + 2] + turned(turn, position)[2] };
  }
  return null;
}

/**
 * Height of the floor of a scene without a level plane, m: of all level surfaces of fixed bodies that face up the one
 * with the largest area, if it is the top of something flat and most bodies that move begin above it; else null.
 */
export function floorHeight(model: Model): number | null {
  if (model.planar) return null;
  let best = { area: 0, height: 0 };
  for (const shape of model.shapes) {
    if (model.bodyType[shape.body] !== BODY_TYPE.static || !shape.geometry.bounds.every(Number.isFinite)) continue;
    // a terrain is its own ground, whatever of it is level
    if (isTerrain(model, shape)) continue;
    const level = levelSurface(model, shape);
    if (level && level.area > best.area) best = level;
  }
  if (best.area === 0) return null;
  const movers = model.bodyNames.flatMap((_, b) => (model.bodyType[b] === BODY_TYPE.dynamic ? [b] : []));
  const above = movers.filter((b) => model.bodyPos0[3 * b + 2] > best.height).length;
  return 2 * above > movers.length ? best.height : null;
}

/** The largest level surface of a fixed shape, if the shape is flat under it. */
function levelSurface(model: Model, shape: ShapeInstance): { area: number; height: number } | null {
  const { vertices, triangles } = shape.geometry.drawing();
  const at = inWorld(model, shape, vertices);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < at.length; k++) {
    low[k % 3] = Math.min(low[k % 3], at[k]);
    high[k % 3] = Math.max(high[k % 3], at[k]);
  }
  const width = Math.min(high[0] - low[0], high[1] - low[1]);
  const surfaces = new Map<number, { area: number; height: number }>();
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const [ux, uy, uz] = [at[b] - at[a], at[b + 1] - at[a + 1], at[b + 2] - at[a + 2]];
    const [vx, vy, vz] = [at[c] - at[a], at[c + 1] - at[a + 1], at[c + 2] - at[a + 2]];
    const up = ux * vy - uy * vx;
    const size = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, up);
    if (!(size > 0) || up < LEVEL * size) continue;
    // triangles of one surface differ by round-off
    const key = Math.round((1e6 * (at[a + 2] - low[2])) / width);
    const surface = surfaces.get(key) ?? { area: 0, height: at[a + 2] };
    surface.area += size / 2;
    surfaces.set(key, surface);
  }
  const [largest] = [...surfaces.values()].sort((a, b) => b.area - a.area);
  return largest && largest.height - low[2] <= FLAT * width ? largest : null;
}

/** Points of a shape in the world at the start, m. */
function inWorld(model: Model, { body, position, orientation }: ShapeInstance, points: Float64Array): Float64Array {
  const at = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 3) {
    turnInto(at, k, orientation, 0, points, k);
    for (let i = 0; i < 3; i++) at[k + i] += position[i];
    turnInto(at, k, model.bodyQuat0, 4 * body, at, k);
    for (let i = 0; i < 3; i++) at[k + i] += model.bodyPos0[3 * body + i];
  }
  return at;
}
