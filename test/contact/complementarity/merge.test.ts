/** Flush bodies: contacts at the same place become one, and constraints that others imply are left out. */
import { compile, createData, sensorValues, step } from "stiction";
import { describe, expect, test } from "vitest";
import {
  addMember,
  CONSTRAINT,
  CONTACT,
  CONTACT_SIZE,
  createContactSet,
  openConstraint,
  openContact,
} from "../../../src/contact/complementarity/contact-set.js";
import { mergeContacts } from "../../../src/contact/complementarity/merge-contacts.js";
import { createPair } from "../../../src/contact/complementarity/pair.js";
import { GUARDED } from "./bodies.js";

/** Contacts at heights, all with the normal z and the gap that is given. */
function setOf(contacts: readonly (readonly [number, number])[], groups: readonly (readonly number[])[]) {
  const set = createContactSet();
  for (const [x, gap] of contacts) {
    const c = openContact(set);
    set.value.fill(0, CONTACT_SIZE * c, CONTACT_SIZE * (c + 1));
    set.value.set([0, 0, 1, x, 0, 0, x, 0, gap, gap], CONTACT_SIZE * c);
    expect(set.value[CONTACT_SIZE * c + CONTACT.gap]).toBe(gap);
  }
  for (const group of groups) {
    openConstraint(set, group.length === 1 ? CONSTRAINT.unilateral : CONSTRAINT.inter, 1);
    for (const c of group) addMember(set, c);
  }
  return set;
}

const groupsOf = (set: ReturnType<typeof createContactSet>) =>
  Array.from({ length: set.constraints }, (_, k) => {
    const [, first, count] = set.constraint.subarray(4 * k, 4 * k + 4);
    return [...set.member.subarray(first, first + count)];
  });

describe("merging", () => {
  test("contacts at the same place are one, wherever they stand", () => {
    const set = setOf(
      [
        [0, 0.1],
        [1, 0.1],
        [0, 0.1],
        [1, 0.1],
      ],
      [[0, 1], [2, 3], [3]],
    );
    mergeContacts(createPair(set, GUARDED), 0, 0, 1);
    // {0, 1} twice, and {1} implies both
    expect(groupsOf(set)).toEqual([[1]]);
  });

  test("what differs in gap or place is left alone, and so are constraints that only overlap", () => {
    const set = setOf(
      [
        [0, 0.1],
        [0, 0.1001],
        [0.001, 0.1],
        [0, 0.1],
      ],
      [
        [0, 1],
        [1, 2],
        [3, 2],
      ],
    );
    mergeContacts(createPair(set, GUARDED), 0, 0, 1);
    expect(groupsOf(set)).toEqual([
      [0, 1],
      [1, 2],
      [0, 2],
    ]);
  });

  test("pairs before are not touched", () => {
    const set = setOf(
      [
        [0, 0.1],
        [0, 0.1],
        [0, 0.1],
      ],
      [[0], [1, 2]],
    );
    mergeContacts(createPair(set, GUARDED), 1, 1, 1);
    expect(groupsOf(set)).toEqual([[0], [1]]);
  });
});

const cubes = (shift: number, planar: boolean, friction = 0.5) => {
  const model = compile({
    ...(planar ? { plane: "xy" } : {}),
    timestep: 0.01,
    formulation: { type: "complementarity" },
    materials: { any: { friction } },
    bodies: [0, 1, 2].map((k) => ({
      name: `c${k}`,
      material: "any",
      ...(k === 0 ? { type: "static" } : { mass: 1 }),
      position: planar ? [k * shift, k] : [k * shift, 0, k],
      shapes: [planar ? { type: "polygon", halfExtents: [0.5, 0.5] } : { type: "box", halfExtents: [0.5, 0.5, 0.5] }],
    })),
    sensors: ["solver/all/unilateral", "solver/all/inter", "contact/c0:c1/normalForce", "contact/c1:c2/normalForce"],
  });
  const data = createData(model);
  let status = 0;
  for (let i = 0; i < 50; i++) status |= step(model, data);
  const values = new Float64Array(4);
  sensorValues(model, data, values);
  return { values: [...values], status, data };
};

test.each([
  [true, 2],
  [false, 4],
])(
  "a stack of three cubes, corner on corner, has one constraint per corner and rests on its weight (planar %s)",
  (planar, corners) => {
    const { values, status, data } = cubes(0, planar);
    expect(status).toBe(0);
    expect(values[0] + values[1]).toBe(2 * corners);
    expect(values[2]).toBeCloseTo(2 * 9.81, 8);
    expect(values[3]).toBeCloseTo(9.81, 8);
    expect(data.bodyPos[9 + (planar ? 1 : 2)]).toBeCloseTo(2, 9);
    // a shift of 2 mm, and they are as many as ever
    const apart = cubes(0.002, planar).values;
    expect(apart[0] + apart[1]).toBeGreaterThan(2 * corners);
  },
);
