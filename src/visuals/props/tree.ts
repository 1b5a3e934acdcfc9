import { lump } from "./foliage.js";
import { chance, defineProp, type Point } from "./prop.js";

const BARK = { color: "#5b4632", roughness: 0.95 };
const GREENS = ["#56743a", "#4b6a35", "#65813f", "#5c7837"];

/** Lumps of the crown: centre and size, m. */
const CROWN: readonly (readonly [Point, Point])[] = [
  [
    [0, 0, 4.3],
    [3.4, 3.3, 2.9],
  ],
  [
    [1, 0.35, 3.4],
    [2.2, 2.1, 1.8],
  ],
  [
    [-0.85, -0.6, 3.5],
    [2.3, 2.2, 1.9],
  ],
  [
    [0.1, -0.9, 4.9],
    [1.9, 1.8, 1.7],
  ],
];

export const tree = defineProp({
  name: "tree",
  help: "broad-leaved tree, 5 to 7 m",
  variants: 4,
  visuals: (variant) => {
    const grown = 0.9 + 0.3 * chance(variant, 40);
    const scaled = (p: Point): Point => [p[0] * grown, p[1] * grown, p[2] * grown];
    return [
      {
        type: "lathe",
        profile: [
          [0, -0.4],
          [0.26 * grown, -0.4],
          [0.19 * grown, 0.35],
          [0.14 * grown, 2.2 * grown],
          [0.08 * grown, 3.8 * grown],
          [0, 3.8 * grown],
        ],
        segments: 9,
        look: BARK,
      },
      ...CROWN.map(([at, size], k) => {
        const turned: Point = variant % 2 === 0 ? at : [at[1], -at[0], at[2]];
        const color = GREENS[(variant + k) % GREENS.length];
        return lump(scaled(size), scaled(turned), 10 * variant + k, { color, roughness: 0.95 });
      }),
    ];
  },
});
