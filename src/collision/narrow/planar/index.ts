import { KIND, type PairRoutines } from "../types.js";
import { circleContacts, circleSeparation } from "./circle.js";
import { outlineContacts, outlineSeparation } from "./convex.js";
import { planeContacts, planeSeparation } from "./plane.js";

const circles: PairRoutines = { contacts: circleContacts, separation: circleSeparation, exact: true };
const outlines: PairRoutines = { contacts: outlineContacts, separation: outlineSeparation, exact: true };
const onPlane: PairRoutines = { contacts: planeContacts, separation: planeSeparation, exact: true };

/**
 * Cells of the pair table for planar scenes. Chains and half-planes are ground: chain–chain, chain–plane and plane–plane do not collide and are
 * not in the table.
 */
export const planarPairs: readonly { readonly a: number; readonly b: number; readonly routines: PairRoutines }[] = [
  { a: KIND.circle, b: KIND.circle, routines: circles },
  { a: KIND.circle, b: KIND.planarCapsule, routines: outlines },
  { a: KIND.circle, b: KIND.polygon, routines: outlines },
  { a: KIND.circle, b: KIND.chain, routines: outlines },
  { a: KIND.circle, b: KIND.planarPlane, routines: onPlane },
  { a: KIND.planarCapsule, b: KIND.planarCapsule, routines: outlines },
  { a: KIND.planarCapsule, b: KIND.polygon, routines: outlines },
  { a: KIND.planarCapsule, b: KIND.chain, routines: outlines },
  { a: KIND.planarCapsule, b: KIND.planarPlane, routines: onPlane },
  { a: KIND.polygon, b: KIND.polygon, routines: outlines },
  { a: KIND.polygon, b: KIND.chain, routines: outlines },
  { a: KIND.polygon, b: KIND.planarPlane, routines: onPlane },
];
