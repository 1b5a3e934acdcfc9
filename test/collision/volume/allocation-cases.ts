/** What `allocation.test.ts` measures in a process of its own. */
import {
  convexPlanes,
  createOverlap,
  createVolumeCache,
  createVolumeMesh,
  cylinderInHalfSpace,
  intersectCellsConvex,
  intersectCellsMesh,
  intersectHalfSpace,
  intersectSpheres,
  intersectSphereTrees,
  intersectVolumes,
  roundOnMesh,
  sphereInHalfSpace,
} from "../../../src/collision/volume/index.js";
import { createSphereSolid } from "../../../src/geometry/spheres/sphere-solid.js";
import { cylinderMesh, icosphere, torusMesh } from "../../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../../src/geometry/types.js";
import { boxMesh, transformOf } from "./shapes.js";

/** Queries of each case. */
const QUERIES = 100;
/** Bytes at which measuring may end, below 100 queries of CALL_LIMIT. */
export const enough = 20_000;

/** B goes forth and back over A, far enough that candidates are searched for again. */
function sliding(a: TriangleMesh, b: TriangleMesh, to: Float64Array, axis = 0): () => void {
  const [solidA, solidB] = [createVolumeMesh(a), createVolumeMesh(b)];
  const cache = createVolumeCache();
  const out = createOverlap();
  const start = to[9 + axis];
  return () => {
    for (let i = 0; i < QUERIES; i++) {
      to[9 + axis] = start + 0.002 * (i < 50 ? i : 100 - i);
      intersectVolumes(solidA, solidB, to, cache, out);
    }
  };
}

function floating(a: TriangleMesh): () => void {
  const solid = createVolumeMesh(a);
  const out = createOverlap();
  const plane = Float64Array.of(0.36, 0.48, 0.8, 0);
  return () => {
    for (let i = 0; i < QUERIES; i++) {
      plane[3] = -0.5 + 0.01 * (i < 50 ? i : 100 - i);
      intersectHalfSpace(solid, plane, out);
    }
  };
}

const upright = (...t: number[]) => transformOf([0, 0, 0, 1], t);
const skew = (...t: number[]) => transformOf([0.1, 0.2, 0.3, 1], t);
const floor = boxMesh([-4, -4, -1], [4, 4, 0]);
const block = boxMesh([-0.5, -0.25, -0.25], [0.5, 0.25, 0.25]);

const tilted = Float64Array.of(0.36, 0.48, 0.8, 0);
const size = Float64Array.of(0.25, 0.5);
const center = new Float64Array(3);
const overlap = createOverlap();

const balls = createSphereSolid(block, { count: 100 });
const planes = convexPlanes(createVolumeMesh(floor))!;
const way = upright(1.4, 0, 0);
const above = skew(0, 0, 0.45);
const ring = createVolumeMesh(torusMesh(1, 0.3, 32, 16));

const ball = { form: "sphere", size } as const;
const drum = { form: "cylinder", size } as const;
const ground = createVolumeMesh(floor);
const aside = upright(0.1, 0.2, -0.2);

export const cases: Record<string, () => void> = {
  "block on floor, upright": sliding(floor, block, upright(0, 0, 0.2499)),
  "block on floor, flush with it": sliding(floor, block, upright(0, 0, -0.25)),
  "block on floor, askew": sliding(floor, block, skew(0, 0, 0.3)),
  "cylinder on floor": sliding(floor, cylinderMesh(0.25, 0.5, 64), skew(0, 0, 0.3)),
  "balls side by side": sliding(icosphere(1, 3), icosphere(1, 3), skew(1.7, 0, 0)),
  "ball in a ball": sliding(icosphere(1, 2), icosphere(0.3, 2), skew(0, 0, 0)),
  "rings linked": sliding(torusMesh(1, 0.3, 32, 16), torusMesh(1, 0.3, 32, 16), transformOf([1, 0, 0, 1], [0.8, 0, 0])),
  "the same box twice": sliding(block, block, upright(0, 0, 0), 2),
  "ball in a half-space": floating(icosphere(1, 3)),
  "block in a half-space": floating(block),
  "block on floor, the floor second": sliding(block, floor, upright(0, 0, -0.2499)),
  "round cylinder in a half-space": () => {
    for (let i = 0; i < QUERIES; i++) {
      tilted[3] = -0.4 + 0.01 * (i < 50 ? i : 100 - i);
      cylinderInHalfSpace(size, tilted, overlap);
    }
  },
  "round ball in a half-space, and in a ball": () => {
    for (let i = 0; i < QUERIES; i++) {
      tilted[3] = -0.3 + 0.01 * (i < 50 ? i : 100 - i);
      sphereInHalfSpace(size, tilted, overlap);
      center[0] = 0.7 + 0.001 * i;
      intersectSpheres(size, center, 0, overlap);
    }
  },
  "round ball and cylinder on a floor": () => {
    for (let i = 0; i < QUERIES; i++) {
      aside[11] = -0.2 - 0.001 * (i < 50 ? i : 100 - i);
      roundOnMesh(ball, ground, aside, overlap);
      roundOnMesh(drum, ground, aside, overlap);
    }
  },
  "cells of a block in a box": () => {
    for (let i = 0; i < QUERIES; i++) {
      planes[3] = planes[7] = -0.2 + 0.001 * (i < 50 ? i : 100 - i);
      intersectCellsConvex(balls.cells, planes, 6, overlap);
    }
  },
  "cells of a block in a ring": () => {
    for (let i = 0; i < QUERIES; i++) {
      way[10] = 0.001 * (i < 50 ? i : 100 - i);
      intersectCellsMesh(balls.cells, ring, way, overlap);
    }
  },
  "lenses of two blocks": () => {
    for (let i = 0; i < QUERIES; i++) {
      above[11] = 0.45 + 0.001 * (i < 50 ? i : 100 - i);
      intersectSphereTrees(balls, balls, above, 0, overlap);
    }
  },
  "lenses of two blocks with a budget": () => {
    for (let i = 0; i < QUERIES; i++) {
      above[11] = 0.45 + 0.001 * (i < 50 ? i : 100 - i);
      intersectSphereTrees(balls, balls, above, 100, overlap);
    }
  },
};
