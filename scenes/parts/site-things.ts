import type { BodySpec, ShapeSpec, Spec, VisualSpec } from "stiction";
import { type SiteGround, siteHeight, standing } from "./site-ground.js";

/** Cones and fences: as soft as thin plastic, so that steps of 5 ms follow a blow. */
export const LOOSE_PLASTIC = {
  friction: 0.5,
  contact: { type: "linear", stiffness: 8e3, damping: 40 },
} as const satisfies NonNullable<Spec["materials"]>[string];

/**
 * The same softness whatever they meet: a tyre of 1e6 N/m over a body of a few kilograms needs steps far below 5 ms. So
 * it pushes them ahead, and stands on the ground through what it pins down.
 */
export const LOOSE_PAIRS = ["ground", "steel", "bucket", "tyre"].map((name) => ({
  between: [name, "plastic"],
  contact: LOOSE_PLASTIC.contact,
})) satisfies Spec["materialPairs"];

/** A thing that stands about: name of the prop, place, and the way it faces, rad. */
export type Thing = readonly [prop: string, x: number, y: number, turn: number, color?: string];

/** Boxes of the things that a machine may run into: half lengths, m. */
const SOLID: Readonly<Record<string, readonly [number, number, number]>> = {
  "shipping-container": [3.03, 1.22, 1.295],
  "concrete-pipes": [1.26, 1.2, 0.8],
  "safety-barrier": [1.5, 0.2, 0.4],
  lorry: [3.4, 1.25, 1.3],
  car: [2.1, 0.86, 0.7],
  "town-house": [4, 3.5, 3.2],
  "site-office": [3, 1.2, 1.3],
};

/** Things as bodies that stand fast: those that are solid have a box. */
export function thingsOf(ground: SiteGround, things: readonly Thing[]): BodySpec[] {
  return things.map(([prop, x, y, turn, color], k) => {
    const body = standing(ground, `${prop}-${k}`, x, y, turn, { type: "prop", name: prop, ...(color && { color }) });
    const half = SOLID[prop];
    if (half === undefined) return body;
    const box: ShapeSpec = { type: "box", halfExtents: [...half], position: [0, 0, half[2]] };
    return { ...body, material: "ground", shapes: [box] };
  });
}

/** Plants around a site: kind, seed, how many, half side of the square, and of the square that is left out. */
export type Growth = readonly [prop: string, seed: number, count: number, outer: number, inner: number];

export function growthOf(ground: SiteGround, growth: readonly Growth[]): BodySpec[] {
  return growth.map(([prop, seed, count, outer, inner]) =>
    standing(ground, `growth-${prop}`, 0, 0, 0, {
      type: "scatter",
      name: prop,
      count,
      seed,
      halfExtents: [outer, outer, 0],
      leaveOut: [[0, 0, inner, inner]],
      distance: prop === "bush" ? 1.5 : 3.2,
    }),
  );
}

/** Place of something loose: x, y, m, and the way it faces, rad. */
export type Spot = readonly [x: number, y: number, turn: number];

const drawn = (name: string): VisualSpec[] => [{ type: "prop", name } as VisualSpec];

/** Something that can be pushed over; it sleeps until it is touched. */
function loose(ground: SiteGround, name: string, [x, y, turn]: Spot): BodySpec {
  return {
    name,
    state: "asleep",
    material: "plastic",
    position: [x, y, siteHeight(ground, x, y)],
    orientation: { axis: [0, 0, 1], angle: turn },
  };
}

/** Traffic cones: a square foot and the cone as one hull. */
export function looseCones(ground: SiteGround, spots: readonly Spot[]): BodySpec[] {
  const corners = (half: number, z: number) =>
    [-1, 1].flatMap((x) => [-1, 1].map((y): [number, number, number] => [x * half, y * half, z]));
  return spots.map((spot, k) => ({
    ...loose(ground, `cone-${k}`, spot),
    mass: 4,
    centerOfMass: [0, 0, 0.15],
    inertia: [0.12, 0.12, 0.06],
    shapes: [
      {
        type: "convex-hull",
        vertices: [...corners(0.19, 0), ...corners(0.19, 0.04), ...corners(0.03, 0.75)],
      },
    ],
    visuals: drawn("traffic-cone"),
  }));
}

/** Fences of two boards on posts with feet. */
export function looseFences(ground: SiteGround, spots: readonly Spot[]): BodySpec[] {
  return spots.map((spot, k) => ({
    ...loose(ground, `fence-${k}`, spot),
    mass: 30,
    shapes: [
      { type: "box", halfExtents: [1.28, 0.03, 0.3], position: [0, 0, 0.75] },
      ...[-1.05, 1.05].map(
        (x): ShapeSpec => ({
          type: "box",
          halfExtents: [0.045, 0.37, 0.035],
          position: [x, 0, 0.035],
        }),
      ),
    ],
    visuals: drawn("barrier-fence"),
  }));
}
