import { type ControllerSpec, defineScene, param, type Spec } from "stiction";
import { buildMachine, MACHINE_LOOKS, WHEELED_EXCAVATOR, wheeledExcavatorVisuals } from "stiction/machines";
import { EXCAVATOR_MATERIALS, tyreShapes } from "./parts/excavator-site.js";

/** What a driver does in the demonstration, by named input: times, s, and values of the lever from then on. */
const SCRIPT: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  outriggers: [
    [0.3, 1],
    [6.4, 0],
  ],
  blade: [
    [0.3, 1],
    [3.2, 0],
  ],
  boom: [
    [3, -0.7],
    [5.2, 0],
    [9.3, 0.9],
    [11.6, 0],
  ],
  stick: [
    [2.6, -0.8],
    [4.2, 0],
    [6, 0.7],
    [9, 0.15],
    [9.8, 0],
  ],
  bucket: [
    [3, -1],
    [4, 0],
    [7.2, 0.75],
    [9.4, 0],
    [14.6, -1],
    [16.4, 0],
    [17.5, 1],
    [18.8, 0],
  ],
  slew: [
    [11.2, 0.8],
    [13.6, 0],
    [16.8, -0.8],
    [19.2, 0],
  ],
};

/** The script as controllers that move the levers; a hand on a lever wins. */
function scripted(): ControllerSpec[] {
  const levers = [...WHEELED_EXCAVATOR.cylinders, ...WHEELED_EXCAVATOR.turns];
  return levers.flatMap(({ name, control }): ControllerSpec[] => {
    const moves = SCRIPT[control];
    if (moves === undefined) return [];
    return [
      {
        type: "profile",
        name: `script-${name}`,
        output: `controllers.${name}.command`,
        times: [0, ...moves.map(([time]) => time)],
        values: [0, ...moves.map(([, value]) => value)],
        between: "hold",
        period: 20,
      },
    ];
  });
}

/**
 * A wheeled excavator of 22 t [Luaces2013, chapter 6]: 14 bodies, 13 revolute joints, cylinders as lengths that guides
 * prescribe, tyres, blade and outriggers. It digs, swings and dumps by a script until a hand takes the levers.
 */
export const excavator = defineScene({
  name: "excavator",
  title: "Wheeled excavator",
  summary: "A 22 t machine that you drive by its levers: boom, stick, bucket, slew, travel, steer, blade, outriggers",
  group: "machines",
  params: {
    script: param.flag({ default: true, help: "moves the levers by itself until a hand takes them" }),
  },
  build: ({ script }): Spec => {
    const machine = buildMachine(WHEELED_EXCAVATOR, { visuals: wheeledExcavatorVisuals(), shapes: tyreShapes() });
    return {
      duration: 20,
      timestep: 0.005,
      formulation: { type: "augmented-lagrangian", parts: 16 },
      materials: EXCAVATOR_MATERIALS,
      looks: MACHINE_LOOKS,
      bodies: [{ name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] }, ...machine.bodies],
      joints: machine.joints,
      controllers: [...(script ? scripted() : []), ...machine.controllers],
      controls: machine.controls,
      sensors: [
        ...["boom", "stick", "bucket"].map((name) => `guide/${name}/effort`),
        "body/bucket/position.x",
        "body/bucket/position.z",
        "mechanism/all/positionError",
        ...machine.sensors,
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        eye: [11, -11, 5.2],
        target: [2.4, 0, 1.7],
        pictureTime: 5,
        cameras: [
          {
            name: "Cabin",
            type: "seat",
            ...WHEELED_EXCAVATOR.seat,
            eye: [...WHEELED_EXCAVATOR.seat.eye],
            target: [...WHEELED_EXCAVATOR.seat.target],
            fieldOfView: 1.1,
          },
          { name: "Chase", type: "chase", body: "undercarriage", eye: [-11, 0, 5], target: [3, 0, 1.5] },
          { name: "Bucket", type: "follow", body: "bucket", eye: [3, -5, 2], target: [0, 0, 0] },
        ],
        plot: ["guide/boom/effort", "guide/stick/effort", "guide/bucket/effort"],
      },
    };
  },
});
