/**
 * `stiction/machines`: machines as data, and what builds scenes from them.
 *
 * @module stiction/machines
 */
export { type ArmTarget, armLengths } from "./arm-reach.js";
export { buildMachine, type MachineOptions, type MachineParts } from "./build-machine.js";
export { checkMachine, machineProblems } from "./check-machine.js";
export { MINI_EXCAVATOR } from "./files/mini-excavator.js";
export { WHEEL_LOADER } from "./files/wheel-loader.js";
export { WHEELED_EXCAVATOR } from "./files/wheeled-excavator.js";
export {
  type CylinderFile,
  cylinderForce,
  type DriveFile,
  type LeverFile,
  type MachineFile,
  type MirrorFile,
  type PartFile,
  type PinFile,
  type Point,
  type SeatFile,
  type TieFile,
  type TurnFile,
} from "./machine-file.js";
export { type OperatorView, operatorView } from "./operator-view.js";
export {
  type LeverSensor,
  type MachineSensor,
  type SeatLever,
  type SeatMachine,
  seatMachine,
  seatSensors,
} from "./seat-machine.js";
export * as drawing from "./visuals/drawing.js";
export { BUCKET_PROFILE } from "./visuals/excavator-arm.js";
export { MACHINE_LOOKS } from "./visuals/looks.js";
export { miniExcavatorVisuals } from "./visuals/mini-excavator.js";
export { wheelLoaderVisuals } from "./visuals/wheel-loader.js";
export { wheeledExcavatorVisuals } from "./visuals/wheeled-excavator.js";
