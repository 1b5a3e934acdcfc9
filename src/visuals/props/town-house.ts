import { block, chance, defineProp, type PropLook, plate } from "./prop.js";

/** Width, depth and height of a storey, m. */
const [WIDTH, DEPTH, STOREY] = [8, 7, 3.1];
const PANE = { color: "#26323a", roughness: 0.1, metalness: 0.35 };
const FRAME = { color: "#e9e6dc", roughness: 0.6 };

/** A window in the front, by the middle of its sill: frame, pane, bar. */
function windowAt(x: number, z: number, wide: number): object[] {
  const y = -DEPTH / 2;
  return [
    block([wide + 0.16, 0.1, 1.56], [x, y - 0.02, z + 0.7], FRAME),
    block([wide, 0.1, 1.4], [x, y - 0.04, z + 0.7], PANE),
    block([0.05, 0.1, 1.4], [x, y - 0.055, z + 0.7], FRAME),
    block([wide + 0.3, 0.24, 0.06], [x, y - 0.08, z - 0.1], FRAME),
  ];
}

export const townHouse = defineProp({
  name: "town-house",
  help: "house of two or three storeys with its front towards −y, 8 × 7 m, roof up to 12 m",
  variants: 3,
  color: "#b58a6c",
  visuals: (variant, color) => {
    const storeys = variant === 1 ? 3 : 2;
    const wall: PropLook = { color, roughness: 0.9, pattern: "grain", patternSize: 0.8 };
    const top = STOREY * storeys + 0.3;
    const rise = variant === 2 ? 2.6 : 2.1;
    const door = variant === 0 ? -2.6 : 2.6;
    const places = [-2.6, 0, 2.6];
    return [
      block([WIDTH, DEPTH, top], [0, 0, top / 2], wall),
      block([WIDTH + 0.06, DEPTH + 0.06, 0.5], [0, 0, 0.25], { color: "#7d7a74", roughness: 0.95 }),
      ...Array.from({ length: storeys }, (_, k) => k).flatMap((k) =>
        places
          .filter((x) => k > 0 || x !== door)
          .flatMap((x) => windowAt(x, 1 + STOREY * k, chance(k, Math.round(x)) > 0.5 ? 1.1 : 1.3)),
      ),
      block([1.2, 0.12, 2.3], [door, -DEPTH / 2 - 0.02, 1.3], FRAME),
      block([1, 0.12, 2.15], [door, -DEPTH / 2 - 0.04, 1.25], { color: "#3d5a55", roughness: 0.5 }),
      block([1.5, 0.7, 0.18], [door, -DEPTH / 2 - 0.3, 0.09], "concrete"),
      // roof: a gable across, its eaves over the walls
      {
        ...plate(
          [
            [-DEPTH / 2 - 0.35, top - 0.08],
            [DEPTH / 2 + 0.35, top - 0.08],
            [0.12, top + rise],
            [-0.12, top + rise],
          ],
          WIDTH + 0.3,
          [0, 0, 0],
          { color: "#6a4a40", roughness: 0.9, pattern: "grain", patternSize: 0.35 },
        ),
        // section across y, z; along x
        orientation: [0.5, 0.5, 0.5, 0.5],
      },
      block([0.7, 0.7, 1.2], [2.4, 0.8, top + rise - 0.3], { color: "#8a5a48", roughness: 0.95 }),
    ] as ReturnType<typeof block>[];
  },
});
