import { block, defineProp, drum, type PropLook, plate, rod } from "./prop.js";

/** Radius and width of a wheel, m. */
const [R, W] = [0.5, 0.34];

const wheel = (x: number, side: number) => [
  {
    type: "lathe",
    profile: [
      [0.27, -W / 2],
      [0.4, -W / 2],
      [0.47, -W / 2 + 0.03],
      [R, -W / 2 + 0.09],
      [R, W / 2 - 0.09],
      [0.47, W / 2 - 0.03],
      [0.4, W / 2],
      [0.27, W / 2],
    ],
    closed: true,
    segments: 40,
    position: [x, side * 1.02, R],
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
    look: "tyre",
  },
  drum("y", 0.28, W - 0.1, [x, side * 1.02, R], "bone"),
  drum("y", 0.12, 0.1, [x, side * (1.02 + W / 2 - 0.04), R], "graphite"),
  ...[0, 1, 2, 3, 4, 5].map((k) => {
    const [c, s] = SIXTHS[k];
    return drum("y", 0.025, 0.05, [x + 0.19 * c, side * (1.02 + W / 2 - 0.045), R + 0.19 * s], "steel", {
      segments: 8,
    });
  }),
];

/** Cosine and sine of multiples of 60°. */
const SIXTHS = [
  [1, 0],
  [0.5, 0.866],
  [-0.5, 0.866],
  [-1, 0],
  [-0.5, -0.866],
  [0.5, -0.866],
] as const;

/** The bed with its ribs, and a load of soil. */
const loadedBed = (bed: PropLook) => [
  // bed with ribs
  block([4.7, 2.4, 0.14], [-0.95, 0, 1.15], bed),
  ...[-1, 1].flatMap((s) => [
    block([4.7, 0.08, 1.1], [-0.95, s * 1.18, 1.72], bed),
    block([4.7, 0.14, 0.1], [-0.95, s * 1.2, 2.28], bed),
    ...[0, 1, 2, 3, 4, 5].map((k) => block([0.12, 0.1, 1.1], [-3.15 + 0.88 * k, s * 1.25, 1.7], bed)),
  ]),
  block([0.1, 2.4, 1.45], [1.36, 0, 1.85], bed),
  block([0.1, 2.36, 1.05], [-3.26, 0, 1.68], bed),
  // a load of soil
  plate(
    [
      [-3.2, 1.2],
      [1.3, 1.2],
      [1.3, 2.05],
      [0.7, 2.25],
      [-0.4, 2.42],
      [-1.5, 2.5],
      [-2.5, 2.2],
      [-3.2, 1.95],
    ],
    2.26,
    [0, 0, 0],
    "soil",
    { bevel: 0.12 },
  ),
];

export const lorry = defineProp({
  name: "lorry",
  help: "parked tipper lorry towards +x, 7 × 2.5 × 2.9 m; in version 1 without its bed",
  variants: 2,
  color: "#e6e4dc",
  visuals: (variant, color) => {
    const cab = { color, roughness: 0.42 };
    const bed = { color: "#67737d", roughness: 0.6, pattern: "worn" };
    const glass = { color: "#26323a", roughness: 0.08, metalness: 0.4 };
    const dark = { color: "#1d2124", roughness: 0.7 };
    return [
      ...(variant === 0 ? loadedBed(bed) : []),
      ...[-2.35, -1.25, 2.3].flatMap((x) => [...wheel(x, -1), ...wheel(x, 1)]),
      ...[-1, 1].map((s) => block([6.3, 0.14, 0.26], [-0.1, s * 0.42, 0.86], "graphite")),
      block([0.5, 0.75, 0.5], [0.75, -0.85, 0.72], "graphite", { bevel: 0.05 }),
      drum("x", 0.24, 0.9, [0.75, 0.95, 0.7], "steel"),
      // cab
      plate(
        [
          [1.68, 0.78],
          [3.32, 0.78],
          [3.4, 1.5],
          [3.22, 2.5],
          [3.05, 2.78],
          [1.75, 2.78],
          [1.68, 2.7],
        ],
        2.3,
        [0, 0, 0],
        cab,
        { bevel: 0.06 },
      ),
      plate(
        [
          [3.345, 1.62],
          [3.415, 1.62],
          [3.27, 2.42],
          [3.2, 2.42],
        ],
        2,
        [0, 0, 0],
        glass,
      ),
      ...[-1, 1].flatMap((s) => [
        plate(
          [
            [2.2, 1.65],
            [3.2, 1.65],
            [3.08, 2.4],
            [2.2, 2.4],
          ],
          0.04,
          [0, s * 1.14, 0],
          glass,
        ),
        block([0.3, 0.03, 0.05], [2.35, s * 1.17, 1.5], dark),
        block([0.06, 0.42, 0.24], [3.42, s * 0.78, 1.02], { color: "#f4f2e6", roughness: 0.2 }),
        rod(
          [
            [3.15, s * 1.14, 2.2],
            [3.3, s * 1.38, 2.2],
            [3.3, s * 1.38, 1.8],
          ],
          0.018,
          dark,
        ),
        block([0.05, 0.2, 0.42], [3.3, s * 1.4, 1.95], dark, { bevel: 0.02 }),
        plate(
          [
            [1.7, 0.62],
            [1.72, 1.08],
            [1.95, 1.22],
            [2.65, 1.22],
            [2.88, 1.08],
            [2.9, 0.62],
            [2.84, 0.62],
            [2.8, 1.02],
            [2.6, 1.12],
            [2, 1.12],
            [1.8, 1.02],
            [1.76, 0.62],
          ],
          0.4,
          [0, s * 1.02, 0],
          dark,
        ),
      ]),
      block([0.14, 2.3, 0.36], [3.4, 0, 0.72], dark, { bevel: 0.04 }),
      block([0.05, 1.5, 0.5], [3.4, 0, 1.3], dark),
    ];
  },
});
