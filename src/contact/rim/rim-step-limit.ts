/**
 * The longest step with which meshes get through an impact on a flat surface without gaining energy, by the rim's own
 * stiffness. A mesh that has gone in by d has as its rim the section at that height: segments of length ℓ on triangles
 * with normals n. Going in, with c = (−n · up)₊,
 *
 *   F = K δ Λ(d) (1 + D δ̇/v₀),   Λ = Σ ℓ (1 + c²),   K = weight · K_p L_r/4
 *
 * 1 for the flat surface's normal, c² for the mesh's own; walls have c = 0. This is tried on one line in the very steps
 * that contact from the rim makes — found late, δ integrated, forces held or following stages — from short steps to
 * longer ones, for many moments of touch within a step; the first that gains is the limit. Gains are those without
 * `energyCap`: with it, the limit is the step up to which there is nothing to cap.
 */
import type { TriangleMesh } from "../../geometry/types.js";
import { quatMultiply, quatRotateInverse } from "../../math/quat.js";
import { BODY_TYPE, type Model, type ShapeInstance } from "../../model/model.js";
import type { ImpactResult } from "../contact-law.js";
import { floresFactor } from "../restitution.js";
import { FOLLOWED_STEPS, findStepLimit, REBOUND_GAIN } from "../step-limit.js";
import { facingPart } from "./facing-normals.js";

/** Λ at even depths from almost nothing on. */
export interface RimSection {
  /** Between one depth and the next, m. */
  readonly spacing: number;
  readonly weight: Float64Array;
  /**
   * Damping that the cap lets through, over β m/h: elements have equal parts of the cap, and short ones do not use
   * theirs.
   */
  readonly capped: Float64Array;
}

/** Numbers of law `rim` that count here. */
export interface RimLaw {
  readonly modulus: number;
  readonly correction: number;
  readonly restitution: number;
  readonly leastSpeed: number;
  readonly normalWeight: number;
  readonly normals: string;
  readonly dampingCap: number;
}

/** How forces go through a step. */
export type RimScheme = "semi-implicit-euler" | "rk4" | "inside" | "implicit";

/** Depths at which the section of a mesh is measured. */
const DEPTHS = 48;
/** Steps per impact where the method is implicit: it gains next to nothing, but must resolve the impact. */
const IMPLICIT_STEPS_PER_IMPACT = 2.5;
/** Steps in which a reported impact is integrated. */
const REPORT_STEPS = 2000;

/** Σ ℓ and Σ ℓ c² of the section at a height, and the part of its segments that counts. `up` in the mesh's axes. */
function cut(
  { triangles, vertices }: TriangleMesh,
  heights: Float64Array,
  up: readonly number[],
  z: number,
  faces: boolean,
): number[] {
  let [length, own, squares, count] = [0, 0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [i, j, k] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const below = (heights[i] < z ? 1 : 0) + (heights[j] < z ? 1 : 0) + (heights[k] < z ? 1 : 0);
    if (below === 0 || below === 3) continue;
    // the corner that is alone on its side, first
    const odd = below === 1;
    const [a, b, c] =
      heights[i] < z === odd && heights[j] < z !== odd && heights[k] < z !== odd
        ? [i, j, k]
        : heights[j] < z === odd && heights[k] < z !== odd && heights[i] < z !== odd
          ? [j, k, i]
          : [k, i, j];
    const [s, r] = [b, c].map((other) => (z - heights[a]) / (heights[other] - heights[a]));
    let square = 0;
    const [e, f] = [b, c].map((other) => [0, 1, 2].map((x) => vertices[3 * other + x] - vertices[3 * a + x]));
    for (let x = 0; x < 3; x++) square += (s * e[x] - r * f[x]) * (s * e[x] - r * f[x]);
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(size > 0)) continue;
    const cosine = Math.max(0, -(n[0] * up[0] + n[1] * up[1] + n[2] * up[2]) / size);
    length += Math.sqrt(square);
    own += Math.sqrt(square) * cosine * cosine * (faces ? facingPart(cosine, 1) : 1);
    squares += square;
    count++;
  }
  // (Σ ℓ)²/(n Σ ℓ²): number of segments of equal length that have the same sums
  return [length, own, squares > 0 ? (length * length) / (count * squares) : 1];
}

/** Sections of a mesh up to the depth at which K δ Λ has taken up the energy ½ m v², and as much again. */
export function rimSection(
  mesh: TriangleMesh,
  up: readonly number[],
  law: RimLaw,
  mass: number,
  speed: number,
): RimSection {
  const { vertices } = mesh;
  const heights = new Float64Array(vertices.length / 3);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let v = 0; v < heights.length; v++) {
    heights[v] = vertices[3 * v] * up[0] + vertices[3 * v + 1] * up[1] + vertices[3 * v + 2] * up[2];
    low = Math.min(low, heights[v]);
    high = Math.max(high, heights[v]);
  }
  const both = law.normals === "both" || law.normals === "auto" ? 1 : 0;
  const faces = law.normals === "auto";
  const k = stiffnessOf(law);
  // Λ at half the depth, times half the square of it, is the energy to within the shape of the mesh
  let deepest = 1e-6 * (high - low);
  while (deepest < 0.5 * (high - low)) {
    const [length, own] = cut(mesh, heights, up, low + 0.5 * deepest, faces);
    if (k * (length + both * own) * deepest * deepest > mass * speed * speed) break;
    deepest *= 1.5;
  }
  deepest = Math.min(2 * deepest, high - low);
  const spacing = deepest / DEPTHS;
  const section = { spacing, weight: new Float64Array(DEPTHS + 1), capped: new Float64Array(DEPTHS + 1) };
  for (let d = 0; d <= DEPTHS; d++) {
    const [length, own, part] = cut(
      mesh,
      heights,
      up,
      low + Math.min(d === 0 ? 1e-4 * spacing : d * spacing, 0.999 * (high - low)),
      faces,
    );
    section.weight[d] = length + both * own;
    section.capped[d] = length > 0 ? (part * section.weight[d]) / length : 0;
  }
  return section;
}

function stiffnessOf({ normalWeight, modulus, correction }: RimLaw): number {
  return (normalWeight * modulus * correction) / 4;
}

/** Input of one run on the line. */
interface Run {
  readonly section: RimSection;
  readonly law: RimLaw;
  readonly mass: number;
  readonly speed: number;
  readonly scheme: RimScheme;
}

/** Force of the springs and dampers at indentation δ and rate δ̇, the mesh having gone in by d, in steps of h. */
function forceAt(
  { section, law, mass, speed, scheme }: Run,
  h: number,
  d: number,
  depth: number,
  rate: number,
): number {
  const at = Math.min(Math.max(d, 0) / section.spacing, DEPTHS - 1e-9);
  const i = Math.floor(at);
  const share = at - i;
  const weight = (1 - share) * section.weight[i] + share * section.weight[i + 1];
  const capped = (1 - share) * section.capped[i] + share * section.capped[i + 1];
  const elastic = stiffnessOf(law) * depth * weight;
  let damping = (elastic * floresFactor(law.restitution)) / Math.max(speed, law.leastSpeed);
  if (law.dampingCap > 0 && scheme !== "implicit") damping = Math.min(damping, (law.dampingCap * mass * capped) / h);
  return Math.max(0, elastic + damping * rate);
}

/** Result of one impact that touches `moment` of a step after its beginning. */
function impact(run: Run, h: number, moment: number, steps: number): ImpactResult {
  const { mass, speed, scheme } = run;
  let x = moment * h * speed;
  let v = -speed;
  let depth = 0;
  let rate = 0;
  let touched = false;
  let [duration, deepest, fastest] = [0, 0, 0];
  for (let k = 0; k < steps; k++) {
    if (x < 0) {
      const now = -v;
      const before = touched ? rate : now;
      depth = Math.max(0, depth + (scheme === "inside" ? 0.5 * h * (before + now) : h * now));
      rate = now;
      touched = true;
      duration += h;
      deepest = Math.max(deepest, -x);
      if (scheme === "inside") {
        const a = (t: number, u: number) => forceAt(run, h, -x, Math.max(0, depth + 0.5 * t * (now - u)), -u) / mass;
        const a1 = a(0, v);
        const v2 = v + (h / 2) * a1;
        const a2 = a(h / 2, v2);
        const v3 = v + (h / 2) * a2;
        const a3 = a(h / 2, v3);
        const v4 = v + h * a3;
        const a4 = a(h, v4);
        x += (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
        v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
      } else {
        const a = forceAt(run, h, -x, depth, now) / mass;
        x += scheme === "semi-implicit-euler" ? h * (v + h * a) : h * (v + 0.5 * h * a);
        v += h * a;
      }
    } else {
      if (v > 0) break;
      depth = 0;
      touched = false;
      x += h * v;
    }
    // not a number counts as gained
    if (!(v <= fastest)) fastest = v;
  }
  return { restitution: fastest / speed, duration, depth: deepest };
}

/** The impact in short steps. */
export function rimImpact(section: RimSection, law: RimLaw, mass: number, speed: number): ImpactResult {
  const run: Run = { section, law, mass, speed, scheme: "implicit" };
  const period = (section.spacing * DEPTHS) / speed;
  return impact(run, (8 * period) / REPORT_STEPS, 0.5, REPORT_STEPS);
}

/** Longest step, s, for impacts of a mesh of a mass (kg) at a speed (m/s). */
function rimStepLimit(section: RimSection, law: RimLaw, mass: number, speed: number, scheme: RimScheme): number {
  if (scheme === "implicit") return rimImpact(section, law, mass, speed).duration / IMPLICIT_STEPS_PER_IMPACT;
  const run: Run = { section, law, mass, speed, scheme };
  const first = (section.spacing * DEPTHS) / speed / 400;
  return findStepLimit(first, (h, moment) => !(impact(run, h, moment, FOLLOWED_STEPS).restitution <= REBOUND_GAIN));
}

/** Opposite to gravity; z where there is none. */
function upOf({ gravity }: Model["options"]): number[] {
  const size = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  return size > 0 ? [-gravity[0] / size, -gravity[1] / size, -gravity[2] / size] : [0, 0, 1];
}

/**
 * Sections of the lightest body with a mesh among shapes of two materials, as it lies in the scene; null where no two
 * meshes can meet.
 */
function lightestMesh(model: Model, materials: readonly [number, number]): ShapeInstance | null {
  const meshes = model.shapes.filter(
    ({ geometry, material }) => geometry.form === "mesh" && materials.includes(material),
  );
  const meets = (shape: ShapeInstance) =>
    meshes.some(
      (other) => other.body !== shape.body && (materials[0] === materials[1] || other.material !== shape.material),
    );
  let best: ShapeInstance | null = null;
  for (const shape of meshes) {
    if (model.bodyType[shape.body] !== BODY_TYPE.dynamic || !meets(shape)) continue;
    if (best === null || model.bodyMass[shape.body] < model.bodyMass[best.body]) best = shape;
  }
  return best;
}

/** An impact of meshes, and the longest step for it. */
export interface RimImpact {
  readonly body: number;
  readonly impact: ImpactResult;
  readonly longestStep: number;
}

/**
 * The lightest body of two materials (−1: none) whose law is `rim`, on something flat, at a speed; null where no two
 * meshes can meet.
 */
export function rimImpactOf(
  model: Model,
  materials: readonly [number, number],
  params: Readonly<Record<string, unknown>>,
  speed: number,
): RimImpact | null {
  const shape = lightestMesh(model, materials);
  if (shape === null) return null;
  const law = params as Readonly<Record<string, unknown>> & RimLaw;
  const { body, orientation } = shape;
  const turned = quatMultiply(model.bodyQuat0.subarray(4 * body, 4 * body + 4), orientation);
  const up = quatRotateInverse(turned, upOf(model.options));
  const mass = model.bodyMass[body];
  const section = rimSection(shape.geometry.mesh as TriangleMesh, up, law, mass, speed);
  const integrator = (model.integrator as { readonly name?: string } | null)?.name;
  const scheme: RimScheme =
    model.integrator === null
      ? "implicit"
      : integrator === "rk4"
        ? law.stages === "inside"
          ? "inside"
          : "rk4"
        : "semi-implicit-euler";
  return {
    body,
    impact: rimImpact(section, law, mass, speed),
    longestStep: rimStepLimit(section, law, mass, speed, scheme),
  };
}
