/** The order in which `Tab` walks through the bodies. */
import { expect, test } from "vitest";
import { nearestFirst, next } from "../../studio/viewport/body-walk.js";

const bodies = ["static", "dynamic", "kinematic", "dynamic", "dynamic"].map((type) => ({ type }));

test("bodies that move freely, the nearest first, equal ones as the scene has them", () => {
  expect(nearestFirst(bodies, (body) => [0, 7, 1, 3, 7][body])).toEqual([3, 1, 4]);
});

test("forward from nowhere leads to the first; backward from it, and beyond either end, to nothing", () => {
  const order = [3, 1, 4];
  expect(next(order, -1, 1)).toBe(3);
  expect(next(order, -1, -1)).toBeUndefined();
  expect(next(order, 3, 1)).toBe(1);
  expect(next(order, 4, -1)).toBe(1);
  expect(next(order, 3, -1)).toBeUndefined();
  expect(next(order, 4, 1)).toBeUndefined();
  // a body that is no part of it, such as the ground, is nowhere
  expect(next(order, 0, 1)).toBe(3);
  expect(next([], -1, 1)).toBeUndefined();
});
