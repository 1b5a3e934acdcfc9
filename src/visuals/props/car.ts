import { block, defineProp, drum, plate } from "./prop.js";

const GLASS = { color: "#1f2a31", roughness: 0.1, metalness: 0.4 };
const DARK = { color: "#1d2124", roughness: 0.7 };
/** Radius of a wheel, and how far the axles are from the middle, m. */
const [R, AXLE] = [0.31, 1.3];

/** Outline of the body from the front bumper over the roof, [x, z], m. */
const BODY = [
  [2.08, 0.28],
  [2.12, 0.62],
  [1.98, 0.8],
  [1.1, 0.92],
  [-1.62, 0.96],
  [-2.02, 0.92],
  [-2.1, 0.6],
  [-2.06, 0.28],
] as const;
const CABIN = [
  [1.06, 0.9],
  [0.36, 1.42],
  [0.1, 1.47],
  [-1.02, 1.45],
  [-1.36, 1.32],
  [-1.86, 0.94],
] as const;

export const car = defineProp({
  name: "car",
  help: "parked car towards +x, 4.2 × 1.76 × 1.47 m",
  color: "#7d3f3a",
  visuals: (_variant, color) => {
    const paint = { color, roughness: 0.28, metalness: 0.25 };
    return [
      plate(BODY, 1.76, [0, 0, 0], paint, { bevel: 0.07 }),
      plate(CABIN, 1.46, [0, 0, 0], paint, { bevel: 0.06 }),
      // windows: a little smaller, standing out of the sides
      ...[-1, 1].flatMap((s) => [
        plate(
          [
            [0.86, 0.94],
            [0.28, 1.38],
            [-0.36, 1.4],
            [-0.36, 0.94],
          ],
          0.02,
          [0, s * 0.735, 0],
          GLASS,
        ),
        plate(
          [
            [-0.44, 0.94],
            [-0.44, 1.4],
            [-1, 1.39],
            [-1.58, 0.96],
          ],
          0.02,
          [0, s * 0.735, 0],
          GLASS,
        ),
        block([0.05, 0.36, 0.13], [2.06, s * 0.62, 0.7], { color: "#f4f2e6", roughness: 0.2 }, { bevel: 0.01 }),
        block([0.05, 0.3, 0.15], [-2.05, s * 0.66, 0.78], { color: "#9c2a24", roughness: 0.3 }, { bevel: 0.01 }),
        ...[-AXLE, AXLE].flatMap((x) => [
          drum("y", R + 0.05, 0.06, [x, s * 0.855, R + 0.02], DARK),
          drum("y", R, 0.19, [x, s * 0.8, R], "tyre"),
          drum("y", 0.19, 0.02, [x, s * 0.897, R], "steel"),
        ]),
      ]),
      plate(
        [
          [1.0, 0.97],
          [0.42, 1.4],
          [0.38, 1.4],
          [0.96, 0.97],
        ],
        1.3,
        [0.05, 0, 0],
        GLASS,
      ),
      plate(
        [
          [-1.36, 1.34],
          [-1.8, 1.0],
          [-1.86, 1.0],
          [-1.42, 1.34],
        ],
        1.24,
        [0, 0, 0],
        GLASS,
      ),
      block([0.06, 1.5, 0.16], [2.09, 0, 0.42], DARK, { bevel: 0.02 }),
      block([0.06, 1.5, 0.16], [-2.07, 0, 0.42], DARK, { bevel: 0.02 }),
    ];
  },
});
