import { defineScene, param, type Spec } from "stiction";
import {
  buildMachine,
  MACHINE_LOOKS,
  MINI_EXCAVATOR,
  miniExcavatorVisuals,
  operatorView,
  WHEEL_LOADER,
  wheelLoaderVisuals,
} from "stiction/machines";
import { EXCAVATOR_MATERIALS } from "./parts/excavator-site.js";

/** Times, s, and deflections of the levers that the script moves. */
const LEVER_SCRIPT = [
  ["mini-boom", [0, 1, 2.5], [0, 0.6, 0]],
  ["mini-slew", [0, 2, 4, 6, 8], [0, 0.6, 0, -0.6, 0]],
  ["loader-lift", [0, 1, 4.5, 8, 11], [0, 0.9, 0, -0.9, 0]],
  ["loader-bucket", [0, 5, 6.2, 7, 8.2], [0, 1, 0, -1, 0]],
  ["loader-steer", [0, 2, 3.5, 5, 8], [0, 0.8, 0, -0.8, 0]],
] as const;

/** A tracked mini excavator and a wheel loader side by side, each built from its own file, each with its levers. */
export const machineFleet = defineScene({
  name: "machine-fleet",
  title: "Mini excavator and wheel loader",
  summary: "Two more machines from parameter files: one steers by its tracks, the other by the joint of its frames",
  group: "machines",
  params: {
    script: param.flag({ default: true, help: "moves the levers by itself until a hand takes them" }),
  },
  build: ({ script }): Spec => {
    const mini = buildMachine(MINI_EXCAVATOR, {
      prefix: "mini-",
      visuals: miniExcavatorVisuals(),
      position: [1.4, -3, 0],
    });
    const loader = buildMachine(WHEEL_LOADER, {
      prefix: "loader-",
      visuals: wheelLoaderVisuals(),
      position: [-1, 2, 0],
      category: 4,
    });
    const machines = [mini, loader];
    const seats = [operatorView(MINI_EXCAVATOR, "mini-"), operatorView(WHEEL_LOADER, "loader-")];
    return {
      duration: 12,
      timestep: 0.005,
      formulation: { type: "augmented-lagrangian", priority: "real-time" },
      materials: {
        ...EXCAVATOR_MATERIALS,
        tyre: { contact: { type: "tyre", stiffness: 5e5, damping: 1.2e4, friction: 0.8 } },
        track: {
          contact: {
            ...{ type: "tyre", stiffness: 5e5, damping: 1.2e4, friction: 0.8 },
            // earth of medium strength [Wong2008, table 2.3]; the belt lies flat, its rollers do not turn on the spot
            ...{ formula: "shear", trackLength: 2.1, shearLength: 0.025, turningResistance: 0 },
          },
        },
      },
      materialPairs: ["steel", "bucket"].map((name) => ({
        between: ["ground", name],
        contact: { type: "linear", stiffness: 1.5e5, damping: 3e3 },
        sliding: { type: "bristle", friction: 0.6, kineticFriction: 0.5, stiffness: 2e5, damping: 5e3 },
      })),
      looks: MACHINE_LOOKS,
      bodies: [
        ...machines.flatMap(({ bodies }) => bodies),
        { name: "ground", type: "static", material: "ground", shapes: [{ type: "plane" }] },
      ],
      joints: machines.flatMap(({ joints }) => joints),
      controllers: [
        ...(script ? LEVER_SCRIPT : []).map(([name, times, values]) => ({
          type: "profile" as const,
          name: `script-${name}`,
          output: `controllers.${name}.command`,
          times: [...times],
          values: [...values],
          between: "hold" as const,
        })),
        ...machines.flatMap(({ controllers }) => controllers),
      ],
      controls: machines.flatMap(({ controls }) => controls),
      sensors: [
        "guide/mini-boom/effort",
        "guide/loader-lift/effort",
        "mechanism/all/positionError",
        ...machines.flatMap(({ sensors }) => sensors),
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: {
        ...{ eye: [11.5, -5.5, 4.2], target: [0.8, -0.6, 1.3], pictureTime: 4, plot: ["guide/loader-lift/effort"] },
        cameras: seats.flatMap(({ cameras }) => cameras),
        mirrors: seats.flatMap(({ mirrors }) => mirrors),
        seat: seats[0].seat,
      },
    };
  },
});
