import { block, defineProp, drum, plate } from "./prop.js";

/** A triangle around a centre at height z with a distance r from it to its corners, whose corners are cut. */
function triangle(z: number, r: number): [number, number][] {
  const [c, s] = [0.866 * r, 0.5 * r];
  const cut = 0.1 * r;
  return [
    [-c + 2 * cut, z - s],
    [c - 2 * cut, z - s],
    [c - cut, z - s + 1.732 * cut],
    [cut, z + r - 1.732 * cut],
    [-cut, z + r - 1.732 * cut],
    [-c + cut, z - s + 1.732 * cut],
  ];
}

const RED = { color: "#b8332a", roughness: 0.45 };
const BLACK = { color: "#191b1c", roughness: 0.6 };

export const warningSign = defineProp({
  name: "warning-sign",
  help: "triangular warning sign on a post, seen from −y, 2.2 m",
  color: "#f3d35a",
  visuals: (_variant, color) => [
    drum("z", 0.03, 2.2, [0, 0.03, 1.1], "steel", { segments: 16 }),
    block([0.4, 0.4, 0.1], [0, 0.03, 0.05], "concrete", { bevel: 0.02 }),
    plate(triangle(1.8, 0.46), 0.012, [0, 0, 0], RED),
    plate(triangle(1.8, 0.35), 0.012, [0, -0.006, 0], { color, roughness: 0.45 }),
    plate(
      [
        [-0.022, 1.74],
        [0.022, 1.74],
        [0.036, 1.98],
        [-0.036, 1.98],
      ],
      0.012,
      [0, -0.011, 0],
      BLACK,
    ),
    drum("y", 0.028, 0.012, [0, -0.011, 1.69], BLACK, { segments: 16 }),
  ],
});
