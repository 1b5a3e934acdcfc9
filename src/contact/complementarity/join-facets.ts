import { addToGroup, closeGroup, isPrimary, startGroup } from "./contact-group.js";
import { addUnilateral, CONSTRAINT } from "./contact-set.js";
import { owner, type Pair, placeOf } from "./pair.js";
import type { Placed } from "./placed-polytope.js";
import { isFacetWithin, planeGap, vertexFacetContact } from "./vertex-facet.js";

/**
 * What a vertex asks of the facets of the other body within reach: of a convex body one must stay open, no matter
 * which. Several are joined by an inter-contact constraint, all of them by one ([Williams2014], fig. 4.5); one by
 * itself is asked to stay open where it could carry force. With `leave`, vertices whose facets all belong to a corner
 * of the other body are left to who asks. Writes: within.
 */
export function joinFacets(pair: Pair, side: number, leave: (pair: Pair, side: number, v: number) => boolean): void {
  const of = owner(pair, side);
  const to = owner(pair, 1 - side);
  const facets = to.normals.length / 3;
  for (let v = 0; v < of.vertices.length / 3; v++) {
    if (!isWithin(pair, of, v, to)) continue;
    let count = 0;
    let last = -1;
    for (let f = 0; f < facets; f++) {
      if (!isFacetWithin(pair, of, v, to, f)) continue;
      pair.within[placeOf(pair, side, v, f)] = 1;
      count++;
      last = f;
    }
    if (count === 1) {
      const c = vertexFacetContact(pair, side, v, last);
      if (isPrimary(pair.set, c, pair.settings)) addUnilateral(pair.set, c);
    }
    if (count < 2 || leave(pair, side, v)) continue;
    startGroup(pair);
    for (let f = 0; f < facets; f++)
      if (pair.within[placeOf(pair, side, v, f)] === 1) addToGroup(pair, vertexFacetContact(pair, side, v, f));
    closeGroup(pair, CONSTRAINT.inter);
  }
}

/** Whether no plane of the other body keeps the vertex farther away than reach. */
function isWithin(pair: Pair, of: Placed, v: number, to: Placed): boolean {
  for (let f = 0; f < to.normals.length / 3; f++) if (planeGap(of, v, to, f) > pair.reach) return false;
  return true;
}

/** Leaves no vertex out. */
export function none(): boolean {
  return false;
}

/** Whether vertex v of a side is within reach of all facets at vertex w of the other body. */
export function meetsCorner(pair: Pair, side: number, v: number, w: number): boolean {
  const { facetsStart, facets } = owner(pair, 1 - side).polytope;
  for (let k = facetsStart[w]; k < facetsStart[w + 1]; k++)
    if (pair.within[placeOf(pair, side, v, facets[k])] === 0) return false;
  return true;
}
