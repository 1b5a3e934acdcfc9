import { contact } from "stiction";
import { expect, test } from "vitest";

test("eight spheres touch the faces of the box from inside", () => {
  const half = [0.1, 0.2, 0.3];
  const spheres = contact.cornerSpheres(half, 0.02);
  expect(spheres).toHaveLength(8);
  expect(new Set(spheres.map(({ position }) => position.join()))).toHaveProperty("size", 8);
  for (const { type, radius, position } of spheres) {
    expect(type).toBe("sphere");
    for (let k = 0; k < 3; k++) expect(Math.abs(position[k]) + radius).toBeCloseTo(half[k], 15);
  }
});

test("four circles in the plane", () => {
  expect(contact.cornerSpheres([1, 0.5], 0.5)).toEqual([
    { type: "circle", radius: 0.5, position: [-0.5, -0] },
    { type: "circle", radius: 0.5, position: [-0.5, 0] },
    { type: "circle", radius: 0.5, position: [0.5, -0] },
    { type: "circle", radius: 0.5, position: [0.5, 0] },
  ]);
});

test("what does not fit is refused", () => {
  expect(() => contact.cornerSpheres([0.1, 0.1, 0.1], 0.2)).toThrow(
    "radius 0.2 does not fit: above 0, up to the smallest half extent 0.1",
  );
  expect(() => contact.cornerSpheres([0.1, 0.1, 0.1], 0)).toThrow("does not fit");
  expect(() => contact.cornerSpheres([0.1], 0.01)).toThrow("halfExtents has 1 numbers");
});
