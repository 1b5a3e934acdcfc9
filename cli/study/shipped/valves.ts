import type { ShippedStudy } from "./index.js";

/** How fast an excavator's boom and stick move, over the openings of their valves and the size of the pump. */
export const excavatorValves: ShippedStudy = {
  name: "excavator-valves",
  title: "An excavator's cylinders over valve sizes and pump",
  study: {
    study: 1,
    title: "Time to lift the boom and to pull the stick in, over valve openings and displacement of the pump",
    scene: "hydraulic-arm",
    params: { cycle: false },
    set: { duration: 6, "forces.boom.command": 1, "forces.stick.command": 1 },
    factors: [
      { path: "displacement", unit: "m³", values: [0.8e-4, 1.1e-4, 1.4e-4] },
      { path: "forces.boom.inletArea", name: "boomValve", unit: "m²", grid: { from: 2e-5, to: 6e-5, count: 3 } },
      { path: "forces.stick.inletArea", name: "stickValve", unit: "m²", grid: { from: 2e-5, to: 6e-5, count: 3 } },
    ],
    metrics: {
      // by lengths that all reach, well before the arm is against its stops
      boomUp: { when: "[hydraulic/boom/length] > 1.78", unit: "s" },
      stickIn: { when: "[hydraulic/stick/length] > 1.7", unit: "s" },
      cycle: { expression: "max(boomUp, stickIn)", unit: "s" },
      pressure: { max: "[hydraulic/pump/pressure]", unit: "Pa" },
      work: { integral: "[hydraulic/pump/pressure] * [hydraulic/pump/flow]", unit: "J" },
    },
    stop: { when: "[hydraulic/boom/length] > 1.78 && [hydraulic/stick/length] > 1.7" },
  },
};
