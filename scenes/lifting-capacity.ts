import { type BodySpec, type ControllerSpec, defineScene, elementary, param, type Spec } from "stiction";
import {
  buildMachine,
  MACHINE_LOOKS,
  operatorView,
  WHEELED_EXCAVATOR,
  wheeledExcavatorVisuals,
} from "stiction/machines";
import { EXCAVATOR_MATERIALS, EXCAVATOR_PAIRS, tyreShapes } from "./parts/excavator-site.js";

/** Density of concrete, kg/m³. */
const CONCRETE = 2400;

/** Lengths of the cylinders at the start: the load stands on the ground 5 m from the slew axis. */
const POSE = { boom: 2.42, stick: 3.05, bucket: 2.5 };

/** How far the tyres give way at rest, m. */
const SUNK = 0.054;

/** The boom lifts the load, the stick reaches out with it until the rear wheels lift and it is back on the ground. */
const SCRIPT: readonly (readonly [lever: string, times: readonly number[], values: readonly number[]])[] = [
  ["boom", [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 11, 12], [0, 0.14, 0.14, 0, 0, -0.06, -0.06, 0]],
  ["stick", [3.5, 5, 11, 12], [0, -0.2, -0.2, 0]],
];

/** Things about the place: prop, x, y, turn, colour. */
const THINGS: readonly (readonly [prop: string, x: number, y: number, turn: number, color?: string])[] = [
  ["concrete-pipes", 4.5, 8.6, 0.2],
  ["shipping-container", -6, 9.4, 0.1, "#b0705c"],
  ["lorry", 12.5, 9.5, 2.9],
  ["person", 0.6, 7, -1.2],
  ["traffic-cone", 11, -3.2, 0],
  ["traffic-cone", 11.4, 0, 0.3],
  ["traffic-cone", 11, 3.2, 0.8],
  ["barrier-fence", 12.6, 5.4, 1.8],
];

/**
 * How much a wheeled excavator lifts: 6.2, 3.5 and 2.8 t at 5, 7 and 8 m from its slew axis, by the moment about the
 * front axle. A block of concrete hangs from its bucket; the script reaches out with it until the machine tips.
 */
export const liftingCapacity = defineScene({
  name: "lifting-capacity",
  title: "Lifting capacity",
  summary:
    "An excavator reaches out with a load until its rear wheels lift; margin and load moment say how near that is",
  group: "machines",
  params: {
    load: param.number({ unit: "kg", min: 500, max: 8000, default: 4000, help: "mass of the block of concrete" }),
    script: param.flag({ default: true, help: "moves the levers by itself until a hand takes them" }),
  },
  build: ({ load, script }): Spec => {
    const machine = buildMachine(WHEELED_EXCAVATOR, {
      pose: POSE,
      position: [0, 0, -SUNK],
      visuals: wheeledExcavatorVisuals(),
      shapes: tyreShapes(),
    });
    const bucket = machine.places.get("bucket")?.position ?? [0, 0, 0];
    const half = 0.5 * elementary.cbrt(load / CONCRETE);
    const hook = [bucket[0], bucket[1], bucket[2] - 0.2];
    const rope = hook[2] - 2 * half;
    const block: BodySpec = {
      name: "load",
      mass: load,
      position: [hook[0], hook[1], half],
      material: "concrete",
      color: "#a7a49c",
      shapes: [{ type: "box", halfExtents: [half, half, half], category: 2, mask: 0xffffffff - 2 }],
    };
    const scripted: ControllerSpec[] = SCRIPT.map(([lever, times, values]) => ({
      type: "profile",
      name: `script-${lever}`,
      output: `controllers.${lever}.command`,
      times: [...times],
      values: [...values],
      between: "linear",
    }));
    return {
      duration: 15,
      timestep: 0.005,
      formulation: "augmented-lagrangian",
      materials: { ...EXCAVATOR_MATERIALS, concrete: { friction: 0.7 } },
      materialPairs: [
        ...EXCAVATOR_PAIRS,
        {
          between: ["ground", "concrete"],
          contact: { type: "linear", stiffness: 2e6, damping: 8e4 },
          sliding: { type: "bristle", friction: 0.7, kineticFriction: 0.6, stiffness: 1e6, damping: 4e4 },
        },
      ],
      looks: MACHINE_LOOKS,
      bodies: [
        ...machine.bodies,
        block,
        { name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] },
        ...THINGS.map(
          ([prop, x, y, turn, color], k): BodySpec => ({
            name: `${prop}-${k}`,
            type: "static",
            position: [x, y, 0],
            orientation: { axis: [0, 0, 1], angle: turn },
            visuals: [{ type: "prop", name: prop, ...(color && { color }) }],
          }),
        ),
      ],
      joints: [
        ...machine.joints,
        {
          type: "distance",
          name: "rope",
          bodyA: "bucket",
          bodyB: "load",
          at: hook,
          to: [hook[0], hook[1], hook[2] - rope],
          // drawn as a rope
          cylinder: { radius: 0.025, barrel: 0.5 * rope },
        },
      ],
      controllers: [...(script ? scripted : []), ...machine.controllers],
      controls: machine.controls,
      events: [...machine.events, { name: "tip-over-warning", when: "[stability/undercarriage/margin] < 0.2" }],
      sensors: [
        "stability/undercarriage/margin",
        "stability/undercarriage/loadMoment",
        "stability/undercarriage/utilization",
        "body/load/position.x",
        "guide/boom/effort",
        ...machine.sensors,
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        eye: [7.5, -15, 4.2],
        target: [3, 0, 1.7],
        pictureTime: 6,
        ...operatorView(WHEELED_EXCAVATOR),
        plot: ["stability/undercarriage/utilization", "stability/undercarriage/margin"],
      },
    };
  },
});
