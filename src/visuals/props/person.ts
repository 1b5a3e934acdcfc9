import { block, defineProp, drum, rod } from "./prop.js";

const TROUSERS = { color: "#2d3440", roughness: 0.9 };
const SKIN = { color: "#c08e6c", roughness: 0.7 };
const BAND = { color: "#dfe5df", roughness: 0.35 };
const BOOT = { color: "#3a2f26", roughness: 0.8 };
const HELMET = { color: "#eef0ef", roughness: 0.35 };

/** Somebody who stands and watches, for scale. */
export const person = defineProp({
  name: "person",
  help: "standing figure in work clothes, 1.75 m",
  color: "#dd6b24",
  visuals: (_variant, color) => {
    const vest = { color, roughness: 0.8 };
    return [
      ...[-1, 1].flatMap((s) => [
        block([0.27, 0.1, 0.1], [0.04, s * 0.1, 0.05], BOOT, { bevel: 0.03 }),
        rod(
          [
            [0, s * 0.1, 0.06],
            [0.01, s * 0.1, 0.48],
            [0, s * 0.085, 0.9],
          ],
          0.075,
          TROUSERS,
          { bend: 0.2 },
        ),
        // sleeves, and hands in front of the hips
        rod(
          [
            [0, s * 0.2, 1.38],
            [-0.02, s * 0.265, 1.12],
            [0.12, s * 0.24, 0.92],
          ],
          0.052,
          vest,
          { bend: 0.1 },
        ),
        { type: "sphere", radius: 0.052, segments: 14, position: [0.14, s * 0.235, 0.88], look: SKIN },
      ]),
      block([0.22, 0.33, 0.16], [0, 0, 0.9], TROUSERS, { bevel: 0.07 }),
      block([0.245, 0.4, 0.54], [0, 0, 1.17], vest, { bevel: 0.095 }),
      block([0.252, 0.407, 0.045], [0, 0, 1.02], BAND, { bevel: 0.02 }),
      block([0.252, 0.407, 0.045], [0, 0, 1.2], BAND, { bevel: 0.02 }),
      drum("z", 0.055, 0.12, [0, 0, 1.46], SKIN),
      { type: "capsule", radius: 0.095, halfLength: 0.035, segments: 20, position: [0.01, 0, 1.585], look: SKIN },
      {
        type: "lathe",
        profile: [
          [0, 1.6],
          [0.118, 1.605],
          [0.155, 1.612],
          [0.152, 1.622],
          [0.122, 1.628],
          [0.117, 1.67],
          [0.092, 1.722],
          [0.045, 1.747],
          [0, 1.75],
        ],
        segments: 24,
        position: [0.015, 0, 0],
        look: HELMET,
      },
    ];
  },
});
