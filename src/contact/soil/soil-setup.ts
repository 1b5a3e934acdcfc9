import { hypot, hypot3 } from "../../math/elementary.js";
import type { ProblemList } from "../../model/errors.js";
import type { Model } from "../../model/model.js";
import { BODY_TYPE } from "../../model/model.js";
import { flowOf } from "../../model/shapes/soil.js";
import { COMPLIANT } from "../contact-model.js";
import { signedArea } from "./bucket-hold.js";
import {
  bearingFactors,
  createEarthmovingTable,
  type EarthmovingTable,
  earthmovingForce,
  passiveCoefficient,
} from "./earthmoving.js";

/** A bucket, in the frame of its shape. */
export interface BucketSetup {
  readonly shape: number;
  readonly body: number;
  readonly width: number;
  /** Points [x, z] of the profile, end to end. */
  readonly profile: Float64Array;
  /** Area of the profile, m², and most that the bucket holds, m³. */
  readonly area: number;
  readonly capacity: number;
  /** Length of the mouth, m; its outward normal and its direction from edge to rim, [x, z] each. */
  readonly mouth: number;
  readonly outward: Float64Array;
  readonly along: Float64Array;
  /** Direction of the lip plate, pointing ahead, [x, z]. */
  readonly lip: Float64Array;
  /** Area of the tips of the cutting edge, m². */
  readonly edgeArea: number;
  /** Length of the lip plate, m. */
  readonly plate: number;
  readonly slices: number;
  /** First element of the bucket, and their number: slices of the edge, then points of the outer surface. */
  readonly first: number;
  readonly count: number;
  /** Per element: place (3), ahead (3) or outward normal of a panel (3), outward normal (3), area or width (1). */
  readonly elements: Float64Array;
}

/** Numbers per element in `elements`. */
export const ELEMENT = { place: 0, ahead: 3, normal: 6, size: 9, length: 10, stride: 11 } as const;

/** Strength of one ground. */
export interface GroundStrength {
  readonly table: EarthmovingTable;
  /** N_q, N_c, N_γ. */
  readonly bearing: readonly [number, number, number];
  readonly passive: number;
  /**
   * Stiffness of a slice of each bucket's edge, N/m, and of a part of its outer surface, N/m per m². They do not follow
   * the depth: a spring that got stiffer while it is bent would gain energy. What is less deep yields earlier.
   */
  readonly edgeStiffness: Float64Array;
  readonly panelStiffness: number;
  /** Parameters of the law `flow`. */
  readonly flow: ReturnType<typeof flowOf>;
}

export interface SoilSetup {
  readonly active: boolean;
  readonly buckets: readonly BucketSetup[];
  /** Index of a shape among the buckets, −1 for others. */
  readonly bucketOf: Int32Array;
  /** Index of the bucket of a body, −1 for others. */
  readonly bodyBucket: Int32Array;
  readonly strengths: readonly GroundStrength[];
  readonly elements: number;
  /** First shape of each body. */
  readonly firstShape: Int32Array;
  /** Shapes that are buried utilities. */
  readonly utilities: Int32Array;
  /** kg/m³ of soil that is carried. */
  readonly density: number;
  /** m/s² */
  readonly gravity: number;
}

/** Depth, m, and rake angle, rad, at which elements of a bucket yield after the quake. */
const REFERENCE = { depth: 0.25, rake: 0.6 } as const;

/** Parcels of soil that may be in the air at the same time. */
const PARCELS = 256;

/** Buckets of a model whose grounds are known. */
export function prepareSoil(model: Model, problems: ProblemList): { setup: SoilSetup; dims: Record<string, number> } {
  const grounds = model.shapes.filter(({ geometry }) => geometry.soil !== undefined);
  const buckets: BucketSetup[] = [];
  let first = 0;
  model.shapes.forEach(({ kind }, shape) => {
    if (kind !== "bucket") return;
    const made = createBucket(model, shape, first);
    buckets.push(made);
    first += made.count;
  });
  const { kind } = model.formulation;
  const meets = buckets.length > 0 && grounds.length > 0 && model.spec.contact !== "none";
  const active = meets && kind.contacts.includes(COMPLIANT);
  if (meets && !active)
    problems.warn(
      `formulation "${kind.name}" does not dig: a bucket meets soil as a rigid body; formulations that dig: forces, augmented-lagrangian`,
    );
  const { gravity: g } = model.options;
  const gravity = hypot3(g[0], g[1], g[2]);
  const strengths = grounds.map(({ geometry }) => {
    const soil = geometry.soil!;
    const table = createEarthmovingTable(soil);
    const bearing = bearingFactors(soil);
    const { depth, rake } = REFERENCE;
    const cut = (width: number) => earthmovingForce(table, soil, gravity, rake, depth, width, 0);
    return {
      table,
      bearing,
      edgeStiffness: Float64Array.from(buckets, ({ width, slices }) => cut(width / slices) / soil.quake),
      panelStiffness: (soil.cohesion * bearing[1] + soil.density * gravity * depth * bearing[0]) / soil.quake,
      passive: passiveCoefficient(soil),
      flow: flowOf(soil),
    };
  });
  const densities = grounds.map(({ geometry }) => geometry.soil!.density);
  if (active && densities.some((d) => d !== densities[0]))
    problems.warn(
      `soil that is carried has the density of the first ground, ${densities[0]} kg/m³, wherever it was dug`,
    );
  const mask = grounds.reduce((bits, { geometry }) => bits | geometry.soil!.utilities, 0);
  const utilities = model.shapes.flatMap(({ params }, s) => ((params.category as number) & mask ? [s] : []));
  const bucketOf = new Int32Array(model.shapes.length).fill(-1);
  const bodyBucket = new Int32Array(model.nb).fill(-1);
  buckets.forEach(({ shape, body }, k) => {
    bucketOf[shape] = k;
    if (bodyBucket[body] >= 0)
      problems.add(`bodies[${body - 1}].shapes`, "a body carries one bucket: put the other one on a body of its own");
    bodyBucket[body] = k;
  });
  return {
    setup: {
      active,
      buckets,
      bucketOf,
      bodyBucket,
      strengths,
      elements: first,
      firstShape: Int32Array.from({ length: model.nb }, (_, b) => model.shapes.findIndex((s) => s.body === b)),
      utilities: Int32Array.from(active ? utilities : []),
      density: densities[0] ?? 0,
      gravity,
    },
    dims: {
      nBucket: buckets.length,
      nSoilElement: first,
      nUtility: active ? utilities.length * buckets.length : 0,
      parcelMax: active ? PARCELS : 0,
    },
  };
}

function createBucket(model: Model, shape: number, first: number): BucketSetup {
  const { params, body } = model.shapes[shape];
  const { width, slices, teeth, toothWidth, thickness } = params as Record<string, number>;
  const rows = params.profile as readonly (readonly number[])[];
  const profile = Float64Array.from(rows.flat());
  const n = rows.length;
  const sign = signedArea(profile) > 0 ? 1 : -1;
  const area = Math.abs(signedArea(profile));
  const unit = (x: number, z: number) => {
    const length = Math.sqrt(x * x + z * z);
    return length > 0 ? [x / length, z / length] : [0, 0];
  };
  const along = unit(rows[n - 1][0] - rows[0][0], rows[n - 1][1] - rows[0][1]);
  // outward is on the right of the boundary where it runs counter-clockwise, and the mouth runs from last to first
  const outward = [-sign * along[1], sign * along[0]];
  const lip = unit(rows[0][0] - rows[1][0], rows[0][1] - rows[1][1]);
  const ahead = unit(lip[0] + outward[0], lip[1] + outward[1]);
  const below = sideOf(rows[0], rows[1], sign, unit);
  const across = below[0] * ahead[0] + below[1] * ahead[1];
  const normal = unit(below[0] - across * ahead[0], below[1] - across * ahead[1]);
  const elements: number[] = [];
  const plate = distance(rows[0], rows[1]);
  for (let k = 0; k < slices; k++) {
    const y = ((k + 0.5) / slices - 0.5) * width;
    elements.push(rows[0][0], y, rows[0][1], ahead[0], 0, ahead[1], normal[0], 0, normal[1], width / slices, plate);
  }
  for (let i = 0; i + 1 < n; i++) {
    const out = sideOf(rows[i], rows[i + 1], sign, unit);
    const length = distance(rows[i], rows[i + 1]);
    for (const part of [-0.25, 0.25]) {
      const [x, z] = [0.5 * (rows[i][0] + rows[i + 1][0]), 0.5 * (rows[i][1] + rows[i + 1][1])];
      elements.push(x, part * width, z, out[0], 0, out[1], out[0], 0, out[1], 0.5 * width * length, length);
    }
  }
  const given = params.capacity as number | undefined;
  return {
    shape,
    body,
    width,
    profile,
    area,
    capacity: given ?? area * width,
    mouth: distance(rows[0], rows[n - 1]),
    outward: Float64Array.from(outward),
    along: Float64Array.from(along),
    lip: Float64Array.from(lip),
    edgeArea: thickness * (teeth > 0 ? Math.min(width, teeth * toothWidth) : width),
    plate,
    slices,
    first,
    count: elements.length / ELEMENT.stride,
    elements: Float64Array.from(elements),
  };
}

/** Outward normal of the side from p to q. */
function sideOf(p: readonly number[], q: readonly number[], sign: number, unit: (x: number, z: number) => number[]) {
  return unit(sign * (q[1] - p[1]), -sign * (q[0] - p[0]));
}

function distance(p: readonly number[], q: readonly number[]): number {
  return hypot(q[0] - p[0], q[1] - p[1]);
}

/** Whether the contact model `soil` answers for shapes a and b. */
export function digs({ systems: { soil, terrain } }: Model, a: number, b: number): boolean {
  return (
    soil.active &&
    ((soil.bucketOf[a] >= 0 && terrain.groundOf[b] >= 0) || (soil.bucketOf[b] >= 0 && terrain.groundOf[a] >= 0))
  );
}

/** Whether forces move a body. */
export function isDriven(model: Model, b: number): boolean {
  return model.bodyType[b] === BODY_TYPE.dynamic;
}
