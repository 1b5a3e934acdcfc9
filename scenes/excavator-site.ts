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
import { LOOSE_PAIRS, LOOSE_PLASTIC } from "./parts/site-things.js";
import {
  ditchSite,
  fencesSite,
  rampSite,
  SITE_LOOKS,
  slopeSite,
  steepSite,
  streetSite,
  trenchSite,
  type WorkSite,
  yardSite,
} from "./parts/work-sites.js";

/** Tyres, and the bucket on what it does not dig, with the grip of a site. */
function grounded({ grip }: WorkSite): Pick<Spec, "materials" | "materialPairs"> {
  const { tyre } = EXCAVATOR_MATERIALS;
  const materials = { ...EXCAVATOR_MATERIALS, plastic: LOOSE_PLASTIC };
  const materialPairs = [...EXCAVATOR_PAIRS, ...LOOSE_PAIRS];
  if (grip === undefined) return { materials, materialPairs };
  return {
    materials: { ...materials, tyre: { contact: { ...tyre.contact, friction: grip.tyres, formula: "brush" } } },
    materialPairs: materialPairs.map((pair) =>
      "sliding" in pair && pair.between.includes("bucket")
        ? { ...pair, sliding: { ...pair.sliding, friction: grip.teeth, kineticFriction: 0.9 * grip.teeth } }
        : pair,
    ),
  };
}

const SITES = {
  ...{ trench: trenchSite, ramp: rampSite, street: streetSite, yard: yardSite, ditch: ditchSite },
  ...{ fences: fencesSite, steep: steepSite },
};

/**
 * The wheeled excavator at work: a trench beside buried pipes, a hillside, a ramp, a street, a
 * yard with a lane of cones, a ditch, a site full of fences, a steep way down. A driver made of controllers moves the
 * levers until a hand takes them.
 */
export const excavatorSite = defineScene({
  name: "excavator-site",
  title: "Excavator at work",
  summary: "A trench beside buried pipes, a hillside, a ramp or a street: drive the machine by its levers",
  group: "machines",
  params: {
    site: param.choice(["trench", "slope", "ramp", "street", "yard", "ditch", "fences", "steep"], {
      default: "trench",
      help: "where it works",
    }),
    slope: param.number({ unit: "rad", min: 0, max: 0.45, default: 0.2, help: "angle of the hillside" }),
    script: param.flag({ default: true, help: "moves the levers by itself until a hand takes them" }),
  },
  build: ({ site, slope, script }): Spec => {
    const work: WorkSite = site === "slope" ? slopeSite(slope) : SITES[site]();
    const machine = buildMachine(WHEELED_EXCAVATOR, {
      visuals: wheeledExcavatorVisuals(),
      shapes: { ...tyreShapes(), bucket: [DIGGING_BUCKET] },
      position: work.position,
      ...(work.turn && { turn: work.turn }),
      pose: startPose(work.arm[0]),
    });
    const operator = operatorView(WHEELED_EXCAVATOR);
    const soil = work.hard === true ? [] : ["soil/bucket/volume", "soil/bucket/depth"];
    return {
      duration: work.duration,
      timestep: 0.005,
      formulation: { type: "augmented-lagrangian", priority: "real-time", sleep: true },
      ...grounded(work),
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
        ...soil,
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
        plot: soil.length > 0 ? soil : ["body/undercarriage/position.x", "body/undercarriage/position.z"],
      },
    };
  },
});
