import { createVolumeMesh, defaultDepth, heightFieldSolid, type VolumeMesh } from "../../collision/volume/index.js";
import { buildSides, type Sides } from "../../collision/volume/sides.js";
import { cos } from "../../math/elementary.js";
import type { ShapeGeometry } from "../../model/shape.js";

/** A shape as volumetric contact sees it: a solid of triangles, or all that is below the plane z = 0 of its frame. */
export interface Solid {
  readonly mesh: VolumeMesh | null;
  /** Whether it is a half-space. */
  readonly endless: boolean;
  /** Faces by direction, for clusters of normals. */
  readonly sides: Sides | null;
  /** A round shape is exact against a half-space, and a sphere against a sphere: its radius, and half height. */
  readonly round: { readonly form: "sphere" | "cylinder"; readonly size: Float64Array } | null;
}

const HALF_SPACE: Solid = { mesh: null, endless: true, sides: null, round: null };

/**
 * The solid that a shape bounds, round ones with `facets` facets around, its faces in sides within the angle `clusters`
 * (rad; 0: none); null where it bounds none. Throws a RangeError for a mesh that is no solid, with the triangles
 * concerned.
 */
export function solidOf(geometry: ShapeGeometry, facets: number, clusters = 0): Solid | null {
  if (geometry.form === "plane") return HALF_SPACE;
  const { heightField } = geometry;
  if (heightField !== undefined) {
    const ground = heightFieldSolid(heightField, defaultDepth(heightField));
    return {
      mesh: ground,
      endless: false,
      sides: clusters > 0 ? buildSides(ground, cos(clusters)) : null,
      round: null,
    };
  }
  if (geometry.triangles === undefined) return null;
  const mesh = geometry.triangles(facets);
  const { form, size } = geometry;
  const round = form === "sphere" || form === "cylinder" ? { form, size: Float64Array.from(size) } : null;
  const solid = createVolumeMesh(mesh);
  return { mesh: solid, endless: false, sides: clusters > 0 ? buildSides(solid, cos(clusters)) : null, round };
}
