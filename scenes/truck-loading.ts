import { defineScene, param, type Spec } from "stiction";
import {
  buildMachine,
  MACHINE_LOOKS,
  operatorView,
  WHEELED_EXCAVATOR,
  wheeledExcavatorVisuals,
} from "stiction/machines";
import { DIGGING_BUCKET, EXCAVATOR_MATERIALS, EXCAVATOR_PAIRS, tyreShapes } from "./parts/excavator-site.js";
import { type ArmPose, armScript, CYCLE, digCycle, inTime, leverScript, startPose } from "./parts/lever-script.js";
import { LOOSE_PAIRS, LOOSE_PLASTIC } from "./parts/site-things.js";
import { BODYWORK, tipper } from "./parts/tipper.js";
import { ANCHOR, loadingSite, SITE_LOOKS } from "./parts/work-sites.js";

/** Where the first cycle begins, s, once blade and outriggers are down. */
const FIRST = 5.2;
const START: ArmPose = [0, 7.8, 1.4, -60, -24];

/** Directions of the cuts, °, side by side: in front of the machine first, then from its right back. */
const CUTS = [-24, -12, 0, 12, 24, -74, -64, -54, -44, -34] as const;

/**
 * Cycles from a time on: each cuts ground that nobody has dug, as a driver does who does not want to be pulled off his
 * place by a deep cut; after ten of them the second layer is deeper.
 */
export function loadingCycles(count: number, first = FIRST): ArmPose[] {
  const side = (k: number) => (count < 2 ? 0 : CUTS[k % CUTS.length]);
  const cycles = Array.from({ length: count }, (_, k) =>
    digCycle({
      start: first + CYCLE * k,
      from: side(k),
      to: 84 + 8 * (k % 2),
      depth: k < CUTS.length ? 0.5 : 0.95,
      dump: [6.7, 3.1],
    }),
  );
  return inTime([START, [first - 0.1, 7.8, 1.2, -60, side(0)], ...cycles.flat()]);
}

/** The wheeled excavator digs and loads a lorry; the bed counts what falls into it, and tips. */
export const truckLoading = defineScene({
  name: "truck-loading",
  title: "Loading a lorry",
  summary: "The excavator digs, swings and fills the bed of a lorry, cycle by cycle; tip it to empty the bed again",
  group: "machines",
  params: {
    cycles: param.number({ unit: "1", integer: true, min: 1, max: 20, default: 3, help: "cycles of the script" }),
    script: param.flag({ default: true, help: "moves the levers by itself until a hand takes them" }),
  },
  build: ({ cycles, script }): Spec => {
    const arm = loadingCycles(cycles);
    const machine = buildMachine(WHEELED_EXCAVATOR, {
      visuals: wheeledExcavatorVisuals(),
      shapes: { ...tyreShapes(), bucket: [DIGGING_BUCKET] },
      pose: startPose(arm[0]),
    });
    const lorry = tipper(1.5, 6.6, 0);
    const operator = operatorView(WHEELED_EXCAVATOR);
    return {
      duration: arm[arm.length - 1][0] + 1.5,
      timestep: 0.005,
      formulation: { type: "augmented-lagrangian", priority: "real-time", sleep: true },
      materials: { ...EXCAVATOR_MATERIALS, plastic: LOOSE_PLASTIC, bodywork: BODYWORK },
      materialPairs: [...EXCAVATOR_PAIRS, ...LOOSE_PAIRS],
      looks: {
        ...MACHINE_LOOKS,
        ...SITE_LOOKS,
        bed: { color: "#c9662f", roughness: 0.5, pattern: "worn", patternColor: "#a9562a", patternSize: 0.9 },
      },
      bodies: [...machine.bodies, ...lorry.bodies, ...loadingSite()],
      joints: [...machine.joints, ...lorry.joints],
      controllers: [
        ...(script ? [...leverScript(machine, ANCHOR), ...armScript(arm)] : []),
        ...machine.controllers,
        ...lorry.controllers,
      ],
      controls: [...machine.controls, ...lorry.controls],
      sensors: [
        "soil/bed/volume",
        "soil/bed/mass",
        "soil/bed/fill",
        "soil/bucket/volume",
        "soil/all/dug",
        "soil/all/error",
        ...["boom", "stick", "bucket"].map((name) => `guide/${name}/effort`),
        ...machine.sensors,
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        eye: [10.8, -5.6, 6],
        target: [2.4, 2.6, 1.4],
        pictureTime: 19.3,
        cameras: [
          ...operator.cameras,
          { name: "Chase", type: "chase", body: "undercarriage", eye: [-11, 0, 5], target: [3, 0, 1.5] },
          { name: "Bed", type: "follow", body: "bed", eye: [-4, 5, 4.5], target: [2, 0, 0.5] },
        ],
        mirrors: operator.mirrors,
        seat: operator.seat,
        plot: ["soil/bed/volume", "soil/bucket/volume"],
      },
    };
  },
});
