import { chance, defineProp } from "./prop.js";

const BARK = { color: "#54402e", roughness: 0.95 };
const GREENS = ["#3d5a38", "#355233", "#46633b"];

export const pine = defineProp({
  name: "pine",
  help: "conifer, 6 to 9 m",
  variants: 3,
  visuals: (variant) => {
    const height = 6.2 + 2.6 * chance(variant, 50);
    const tiers = 5;
    return [
      {
        type: "lathe",
        profile: [
          [0, -0.4],
          [0.2, -0.4],
          [0.15, 0.4],
          [0.05, 0.8 * height],
          [0, 0.8 * height],
        ],
        segments: 8,
        look: BARK,
      },
      ...Array.from({ length: tiers }, (_, k) => {
        const low = height * (0.16 + 0.165 * k);
        const high = low + height * 0.3;
        const r = (0.27 * height * (tiers + 0.6 - k)) / (tiers + 0.6) + 0.15 * chance(variant, k);
        return {
          type: "lathe",
          profile: [
            [0, low + 0.12 * r],
            [0.72 * r, low],
            [r, low - 0.1 * r],
            [0.5 * r, low + 0.42 * (high - low)],
            [0, Math.min(high, height)],
          ],
          segments: 9,
          orientation: { axis: [0, 0, 1], angle: 0.4 * k + variant },
          look: { color: GREENS[(variant + k) % GREENS.length], roughness: 0.95 },
        };
      }),
    ];
  },
});
