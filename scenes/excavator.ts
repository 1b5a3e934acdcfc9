import { type ControllerSpec, defineScene, param, type Spec } from "stiction";
import {
  buildMachine,
  MACHINE_LOOKS,
  operatorView,
  WHEELED_EXCAVATOR,
  wheeledExcavatorVisuals,
} from "stiction/machines";
import {
  DIGGING_BUCKET,
  diggableSite,
  EXCAVATOR_MATERIALS,
  EXCAVATOR_PAIRS,
  tyreShapes,
} from "./parts/excavator-site.js";

/** What a driver does in the demonstration, by named input: times, s, and values of the lever from then on. */
const SCRIPT: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  outriggers: [
    [0.3, 1],
    [5.2, 0],
  ],
  blade: [
    [0.3, 1],
    [3.2, 0],
  ],
  stick: [
    [2.8, -0.8],
    [4.4, 0],
    [5.6, 0.6],
    [6.9, 0.25],
    [7.6, 0],
  ],
  boom: [
    [3.2, -0.7],
    [4.86, 0],
    [6.1, 0.3],
    [6.9, 0.7],
    [9.4, 0],
  ],
  bucket: [
    [3.4, -1],
    [3.92, 0],
    [6.2, 0.3],
    [6.7, 0.8],
    [8.6, 0],
    [13.2, -1],
    [15, 0],
    [16.3, 0.8],
    [17.3, 0],
  ],
  slew: [
    [9.6, 0.8],
    [12, 0],
    [15.2, -0.8],
    [17.6, 0],
  ],
};

/** The script as controllers that move the levers; a hand on a lever wins. */
function scripted(inputs: ReadonlySet<string>): ControllerSpec[] {
  const levers = [...WHEELED_EXCAVATOR.cylinders, ...WHEELED_EXCAVATOR.turns];
  return levers.flatMap(({ name, control }): ControllerSpec[] => {
    const moves = SCRIPT[control];
    if (moves === undefined) return [];
    return [
      {
        type: "profile",
        name: `script-${name}`,
        output: `${inputs.has(name) ? "forces" : "controllers"}.${name}.command`,
        times: [0, ...moves.map(([time]) => time)],
        values: [0, ...moves.map(([, value]) => value)],
        between: "hold",
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
    actuation: param.choice(["guided", "hydraulic"], {
      default: "guided",
      help: "guided: cylinders have the speed of their lever; hydraulic: oil moves them, from a pump with engine and valves",
    }),
  },
  build: ({ script, actuation }): Spec => {
    const oil = actuation === "hydraulic";
    const machine = buildMachine(WHEELED_EXCAVATOR, {
      actuation,
      visuals: wheeledExcavatorVisuals(),
      shapes: { ...tyreShapes(), bucket: [DIGGING_BUCKET] },
    });
    const operator = operatorView(WHEELED_EXCAVATOR);
    return {
      duration: 20,
      timestep: 0.005,
      formulation: "augmented-lagrangian",
      materials: EXCAVATOR_MATERIALS,
      materialPairs: EXCAVATOR_PAIRS,
      looks: MACHINE_LOOKS,
      bodies: [...machine.bodies, ...diggableSite()],
      joints: machine.joints,
      forces: machine.forces,
      controllers: [
        ...(script ? scripted(new Set(machine.forces.map(({ name = "" }) => name))) : []),
        ...machine.controllers,
      ],
      controls: machine.controls,
      sensors: [
        ...["boom", "stick", "bucket"].map((name) => (oil ? `hydraulic/${name}/force` : `guide/${name}/effort`)),
        ...(oil ? ["hydraulic/pump/pressure", "hydraulic/pump/flow", "hydraulic/pump/engineSpeed"] : []),
        "body/bucket/position.x",
        "body/bucket/position.z",
        "soil/bucket/volume",
        "soil/bucket/resistance.x",
        "stability/undercarriage/margin",
        "stability/undercarriage/utilization",
        "mechanism/all/positionError",
        ...machine.sensors,
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        eye: [11, -11, 5.2],
        target: [2.4, 0, 1.7],
        pictureTime: 6.6,
        cameras: [
          ...operator.cameras,
          { name: "Chase", type: "chase", body: "undercarriage", eye: [-11, 0, 5], target: [3, 0, 1.5] },
          { name: "Bucket", type: "follow", body: "bucket", eye: [3, -5, 2], target: [0, 0, 0] },
        ],
        mirrors: operator.mirrors,
        seat: operator.seat,
        plot: [
          ...["boom", "stick", "bucket"].map((name) => (oil ? `hydraulic/${name}/force` : `guide/${name}/effort`)),
          "soil/bucket/volume",
        ],
      },
    };
  },
});
