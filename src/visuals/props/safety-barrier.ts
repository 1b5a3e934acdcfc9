import { block, defineProp } from "./prop.js";

/** Half of the section: distance from the middle, height, m. */
const SIDE = [
  [0.3, 0],
  [0.3, 0.08],
  [0.17, 0.33],
  [0.09, 0.81],
] as const;

export const safetyBarrier = defineProp({
  name: "safety-barrier",
  help: "concrete barrier along x, 3 m long and 0.81 m high",
  visuals: () => [
    {
      type: "extrusion",
      outline: [...SIDE.map(([w, z]) => [w, z]), ...SIDE.map(([w, z]) => [-w, z]).reverse()],
      depth: 3,
      bevel: 0.02,
      // section across y, z; along x
      orientation: [0.5, 0.5, 0.5, 0.5],
      look: "concrete",
    },
    ...[-1, 1].flatMap((s) =>
      [-1, 1].map((x) => block([0.34, 0.03, 0.12], [x, s * 0.123, 0.68], { color: "#c23f2f", roughness: 0.5 })),
    ),
  ],
});
