import type { PairRoutines } from "../types.js";
import { circleContacts, circleSeparation } from "./circle.js";
import { outlineContacts, outlineSeparation } from "./convex.js";
import { planeContacts, planeSeparation } from "./plane.js";

/** Two circles, in closed form. */
export const circlePair: PairRoutines = { contacts: circleContacts, separation: circleSeparation, exact: true };

/** Circles, capsules, polygons and chains, by their outlines. */
export const outlinePair: PairRoutines = { contacts: outlineContacts, separation: outlineSeparation, exact: true };

/** Any of these on a half-plane. */
export const onPlanePair: PairRoutines = { contacts: planeContacts, separation: planeSeparation, exact: true };
