import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE, type ContactSet, FEATURES } from "./contact-set.js";
import type { Placed } from "./placed-polytope.js";
import { planeGap } from "./vertex-facet.js";

/**
 * Gaps of the contacts of a set where the polytopes are now, with the same features and, of edges, on the same side;
 * NaN for those that the narrow phase found. Reads: set, placed. Writes: out.
 */
export function measureAgain(set: ContactSet, placed: readonly (Placed | null)[], out: Float64Array): void {
  for (let c = 0; c < set.contacts; c++) {
    const i = CONTACT_INTS * c;
    const kind = set.index[i];
    const a = placed[set.index[i + CONTACT_INT.shapeA]];
    const b = placed[set.index[i + CONTACT_INT.shapeB]];
    const featureA = set.index[i + CONTACT_INT.featureA];
    const featureB = set.index[i + CONTACT_INT.featureB];
    if (a === null || b === null || kind === FEATURES.found) out[c] = Number.NaN;
    else if (kind === FEATURES.vertexFacet) out[c] = planeGap(a, featureA, b, featureB);
    else if (kind === FEATURES.facetVertex) out[c] = planeGap(b, featureB, a, featureA);
    else out[c] = edgeGap(set, c, a, featureA, b, featureB);
  }
}

/** n · (p_B − p_A) with n across both edges, on the side of the normal that the contact has. */
function edgeGap(set: ContactSet, c: number, a: Placed, ea: number, b: Placed, eb: number): number {
  const [p, q] = [3 * a.polytope.edges[4 * ea], 3 * a.polytope.edges[4 * ea + 1]];
  const [r, s] = [3 * b.polytope.edges[4 * eb], 3 * b.polytope.edges[4 * eb + 1]];
  for (let k = 0; k < 3; k++) {
    along[k] = a.vertices[q + k] - a.vertices[p + k];
    along[3 + k] = b.vertices[s + k] - b.vertices[r + k];
  }
  let length2 = 0;
  let side = 0;
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    const m = (k + 1) % 3;
    const n = (k + 2) % 3;
    const normal = along[m] * along[3 + n] - along[n] * along[3 + m];
    length2 += normal * normal;
    side += normal * set.value[CONTACT_SIZE * c + CONTACT.normal + k];
    gap += normal * (b.vertices[r + k] - a.vertices[p + k]);
  }
  return (side < 0 ? -gap : gap) / Math.sqrt(length2);
}

const along = new Float64Array(6);
