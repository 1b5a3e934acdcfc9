import { block, defineProp } from "./prop.js";

const WHITE = { color: "#eef0ef", roughness: 0.45 };

/** Radius of the cone at a height, m. */
const radius = (z: number) => 0.14 - (0.115 * (z - 0.04)) / 0.69;

/** A sleeve around the cone. */
const sleeve = (low: number, high: number) => ({
  type: "lathe",
  profile: [
    [radius(low), low],
    [radius(low) + 0.004, low],
    [radius(high) + 0.004, high],
    [radius(high), high],
  ],
  closed: true,
  segments: 28,
  look: WHITE,
});

export const trafficCone = defineProp({
  name: "traffic-cone",
  help: "traffic cone with two white sleeves, 0.75 m",
  color: "#d9501e",
  visuals: (_variant, color) => [
    block([0.38, 0.38, 0.04], [0, 0, 0.02], { color: "#3a3d40", roughness: 0.85 }, { bevel: 0.012 }),
    {
      type: "lathe",
      profile: [
        [0, 0.04],
        [0.16, 0.04],
        [0.14, 0.06],
        [radius(0.73), 0.73],
        [0.018, 0.75],
        [0, 0.75],
      ],
      segments: 28,
      look: { color, roughness: 0.55 },
    },
    sleeve(0.27, 0.41),
    sleeve(0.52, 0.62),
  ],
});
