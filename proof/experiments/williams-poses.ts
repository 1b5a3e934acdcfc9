import { type ShapeSpec, type Simulation, step } from "stiction";
import type { Context } from "../context.js";
import { atLeast, defineExperiment, near } from "../experiment.js";
import {
  add,
  canTouch,
  cross,
  generators,
  overlapOf,
  planarOverlapOf,
  scaled,
  unit,
  type Vec3,
} from "../reference/corner-overlap.js";
import { seeded } from "../reference/random.js";

/**
 * Static poses near corners: poses that the constraints of a contact model accept, against poses in which the
 * corners overlap [Williams2014, ch. 4].
 */

/**
 * Rays are cut off here, far beyond reach, m; tips are within DISTANCE of each other, and reach sees that and nothing
 * else.
 */
const FAR = 1e4;
const DISTANCE = 0.1;
const REACH = 0.3;
/** Poses whose overlap is nearer to none than this are left out: round-off of coordinates of 1e4 m. */
const UNDECIDED = 1e-9;
/** Orientations and positions of each pair of bodies. */
const POSES = 50;

type Random = () => number;
type Quaternion = readonly [number, number, number, number];

const normalNumber = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const direction = (random: Random): Vec3 => unit([normalNumber(random), normalNumber(random), normalNumber(random)]);

function anyTurn(random: Random, planar: boolean): Quaternion {
  if (planar) {
    const half = Math.PI * random();
    return [0, 0, Math.sin(half), Math.cos(half)];
  }
  const q: Quaternion = [normalNumber(random), normalNumber(random), normalNumber(random), normalNumber(random)];
  const length = Math.hypot(...q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

function turned(v: Vec3, [x, y, z, w]: Quaternion): Vec3 {
  const t = scaled(cross([x, y, z], v), 2);
  return add(add(v, t, w), cross([x, y, z], t));
}

/** A corner: what it is the hull of, and the rays that it consists of without end. */
interface Corner {
  readonly shape: ShapeSpec;
  readonly rays: readonly Vec3[];
}

function wedge(random: Random): Corner {
  const angle = 0.15 + 2.8 * random();
  const rays: Vec3[] = [
    [1, 0, 0],
    [Math.cos(angle), Math.sin(angle), 0],
  ];
  const vertices = [[0, 0], ...rays.map(([x, y]) => [FAR * x, FAR * y])];
  return { shape: { type: "polygon", vertices }, rays };
}

/** Three to five rays about z, through the corners of a polygon in an ellipse. */
function spike(random: Random): Corner {
  const n = 3 + Math.floor(3 * random());
  const width = Math.tan(0.2 + random());
  const flat = 0.5 + random();
  const rays = Array.from({ length: n }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * (k + 0.7 * (random() - 0.5))) / n;
    return [width * flat * Math.cos(angle), width * Math.sin(angle), 1];
  });
  return { shape: { type: "convex-hull", vertices: [[0, 0, 0], ...rays.map((ray) => scaled(ray, FAR))] }, rays };
}

/** A ridge along y. */
function ridge(random: Random): Corner {
  const half = 0.1 + 1.3 * random();
  const sides: Vec3[] = [
    [-Math.sin(half), 0, -Math.cos(half)],
    [Math.sin(half), 0, -Math.cos(half)],
  ];
  const ends: Vec3[] = [
    [0, 1, 0],
    [0, -1, 0],
  ];
  const vertices = ends.flatMap((end) => [end, ...sides.map((side) => add(end, side))]).map((v) => scaled(v, FAR));
  return { shape: { type: "convex-hull", vertices }, rays: [...ends, ...sides] };
}

function couple(
  context: Context,
  planar: boolean,
  a: Corner,
  b: Corner,
  settings: Record<string, unknown>,
): Simulation {
  const frame = { inertia: [1, 1, 1], mass: 1, centerOfMass: planar ? [0, 0] : [0, 0, 0] };
  return context.simulate({
    ...(planar ? { plane: "xy" } : {}),
    timestep: 0.01,
    gravity: [0, 0, 0],
    // feasibility only says which contact carries force, except where lines of edges are nearest: there it must not
    // give
    formulation: { type: "complementarity", cone: "none", relax: 0, reach: REACH, depth: 1e-9, ...settings },
    bodies: [
      { name: "b", type: "static", shapes: [b.shape] },
      { name: "a", ...frame, shapes: [a.shape] },
    ],
  });
}

/** Whether all constraints hold where A is put. */
function accepts({ model, data }: Simulation, v: Vec3, q: Quaternion): boolean {
  data.bodyPos.set(v, 6);
  data.bodyQuat.set(q, 8);
  data.bodyVel.fill(0);
  step(model, data);
  return (data.items.complementarity as { statistics: Float64Array }).statistics[9] > 0;
}

interface Errors {
  /** Parts of the free poses that are rejected, and of the penetrating ones that are accepted. */
  readonly rejected: number;
  readonly accepted: number;
}

/** Error rates of several settings on the same poses of corners that can touch. */
function judge(
  context: Context,
  seed: number,
  planar: boolean,
  build: readonly [(random: Random) => Corner, (random: Random) => Corner],
  modes: readonly Record<string, unknown>[],
): Errors[] {
  const random = seeded(seed);
  const count = context.full ? 100_000 : 1000;
  const errors = modes.map(() => ({ rejected: 0, accepted: 0 }));
  let free = 0;
  let overlapping = 0;
  while (free + overlapping < count) {
    const a = build[0](random);
    const b = build[1](random);
    const simulations = modes.map((settings) => couple(context, planar, a, b, settings));
    for (let k = 0, tries = 0; k < POSES && tries < 20 * POSES; tries++) {
      const q = anyTurn(random, planar);
      const rays = a.rays.map((ray) => turned(ray, q));
      const g = generators(rays, b.rays);
      // planes across the plane
      if (!canTouch(planar ? [...g, [0, 0, 1], [0, 0, -1]] : g)) continue;
      const [x, y, z] = scaled(direction(random), DISTANCE * random());
      const v: Vec3 = [x, y, planar ? 0 : z];
      const overlap = planar ? planarOverlapOf(v, g) : overlapOf(v, g);
      if (Math.abs(overlap) < UNDECIDED) continue;
      k++;
      const isFree = overlap < 0;
      if (isFree) free++;
      else overlapping++;
      simulations.forEach((simulation, m) => {
        const accepted = accepts(simulation, v, q);
        if (isFree && !accepted) errors[m].rejected++;
        if (!isFree && accepted) errors[m].accepted++;
      });
    }
  }
  return errors.map(({ rejected, accepted }) => ({ rejected: rejected / free, accepted: accepted / overlapping }));
}

const none = "a theorem: no tolerance";
const ERRS = "this mode errs; a judge that saw nothing would not notice";

export const pegPosesPlanar = defineExperiment({
  id: "own.peg-poses.planar",
  title: "Which poses of two corners in the plane are accepted",
  reference:
    "Interiors of two wedges are disjoint where no two generators span the offset of their tips with positive coefficients. 10⁵ poses in the full run.",
  rows: {
    rejected: near("free poses rejected, with the guard", "1", 0, 0, none),
    accepted: near("penetrating poses accepted, with the guard", "1", 0, 0, none),
    printed: atLeast("free poses rejected, as printed", "1", 0.01, ERRS),
    lnc: atLeast("penetrating poses accepted by the locally non-convex model", "1", 0.01, ERRS),
  },
  *measure(context) {
    const modes = [{}, { crossGuard: false }, { contacts: "lnc" }];
    const [guarded, printed, lnc] = judge(context, 1, true, [wedge, wedge], modes);
    yield ["rejected", guarded.rejected];
    yield ["accepted", guarded.accepted];
    yield ["printed", printed.rejected];
    yield ["lnc", lnc.accepted];
  },
});

export const pegPosesRidge = defineExperiment({
  id: "own.peg-poses.ridge",
  title: "Which poses of a corner over a ridge are accepted",
  reference:
    "Interiors of a cone and a ridge are disjoint where no three generators span the offset with positive coefficients. 10⁵ poses in the full run.",
  rows: {
    rejected: near("free poses rejected, with the guards", "1", 0, 0, none),
    accepted: near("penetrating poses accepted, with the guards", "1", 0, 0, none),
    parallel: atLeast("free poses rejected, edges within 0.15 rad of the ridge as printed", "1", 0.001, ERRS),
    lnc: atLeast("penetrating poses accepted without cross-contact constraints", "1", 0.01, ERRS),
  },
  *measure(context) {
    const modes = [{}, { parallel: "both", relax: Math.asin(0.15) }, { contacts: "lnc" }];
    const [guarded, parallel, lnc] = judge(context, 2, false, [spike, ridge], modes);
    yield ["rejected", guarded.rejected];
    yield ["accepted", guarded.accepted];
    yield ["parallel", parallel.rejected];
    yield ["lnc", lnc.accepted];
  },
});

export const pegPosesSpatial = defineExperiment({
  id: "own.peg-poses.spatial",
  title: "Which poses of two corners in space are accepted",
  reference:
    "Interiors of two cones are disjoint where no three generators span the offset with positive coefficients. 10⁵ poses in the full run.",
  rows: {
    rejected: near("free poses rejected, exactCone", "1", 0, 0, none),
    accepted: near("penetrating poses accepted, exactCone", "1", 0, 0, none),
    relaxed: near("penetrating poses accepted, exactCone with relax 0.2 rad, no rotation", "1", 0, 0, none),
    "guarded-rejected": atLeast("free poses rejected, algorithm 16 with the guards", "1", 0.005, ERRS),
    printed: atLeast("free poses rejected, algorithm 16 as printed", "1", 0.3, ERRS),
  },
  *measure(context) {
    const modes = [{ exactCone: true }, { exactCone: true, relax: 0.2 }, {}, { crossGuard: false, edgeGuard: false }];
    const [exact, relaxed, guarded, printed] = judge(context, 3, false, [spike, spike], modes);
    yield ["rejected", exact.rejected];
    yield ["accepted", exact.accepted];
    yield ["relaxed", relaxed.accepted];
    yield ["guarded-rejected", guarded.rejected];
    yield ["printed", printed.rejected];
  },
});
