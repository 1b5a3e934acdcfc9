import {
  createOverlap,
  createVolumeCache,
  createVolumeMesh,
  intersectVolumes,
  OVERLAP_SIZE,
} from "../../src/collision/volume/index.js";
import { bytesHash } from "../../src/data/hash.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid } from "../../src/geometry/solids.js";
import { cylinderMesh, icosphere } from "../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import type { Probe } from "./probe.js";

/** Poses of a run, and the number of queries of the other library in one round. */
const POSES = 400;

interface Run {
  readonly name: string;
  readonly a: TriangleMesh;
  readonly b: TriangleMesh;
  /** B to A at step i: R row by row, t. */
  pose(i: number): Float64Array;
}

const boxMesh = (x: number, y: number, z: number) => polyhedronToMesh(boxSolid(x, y, z));
/** Rotation by a quaternion that need not be of length 1. */
function pose(x: number, y: number, z: number, w: number, ...t: number[]): Float64Array {
  const s = 2 / (x * x + y * y + z * z + w * w);
  const r = [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
  return Float64Array.of(...r, ...t);
}

/** The three scenes of the source in steady motion, and round bodies. The floor's top is at z = 0.25 of its frame. */
const RUNS: readonly Run[] = [
  {
    name: "block sliding on floor, 12 + 12 triangles",
    a: boxMesh(6, 2, 0.25),
    b: boxMesh(0.5, 0.25, 0.25),
    pose: (i) => pose(1e-5, 1e-5, 1e-3 * i, 1, -1 + 0.001 * i, 0.013, 0.5 - 17e-6),
  },
  {
    name: "disk spinning on floor, 12 + 252 triangles",
    a: boxMesh(6, 2, 0.25),
    b: cylinderMesh(0.25, 0.025, 64),
    pose: (i) => pose(0, 0, Math.sin(0.005 * i), Math.cos(0.005 * i), 0.01, 0.02, 0.275 - 5e-5),
  },
  {
    name: "cylinder rolling on floor, 12 + 508 triangles",
    a: boxMesh(6, 2, 0.25),
    b: cylinderMesh(0.25, 0.5, 128),
    pose: (i) => {
      // a quarter turn about x, after a turn about the cylinder's own axis
      const [s, c] = [Math.sin(0.002 * i), Math.cos(0.002 * i)];
      return pose(c, s, s, c, -2 + 0.001 * i, 0.01, 0.5 - 4.7e-4);
    },
  },
  {
    name: "balls 2 cm deep, 1,280 + 1,280 triangles",
    a: icosphere(1, 3),
    b: icosphere(1, 3),
    pose: (i) => pose(0.1, 0.2, 0.3 + 1e-3 * i, 1, 1.98 - 1e-5 * i, 0, 0),
  },
  {
    name: "balls 80 cm deep, 1,280 + 1,280 triangles",
    a: icosphere(1, 3),
    b: icosphere(1, 3),
    pose: (i) => pose(0.1, 0.2, 0.3 + 1e-3 * i, 1, 1.2, 0, 0),
  },
  {
    name: "balls 2 cm deep, 20,480 + 20,480 triangles",
    a: icosphere(1, 5),
    b: icosphere(1, 5),
    pose: (i) => pose(0.1, 0.2, 0.3 + 1e-4 * i, 1, 1.98 - 1e-6 * i, 0, 0),
  },
];

/** The used part of manifold-3d, a development dependency that may be absent. */
interface Solid {
  transform(matrix: readonly number[]): Solid;
  intersect(other: Solid): Solid;
  decompose(): Solid[];
  volume(): number;
  delete(): void;
}
interface Manifold {
  setup(): void;
  readonly Mesh: new (options: object) => object;
  readonly Manifold: new (mesh: object) => Solid;
}

async function loadManifold(): Promise<Manifold | null> {
  try {
    // the name in a variable, so that no bundler includes it
    const name = "manifold-3d";
    const wasm = (await (await import(name)).default()) as Manifold;
    wasm.setup();
    return wasm;
  } catch {
    return null;
  }
}

/** Time of a query of common volumes in steady motion, ours and that of manifold-3d in one process, in turns. */
export const volumes: Probe = {
  name: "volumes",
  title: "Volumes common to two meshes in steady motion, against manifold-3d",
  settings: "least CPU time of rounds in turns; ours with moments, normal and rim of every region",
  rounds: 7,
  async run(rounds) {
    const wasm = await loadManifold();
    const figures: Record<string, number> = {};
    let total = 0;
    const seen = new Float64Array(RUNS.length);
    for (const [n, run] of RUNS.entries()) {
      const [a, b] = [createVolumeMesh(run.a), createVolumeMesh(run.b)];
      const poses = Array.from({ length: POSES }, (_, i) => run.pose(i));
      const cache = createVolumeCache();
      const out = createOverlap();
      const ours = () => {
        for (let i = 0; i < POSES; i++) intersectVolumes(a, b, poses[i], cache, out);
        return POSES;
      };
      const judge = wasm === null ? null : manifoldQueries(wasm, run, poses);
      const least = [Infinity, Infinity, Infinity];
      for (let round = -2; round < rounds; round++) {
        [ours, judge?.volume, judge?.parts].forEach((query, k) => {
          if (query === undefined) return;
          const start = cpuUs();
          const queries = query();
          const time = (cpuUs() - start) / queries;
          if (round >= 0) least[k] = Math.min(least[k], time);
        });
      }
      for (let r = 0; r < out.count; r++) seen[n] += out.values[OVERLAP_SIZE * r];
      figures[`${run.name}: µs`] = least[0];
      if (judge !== null) {
        figures[`${run.name}: volume by manifold-3d, times ours`] = least[1] / least[0];
        figures[`${run.name}: parts by manifold-3d, times ours`] = least[2] / least[0];
        figures[`${run.name}: difference of volumes, relative`] = Math.abs(judge.last() / seen[n] - 1);
        judge.end();
      }
      total += least[0] / 1000;
    }
    const mean = total / RUNS.length;
    const hash = bytesHash(new Uint8Array(seen.buffer));
    return { steps: POSES * RUNS.length * rounds, cpuMsMean: mean, cpuMsP99: mean, figures, hash };
  },
};

function manifoldQueries(wasm: Manifold, run: Run, poses: readonly Float64Array[]) {
  const solid = ({ vertices, triangles }: TriangleMesh) =>
    new wasm.Manifold(
      new wasm.Mesh({ numProp: 3, vertProperties: Float32Array.from(vertices), triVerts: triangles.slice() }),
    );
  const [a, b] = [solid(run.a), solid(run.b)];
  const count = Math.max(4, Math.min(POSES, Math.floor(20_000 / run.a.triangles.length)));
  // column by column
  const matrices = poses.map((r) => [
    r[0],
    r[3],
    r[6],
    0,
    r[1],
    r[4],
    r[7],
    0,
    r[2],
    r[5],
    r[8],
    0,
    r[9],
    r[10],
    r[11],
    1,
  ]);
  let last = 0;
  const query = (use: (common: Solid) => number) => () => {
    for (let i = POSES - count; i < POSES; i++) {
      const moved = b.transform(matrices[i]);
      const common = a.intersect(moved);
      last = use(common);
      moved.delete();
      common.delete();
    }
    return count;
  };
  return {
    count,
    volume: query((common) => common.volume()),
    parts: query((common) => {
      let sum = 0;
      for (const part of common.decompose()) {
        sum += part.volume();
        part.delete();
      }
      return sum;
    }),
    last: () => last,
    end() {
      a.delete();
      b.delete();
    },
  };
}

/** CPU time of this process, µs. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
