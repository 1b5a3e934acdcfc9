import { combineMassProperties, type MassPart } from "../../geometry/mass-transform.js";
import { symEigenvalues, symInverse } from "../../math/mat3.js";
import { type Quat, quatMultiply, quatRotate } from "../../math/quat.js";
import { add, sub, type Vec3 } from "../../math/vec3.js";
import { type ProblemList, unknownWord } from "../errors.js";
import { BODY_STATE, BODY_TYPE, type Items, type MaterialTable, type ShapeInstance } from "../model.js";
import { type OrientationInput, toQuat } from "../orientation.js";
import type { ShapeGeometry } from "../shape.js";
import { bodySchema, type FullBodySpec, type FullSpec, shapePlacement } from "../spec.js";
import { checkVectors, parseItem } from "./parse.js";

/** kg/m³ (kg/m² in the plane) where neither shape, material nor body says otherwise: water. */
const DEFAULT_DENSITY = 1000;

/** A shape before its body's centre of mass is known. */
interface PlacedShape {
  readonly kind: string;
  readonly position: Vec3;
  readonly orientation: Quat;
  readonly material: number;
  readonly density: number;
  readonly params: Record<string, unknown>;
  readonly geometry: ShapeGeometry;
}

/** The body arrays of a model. */
export function compileBodies(
  spec: FullSpec,
  items: Items,
  materials: MaterialTable,
  planar: boolean,
  problems: ProblemList,
) {
  const nb = spec.bodies.length + 1;
  const bodyNames = ["world", ...spec.bodies.map((b) => b.name)];
  const bodyIndex = new Map<string, number>([["world", 0]]);
  spec.bodies.forEach((b, i) => {
    const path = `bodies[${i}].name`;
    if (b.name === "world") problems.add(path, 'the name "world" belongs to the background');
    else if (bodyIndex.has(b.name))
      problems.add(path, `the name "${b.name}" is taken by bodies[${bodyIndex.get(b.name)! - 1}]`);
    else bodyIndex.set(b.name, i + 1);
    checkVectors(b as Record<string, unknown>, bodySchema.shape, planar, `bodies[${i}]`, problems);
  });

  const arrays = {
    nb,
    bodyNames,
    bodyIndex,
    bodyType: new Uint8Array(nb),
    bodyMass: new Float64Array(nb),
    bodyInvMass: new Float64Array(3 * nb),
    bodyInertia: new Float64Array(6 * nb),
    bodyInvInertia: new Float64Array(6 * nb),
    bodyCom: new Float64Array(3 * nb),
    bodyPos0: new Float64Array(3 * nb),
    bodyQuat0: new Float64Array(4 * nb),
    bodyVel0: new Float64Array(6 * nb),
    bodyState0: new Uint8Array(nb),
    shapes: [] as ShapeInstance[],
  };
  arrays.bodyQuat0[3] = 1;

  const frames = placeBodies(spec.bodies, bodyIndex, planar, problems);
  spec.bodies.forEach((body, i) => {
    const b = i + 1;
    const path = `bodies[${i}]`;
    arrays.bodyType[b] = BODY_TYPE[body.type];
    arrays.bodyState0[b] = BODY_STATE[body.state];
    const placed = placeShapes(body, path, items, materials, planar, problems);
    // a shape that failed has said why; a missing mass would only be its echo
    if (placed.length === body.shapes.length) compileMass(body, b, path, placed, arrays, planar, problems);

    // origin of the frame → centre of mass
    const com: Vec3 = [arrays.bodyCom[3 * b], arrays.bodyCom[3 * b + 1], arrays.bodyCom[3 * b + 2]];
    const frame = frames[i];
    arrays.bodyPos0.set(add(frame.position, quatRotate(frame.orientation, com)), 3 * b);
    arrays.bodyQuat0.set(frame.orientation, 4 * b);
    arrays.bodyVel0.set(body.angularVelocity, 6 * b);
    arrays.bodyVel0.set(body.velocity, 6 * b + 3);
    if (body.type === "static" && [...body.velocity, ...body.angularVelocity].some((c) => c !== 0)) {
      problems.add(`${path}.velocity`, "a static body does not move; a moving one that ignores forces is kinematic");
    }
    placed.forEach((shape, index) => {
      const { kind, orientation, material, params, geometry } = shape;
      arrays.shapes.push({
        kind,
        body: b,
        index,
        position: sub(shape.position, com),
        orientation,
        material,
        params,
        geometry,
      });
    });
  });
  sortShapes(arrays.shapes, bodyNames);
  return arrays;
}

/**
 * Shapes stand in the order of their bodies' names, whatever that of the scene's list: pairs, contacts and rows follow
 * it, and so a run does not depend on the order in which bodies are listed.
 */
function sortShapes(shapes: ShapeInstance[], names: readonly string[]): void {
  shapes.sort((x, y) => (x.body === y.body ? x.index - y.index : names[x.body] < names[y.body] ? -1 : 1));
}

/** World frames of all bodies; `relativeTo` is followed to its root, and a circle is an input error. */
function placeBodies(
  bodies: readonly FullBodySpec[],
  index: ReadonlyMap<string, number>,
  planar: boolean,
  problems: ProblemList,
): { position: Vec3; orientation: Quat }[] {
  const frames: { position: Vec3; orientation: Quat }[] = bodies.map((body, i) => {
    const path = `bodies[${i}].orientation`;
    return { position: body.position as Vec3, orientation: readOrientation(body.orientation, planar, path, problems) };
  });
  const done = new Uint8Array(bodies.length); // 0 new, 1 on the way, 2 done
  for (let start = 0; start < bodies.length; start++) {
    // walk to a body that is placed in the world, then back
    const chain: number[] = [];
    let i = start;
    while (i >= 0 && done[i] === 0) {
      done[i] = 1;
      chain.push(i);
      const parent = bodies[i].relativeTo;
      const next = parent === undefined ? 0 : index.get(parent);
      if (next === undefined) {
        problems.add(`bodies[${i}].relativeTo`, unknownWord("body", parent!, [...index.keys()]));
        break;
      }
      if (next > 0 && done[next - 1] === 1) {
        const circle = [...chain.slice(chain.indexOf(next - 1)), next - 1].map((k) => bodies[k].name).slice(0, 8);
        problems.add(
          `bodies[${i}].relativeTo`,
          `bodies are placed relative to each other in a circle: ${circle.join(" → ")}`,
        );
        break;
      }
      i = next - 1;
    }
    for (const k of chain.reverse()) {
      const parent = bodies[k].relativeTo;
      const at = parent === undefined ? 0 : (index.get(parent) ?? 0);
      if (at > 0 && done[at - 1] === 2) {
        const { position, orientation } = frames[at - 1];
        frames[k] = {
          position: add(position, quatRotate(orientation, frames[k].position)),
          orientation: quatMultiply(orientation, frames[k].orientation),
        };
      }
      done[k] = 2;
    }
  }
  return frames;
}

/** The quaternion that an orientation means; in planar scenes it must turn about z. */
export function readOrientation(
  input: OrientationInput | undefined,
  planar: boolean,
  path: string,
  problems: ProblemList,
): Quat {
  const q = toQuat(input);
  if (typeof q === "string") {
    problems.add(path, q);
    return [0, 0, 0, 1];
  }
  if (planar && (Math.abs(q[0]) > 1e-12 || Math.abs(q[1]) > 1e-12)) {
    problems.add(path, "expected a rotation about z in a planar scene");
  }
  return q;
}

function placeShapes(
  body: FullBodySpec,
  bodyPath: string,
  items: Items,
  materials: MaterialTable,
  planar: boolean,
  problems: ProblemList,
): PlacedShape[] {
  const placed: PlacedShape[] = [];
  if (body.material !== undefined && !materials.names.includes(body.material))
    problems.add(`${bodyPath}.material`, unknownWord("material", body.material, materials.names));
  body.shapes.forEach((entry, index) => {
    const path = `${bodyPath}.shapes[${index}]`;
    const parsed = parseItem(items.shapes, "shape", entry, path, shapePlacement, problems);
    if (parsed === null) return;
    const { kind, params } = parsed;
    if (kind.space !== "both" && (kind.space === "planar") !== planar) {
      const fitting = Object.values(items.shapes).filter(
        (s) => s.space === "both" || (s.space === "planar") === planar,
      );
      const where = planar ? "a planar scene" : 'a spatial scene (plane: "xy" makes it planar)';
      problems.add(
        `${path}.type`,
        `a ${kind.name} has no place in ${where}; fitting: ${fitting.map((s) => s.name).join(", ")}`,
      );
      return;
    }
    checkVectors(params, shapePlacement, planar, path, problems);
    const geometry = kind.prepare(params, planar);
    if (typeof geometry === "string") {
      problems.add(path, geometry);
      return;
    }
    const name = (params.material as string | undefined) ?? body.material;
    const material = name === undefined ? -1 : materials.names.indexOf(name);
    if (params.material !== undefined && material < 0)
      problems.add(`${path}.material`, unknownWord("material", String(name), materials.names));
    const materialDensity = material >= 0 ? materials.density[material] : Number.NaN;
    placed.push({
      kind: kind.name,
      position: params.position as Vec3,
      orientation: readOrientation(
        params.orientation as OrientationInput | undefined,
        planar,
        `${path}.orientation`,
        problems,
      ),
      material,
      density:
        (params.density as number | undefined) ??
        body.density ??
        (materialDensity > 0 ? materialDensity : DEFAULT_DENSITY),
      params,
      geometry,
    });
  });
  return placed;
}

interface MassArrays {
  readonly bodyMass: Float64Array;
  readonly bodyInvMass: Float64Array;
  readonly bodyInertia: Float64Array;
  readonly bodyInvInertia: Float64Array;
  readonly bodyCom: Float64Array;
}

/** Mass, centre of mass and inertia from shapes and densities, each overridden by what the body states. */
function compileMass(
  body: FullBodySpec,
  b: number,
  path: string,
  shapes: readonly PlacedShape[],
  out: MassArrays,
  planar: boolean,
  problems: ProblemList,
): void {
  const parts: MassPart[] = [];
  let massless: string | undefined;
  for (const shape of shapes) {
    const { geometry, density, position, orientation } = shape;
    if (geometry.mass === null) massless = geometry.massless ?? `a ${shape.kind} fills no volume`;
    else parts.push({ properties: geometry.mass, density, position, quaternion: orientation });
  }
  const total = combineMassProperties(parts);
  const com = body.centerOfMass ?? [total.center[0], total.center[1], total.center[2]];
  out.bodyCom.set(com, 3 * b);
  if (body.type !== "dynamic") return;

  if (
    massless !== undefined &&
    (body.mass === undefined || (body.inertia === undefined && !planar && parts.length === 0))
  ) {
    problems.add(path, `a dynamic body needs an explicit mass and inertia here: ${massless}; or make it static`);
    return;
  }
  const mass = body.mass ?? total.mass;
  if (!(mass > 0)) {
    problems.add(
      `${path}.mass`,
      "a dynamic body needs a mass, or a shape that fills a volume; or make it static or kinematic",
    );
    return;
  }
  const inertia = new Float64Array(6);
  if (body.inertia !== undefined) inertia.set(body.inertia);
  else if (total.mass > 0) {
    // A stated mass spreads over the shapes as their own mass would; a stated centre moves it (parallel axes).
    const d = sub(com, total.center);
    const dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (let k = 0; k < 6; k++) inertia[k] = (total.inertia[k] * mass) / total.mass;
    for (let k = 0; k < 3; k++) inertia[k] += mass * (dd - d[k] * d[k]);
    inertia[3] -= mass * d[0] * d[1];
    inertia[4] -= mass * d[0] * d[2];
    inertia[5] -= mass * d[1] * d[2];
  }
  const wrong = checkInertia(inertia, planar);
  if (wrong !== undefined) problems.add(`${path}.inertia`, wrong);
  setMass(out, b, mass, inertia, planar);
}

/** Writes mass and inertia of body `b` with their inverses; out of the plane the inverses are zero. */
export function setMass(out: MassArrays, b: number, mass: number, inertia: ArrayLike<number>, planar: boolean): void {
  out.bodyMass[b] = mass;
  out.bodyInvMass.set([1 / mass, 1 / mass, planar ? 0 : 1 / mass], 3 * b);
  if (planar) {
    out.bodyInertia.set([0, 0, inertia[2], 0, 0, 0], 6 * b);
    out.bodyInvInertia.set([0, 0, inertia[2] > 0 ? 1 / inertia[2] : 0, 0, 0, 0], 6 * b);
    return;
  }
  for (let k = 0; k < 6; k++) out.bodyInertia[6 * b + k] = inertia[k];
  // A point mass has no inertia and does not turn.
  out.bodyInvInertia.set(symInverse(inertia) ?? new Float64Array(6), 6 * b);
}

/**
 * Why a tensor is the inertia of no body, or undefined when it may be: principal moments ≥ 0 that obey the triangle
 * inequality.
 */
function checkInertia(inertia: Float64Array, planar: boolean): string | undefined {
  if (planar)
    return inertia[2] >= 0 ? undefined : `expected a moment of inertia >= 0 kg m^2 about z, got ${inertia[2]}`;
  const [a, b, c] = symEigenvalues(inertia);
  const slack = 1e-9 * Math.abs(c);
  if (a < -slack) return `expected principal moments >= 0 kg m^2, got ${a}`;
  if (c > 0 && a <= 1e-14 * c)
    return `expected principal moments > 0 kg m^2, or none at all for a point mass, got ${a}`;
  if (a + b < c - slack)
    return `no body has principal moments ${a}, ${b}, ${c} kg m^2: the largest exceeds the sum of the others`;
  return undefined;
}
