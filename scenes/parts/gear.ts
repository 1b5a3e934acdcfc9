import { elementary } from "stiction";
import type { SolidMesh } from "./solids.js";

const { atan2, cos, sin, tan } = elementary;

/** Measures of an involute spur gear. */
export interface Gear {
  readonly teeth: number;
  /** m: pitch diameter over the number of teeth. */
  readonly module: number;
  /** rad */
  readonly pressureAngle: number;
  /** Points on each flank. */
  readonly points: number;
  /** Play between the flanks of two such gears at the pitch circle, m. */
  readonly backlash: number;
}

/** Radius of the pitch circle, m. */
export function pitchRadius({ teeth, module }: Gear): number {
  return (teeth * module) / 2;
}

/** Radius of the base circle, m: forces act tangentially to it. */
export function baseRadius(gear: Gear): number {
  return pitchRadius(gear) * cos(gear.pressureAngle);
}

/** inv α = tan α − α */
const involute = (angle: number) => tan(angle) - angle;

/**
 * Outline of the gear, anticlockwise, a tooth along +x: addendum one module, dedendum 1.25. A flank at radius r stands
 * at the angle
 *
 *   ψ(r) = π/(2z) − j/(4 r_p) + inv α − inv α_r,   cos α_r = r_b/r
 *
 * from the middle of the tooth; j is the backlash. Below the base circle it is radial.
 */
export function gearOutline(gear: Gear): [number, number][] {
  const pitch = pitchRadius(gear);
  const base = baseRadius(gear);
  const tip = pitch + gear.module;
  const root = pitch - 1.25 * gear.module;
  const half = Math.PI / (2 * gear.teeth) - gear.backlash / (4 * pitch) + involute(gear.pressureAngle);
  const low = Math.max(base, root);
  const flank: [number, number][] = [];
  if (root < base) flank.push([root, half]);
  for (let k = 0; k < gear.points; k++) {
    const r = low + ((tip - low) * k) / (gear.points - 1);
    flank.push([r, half - involute(atan2(Math.sqrt(Math.max(0, r * r - base * base)), base))]);
  }
  const outline: [number, number][] = [];
  for (let tooth = 0; tooth < gear.teeth; tooth++) {
    const middle = (2 * Math.PI * tooth) / gear.teeth;
    for (const [r, psi] of flank) outline.push([r * cos(middle - psi), r * sin(middle - psi)]);
    for (const [r, psi] of [...flank].reverse()) outline.push([r * cos(middle + psi), r * sin(middle + psi)]);
  }
  return outline;
}

/**
 * The gear as a solid with a bore of half the root circle. Its sides are a face per tooth and quads below, none of them
 * long, which saves time.
 */
export function gearSolid(gear: Gear, width: number): SolidMesh {
  const outline = gearOutline(gear);
  const n = outline.length;
  const perTooth = n / gear.teeth;
  const root = pitchRadius(gear) - 1.25 * gear.module;
  // corners at the foot of each tooth, and as many of the bore
  const feet = outline.flatMap((_, k) => (k % perTooth === 0 || k % perTooth === perTooth - 1 ? [k] : []));
  const low = [...outline, ...feet.map((k) => outline[k].map((x) => (0.5 * root * x) / radiusOf(outline[k])))];
  const m = low.length;
  const faces: number[][] = [];
  for (let k = 0; k < n; k++) faces.push([k, (k + 1) % n, m + ((k + 1) % n), m + k]);
  const add = (face: number[]) =>
    faces.push(
      [...face].reverse(),
      face.map((k) => m + k),
    );
  for (let f = 0; f < feet.length; f++) {
    const next = (f + 1) % feet.length;
    faces.push([n + next, n + f, m + n + f, m + n + next]);
    add([n + f, feet[f], feet[next], n + next]);
    if (f % 2 === 0) add(Array.from({ length: perTooth }, (_, k) => feet[f] + k));
  }
  return { type: "mesh", vertices: [-0.5, 0.5].flatMap((side) => low.map(([x, y]) => [x, y, side * width])), faces };
}

function radiusOf([x, y]: readonly [number, number]): number {
  return Math.sqrt(x * x + y * y);
}
