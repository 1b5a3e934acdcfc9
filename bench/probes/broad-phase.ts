import { motions, raceBroadPhases } from "../broad-phase.js";
import type { Probe } from "./probe.js";

const BOXES = 10_000;

/**
 * Cost per step of each broad phase and of other libraries in one process, and whether all of them give the same pairs.
 */
export const broadPhase: Probe = {
  name: "broad-phase",
  title: "Pairs of 10,000 moving boxes, against brute force, flatbush and a Hilbert R-tree rebuilt in every step",
  settings: "CPU ms per step, median",
  rounds: 60,
  async run(steps) {
    const figures: Record<string, number> = {};
    let different = 0;
    let hash = 0;
    let total = 0;
    for (const motion of motions) {
      for (const result of await raceBroadPhases(BOXES, motion, steps)) {
        figures[`${motion.name}: ${result.name}`] = result.medianMs;
        different += result.differentSteps;
        if (result.name.startsWith("tree")) {
          hash = Math.imul(hash ^ result.hash, 0x01000193) >>> 0;
          total += result.medianMs;
        }
      }
    }
    figures["steps with different pairs"] = different;
    const mean = total / motions.length;
    return {
      steps: motions.length * steps,
      cpuMsMean: mean,
      cpuMsP99: mean,
      figures,
      hash: hash.toString(16).padStart(8, "0"),
    };
  },
};
