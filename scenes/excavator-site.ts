import { defineScene, param, type Spec } from "stiction";
import {
  buildMachine,
  MACHINE_LOOKS,
  operatorView,
  WHEELED_EXCAVATOR,
  wheeledExcavatorVisuals,
} from "stiction/machines";
import { DIGGING_BUCKET, EXCAVATOR_MATERIALS, EXCAVATOR_PAIRS, tyreShapes } from "./parts/excavator-site.js";
import { armScript, leverScript, startPose } from "./parts/lever-script.js";
import { LOOSE_PAIRS, LOOSE_PLASTIC, TYRE_MASK } from "./parts/site-things.js";
import { ditchSite, rampSite, SITE_LOOKS, slopeSite, streetSite, trenchSite, yardSite } from "./parts/work-sites.js";

/**
 * The wheeled excavator at work: a trench beside buried pipes, a hillside, a ramp, a street, a
 * yard with a lane of cones, a ditch. A driver made of
 * controllers moves the levers until a hand takes them.
 */
export const excavatorSite = defineScene({
  name: "excavator-site",
  title: "Excavator at work",
  summary: "A trench beside buried pipes, a hillside, a ramp or a street: drive the machine by its levers",
  group: "machines",
  params: {
    site: param.choice(["trench", "slope", "ramp", "street", "yard", "ditch"], {
      default: "trench",
      help: "where it works",
    }),
    slope: param.number({ unit: "rad", min: 0, max: 0.45, default: 0.2, help: "angle of the hillside" }),
    script: param.flag({ default: true, help: "moves the levers by itself until a hand takes them" }),
  },
  build: ({ site, slope, script }): Spec => {
    const sites = { trench: trenchSite, ramp: rampSite, street: streetSite, yard: yardSite, ditch: ditchSite };
    const work = site === "slope" ? slopeSite(slope) : sites[site]();
    const machine = buildMachine(WHEELED_EXCAVATOR, {
      visuals: wheeledExcavatorVisuals(),
      shapes: { ...tyreShapes(TYRE_MASK), bucket: [DIGGING_BUCKET] },
      position: work.position,
      ...(work.turn && { turn: work.turn }),
      pose: startPose(work.arm[0]),
    });
    const operator = operatorView(WHEELED_EXCAVATOR);
    return {
      duration: work.duration,
      timestep: 0.005,
      formulation: { type: "augmented-lagrangian", priority: "real-time", sleep: true },
      materials: { ...EXCAVATOR_MATERIALS, plastic: LOOSE_PLASTIC },
      materialPairs: [...EXCAVATOR_PAIRS, ...LOOSE_PAIRS],
      looks: { ...MACHINE_LOOKS, ...SITE_LOOKS },
      bodies: [...machine.bodies, ...work.bodies],
      joints: machine.joints,
      controllers: [
        ...(script ? [...leverScript(machine, work.levers), ...armScript(work.arm)] : []),
        ...machine.controllers,
      ],
      controls: machine.controls,
      sensors: [
        ...["boom", "stick", "bucket"].map((name) => `guide/${name}/effort`),
        "soil/bucket/volume",
        "soil/bucket/depth",
        "body/undercarriage/position.x",
        "body/undercarriage/position.z",
        "mechanism/all/awake",
        ...machine.sensors,
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        ...work.view,
        cameras: [
          ...operator.cameras,
          { name: "Chase", type: "chase", body: "undercarriage", eye: [-11, 0, 5], target: [3, 0, 1.5] },
          { name: "Bucket", type: "follow", body: "bucket", eye: [3, -5, 2], target: [0, 0, 0] },
        ],
        mirrors: operator.mirrors,
        seat: operator.seat,
        plot: ["soil/bucket/volume", "soil/bucket/depth"],
      },
    };
  },
});
