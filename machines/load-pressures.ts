import { type CylinderFile, cylinderAreas, type MachineFile } from "./machine-file.js";
import { cross, dot, minus, type Place, placed, scaled, turned } from "./rotation.js";

/** m/s² */
const GRAVITY = 9.81;

/** Pressures in the chambers of a cylinder, Pa. */
export interface LoadPressures {
  readonly pressureA: number;
  readonly pressureB: number;
}

/**
 * Pressures that hold what hangs on a cylinder's pin in the pose of `places`, nothing of it on the ground: with the
 * weight of the parts beyond the pin, their centres c and the line u of the cylinder from foot to head h,
 *
 *   F (h − p) × u · a = −Σ (c − p) × m g · a
 *
 * A load that pushes the rod in is held by chamber A, one that pulls it out by chamber B; the other has the tank's.
 */
export function loadPressures(
  file: MachineFile,
  cylinder: CylinderFile,
  places: ReadonlyMap<string, Place>,
): LoadPressures {
  const pin = file.pins.find(({ name }) => name === cylinder.pin) as MachineFile["pins"][number];
  const [a, b] = [pin.bodyA, pin.bodyB].map((name) => places.get(name) as Place);
  const at = placed(a, pin.at);
  const axis = turned(a.turn, pin.axis);
  const foot = placed(a, cylinder.foot);
  const head = placed(b, cylinder.head);
  const line = minus(head, foot);
  const lever = dot(cross(minus(head, at), scaled(line, 1 / Math.sqrt(dot(line, line)))), axis);
  let moment = 0;
  for (const { name, mass, center } of file.parts) {
    if (!isBeyond(file, name, pin)) continue;
    moment += dot(cross(minus(placed(places.get(name) as Place, center), at), [0, 0, -mass * GRAVITY]), axis);
  }
  const force = -moment / lever;
  const [push, pull] = cylinderAreas(cylinder);
  return { pressureA: Math.max(0, force) / push, pressureB: Math.max(0, -force) / pull };
}

/** Whether a part hangs on a pin: the pins lead outwards from A to B. */
function isBeyond(file: MachineFile, part: string, pin: MachineFile["pins"][number]): boolean {
  for (let name: string | undefined = part; name !== undefined; ) {
    if (name === pin.bodyB) return true;
    const within: string = name;
    name = file.pins.find(({ bodyB }) => bodyB === within)?.bodyA;
  }
  return false;
}
