import { elementary, SpecError } from "stiction";
import type { CylinderFile, MachineFile, Point } from "./machine-file.js";
import { triangleOf } from "./reach.js";

const { acos, atan2, cos, sin } = elementary;

/** Where the edge of a bucket is to be, in the plane of the arm, m, and the direction from its pin to the edge, rad. */
export interface ArmTarget {
  /** From the axis of the slew ring, and above the ground that the machine stands on, m. */
  readonly radius: number;
  readonly height: number;
  /** 0 ahead, −π/2 down, −π back to the machine. */
  readonly direction: number;
}

/** Pins of the arm from the machine to the tool, by name. */
const ARM = ["boom", "stick", "bucket"] as const;

/**
 * Lengths of the cylinders of boom, stick and bucket that bring the edge of the bucket to a place: two circles for boom
 * and stick, the law of cosines for each cylinder. `edge` is the edge in the frame of the bucket, [x, z], m. Throws a
 * SpecError where the arm does not get there.
 */
export function armLengths(
  file: MachineFile,
  edge: readonly [number, number],
  { radius, height, direction }: ArmTarget,
): Record<(typeof ARM)[number], number> {
  const [foot, elbow, wrist] = ARM.map((name) => pivotOf(file, name));
  const [boom, stick] = [length(foot, elbow), length(elbow, wrist)];
  const reach = Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1]);
  const x = radius - reach * cos(direction) - foot[0];
  const z = height - reach * sin(direction) - foot[2];
  const away = Math.sqrt(x * x + z * z);
  if (away > boom + stick || away < Math.abs(boom - stick))
    throw unreachable(file, `the bucket's pin would be ${away.toFixed(2)} m from the foot of the boom`);
  const at = (a: number, b: number, c: number) => acos((a * a + b * b - c * c) / (2 * a * b));
  const up = atan2(z, x) + at(boom, away, stick);
  const out = up - Math.PI + at(boom, stick, away);
  const turn = direction - atan2(edge[1], edge[0]);
  const angles = { boom: up, stick: out - up, bucket: turn - out };
  return Object.fromEntries(ARM.map((name) => [name, lengthAt(file, name, angles[name])])) as ReturnType<
    typeof armLengths
  >;
}

/** Length of the cylinder of a pin at an angle of the pin from the pose of the drawing on. */
function lengthAt(file: MachineFile, name: string, angle: number): number {
  const cylinder = file.cylinders.find(({ pin }) => pin === name) as CylinderFile;
  const triangle = triangleOf(file, cylinder) as NonNullable<ReturnType<typeof triangleOf>>;
  const { foot, head, along, drawn } = triangle;
  const found = Math.sqrt(foot * foot + head * head - 2 * foot * head * cos(angle + drawn) + along * along);
  if (found < cylinder.retracted || found > cylinder.extended)
    throw unreachable(
      file,
      `the ${name} cylinder would be ${found.toFixed(3)} m long, from ${cylinder.retracted} to ${cylinder.extended} m it can be`,
    );
  return found;
}

function unreachable(file: MachineFile, why: string): SpecError {
  return new SpecError([{ path: file.name, message: `the arm does not get there: ${why}: choose a nearer place` }]);
}

/** A pin in the machine, in the pose of the drawing. */
function pivotOf({ pins, parts }: MachineFile, name: string): Point {
  const pin = pins.find((entry) => entry.name === name);
  const part = parts.find((entry) => entry.name === pin?.bodyA);
  if (!pin || !part)
    throw new SpecError([{ path: "pins", message: `an arm has the pins ${ARM.join(", ")}: "${name}" is missing` }]);
  return [part.origin[0] + pin.at[0], part.origin[1] + pin.at[1], part.origin[2] + pin.at[2]];
}

const length = (a: Point, b: Point) => Math.sqrt((a[0] - b[0]) ** 2 + (a[2] - b[2]) ** 2);
