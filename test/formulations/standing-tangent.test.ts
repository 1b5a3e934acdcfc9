import { compileUntyped, createData, readSensor, step } from "stiction";
import { describe, expect, it } from "vitest";

/** A chain of links over a floor; one after the other comes to lie on it. */
const chain = (priority: "accuracy" | "real-time") => ({
  timestep: 0.005,
  formulation: { type: "augmented-lagrangian", priority, tolerance: 1e-10 },
  materials: { steel: { contact: { type: "linear", stiffness: 2e5, damping: 4e3 }, friction: 0.4 } },
  bodies: [
    {
      name: "floor",
      type: "static",
      material: "steel",
      shapes: [{ type: "box", halfExtents: [9, 9, 1] }],
      position: [0, 0, -1],
    },
    ...[0, 1, 2, 3].map((k) => ({
      ...{ name: `link-${k}`, mass: 5, inertia: [0.1, 0.5, 0.5], position: [k + 0.5, 0, 0.6], material: "steel" },
      shapes: [{ type: "sphere", radius: 0.1, position: [0.4, 0, 0] }],
    })),
  ],
  joints: [0, 1, 2, 3].map((k) => ({
    ...{ type: "hinge", name: `pin-${k}`, bodyB: `link-${k}`, at: [k, 0, 0.6], axis: [0, 1, 0] },
    ...(k > 0 && { bodyA: `link-${k - 1}` }),
  })),
  sensors: ["body/link-3/position.x", "body/link-3/position.z"],
});

describe("the tangent of a mechanism on ground that does not move", () => {
  it("is analysed once, whatever touches", () => {
    const model = compileUntyped(chain("real-time"));
    const data = createData(model);
    const { standing, kept } = data.systems.natural;
    expect(standing).not.toBeNull();
    for (let k = 0; k < 400; k++) step(model, data);
    // several sets of links touched, one factor served them all
    expect(kept.length).toBeGreaterThan(2);
    for (const tangent of kept) expect(tangent.flat).toBe(standing?.general.flat);
  });

  it("has the solution of the pattern that has just the contacts there are", () => {
    const [own, exact] = [chain("real-time"), chain("real-time")].map((spec) => {
      const model = compileUntyped(spec);
      return { model, data: createData(model) };
    });
    for (let k = 0; k < 400; k++) {
      // a pattern of its own for every set of links
      exact.data.systems.natural.settings = { ...exact.data.systems.natural.settings, standing: false };
      step(own.model, own.data);
      step(exact.model, exact.data);
    }
    expect(
      exact.data.systems.natural.kept.some(({ flat }) => flat !== own.data.systems.natural.standing?.general.flat),
    ).toBe(true);
    for (const path of ["body/link-3/position.x", "body/link-3/position.z"]) {
      // Newton's method ends at 1e-7 of 4 m: what differs is the round-off of one order of elimination and another
      expect(Math.abs(readSensor(own.model, own.data, path) - readSensor(exact.model, exact.data, path))).toBeLessThan(
        1e-7,
      );
    }
  });

  it("is not made for other priorities", () => {
    const model = compileUntyped(chain("accuracy"));
    expect(createData(model).systems.natural.standing).toBeNull();
  });
});
