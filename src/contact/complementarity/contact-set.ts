import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";

/**
 * Kinds of contact: vertex of A against facet of B, facet of A against vertex of B, edge against edge, and what the
 * narrow phase found.
 */
export const FEATURES = { vertexFacet: 0, facetVertex: 1, edgeEdge: 2, found: 3 } as const;

/**
 * Numbers of a contact: unit normal from A to B, nearest points on A and on B, gap (m), applicability (1). Where it
 * rolls, these are of the middle of the step, and normal and points by which impulses push are those of its start.
 */
export const CONTACT = {
  normal: 0,
  pointA: 3,
  pointB: 6,
  gap: 9,
  applicability: 10,
  pushNormal: 11,
  pushA: 14,
  pushB: 17,
} as const;
export const CONTACT_SIZE = 20;

/** Integers of a contact: kind, features of A and B, whether it is feasible, shapes of A and B, whether it rolls. */
export const CONTACT_INT = {
  kind: 0,
  featureA: 1,
  featureB: 2,
  feasible: 3,
  shapeA: 4,
  shapeB: 5,
  bodyA: 6,
  bodyB: 7,
  rolls: 8,
} as const;
export const CONTACT_INTS = 9;

/**
 * What a constraint asks of the gaps of its contacts (spec of [Williams2014], 9.3 to 9.5): `unilateral` ψ ≥ 0 of one;
 * `inter` at least one ψ ≥ 0, and a force at one of the first `primaries` only; `cross` at least one ψ ≥ 0, without a
 * force of its own.
 */
export const CONSTRAINT = { unilateral: 0, inter: 1, cross: 2 } as const;

/** Potential contacts of a step and the constraints on them. Grows, and is used again. */
export interface ContactSet {
  contacts: number;
  value: Float64Array;
  index: Int32Array;
  constraints: number;
  /** Kind, first member, number of members, number of primaries, which come first; 4 per constraint. */
  constraint: Int32Array;
  members: number;
  member: Int32Array;
}

export function createContactSet(): ContactSet {
  return {
    contacts: 0,
    value: new Float64Array(64 * CONTACT_SIZE),
    index: new Int32Array(64 * CONTACT_INTS),
    constraints: 0,
    constraint: new Int32Array(4 * 64),
    members: 0,
    member: new Int32Array(128),
  };
}

export function clearContactSet(set: ContactSet): void {
  set.contacts = set.constraints = set.members = 0;
}

/** Room for one more contact; returns its number. */
export function openContact(set: ContactSet): number {
  const c = set.contacts++;
  set.value = ensureCapacityF64(set.value, CONTACT_SIZE * set.contacts);
  set.index = ensureCapacityI32(set.index, CONTACT_INTS * set.contacts);
  set.index[CONTACT_INTS * c + CONTACT_INT.rolls] = 0;
  return c;
}

/** Begins a constraint; its members follow by `addMember`. */
export function openConstraint(set: ContactSet, kind: number, primaries: number): void {
  const k = set.constraints++;
  set.constraint = ensureCapacityI32(set.constraint, 4 * set.constraints);
  set.constraint[4 * k] = kind;
  set.constraint[4 * k + 1] = set.members;
  set.constraint[4 * k + 2] = 0;
  set.constraint[4 * k + 3] = primaries;
}

/** Adds contact c to the constraint begun last. */
export function addMember(set: ContactSet, c: number): void {
  set.member = ensureCapacityI32(set.member, set.members + 1);
  set.member[set.members++] = c;
  set.constraint[4 * (set.constraints - 1) + 2]++;
}

/** A contact that must not be violated, by itself. */
export function addUnilateral(set: ContactSet, c: number): void {
  openConstraint(set, CONSTRAINT.unilateral, 1);
  addMember(set, c);
}
