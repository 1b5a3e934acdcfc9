import { elementary } from "stiction";
import type { CylinderFile, MachineFile, PinFile, Point } from "./machine-file.js";
import { cross, dot, minus, plus, scaled } from "./rotation.js";

const { acos, atan2 } = elementary;

/** The triangle of a pin and the two ends of a cylinder, seen along the pin. */
interface Triangle {
  /** Distances of foot and head from the pin, and of the two along it, m. */
  readonly foot: number;
  readonly head: number;
  readonly along: number;
  /** Angle from foot to head in the pose of the drawing, rad. */
  readonly drawn: number;
}

function partOf({ parts }: MachineFile, name: string) {
  return parts.find((part) => part.name === name);
}

/** Triangle of a cylinder; undefined where the file names a pin or part that is not there. */
export function triangleOf(file: MachineFile, cylinder: CylinderFile): Triangle | undefined {
  const pin = file.pins.find(({ name }) => name === cylinder.pin);
  const a = pin && partOf(file, pin.bodyA);
  const b = pin && partOf(file, pin.bodyB);
  if (!pin || !a || !b) return undefined;
  const pivot = plus(a.origin, pin.at);
  const axis = scaled(pin.axis, 1 / Math.sqrt(dot(pin.axis, pin.axis)));
  const across = (p: Point) => minus(p, scaled(axis, dot(p, axis)));
  const toFoot = minus(plus(a.origin, cylinder.foot), pivot);
  const toHead = minus(plus(b.origin, cylinder.head), pivot);
  const [u, w] = [across(toFoot), across(toHead)];
  return {
    foot: Math.sqrt(dot(u, u)),
    head: Math.sqrt(dot(w, w)),
    along: dot(minus(toHead, toFoot), axis),
    drawn: atan2(dot(axis, cross(u, w)), dot(u, w)),
  };
}

/** Shortest and longest length that the triangle has, m. */
export function reachOf({ foot, head, along }: Triangle): readonly [number, number] {
  const across = (d: number) => Math.sqrt(d * d + along * along);
  return [across(foot - head), across(foot + head)];
}

/** Angle of the pin, from the pose of the drawing on, at which the cylinder has a length; by the law of cosines. */
export function angleAt(triangle: Triangle, side: number, length: number): number {
  const { foot, head, along, drawn } = triangle;
  const cosine = (foot * foot + head * head - (length * length - along * along)) / (2 * foot * head);
  return side * acos(Math.max(-1, Math.min(1, cosine))) - drawn;
}

/** Angle of every pin at the start, by name: where its cylinder puts it, else as drawn. */
export function startAngles(file: MachineFile, lengths: Readonly<Record<string, number>>): Map<string, number> {
  const angles = new Map(file.pins.map((pin: PinFile) => [pin.name, 0]));
  for (const cylinder of file.cylinders) {
    const triangle = triangleOf(file, cylinder);
    if (triangle === undefined) continue;
    angles.set(cylinder.pin, angleAt(triangle, cylinder.side, lengths[cylinder.name] ?? cylinder.start));
  }
  return angles;
}
