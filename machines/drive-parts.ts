import type { ControllerSpec } from "stiction";
import type { DriveFile } from "./machine-file.js";

/** Wheels that turn more slowly than this, rad/s, are held at one speed, as by a brake. */
const SLOW = 0.1;

/**
 * A hydrostatic drive: the wheels have the wanted speed on average, and each of them may be faster or slower than that
 * by what the curve asks for, as with a differential: ω*_i = ω* + (ω_i − ω̄). At rest all are held, by brakes where
 * the machine has them: a differential alone lets one wheel roll down a slope while another spins up it. The torque of
 * each is bounded. The rollers of a track have no differential: a belt gives each of them the wanted speed.
 */
export function driveParts(drive: DriveFile, prefix: string) {
  if (drive.track)
    return {
      sensors: [],
      controllers: [] as ControllerSpec[],
      inputs: drive.pins.map((pin) => `joints.${prefix}${pin}.drive.target`),
    };
  const speed = (pin: string) => `[joint/${prefix}${pin}/speed]`;
  const mean = `(${drive.pins.map(speed).join(" + ")}) / ${drive.pins.length}`;
  const sensors = drive.pins.map((pin) => ({
    name: `${prefix}${drive.name}-${pin}`,
    expression: `abs(${mean}) < ${SLOW} ? 0 : ${mean} - ${speed(pin)}`,
    unit: "rad/s",
  }));
  const controllers = drive.pins.map(
    (pin, k): ControllerSpec => ({
      type: "pd",
      name: `${prefix}${drive.name}-${pin}`,
      output: `joints.${prefix}${pin}.drive.target`,
      sensor: sensors[k].name,
      rateSensor: sensors[k].name,
      kp: 1,
    }),
  );
  return {
    sensors,
    controllers,
    inputs: controllers.map(({ name }) => `controllers.${name}.target`),
  };
}
