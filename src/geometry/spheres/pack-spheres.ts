import { cos, sin } from "../../math/elementary.js";
import { meshVolume } from "../polyhedron-mass.js";
import { buildMeshTree } from "../tree/build.js";
import { classifyPoint, INSIDE } from "../tree/inside.js";
import type { MeshTree } from "../tree/mesh-tree.js";
import type { TriangleMesh } from "../types.js";
import { type Clearance, createClearance, measureClearance, middleOf, placeBall } from "./clearance.js";

/** When to stop: whichever comes first. */
export interface PackingOptions {
  /** Most spheres. Default 10 000. */
  readonly count?: number;
  /** Part of the volume that is filled, 0 … 1. Default 1: never enough. */
  readonly fill?: number;
  /** Smaller spheres are not placed, m. Default 0. */
  readonly leastRadius?: number;
  /** Seed of the random rotations of the search directions. Default 1. */
  readonly seed?: number;
  /** Called with the fraction done, 0 … 1, about a hundred times. */
  readonly progress?: (done: number) => void;
}

/** Spheres inside a solid that do not overlap, the largest first. */
export interface SpherePacking {
  /** Centre and radius of each, m; 4. */
  readonly balls: Float64Array;
  readonly count: number;
  /** Part of the volume that they fill. */
  readonly fill: number;
}

/** Changes whenever the same input gives other spheres: part of the name under which packings are kept. */
export const PACKING_VERSION = 1;

export const DEFAULT_COUNT = 10_000;

/** Search directions around a placed sphere. */
const DIRECTIONS_AROUND = 16;
/**
 * Steps of a climb and how much shorter each is than the one before: together 3.3 times the first, the last 1.5e-3 of
 * it.
 */
const CLIMB_STEPS = 40;
const CLIMB_SHRINK = 0.85;
/**
 * Part of D by which a sphere is smaller than the room for it: rounding of D, of coordinates up to a thousand radii.
 */
const RADIUS_SAFETY = 1e-12;

/**
 * Fills a closed mesh with spheres, each as large as still fits: at local maxima of D(x) = min(distance to the surface,
 * distances to the spheres placed before), which are Voronoi vertices of both [WellerZachmann2010; Vilela2018]. Places
 * climb from many points, each step away from the nearest obstacle and shorter than the one before, never longer than
 * D, so that none leaves the solid. They wait in a queue by D, which for each of them can only fall: the first in it is
 * measured again, and placed if nothing has come near in between. New places are sought around every placed sphere.
 * Deterministic; ties by number. All spheres are inside and apart to rounding. The order is that of size, except for
 * places that climbing misses.
 */
export function packSpheres(
  mesh: TriangleMesh,
  options: PackingOptions = {},
  tree: MeshTree = buildMeshTree(mesh),
): SpherePacking {
  const { count = DEFAULT_COUNT, fill = 1, leastRadius = 0, seed = 1, progress } = options;
  const volume = meshVolume(mesh);
  const field = createClearance(tree, Math.min(400_000, Math.max(1024, 4 * count)));
  const queue = createQueue();
  const turn = createTurner(seed);
  seedCubes(field, queue, turn, Math.max(128, Math.min(8192, count)));
  let filled = 0;
  let told = 0;
  let idle = false;
  const { point, away } = field;
  while (field.count < count && filled < fill * volume) {
    if (!popPlace(queue, point)) {
      // nothing waits: look everywhere once more, and give up when nothing was found
      if (idle) break;
      idle = true;
      seedCubes(field, queue, turn, Math.max(128, Math.min(8192, count)));
      continue;
    }
    measureClearance(field);
    const room = away[3];
    if (!(room > leastRadius)) continue;
    if (room < queue.popped[0] * (1 - 1e-9)) {
      climb(field, 0.5 * room);
      if (away[3] > leastRadius) pushPlace(queue, point, away);
      continue;
    }
    climb(field, 0.1 * room);
    const r = away[3] * (1 - RADIUS_SAFETY);
    placeBall(field, r);
    idle = false;
    filled += (4 / 3) * Math.PI * r * r * r;
    seedAround(field, queue, turn, leastRadius);
    const done = Math.max(field.count / count, filled / (fill * volume));
    if (progress !== undefined && done - told >= 0.01) progress((told = Math.min(1, done)));
  }
  progress?.(1);
  return { balls: field.balls.slice(0, 4 * field.count), count: field.count, fill: filled / volume };
}

/** Climbs from `point` with a first step of the given length, m; ends at the best place met. Writes: point, away[3]. */
function climb(field: Clearance, first: number): void {
  const { point, away } = field;
  let [bestX, bestY, bestZ, widest] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  let step = first;
  for (let k = 0; k <= CLIMB_STEPS; k++) {
    measureClearance(field);
    const room = away[3];
    if (room > widest) {
      bestX = point[0];
      bestY = point[1];
      bestZ = point[2];
      widest = room;
    }
    const s = step < 0.9 * room ? step : 0.9 * room;
    if (!(s > 0)) break;
    point[0] += s * away[0];
    point[1] += s * away[1];
    point[2] += s * away[2];
    step *= CLIMB_SHRINK;
  }
  point[0] = bestX;
  point[1] = bestY;
  point[2] = bestZ;
  away[3] = widest;
}

/** Places from the middles of cubes that are inside and not filled, about `count` of them. */
function seedCubes(field: Clearance, queue: Queue, turn: Turner, most: number): void {
  const { point, away, surface, upper } = field;
  let inside = 0;
  let widest = 0;
  for (let c = 0; c < surface.length; c++) {
    if (surface[c] > 0 && upper[c] > 0) inside++;
    if (surface[c] > widest) widest = surface[c];
  }
  const part = most / Math.max(1, inside);
  let due = turn.random();
  for (let c = 0; c < surface.length; c++) {
    if (!(surface[c] > 0 && upper[c] > 0)) continue;
    due += part;
    if (due < 1) continue;
    due -= Math.floor(due);
    middleOf(field, c, point);
    measureClearance(field);
    if (!(away[3] > 0)) continue;
    climb(field, field.count === 0 ? 0.5 * widest : field.edge);
    pushPlace(queue, point, away);
  }
}

/** Places around the sphere that was placed last. */
function seedAround(field: Clearance, queue: Queue, turn: Turner, leastRadius: number): void {
  const { point, away, balls, count, tree } = field;
  const o = 4 * (count - 1);
  const r = balls[o + 3];
  turn.next();
  const start = balls.slice(o, o + 3);
  for (let d = 0; d < DIRECTIONS_AROUND; d++) {
    for (let k = 0; k < 3; k++) point[k] = start[k] + 1.05 * r * turn.directions[3 * d + k];
    measureClearance(field);
    if (!(away[3] > 1e-3 * r) || classifyPoint(tree, point, 0) !== INSIDE) continue;
    climb(field, 0.5 * r);
    if (away[3] > leastRadius) pushPlace(queue, point, away);
  }
}

interface Turner {
  /** Even directions, turned at random by `next`. */
  readonly directions: Float64Array;
  readonly random: () => number;
  readonly next: () => void;
}

function createTurner(seed: number): Turner {
  let state = seed >>> 0;
  // mulberry32
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  // points on a spiral, by the golden angle
  const even = new Float64Array(3 * DIRECTIONS_AROUND);
  for (let i = 0; i < DIRECTIONS_AROUND; i++) {
    const z = 1 - (2 * i + 1) / DIRECTIONS_AROUND;
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    even.set([Math.sqrt(1 - z * z) * cos(angle), Math.sqrt(1 - z * z) * sin(angle), z], 3 * i);
  }
  const directions = even.slice();
  const next = () => {
    let [x, y, z, w] = [0, 0, 0, 0];
    let size = 2;
    while (size > 1 || size < 0.01) {
      [x, y, z, w] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      size = x * x + y * y + z * z + w * w;
    }
    const s = 2 / size;
    for (let i = 0; i < 3 * DIRECTIONS_AROUND; i += 3) {
      const [a, b, c] = [even[i], even[i + 1], even[i + 2]];
      directions[i] = a - s * ((y * y + z * z) * a - (x * y - z * w) * b - (x * z + y * w) * c);
      directions[i + 1] = b - s * ((x * x + z * z) * b - (x * y + z * w) * a - (y * z - x * w) * c);
      directions[i + 2] = c - s * ((x * x + y * y) * c - (x * z - y * w) * a - (y * z + x * w) * b);
    }
  };
  return { directions, random, next };
}

/** Places that wait, by room, the most first; of equal ones the older. */
interface Queue {
  /** Heap of place numbers. */
  heap: Int32Array;
  size: number;
  /** Of each place: x, y, z, room, m. */
  places: Float64Array;
  count: number;
  /** Clearance that the place last taken was expected to have. */
  readonly popped: Float64Array;
}

function createQueue(): Queue {
  return {
    heap: new Int32Array(1024),
    size: 0,
    places: new Float64Array(4 * 1024),
    count: 0,
    popped: new Float64Array(1),
  };
}

function before({ places }: Queue, a: number, b: number): boolean {
  const x = places[4 * a + 3];
  const y = places[4 * b + 3];
  return x > y || (x === y && a < b);
}

function pushPlace(queue: Queue, point: Float64Array, away: Float64Array): void {
  if (queue.size === queue.heap.length) {
    const heap = new Int32Array(2 * queue.size);
    heap.set(queue.heap);
    queue.heap = heap;
  }
  if (4 * (queue.count + 1) > queue.places.length) {
    const places = new Float64Array(2 * queue.places.length);
    places.set(queue.places);
    queue.places = places;
  }
  const n = queue.count++;
  for (let k = 0; k < 3; k++) queue.places[4 * n + k] = point[k];
  queue.places[4 * n + 3] = away[3];
  const { heap } = queue;
  let i = queue.size++;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!before(queue, n, heap[parent])) break;
    heap[i] = heap[parent];
    i = parent;
  }
  heap[i] = n;
}

/** The place with most room into `point`; false when there is none. */
function popPlace(queue: Queue, point: Float64Array): boolean {
  if (queue.size === 0) return false;
  const { heap, places } = queue;
  const n = heap[0];
  for (let k = 0; k < 3; k++) point[k] = places[4 * n + k];
  queue.popped[0] = places[4 * n + 3];
  const last = heap[--queue.size];
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= queue.size) break;
    if (child + 1 < queue.size && before(queue, heap[child + 1], heap[child])) child++;
    if (!before(queue, heap[child], last)) break;
    heap[i] = heap[child];
    i = child;
  }
  if (queue.size > 0) heap[i] = last;
  return true;
}
