import { addToGroup, closeGroup, isApplicable, isPrimary, startGroup } from "./contact-group.js";
import {
  addUnilateral,
  CONSTRAINT,
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  openContact,
} from "./contact-set.js";
import { areEdgesWithin, areNearestOn, edgeEdgeContact, sideSine } from "./edge-edge.js";
import { joinFacets, none } from "./join-facets.js";
import { owner, type Pair, placeOf } from "./pair.js";
import { crossContacts } from "./planar.js";
import { isFacetWithin, planeGap, vertexFacetContact, withinReach } from "./vertex-facet.js";

/** No pair of edges is taken care of yet. */
function startEdgePairs({ a, b, work }: Pair): void {
  const pairs = (a.polytope.edges.length * b.polytope.edges.length) / 16;
  if (work.handled.length < pairs) work.handled = new Uint8Array(2 * pairs);
  work.handled.fill(0, 0, pairs);
}

/** Every vertex within reach of a facet, and every couple of edges that could touch, by themselves. */
export function spatialStandard(pair: Pair): void {
  const { set } = pair;
  startEdgePairs(pair);
  for (let side = 0; side < 2; side++) {
    const of = owner(pair, side);
    const to = owner(pair, 1 - side);
    for (let v = 0; v < of.vertices.length / 3; v++) {
      for (let f = 0; f < to.normals.length / 3; f++) {
        if (isFacetWithin(pair, of, v, to, f)) addUnilateral(set, vertexFacetContact(pair, side, v, f));
      }
    }
  }
  edgesByThemselves(pair);
}

/**
 * Polytope-exact geometry in space ([Williams2014], algorithms 12 to 17). Of the faces within reach of a vertex one
 * must stay open; with `cross`, edges that leave it must pass over the edges between those faces. Edges that are near
 * each other elsewhere: by themselves, where they could carry force. Printed, marks on edges decide what is looked
 * after already, and then edges that touch are overlooked because each of them was near something else; here marks are
 * on couples of edges.
 */
export function spatialPeg(pair: Pair, cross: boolean): void {
  startEdgePairs(pair);
  const leave = pair.settings.exactCone && cross ? meetsSomeCorner : none;
  for (let side = 0; side < 2; side++) joinFacets(pair, side, leave);
  if (cross) {
    crossVertices(pair);
    for (let side = 0; side < 2; side++) crossEdges(pair, side);
  }
  edgesByThemselves(pair);
}

/** Whether vertex v meets a corner of the other body that meets v as well. */
function meetsSomeCorner(pair: Pair, side: number, v: number): boolean {
  const n = owner(pair, 1 - side).vertices.length / 3;
  for (let w = 0; w < n; w++)
    if (withinReach(pair, owner(pair, side).vertices, v, owner(pair, 1 - side).vertices, w)) return true;
  return false;
}

/**
 * Cross-contact constraints of vertices near vertices: (4.21), algorithm 16; or, exact, one constraint over all that is
 * applicable.
 */
function crossVertices(pair: Pair): void {
  const { a, b } = pair;
  const pa = a.polytope;
  const pb = b.polytope;
  for (let v = 0; v < a.vertices.length / 3; v++) {
    for (let w = 0; w < b.vertices.length / 3; w++) {
      if (!withinReach(pair, a.vertices, v, b.vertices, w)) continue;
      if (pair.settings.exactCone) {
        exactCone(pair, v, w);
        continue;
      }
      for (let k = pb.edgesStart[w]; k < pb.edgesStart[w + 1]; k++) vertexEdgeCross(pair, 0, v, pb.edgesAt[k], w);
      for (let k = pa.edgesStart[v]; k < pa.edgesStart[v + 1]; k++) vertexEdgeCross(pair, 1, w, pa.edgesAt[k], v);
    }
  }
}

/** Cross-contact constraints of vertices within reach of both faces of an edge, but not of its ends, (4.20). */
function crossEdges(pair: Pair, side: number): void {
  const of = owner(pair, side);
  const to = owner(pair, 1 - side);
  const { edges } = to.polytope;
  for (let v = 0; v < of.vertices.length / 3; v++) {
    for (let e = 0; e < edges.length / 4; e++) {
      if (pair.within[placeOf(pair, side, v, edges[4 * e + 2])] === 0) continue;
      if (pair.within[placeOf(pair, side, v, edges[4 * e + 3])] === 0) continue;
      if (withinReach(pair, of.vertices, v, to.vertices, edges[4 * e])) continue;
      if (withinReach(pair, of.vertices, v, to.vertices, edges[4 * e + 1])) continue;
      vertexEdgeCross(pair, side, v, e, -1);
    }
  }
}

/** Couples of edges within reach that are not constrained already, where they could touch (algorithm 13). */
function edgesByThemselves(pair: Pair): void {
  const { a, b, settings, set } = pair;
  const { handled } = pair.work;
  const na = a.polytope.edges.length / 4;
  const nb = b.polytope.edges.length / 4;
  for (let e = 0; e < na; e++) {
    if (!isEdgeWithin(pair, e)) continue;
    for (let f = 0; f < nb; f++) {
      if (handled[e * nb + f] === 1 || !areEdgesWithin(pair, e, f)) continue;
      const c = edgeEdgeContact(pair, 0, e, f);
      if (c >= 0 && isPrimary(set, c, settings)) addUnilateral(set, c);
    }
  }
}

/** Whether no plane of the other body keeps the whole edge farther away than reach. */
function isEdgeWithin(pair: Pair, e: number): boolean {
  const of = pair.a;
  const to = pair.b;
  const { edges } = of.polytope;
  for (let f = 0; f < to.normals.length / 3; f++) {
    if (planeGap(of, edges[4 * e], to, f) > pair.reach && planeGap(of, edges[4 * e + 1], to, f) > pair.reach)
      return false;
  }
  return true;
}

/**
 * Edges that leave v must pass over edge e where v has crossed it: algorithm 14. `end`: the end of e that v is near,
 * −1: it is far from both. Then the lines may be nearest behind v, where the edge that leaves it is not: to ask that
 * they be nearest on it as well lets one penetrating pose in thirty pass. Near an end, without asking, half of the free
 * poses are rejected.
 */
function vertexEdgeCross(pair: Pair, side: number, v: number, e: number, end: number): void {
  const { set, settings } = pair;
  const of = owner(pair, side);
  const to = owner(pair, 1 - side);
  const { edgesStart, edgesAt } = of.polytope;
  const left = to.polytope.edges[4 * e + 2];
  const right = to.polytope.edges[4 * e + 3];
  for (let k = edgesStart[v]; k < edgesStart[v + 1]; k++) {
    const own = edgesAt[k];
    markEdgePair(pair, side, own, e);
    const c = edgeEdgeContact(pair, side, side === 0 ? own : e, side === 0 ? e : own);
    if (c < 0 || !isApplicable(set, c, settings)) continue;
    if (settings.edgeGuard && !areNearestOn(pair, c, end < 0 ? side : -1, v, false)) continue;
    const o = sideSine(pair.work.edges, of, own, v, to, e);
    const parallel = settings.parallel === "both" && Math.abs(o) < Math.abs(settings.applicability);
    const facet = o > 0 || (o === 0 && parallel) ? left : right;
    const first = vertexFacetContact(pair, side, v, facet);
    if (end < 0 || !settings.edgeGuard || areNearestOn(pair, c, -1, -1, true)) crossContacts(pair, first, c);
    else crossOrPass(pair, side, v, end, first, c);
    if (!parallel) continue;
    // as printed: the other face with the opposite normal
    const turned = turnContact(pair, c);
    crossContacts(pair, vertexFacetContact(pair, side, v, facet === left ? right : left), turned);
  }
}

/**
 * The same where the lines of the edges are nearest beyond an end, so that they would pass beside each other as they
 * are: any plane that parts the two corners v and w is enough. Otherwise a cube that falls through a gap that is hardly
 * wider is caught at its rim, by edges that lie side by side.
 */
function crossOrPass(pair: Pair, side: number, v: number, w: number, first: number, second: number): void {
  const { set, settings } = pair;
  if (settings.crossGuard && !isApplicable(set, first, settings) && !isApplicable(set, second, settings)) return;
  startGroup(pair);
  addToGroup(pair, first);
  addToGroup(pair, second);
  const own = owner(pair, side).polytope;
  const other = owner(pair, 1 - side).polytope;
  for (let k = other.facetsStart[w]; k < other.facetsStart[w + 1]; k++)
    addParting(pair, vertexFacetContact(pair, side, v, other.facets[k]));
  for (let k = own.facetsStart[v]; k < own.facetsStart[v + 1]; k++)
    addParting(pair, vertexFacetContact(pair, 1 - side, w, own.facets[k]));
  closeGroup(pair, CONSTRAINT.inter);
}

/** Adds contact c where its plane has all of the vertex's body on one side, but for round-off. */
function addParting(pair: Pair, c: number): void {
  if (pair.set.value[CONTACT_SIZE * c + CONTACT.applicability] >= -FLUSH) addToGroup(pair, c);
}

/** Sine of the angle by which faces may fail to be flush, by round-off. */
const FLUSH = 1e-9;

/** A copy of contact c with the opposite normal and gap. */
function turnContact(pair: Pair, c: number): number {
  const { set } = pair;
  const t = openContact(set);
  for (let k = 0; k < CONTACT_SIZE; k++) set.value[CONTACT_SIZE * t + k] = set.value[CONTACT_SIZE * c + k];
  for (let k = 0; k < CONTACT_INTS; k++) set.index[CONTACT_INTS * t + k] = set.index[CONTACT_INTS * c + k];
  for (let k = 0; k < 3; k++) set.value[CONTACT_SIZE * t + k] *= -1;
  set.value[CONTACT_SIZE * t + CONTACT.gap] *= -1;
  set.index[CONTACT_INTS * t + CONTACT_INT.feasible] = 1;
  return t;
}

function markEdgePair(pair: Pair, side: number, own: number, other: number): void {
  const count = pair.b.polytope.edges.length / 4;
  pair.work.handled[side === 0 ? own * count + other : other * count + own] = 1;
}

/**
 * One constraint over all applicable contacts of vertex v of A with vertex w of B and of the edges there (spec, 14.3).
 * Of these one is enough, so they may fail to be applicable by no more than the bodies turn within the step: with all
 * that are within `relax`, one penetrating pose in fourteen passes.
 */
function exactCone(pair: Pair, v: number, w: number): void {
  const pa = pair.a.polytope;
  const pb = pair.b.polytope;
  startGroup(pair);
  for (let k = pb.facetsStart[w]; k < pb.facetsStart[w + 1]; k++)
    addApplicable(pair, vertexFacetContact(pair, 0, v, pb.facets[k]));
  for (let k = pa.facetsStart[v]; k < pa.facetsStart[v + 1]; k++)
    addApplicable(pair, vertexFacetContact(pair, 1, w, pa.facets[k]));
  for (let k = pa.edgesStart[v]; k < pa.edgesStart[v + 1]; k++)
    for (let m = pb.edgesStart[w]; m < pb.edgesStart[w + 1]; m++) {
      markEdgePair(pair, 0, pa.edgesAt[k], pb.edgesAt[m]);
      const c = edgeEdgeContact(pair, 0, pa.edgesAt[k], pb.edgesAt[m]);
      if (c >= 0) addApplicable(pair, c);
    }
  closeGroup(pair, CONSTRAINT.inter);
}

function addApplicable(pair: Pair, c: number): void {
  const { set, settings } = pair;
  const least = Math.max(settings.applicability, -pair.turn - FLUSH);
  if (set.value[CONTACT_SIZE * c + CONTACT.applicability] >= least) addToGroup(pair, c);
}
