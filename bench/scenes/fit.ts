/**
 * A square peg of 50 mm that slides into a hole with 0.1 mm of play on each side, at 1/60 s; gravity is tilted, so that
 * it leans on two walls.
 */
import { boxBody, scenery, staticBox } from "../bodies.js";
import { toWorld, worst } from "../figures.js";
import { type BenchBody, type BenchScene, type BenchTest, STATE, sceneTest, type Vector } from "../scene.js";

const STEP = 1 / 60;
const PEG = { half: 0.025, halfHeight: 0.1 } as const;
const HOLE = { half: PEG.half + 1e-4, depth: 0.15 } as const;
const FRICTION = 0.2;

/** Four walls of 100 mm and a floor. */
function boxHole(): BenchBody[] {
  const wall = 0.05;
  const { half, depth } = HOLE;
  const rest = { friction: FRICTION };
  return [
    ...[-1, 1].flatMap((side) => [
      staticBox([wall, half + 2 * wall, depth / 2], [side * (half + wall), 0, -depth / 2], rest),
      staticBox([half, wall, depth / 2], [0, side * (half + wall), -depth / 2], rest),
    ]),
    staticBox([0.3, 0.3, 0.05], [0, 0, -depth - 0.05], rest),
  ];
}

/** The same as one surface: a flat top of 0.4 m, four walls and a floor, facing the peg. */
function meshHole(): BenchBody {
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  const ring = (r: number, z: number) => {
    vertices.push([-r, -r, z], [r, -r, z], [r, r, z], [-r, r, z]);
    return vertices.length - 4;
  };
  const quad = (a: number, b: number, c: number, d: number) => triangles.push([a, b, c], [a, c, d]);
  const outer = ring(0.2, 0);
  const rim = ring(HOLE.half, 0);
  const bottom = ring(HOLE.half, -HOLE.depth);
  for (let k = 0; k < 4; k++) {
    const next = (k + 1) % 4;
    quad(outer + k, outer + next, rim + next, rim + k);
    quad(rim + k, rim + next, bottom + next, bottom + k);
  }
  quad(bottom, bottom + 1, bottom + 2, bottom + 3);
  return scenery({ type: "mesh", vertices, triangles }, [0, 0, 0], { friction: FRICTION });
}

/**
 * Figures: how deep a corner is in a wall, the worst ever and the worst after 2 s; the worst depth in the floor; the
 * mean speed of the last 2 s; and how far the peg is from the floor at the end.
 */
function peg(name: string, hole: readonly BenchBody[]): BenchScene {
  const index = hole.length;
  const { half, halfHeight } = PEG;
  return {
    name,
    gravity: [0.6, 0.4, -9.78],
    timestep: STEP,
    steps: 240,
    block: 1,
    observeEvery: 1,
    contact: true,
    bodies: [...hole, boxBody([half, half, halfHeight], [0, 0, 0], { friction: FRICTION })],
    joints: [],
    observer: () => {
      const state = new Float64Array(STATE.size);
      let wall = 0;
      let late = 0;
      let floor = 0;
      let lift = 0;
      let speed = 0;
      let count = 0;
      return {
        observe(t, world) {
          world.read(index, state);
          let depth = 0;
          let lowest = Number.POSITIVE_INFINITY;
          for (let k = 0; k < 8; k++) {
            const [dx, dy, dz] = toWorld(
              state,
              STATE.orientation,
              k & 1 ? half : -half,
              k & 2 ? half : -half,
              k & 4 ? halfHeight : -halfHeight,
            );
            const z = state[2] + dz;
            lowest = Math.min(lowest, z);
            const side = worst(Math.abs(state[0] + dx), Math.abs(state[1] + dy));
            if (!(z >= 0)) depth = worst(depth, side - HOLE.half);
          }
          wall = worst(wall, depth);
          lift = lowest + HOLE.depth;
          floor = worst(floor, -lift);
          if (t <= 2) return;
          late = worst(late, depth);
          speed += Math.hypot(...state.subarray(STATE.velocity, STATE.velocity + 3));
          count++;
        },
        figures: () => ({
          "wall mm": 1000 * late,
          "worst wall mm": 1000 * wall,
          "worst floor mm": 1000 * floor,
          "above floor mm": 1000 * lift,
          "speed mm/s": (1000 * speed) / count,
        }),
      };
    },
  };
}

export const fitTests: readonly BenchTest[] = [
  sceneTest("contact", "Peg with 0.1 mm of play in a hole of boxes, 4 s", "peg-boxes", () =>
    peg("peg-boxes", boxHole()),
  ),
  sceneTest("contact", "Peg with 0.1 mm of play in a hole of triangles, 4 s", "peg-mesh", () =>
    peg("peg-mesh", [meshHole()]),
  ),
];
