/** Bodies, joints and springs as the scene format has them, from places that were clicked. */
import type { Studio } from "../state.js";
import { bodyBoxes } from "../viewport/body-boxes.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { LocatedFrame, LocateSpot } from "../worker/services/touch-protocol.js";
import type { JointChoice, ShapeChoice } from "./choices.js";
import type { Spot } from "./touch.js";

/** A new body is placed at the click, as large and as heavy as bodies of the scene usually are. */
export async function bodyAt(studio: Studio, shape: ShapeChoice, { point }: Spot): Promise<void> {
  const description = studio.scene.value?.description;
  if (!description) return;
  const { planar } = description;
  const { half, mass } = usualBody(description);
  const shapes = planar ? flatShape(shape, half) : solidShape(shape, half);
  // a little above, so that it does not start inside the body below
  const up = 1.02 * half;
  const position = planar ? [point[0], point[1] + up] : [point[0], point[1], point[2] + up];
  const name = await studio.edits.add("bodies", { position, ...(mass > 0 ? { mass } : {}), shapes: [shapes] });
  const index = studio.scene.value?.description.bodies.findIndex((body) => body.name === name) ?? -1;
  studio.selection.value = { kind: "body", name, index };
}

/**
 * Half size (m) and mass (kg) of the scene's median dynamic body, rounded down to 1, 2, 5 · 10ⁿ. A scene without one
 * gives a twentieth of its reach, and no mass: that of its material.
 */
export function usualBody(scene: SceneDescription): { readonly half: number; readonly mass: number } {
  const sizes: number[] = [];
  const masses: number[] = [];
  bodyBoxes(scene).forEach(([x0, y0, z0, x1, y1, z1], b) => {
    const { type, mass } = scene.bodies[b];
    const extent = scene.planar ? Math.sqrt((x1 - x0) * (y1 - y0)) : Math.cbrt((x1 - x0) * (y1 - y0) * (z1 - z0));
    if (type !== "dynamic" || !(extent > 0) || !(mass > 0)) return;
    sizes.push(extent / 2);
    masses.push(mass);
  });
  if (sizes.length > 0) return { half: roundSize(median(sizes)), mass: roundSize(median(masses)) };
  const { bounds } = scene;
  const reach = bounds ? Math.hypot(...[0, 1, 2].map((i) => bounds[i + 3] - bounds[i])) : 4;
  return { half: roundSize(reach / 20), mass: 0 };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function solidShape(shape: ShapeChoice, half: number): Record<string, unknown> {
  if (shape === "ball") return { type: "sphere", radius: half };
  if (shape === "cylinder") return { type: "cylinder", radius: half, halfLength: half };
  return { type: "box", halfExtents: [half, half, half] };
}

function flatShape(shape: ShapeChoice, half: number): Record<string, unknown> {
  return shape === "box" ? { type: "polygon", halfExtents: [half, half] } : { type: "circle", radius: half };
}

/** The largest of 1, 2, 5 · 10ⁿ that is not above `size`. */
function roundSize(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 0.1;
  const power = 10 ** Math.floor(Math.log10(size));
  const digit = size / power;
  return Number(((digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power).toPrecision(1));
}

/**
 * A spring between two points, relaxed as they are now, under which the lighter of two bodies would swing about once a
 * second.
 */
export async function springBetween(studio: Studio, a: Spot, b: Spot): Promise<void> {
  const [frameA, frameB] = await locate(studio, [a, b]);
  const mass = Math.min(frameA.mass, frameB.mass);
  const stiffness = Number(((Number.isFinite(mass) ? mass : 1) * 40).toPrecision(2));
  const length = Math.hypot(...a.point.map((x, i) => x - b.point[i]));
  await studio.edits.add("forces", {
    type: "spring",
    ...(frameA.name ? { bodyA: frameA.name } : {}),
    bodyB: frameB.name,
    pointA: frameA.position,
    pointB: frameB.position,
    stiffness,
    damping: Number((0.1 * stiffness).toPrecision(2)),
    restLength: length,
  });
}

/**
 * A joint between two bodies; except for rods and ropes, both its frames are at the second click, so that it fits the
 * current poses.
 */
export async function jointBetween(studio: Studio, a: Spot, b: Spot, choice: JointChoice): Promise<void> {
  const between = choice === "rod" || choice === "rope";
  const planar = studio.scene.value?.description.planar ?? false;
  const axis = choice === "slider" ? along(a, b, planar) : across(studio, planar);
  const [frameA, frameB] = await locate(studio, [
    { body: a.body, point: between ? a.point : b.point, axis },
    { body: b.body, point: b.point, axis },
  ]);
  const frame = ({ position, orientation }: LocatedFrame) => (between ? { position } : { position, orientation });
  await studio.edits.add("joints", {
    ...TYPES[choice],
    ...(frameA.name ? { bodyA: frameA.name } : {}),
    bodyB: frameB.name,
    frameA: frame(frameA),
    frameB: frame(frameB),
  });
}

const TYPES: Readonly<Record<JointChoice, Readonly<Record<string, unknown>>>> = {
  hinge: { type: "hinge" },
  motor: { type: "hinge", drive: { mode: "speed", target: 2 } },
  ball: { type: "ball" },
  slider: { type: "slider" },
  fixed: { type: "fixed" },
  rod: { type: "distance", mode: "rod" },
  rope: { type: "distance", mode: "rope" },
};

/** Frames of two places in their bodies' axes; where one is the world, that is the first. */
async function locate(studio: Studio, spots: readonly LocateSpot[]): Promise<readonly LocatedFrame[]> {
  const reply = await studio.simulation.ask((id) => ({ type: "locate", id, spots }));
  if (reply.type !== "located") throw new Error(`unexpected ${reply.type}`);
  const [a, b] = reply.frames;
  return b.name ? [a, b] : [b, a];
}

/** The world axis nearest to the direction between the two points: the axis of a slider. */
function along(a: Spot, b: Spot, planar: boolean): number[] {
  return nearestAxis(
    b.point.map((x, i) => x - a.point[i]),
    planar ? 2 : 3,
  );
}

/** The axis of the world that points at the eye most: a hinge turns in the plane of the picture. */
function across(studio: Studio, planar: boolean): number[] {
  if (planar) return [1, 0, 0]; // z is across in any case; x of the frame is free
  const direction = studio.viewport?.ray(innerWidth / 2, innerHeight / 2).direction;
  return nearestAxis(direction ? [-direction.x, -direction.y, -direction.z] : [0, -1, 0], 3);
}

/** The signed unit vector, among the first `count`, that is nearest to a direction. */
function nearestAxis(direction: readonly number[], count: number): number[] {
  let best = 0;
  for (let i = 1; i < count; i++) if (Math.abs(direction[i]) > Math.abs(direction[best])) best = i;
  return [0, 1, 2].map((i) => (i === best ? (direction[best] < 0 ? -1 : 1) : 0));
}
