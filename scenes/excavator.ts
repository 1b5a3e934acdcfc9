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
  WET_MATERIALS,
} from "./parts/excavator-site.js";
import { type ArmPose, armScript, digCycle, startPose } from "./parts/lever-script.js";

/** What a driver does in the demonstration, by named input: times, s, and values of the lever from then on. */
const SCRIPT: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  outriggers: [
    [0.3, 1],
    [3.85, 0],
  ],
  blade: [
    [0.3, 1],
    [2.5, 0],
  ],
  stick: [
    [2.8, -0.8],
    [4.4, 0],
    [4.7, 0.6],
    [6.9, 0.25],
    [7.6, 0],
  ],
  // up while the stick pulls, so that the bucket cuts and does not lift the machine off its blade
  boom: [
    [3.2, -0.7],
    [4.5, -0.15],
    [4.8, 0],
    [4.95, 0.12],
    [5.3, 0.22],
    [6.9, 0.7],
    [9.4, 0],
  ],
  bucket: [
    [3.4, -1],
    [4.1, 0],
    [5.4, 0.25],
    [6.5, 0.8],
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

/** Time that oil takes over that of guides. */
const SLOWER = 1.25;

/** Levers of what anchors the machine. */
const ANCHORS = ["blade", "outriggers"];

/** What a driver does by oil, which takes its time: once around, from where the machine was started. */
const BY_OIL: readonly ArmPose[] = [
  [0, 7.8, 1.4, -60, 0],
  [4.6, 7.8, 1.2, -60, 0],
  ...digCycle({ start: 0, from: 0, to: 82, depth: 0.5 }).map(
    ([time, ...pose]): ArmPose => [4.6 + SLOWER * time, ...pose],
  ),
];

/** The script as controllers that move the levers; a hand on a lever wins. */
function scripted(inputs: ReadonlySet<string>, anchored: boolean): ControllerSpec[] {
  const levers = [...WHEELED_EXCAVATOR.cylinders, ...WHEELED_EXCAVATOR.turns];
  const oil = inputs.size > 0;
  const byLevers = levers.flatMap(({ name, control }): ControllerSpec[] => {
    const moves = SCRIPT[control];
    if (moves === undefined || (!anchored && ANCHORS.includes(control)) || (oil && !ANCHORS.includes(control)))
      return [];
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
  return oil ? [...byLevers, ...armScript(BY_OIL, "hydraulic")] : byLevers;
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
    anchored: param.flag({ default: true, help: "the script lowers blade and outriggers first" }),
    wet: param.flag({
      default: false,
      help: "tyres on wet earth: a machine that is not anchored is dragged by digging",
    }),
    actuation: param.choice(["guided", "hydraulic"], {
      default: "guided",
      help: "guided: cylinders have the speed of their lever; hydraulic: oil moves them, from a pump with engine and valves",
    }),
  },
  build: ({ script, anchored, wet, actuation }): Spec => {
    const oil = actuation === "hydraulic";
    const machine = buildMachine(WHEELED_EXCAVATOR, {
      actuation,
      visuals: wheeledExcavatorVisuals(),
      shapes: { ...tyreShapes(), bucket: [DIGGING_BUCKET] },
      ...(oil && script && { pose: startPose(BY_OIL[0]) }),
    });
    const operator = operatorView(WHEELED_EXCAVATOR);
    return {
      duration: oil && script ? 32 : 20,
      timestep: 0.005,
      // for a driver: what `accuracy` resolves in parts at first touch moves nothing by more than 0.2 mm
      formulation: { type: "augmented-lagrangian", priority: "real-time" },
      materials: wet ? WET_MATERIALS : EXCAVATOR_MATERIALS,
      materialPairs: EXCAVATOR_PAIRS,
      looks: MACHINE_LOOKS,
      bodies: [...machine.bodies, ...diggableSite()],
      joints: machine.joints,
      forces: machine.forces,
      controllers: [
        ...(script ? scripted(new Set(machine.forces.map(({ name = "" }) => name)), anchored) : []),
        ...machine.controllers,
      ],
      controls: machine.controls,
      events: machine.events,
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
        pictureTime: 6.5,
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
