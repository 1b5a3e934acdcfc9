import { rotateInverseInto } from "../math/quat.js";
import { BODY_TYPE, type Model, type ShapeInstance } from "../model/model.js";

/** Forms whose radius is their first size. A cylinder counts as round at its ends too. */
const ROUND: ReadonlySet<unknown> = new Set(["sphere", "circle", "capsule", "planar-capsule", "cylinder"]);

/**
 * Semi-axes, m, of the ellipsoid that a shape is at a contact, all equal for round shapes; zeros where it is flat, has
 * edges, or has no curvature of its own: planes, boxes, hulls, meshes.
 */
function semiAxesOf({ geometry: { form, size } }: ShapeInstance): readonly number[] {
  if (form === "ellipsoid") return size;
  return ROUND.has(form) ? [size[0], size[0], size[0]] : [0, 0, 0];
}

/** Semi-axes of all shapes, three each, m. */
export function roundness({ shapes }: Model): Float64Array {
  return Float64Array.from(shapes.flatMap(semiAxesOf));
}

/**
 * Curvature of shape s where its normal is n, 1/m, the geometric mean of the principal ones:
 *
 *   1/R = √(κ₁ κ₂) = (a² n_x² + b² n_y² + c² n_z²)/(a b c)
 *
 * of an ellipsoid, in its axes; 0: flat. `pose` has 7 numbers per shape; `local` is room for 6. Source: [Johnson1985,
 * ch. 4], where √(κ₁ κ₂) of the pair is the first approximation for elliptic contacts.
 */
export function curvatureAt(
  axes: Float64Array,
  pose: Float64Array,
  s: number,
  normal: Float64Array,
  at: number,
  local: Float64Array,
): number {
  const a = axes[3 * s];
  const b = axes[3 * s + 1];
  const c = axes[3 * s + 2];
  if (a === 0) return 0;
  if (a === b && b === c) return 1 / a;
  for (let k = 0; k < 3; k++) local[k] = normal[at + k];
  rotateInverseInto(local, 3, pose, 7 * s + 3, local, 0);
  const x = a * local[3];
  const y = b * local[4];
  const z = c * local[5];
  return (x * x + y * y + z * z) / (a * b * c);
}

/** Effective radii between shapes of two materials, m. */
export interface MeetingRadii {
  /** The largest, which is the stiffest; undefined: no two shapes of these materials are curved where they meet. */
  readonly largest: number | undefined;
  /** Names of two bodies that meet with flat shapes, if some do. */
  readonly flat: readonly [string, string] | undefined;
}

/** Radii of shapes of materials i and j (−1: none) that may meet: on different bodies, one of them moved by forces. */
export function meetingRadii(model: Model, i: number, j: number): MeetingRadii {
  let largest: number | undefined;
  let flat: readonly [string, string] | undefined;
  const first = representatives(model, i);
  const second = i === j ? first : representatives(model, j);
  for (const one of first) {
    for (const other of second) {
      if (one.body === other.body || !(one.moves || other.moves)) continue;
      const curvature = one.curvature + other.curvature;
      if (curvature > 0) largest = Math.max(largest ?? 0, 1 / curvature);
      else flat ??= [model.bodyNames[one.body], model.bodyNames[other.body]];
    }
  }
  return { largest, flat };
}

interface Representative {
  readonly body: number;
  readonly moves: boolean;
  /** The least of the shape, 1/m. */
  readonly curvature: number;
}

/** Of the shapes of a material two bodies for every curvature: enough to find two different ones. */
function representatives(model: Model, material: number): Representative[] {
  const found = new Map<string, Representative[]>();
  for (const shape of model.shapes) {
    if (shape.material !== material) continue;
    const { body } = shape;
    const [a, b, c] = semiAxesOf(shape);
    const thinnest = Math.min(a, b, c);
    const curvature = a === 0 ? 0 : (thinnest * thinnest) / (a * b * c);
    const moves = model.bodyType[body] === BODY_TYPE.dynamic;
    const key = `${curvature} ${moves}`;
    const alike = found.get(key) ?? [];
    if (alike.length < 2 && alike[0]?.body !== body) alike.push({ body, moves, curvature });
    found.set(key, alike);
  }
  return [...found.values()].flat();
}
