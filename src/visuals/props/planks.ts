import { block, chance, defineProp } from "./prop.js";

/** Size of a plank, m. */
const [LENGTH, WIDTH, THICK] = [4, 0.2, 0.05];
/** Height of the laths between layers, m. */
const LATH = 0.04;

export const planks = defineProp({
  name: "planks",
  help: "stack of planks along x on laths, 4 × 1.1 × 0.4 m",
  visuals: () => {
    const layer = (z: number, number: number) => [
      ...[-1.5, 0, 1.5].map((x) => block([0.08, 1.1, LATH], [x, 0, z + LATH / 2], "wood")),
      ...Array.from({ length: 5 }, (_, k) => {
        const shade = Math.floor(24 * chance(number, k));
        const color = `rgb(${184 + shade}, ${146 + shade}, ${96 + shade})`;
        const shift = 0.14 * (chance(number, k + 9) - 0.5);
        return block(
          [LENGTH, WIDTH, THICK],
          [shift, (k - 2) * 0.215, z + LATH + THICK / 2],
          { color, roughness: 0.85, pattern: "grain", patternSize: 0.25 },
          { bevel: 0.003 },
        );
      }),
    ];
    return [0, 1, 2, 3].flatMap((n) => layer(n * (LATH + THICK), n));
  },
});
