import { addToGroup, closeGroup, isApplicable, startGroup } from "./contact-group.js";
import { addUnilateral, CONSTRAINT } from "./contact-set.js";
import { joinFacets, meetsCorner, none } from "./join-facets.js";
import { owner, type Pair } from "./pair.js";
import { isFacetWithin, vertexFacetContact } from "./vertex-facet.js";

/** One independent contact per vertex within reach of an edge of the other shape ([Williams2014], standard model). */
export function planarStandard(pair: Pair): void {
  for (let side = 0; side < 2; side++) {
    const of = owner(pair, side);
    const to = owner(pair, 1 - side);
    for (let v = 0; v < of.vertices.length / 3; v++) {
      for (let f = 0; f < to.normals.length / 3; f++) {
        if (isFacetWithin(pair, of, v, to, f)) addUnilateral(pair.set, vertexFacetContact(pair, side, v, f));
      }
    }
  }
}

/**
 * Polytope-exact geometry in the plane ([Williams2014], algorithms 8 to 11). At least one of the edges within reach of
 * a vertex must stay open. With `cross`, corners within reach of each other also have cross-contact constraints,
 * (1 or 2)(3 or 4)(1 or 4)(2 or 3): A passes B on one side or on the other. Without `cross`, this is Nguyen's locally
 * non-convex model.
 */
export function planarPeg(pair: Pair, cross: boolean): void {
  for (let side = 0; side < 2; side++) joinFacets(pair, side, none);
  if (!cross) return;
  const na = pair.a.vertices.length / 3;
  const nb = pair.b.vertices.length / 3;
  for (let v = 0; v < na; v++)
    for (let w = 0; w < nb; w++)
      if (meetsCorner(pair, 0, v, w) && meetsCorner(pair, 1, w, v)) crossVertices(pair, v, w);
}

/**
 * X({C1}, {C4}) and X({C2}, {C3}) of [Williams2014, (4.17)]. 1 is the edge that enters a corner, 2 the edge that leaves
 * it.
 */
function crossVertices(pair: Pair, v: number, w: number): void {
  const ofA = pair.a.polytope;
  const ofB = pair.b.polytope;
  const inA = ofA.facets[ofA.facetsStart[v]];
  const outA = ofA.facets[ofA.facetsStart[v] + 1];
  const inB = ofB.facets[ofB.facetsStart[w]];
  const outB = ofB.facets[ofB.facetsStart[w] + 1];
  crossContacts(pair, vertexFacetContact(pair, 0, v, inB), vertexFacetContact(pair, 1, w, outA));
  crossContacts(pair, vertexFacetContact(pair, 0, v, outB), vertexFacetContact(pair, 1, w, inA));
}

/**
 * Adds a cross-contact constraint on two contacts [Williams2014]. It is written as an inter-contact constraint, so that
 * it has a force.
 */
export function crossContacts(pair: Pair, first: number, second: number): void {
  const { set, settings } = pair;
  if (settings.crossGuard && !isApplicable(set, first, settings) && !isApplicable(set, second, settings)) return;
  startGroup(pair);
  addToGroup(pair, first);
  addToGroup(pair, second);
  closeGroup(pair, CONSTRAINT.inter);
}
