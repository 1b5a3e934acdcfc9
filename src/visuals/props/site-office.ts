import { block, defineProp, type PropLook } from "./prop.js";
import { corrugated } from "./sheet.js";

/** Size of the cabin, m, and the height of its floor. */
const [LENGTH, WIDTH, HEIGHT, FLOOR] = [6, 2.4, 2.55, 0.2];

const TRIM = { color: "#5d656b", roughness: 0.6 };
const GLASS = { color: "#2b3942", roughness: 0.1, metalness: 0.4 };

/** A window or a door in the front, with its frame. */
const opening = (x: number, z: number, w: number, h: number, look: PropLook) => [
  block([w + 0.1, 0.05, h + 0.1], [x, -WIDTH / 2 - 0.005, z], { color: "#eef0ef", roughness: 0.5 }, { bevel: 0.01 }),
  block([w, 0.05, h], [x, -WIDTH / 2 - 0.015, z], look, { bevel: 0.004 }),
];

export const siteOffice = defineProp({
  name: "site-office",
  help: "cabin with a door and windows towards −y, 6 × 2.4 × 2.75 m",
  color: "#d9d6cc",
  visuals: (_variant, color) => {
    const wall = { color, roughness: 0.65 };
    const z = FLOOR + HEIGHT / 2;
    return [
      block([LENGTH - 0.16, WIDTH - 0.16, HEIGHT - 0.06], [0, 0, z], wall),
      ...[-1, 1].map((s) => corrugated(LENGTH - 0.2, HEIGHT - 0.3, [0, s * (WIDTH / 2 - 0.05), z], 0, wall)),
      ...[-1, 1].map((s) => corrugated(WIDTH - 0.2, HEIGHT - 0.3, [s * (LENGTH / 2 - 0.05), 0, z], Math.PI / 2, wall)),
      ...[-1, 1].flatMap((sx) =>
        [-1, 1].flatMap((sy) => [
          block([0.14, 0.14, HEIGHT], [sx * (LENGTH / 2 - 0.07), sy * (WIDTH / 2 - 0.07), z], TRIM),
          block([0.3, 0.3, FLOOR], [sx * (LENGTH / 2 - 0.3), sy * (WIDTH / 2 - 0.3), FLOOR / 2], "concrete"),
        ]),
      ),
      block([LENGTH + 0.06, WIDTH + 0.06, 0.12], [0, 0, FLOOR + 0.03], TRIM),
      block([LENGTH + 0.1, WIDTH + 0.1, 0.14], [0, 0, FLOOR + HEIGHT - 0.05], TRIM),
      ...opening(-1.9, FLOOR + 1.55, 1.1, 0.9, GLASS),
      ...opening(-0.3, FLOOR + 1.55, 1.1, 0.9, GLASS),
      ...opening(1.7, FLOOR + 1.08, 0.85, 1.98, { color: "#6d8798", roughness: 0.55 }),
      block([0.5, 0.03, 0.45], [1.7, -WIDTH / 2 - 0.035, FLOOR + 1.62], GLASS),
      block([0.05, 0.06, 0.14], [2.03, -WIDTH / 2 - 0.05, FLOOR + 1.05], "steel"),
      block([1.1, 0.6, 0.1], [1.7, -WIDTH / 2 - 0.3, 0.17], "wood"),
      block([1.1, 0.35, 0.08], [1.7, -WIDTH / 2 - 0.72, 0.04], "wood"),
    ];
  },
});
