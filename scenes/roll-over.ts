import { type BodySpec, type ControllerSpec, defineScene, elementary, param, type Spec } from "stiction";
import {
  buildMachine,
  MACHINE_LOOKS,
  operatorView,
  WHEELED_EXCAVATOR,
  wheeledExcavatorVisuals,
} from "stiction/machines";
import { EXCAVATOR_MATERIALS, EXCAVATOR_PAIRS, tyreShapes } from "./parts/excavator-site.js";

/** Side of the ground, distance of its points, half width of the hillside, m. */
const SIZE = 64;
const SPACING = 0.5;
const HALF = 8;

/** Lengths of the cylinders: the bucket is 8 m from the slew axis. */
const POSE = { boom: 2.6, stick: 2.4, bucket: 2.5 };

/** How far the tyres give way at rest, m. */
const SUNK = 0.05;

/** Height of a hillside that rises along y and is level below and above it, m. */
function height(y: number, rise: number): number {
  const u = Math.max(-HALF, Math.min(HALF, y));
  return rise * (u + HALF);
}

/** Rows along y of heights along x. */
function hillside(rise: number): number[][] {
  const n = Math.round(SIZE / SPACING) + 1;
  return Array.from({ length: n }, (_, j) => new Array<number>(n).fill(height(j * SPACING - SIZE / 2, rise)));
}

/**
 * A wheeled excavator across a slope, with a boulder in its bucket and its arm stretched out. The script swings it
 * downhill; the machine rolls over when the resultant leaves the polygon of its wheels, and stands when it does not.
 */
export const rollOver = defineScene({
  name: "roll-over",
  title: "Roll-over on a slope",
  summary:
    "An excavator swings a boulder downhill: it stands or rolls over as its support polygon says, and reports it",
  group: "machines",
  params: {
    slope: param.number({ unit: "rad", min: 0, max: 0.5, default: 0.26, help: "of the ground, up to the left" }),
    load: param.number({ unit: "kg", min: 50, max: 4000, default: 1500, help: "mass of the boulder" }),
    script: param.flag({ default: true, help: "moves the levers by itself until a hand takes them" }),
  },
  build: ({ slope, load, script }): Spec => {
    const rise = elementary.sin(slope) / elementary.cos(slope);
    const [s, c] = [elementary.sin(slope / 2), elementary.cos(slope / 2)];
    const machine = buildMachine(WHEELED_EXCAVATOR, {
      pose: POSE,
      position: [0, 0, height(0, rise) - SUNK],
      turn: [s, 0, 0, c],
      visuals: wheeledExcavatorVisuals(),
      shapes: tyreShapes(),
    });
    const bucket = machine.places.get("bucket");
    if (bucket === undefined) throw new RangeError("the excavator has no bucket");
    const boulder: BodySpec = {
      name: "boulder",
      mass: load,
      position: [...bucket.position],
      orientation: [...bucket.turn],
      centerOfMass: [0.8, 0, -0.25],
      inertia: [0.1 * load, 0.1 * load, 0.1 * load],
      color: "#8d857a",
      shapes: [{ type: "sphere", radius: 0.5, position: [0.8, 0, -0.25], category: 2, mask: 0xffffffff - 2 }],
    };
    const scripted: ControllerSpec = {
      type: "profile",
      name: "script-slew",
      output: "controllers.slew.command",
      times: [0, 1.5, 8],
      values: [0, -0.3, 0],
      between: "hold",
    };
    return {
      duration: 12,
      timestep: 0.005,
      formulation: "augmented-lagrangian",
      materials: EXCAVATOR_MATERIALS,
      materialPairs: EXCAVATOR_PAIRS,
      looks: MACHINE_LOOKS,
      bodies: [
        ...machine.bodies,
        boulder,
        {
          name: "ground",
          type: "static",
          material: "ground",
          shapes: [{ type: "height-field", heights: hillside(rise), dx: SPACING, dy: SPACING }],
        },
      ],
      joints: [
        ...machine.joints,
        { type: "fixed", name: "boulder", bodyA: "bucket", bodyB: "boulder", at: [...bucket.position] },
      ],
      controllers: [...(script ? [scripted] : []), ...machine.controllers],
      controls: machine.controls,
      events: [...machine.events, { name: "tip-over-warning", when: "[stability/undercarriage/margin] < 0.2" }],
      sensors: [
        "stability/undercarriage/margin",
        "stability/undercarriage/slope",
        "joint/slew/position",
        ...machine.sensors,
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        eye: [15, -14, 9],
        target: [1.5, -1, 3.4],
        pictureTime: 4.4,
        ...operatorView(WHEELED_EXCAVATOR),
        plot: ["stability/undercarriage/margin", "stability/undercarriage/slope"],
      },
    };
  },
});
