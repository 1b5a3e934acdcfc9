import type { ShippedStudy } from "./index.js";

/** How fast an excavator's boom and stick move, over the openings of their valves and the size of the pump. */
export const excavatorValves: ShippedStudy = {
  name: "excavator-valves",
  title: "An excavator's cylinders over valve sizes and pump",
  study: {
    study: 1,
    title: "Time to lift the boom and to push the stick out, over valve openings and displacement of the pump",
    scene: "hydraulic-arm",
    params: { cycle: false },
    set: { duration: 6, "forces.boom.command": 1, "forces.stick.command": 1 },
    factors: [
      { path: "displacement", unit: "m³", values: [0.8e-4, 1.1e-4, 1.4e-4] },
      { path: "forces.boom.inletArea", name: "boomValve", unit: "m²", grid: { from: 2e-5, to: 6e-5, count: 3 } },
      { path: "forces.stick.inletArea", name: "stickValve", unit: "m²", grid: { from: 2e-5, to: 6e-5, count: 3 } },
    ],
    metrics: {
      boomUp: { when: "[hydraulic/boom/speed] < 0.001 && t > 0.5", unit: "s" },
      stickOut: { when: "[hydraulic/stick/speed] < 0.001 && t > 0.5", unit: "s" },
      cycle: { expression: "max(boomUp, stickOut)", unit: "s" },
      pressure: { max: "[hydraulic/pump/pressure]", unit: "Pa" },
      work: { integral: "[hydraulic/pump/pressure] * [hydraulic/pump/flow]", unit: "J" },
    },
  },
};
