import type { HeightField } from "../geometry/types.js";
import { tan } from "../math/elementary.js";
import type { ProblemList } from "../model/errors.js";
import { show } from "../model/errors.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import type { Soil } from "../model/shapes/soil.js";

/** A height field with soil, as it is at the start of a run. Its points are numbered x fastest. */
export interface GroundSetup {
  /** Index of the height field among the shapes of the model. */
  readonly shape: number;
  readonly body: number;
  readonly field: HeightField;
  readonly soil: Soil;
  /** First point of this ground in the fields of the terrain. */
  readonly first: number;
  /** Horizontal area that belongs to each point, m²: a third of that of its triangles. */
  readonly area: Float64Array;
  /** Tangent of the angle of repose. */
  readonly steep: number;
  /** 1 where the soil may be dug. */
  readonly diggable: Uint8Array;
  /** Origin of the shape in the world, m, and cosine and sine of its turn about z. */
  readonly origin: Float64Array;
  readonly turn: Float64Array;
}

/** What terrain keeps while stepping. */
export interface TerrainSetup {
  readonly grounds: readonly GroundSetup[];
  /** Index into `grounds` by shape, −1 for other shapes. */
  readonly groundOf: Int32Array;
  /** Points of all grounds. */
  readonly points: number;
}

/** Points per block of the fields that are stored by blocks. */
export const BLOCK = 256;

/** Lists the grounds of a model; a ground lies still and level. */
export function prepareTerrain(
  model: Model,
  problems: ProblemList,
): { setup: TerrainSetup; dims: Record<string, number> } {
  const grounds: GroundSetup[] = [];
  let first = 0;
  model.shapes.forEach(({ geometry, body, index }, shape) => {
    const { heightField: field, soil } = geometry;
    if (field === undefined || soil === undefined) return;
    const path = `bodies[${body - 1}].shapes[${index}]`;
    const placed = placeGround(model, shape);
    if (model.bodyType[body] !== BODY_TYPE.static)
      problems.add(path, `ground with soil should belong to a static body, got a moving one: set type: "static"`);
    else if (typeof placed === "string") problems.add(path, placed);
    else {
      grounds.push({
        shape,
        body,
        field,
        soil,
        first,
        area: pointAreas(field),
        steep: tan(soil.repose),
        diggable: diggablePoints(field, soil.patches),
        ...placed,
      });
      first += field.heights.length;
    }
  });
  const groundOf = new Int32Array(model.shapes.length).fill(-1);
  grounds.forEach(({ shape }, g) => {
    groundOf[shape] = g;
  });
  const dims = { nGround: grounds.length, nGroundPoint: first, nGroundBlock: Math.ceil(first / BLOCK) };
  return { setup: { grounds, groundOf, points: first }, dims };
}

/** Where a ground is in the world; a sentence where its z axis is not the world's. */
function placeGround(model: Model, shape: number): { origin: Float64Array; turn: Float64Array } | string {
  const { body, position: p, orientation: s } = model.shapes[shape];
  const b = model.bodyQuat0.subarray(4 * body, 4 * body + 4);
  const o = model.bodyPos0.subarray(3 * body, 3 * body + 3);
  const x = b[3] * s[0] + b[0] * s[3] + b[1] * s[2] - b[2] * s[1];
  const y = b[3] * s[1] - b[0] * s[2] + b[1] * s[3] + b[2] * s[0];
  const z = b[3] * s[2] + b[0] * s[1] - b[1] * s[0] + b[2] * s[3];
  const w = b[3] * s[3] - b[0] * s[0] - b[1] * s[1] - b[2] * s[2];
  if (Math.abs(x) > 1e-9 || Math.abs(y) > 1e-9)
    return `ground with soil should be level, turned about z only: give the slope by its heights, got ${show([x, y, z, w])}`;
  const c = 1 - 2 * z * z;
  const d = 2 * w * z;
  // position of the shape in the body, turned by the body alone
  const bc = 1 - 2 * (b[1] * b[1] + b[2] * b[2]);
  const r = [
    bc * p[0] + 2 * (b[0] * b[1] - b[3] * b[2]) * p[1] + 2 * (b[0] * b[2] + b[3] * b[1]) * p[2],
    2 * (b[0] * b[1] + b[3] * b[2]) * p[0] +
      (1 - 2 * (b[0] * b[0] + b[2] * b[2])) * p[1] +
      2 * (b[1] * b[2] - b[3] * b[0]) * p[2],
    2 * (b[0] * b[2] - b[3] * b[1]) * p[0] +
      2 * (b[1] * b[2] + b[3] * b[0]) * p[1] +
      (1 - 2 * (b[0] * b[0] + b[1] * b[1])) * p[2],
  ];
  return { origin: Float64Array.of(o[0] + r[0], o[1] + r[1], o[2] + r[2]), turn: Float64Array.of(c, d) };
}

/**
 * Area of each point: raising it by Δz adds Δz times this to the volume below the triangles. Inside the grid a point
 * has six triangles of area dx dy / 2, at its border three, at its corners two or one.
 */
function pointAreas({ nx, ny, dx, dy }: HeightField): Float64Array {
  const area = new Float64Array(nx * ny);
  const third = (0.5 * dx * dy) / 3;
  for (let j = 0; j + 1 < ny; j++) {
    for (let i = 0; i + 1 < nx; i++) {
      const v = j * nx + i;
      area[v] += 2 * third;
      area[v + nx + 1] += 2 * third;
      area[v + 1] += third;
      area[v + nx] += third;
    }
  }
  return area;
}

function diggablePoints({ nx, ny, dx, dy }: HeightField, patches: readonly (readonly number[])[] | undefined) {
  const can = new Uint8Array(nx * ny).fill(patches === undefined ? 1 : 0);
  const slack = 1e-9 * Math.max(dx, dy);
  for (const [x0, y0, x1, y1] of patches ?? []) {
    for (let k = 0; k < can.length; k++) {
      const x = ((k % nx) - 0.5 * (nx - 1)) * dx;
      const y = (Math.floor(k / nx) - 0.5 * (ny - 1)) * dy;
      if (x >= x0 - slack && x <= x1 + slack && y >= y0 - slack && y <= y1 + slack) can[k] = 1;
    }
  }
  return can;
}
