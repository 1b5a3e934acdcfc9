/**
 * Dynamic meshes on a mesh: 20 rings of triangles that fall on a bumpy ground of triangles and on each other. How deep
 * they are in each other is measured by the same code for every engine: vertices and middles of edges that are inside
 * another ring, or under the ground, and how far they are from its surface.
 */
import { applySetting, geometry } from "stiction";
import { scenery } from "../bodies.js";
import { STANDARD_GRAVITY } from "../constants.js";
import { toBody, toWorld, worst } from "../figures.js";
import {
  type BenchBody,
  type BenchScene,
  type BenchTest,
  type Figures,
  type Observer,
  STATE,
  sceneTest,
  type Vector,
} from "../scene.js";
import { randomNumbers, turn } from "../vectors.js";

const RING = 0.5;
const TUBE = 0.2;
const CELLS = 20;
/** Rings of one layer are clear of those above, in any orientation, m. */
const LAYER = 1.5;

/** Heights 0.3 sin(0.9 i) cos(0.8 j) over a grid of 1 m. */
function bumps(): { vertices: Vector[]; triangles: Vector[] } {
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  for (let j = 0; j <= CELLS; j++) {
    for (let i = 0; i <= CELLS; i++) {
      vertices.push([i - CELLS / 2, j - CELLS / 2, 0.3 * Math.sin(0.9 * i) * Math.cos(0.8 * j)]);
      const a = j * (CELLS + 1) + i;
      if (i < CELLS && j < CELLS) triangles.push([a, a + 1, a + CELLS + 1], [a + 1, a + CELLS + 2, a + CELLS + 1]);
    }
  }
  return { vertices, triangles };
}

const rows = (array: ArrayLike<number>): Vector[] =>
  Array.from({ length: array.length / 3 }, (_, i): Vector => [array[3 * i], array[3 * i + 1], array[3 * i + 2]]);

const ring = geometry.torusMesh(RING, TUBE, 24, 12);
const ringTree = geometry.buildMeshTree(ring);

function rings(): BenchScene {
  const random = randomNumbers();
  const shape = { type: "mesh", vertices: rows(ring.vertices), triangles: rows(ring.triangles) } as const;
  const bodies: BenchBody[] = [scenery({ type: "mesh", ...bumps() }, [0, 0, 0])];
  for (let k = 0; k < 20; k++) {
    bodies.push({
      shape,
      mass: 1,
      inertia: [0.09, 0.09, 0.15],
      position: [((k % 5) - 2) * 1.2, (((k * 7) % 5) - 2) * 1.2, 1 + Math.floor(k / 5) * LAYER],
      orientation: turn([random() - 0.5, random() - 0.5, random() - 0.5], 6 * random()),
    });
  }
  return {
    name: "mesh-rings",
    gravity: STANDARD_GRAVITY,
    timestep: 1 / 60,
    steps: 360,
    settle: 0,
    block: 1,
    observeEvery: 10,
    contact: true,
    bodies,
    joints: [],
    own: {
      note: "contacts solved directly; in sweeps, as the preset has it, 1.9 mm remain at the end",
      spec: (base) => applySetting(base, "formulation.contacts", "direct"),
    },
    observer: depthObserver,
  };
}

/** Vertices and middles of edges of the ring. */
const samples: Vector[] = (() => {
  const { vertices: v, triangles: t } = ring;
  const list = rows(v);
  for (let h = 0; h < t.length; h++) {
    const [i, j] = [t[h], t[h % 3 === 2 ? h - 2 : h + 1]];
    if (i < j) {
      const middle = (k: number) => 0.5 * (v[3 * i + k] + v[3 * j + k]);
      list.push([middle(0), middle(1), middle(2)]);
    }
  }
  return list;
})();

/**
 * Deepest point of a ring in another one and in the ground, mm: at the end, and at any observation; and the remaining
 * motion.
 */
function depthObserver({ bodies }: BenchScene): Observer {
  const ground = bumps();
  const mesh = {
    vertices: Float64Array.from(ground.vertices.flat()),
    triangles: Uint32Array.from(ground.triangles.flat()),
  };
  const groundTree = geometry.buildMeshTree(mesh);
  const moving = bodies.flatMap((body, k) => (body.mass > 0 ? [k] : []));
  const states = moving.map(() => new Float64Array(STATE.size));
  const near = new Float64Array(5);
  let peak = 0;
  let figures: Figures = {};
  const inRing = (p: Vector, s: Float64Array): number => {
    const q = Float64Array.from(toBody(s, STATE.orientation, p[0] - s[0], p[1] - s[1], p[2] - s[2]));
    if (Math.abs(q[2]) > TUBE || Math.hypot(...q) > RING + TUBE || geometry.classifyPoint(ringTree, q, 0) < 1) return 0;
    near[3] = Number.POSITIVE_INFINITY;
    geometry.nearestPoint(ringTree, q, 0, near, 0);
    return Math.sqrt(near[3]);
  };
  const inGround = (p: Vector): number => {
    near[3] = Number.POSITIVE_INFINITY;
    geometry.nearestPoint(groundTree, Float64Array.from(p), 0, near, 0);
    return p[2] < near[2] ? Math.sqrt(near[3]) : 0;
  };
  return {
    observe(_time, world) {
      let depth = 0;
      let under = 0;
      let speed = 0;
      moving.forEach((k, i) => {
        world.read(k, states[i]);
        speed += Math.hypot(...states[i].subarray(STATE.velocity, STATE.velocity + 3)) / moving.length;
      });
      for (const s of states) {
        if (!s.every(Number.isFinite)) depth = Number.NaN;
        for (const p of samples) {
          const [x, y, z] = toWorld(s, STATE.orientation, ...p);
          const at: Vector = [s[0] + x, s[1] + y, s[2] + z];
          under = worst(under, inGround(at));
          for (const t of states) {
            if (t === s || Math.hypot(t[0] - at[0], t[1] - at[1], t[2] - at[2]) > RING + TUBE) continue;
            depth = worst(depth, inRing(at, t));
          }
        }
      }
      peak = worst(peak, worst(depth, under));
      figures = { restRings: 1000 * depth, restGround: 1000 * under, peak: 1000 * peak, meanSpeed: speed };
    },
    figures: () => figures,
  };
}

export const meshTests: readonly BenchTest[] = [
  sceneTest(
    "contact",
    "20 rings of 576 triangles on a mesh, 6 s: deepest point in another ring and in the ground at the end, and at any time, mm",
    "mesh-rings",
    rings,
  ),
];
