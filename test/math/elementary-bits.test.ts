import { expect, test } from "vitest";
import * as el from "../../src/math/elementary.js";
import { golden } from "../judges/elementary-golden.js";
import { type Functions, hashElementary } from "../judges/elementary-hash.js";

test("the bits of every elementary function are those on record", () => {
  expect(hashElementary(el as unknown as Functions)).toEqual(golden);
});

test("the hash notices one changed bit", () => {
  const functions = { ...el } as unknown as Functions;
  let calls = 0;
  functions.sin = (x) => {
    const y = el.sin(x);
    // The 5 000th result, moved to its neighbour.
    return ++calls === 5_000 ? y * (1 + 2 ** -52) : y;
  };
  const changed = hashElementary(functions);
  expect(changed.sin).not.toBe(golden.sin);
  expect(changed.cos).toBe(golden.cos);
});
