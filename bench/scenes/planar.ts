/** Speed in the plane: x and y, rotation about z. */
import { boxBody, staticBox } from "../bodies.js";
import { G } from "../constants.js";
import { type BenchBody, type BenchScene, type BenchTest, sceneTest } from "../scene.js";
import { randomNumbers, turn } from "../vectors.js";
import { heap } from "./speed.js";

/** Depth of the boxes out of the plane: it has no effect, for their moment about z is that of a rectangle. */
const DEPTH = 0.5;

const ground = staticBox([200, 1, DEPTH], [0, -1, 0]);

function planarHeap(name: string, bodies: readonly BenchBody[], settle: number): BenchScene {
  return { ...heap(name, bodies, settle), planar: true, gravity: [0, -G, 0] };
}

function pyramid(): BenchScene {
  const rows = 40;
  const bodies = [ground];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows - i; j++) {
      bodies.push(boxBody([0.5, 0.5, DEPTH], [(j - (rows - i - 1) / 2) * 1.02, 0.5 + i, 0]));
    }
  }
  return planarHeap("planar-pyramid", bodies, 60);
}

function pile(): BenchScene {
  const random = randomNumbers();
  const half = 12;
  const walls = [-1, 1].map((side) => staticBox([1, 60, DEPTH], [side * (half + 1), 60, 0]));
  const boxes = Array.from({ length: 2000 }, (_, k) => {
    const x = ((k % 40) - 19.5) * 0.58 + random() * 0.02;
    const y = 0.5 + Math.floor(k / 40) * 0.62;
    return boxBody([0.25, 0.25, DEPTH], [x, y, 0], { orientation: turn([0, 0, 1], random() * 0.3) });
  });
  return planarHeap("planar-pile", [ground, ...walls, ...boxes], 180);
}

export const planarTests: readonly BenchTest[] = [
  sceneTest("speed", "Wall of 820 boxes in the plane, 40 rows", "planar-pyramid", pyramid),
  sceneTest("speed", "2,000 boxes in a planar container", "planar-pile", pile),
];
