import { type Collider, type HullGeometry, KIND } from "../types.js";

/**
 * Whether a convex shape has a corner, edge or rim so sharp that the shortest way out of a surface may lead through a
 * triangle which the shape does not touch. Let the shape's lowest point x be at the depth d below a plane with the
 * normal n. Where the shape is blunt at x, it holds the way x + t n to the plane, and so touches it there. That is so
 * when the cone of inward normals at x, in which n is, lies inside the cone of the shape itself: when no two outward
 * normals at x are more than a right angle apart. A needle that leans is in the surface with its side, and the face
 * above its tip is elsewhere.
 */
export function isAcute(c: Collider): boolean {
  // a form that only its support function describes may have any corner
  if (c.kind === KIND.cone || (c.kind === KIND.convex && c.hull === null)) return true;
  if ((c.kind !== KIND.hull && c.kind !== KIND.convex) || c.hull === null) return false;
  let acute = known.get(c.hull);
  if (acute === undefined) {
    acute = hasAcuteCorner(c.hull);
    known.set(c.hull, acute);
  }
  return acute;
}

const known = new WeakMap<HullGeometry, boolean>();

/**
 * Cosine of the angle between normals beyond which a corner is acute: a box's own are at right angles, give or take
 * round-off.
 */
const RIGHT = -1e-9;

function hasAcuteCorner({ planes, polyhedron: { vertices, faceStart, faceVertex } }: HullGeometry): boolean {
  const facesAt: number[][] = Array.from({ length: vertices.length / 3 }, () => []);
  for (let f = 0; f + 1 < faceStart.length; f++)
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) facesAt[faceVertex[k]].push(4 * f);
  return facesAt.some((faces) =>
    faces.some((i) =>
      faces.some((j) => planes[i] * planes[j] + planes[i + 1] * planes[j + 1] + planes[i + 2] * planes[j + 2] < RIGHT),
    ),
  );
}
