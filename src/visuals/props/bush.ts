import { lump } from "./foliage.js";
import { chance, defineProp } from "./prop.js";

const GREENS = ["#647c3c", "#56702f", "#728746"];

export const bush = defineProp({
  name: "bush",
  help: "bush, about 1 m",
  variants: 3,
  visuals: (variant) =>
    [0, 1, 2].map((k) => {
      const [x, y] = [0.55 * (chance(variant, k + 20) - 0.5), 0.9 * (chance(variant, k + 30) - 0.5)];
      const s = 0.75 + 0.45 * chance(variant, k + 25);
      return lump([1.15 * s, 1.05 * s, 0.95 * s], [x, y, 0.36 * s], 70 + 5 * variant + k, {
        color: GREENS[(variant + k) % GREENS.length],
        roughness: 0.95,
      });
    }),
});
