import { compileUntyped, createData, setControl, snapshot, stateHash, step, WarmUp, warmUp } from "stiction";
import { describe, expect, it } from "vitest";

/** A crane of two links over a floor, which a script lowers on it until a hand takes the lever. */
const CRANE = {
  timestep: 0.005,
  formulation: { type: "augmented-lagrangian", priority: "real-time" },
  materials: { steel: { contact: { type: "linear", stiffness: 2e5, damping: 2e3 }, friction: 0.4 } },
  bodies: [
    { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
    ...["boom", "jib"].map((name, k) => ({
      ...{ name, mass: 40, inertia: [2, 4, 4], position: [2 * k + 1, 0, 1.2], material: "steel" },
      shapes: [{ type: "sphere", radius: 0.2, position: [0.9, 0, 0] }],
    })),
  ],
  joints: [
    {
      type: "hinge",
      name: "foot",
      bodyB: "boom",
      at: [0, 0, 1.2],
      axis: [0, 1, 0],
      drive: { mode: "speed", target: 0, maxEffort: 900 },
    },
    { type: "hinge", name: "knee", bodyA: "boom", bodyB: "jib", at: [2, 0, 1.2], axis: [0, 1, 0] },
  ],
  controls: [{ name: "foot", drives: "joints.foot.drive.target", min: -2, max: 2, keys: ["KeyI", "KeyK"] }],
};

const start = () => {
  const model = compileUntyped(CRANE);
  return { model, data: createData(model) };
};

describe("a run that was prepared", () => {
  it("leaves state and inputs as they were, and the run is the same to the bit", () => {
    const [plain, prepared] = [start(), start()];
    for (const { model, data } of [plain, prepared]) {
      setControl(model, data, "foot", 0.7);
      for (let k = 0; k < 40; k++) step(model, data);
    }
    const before = snapshot(prepared.data);
    expect(warmUp(prepared, { steps: 120 })).toBe(150);
    expect(Buffer.compare(before, snapshot(prepared.data))).toBe(0);
    for (let k = 0; k < 200; k++) {
      step(plain.model, plain.data);
      step(prepared.model, prepared.data);
    }
    expect(stateHash(prepared.data)).toBe(stateHash(plain.data));
  });

  it("is prepared in pieces, and ends when its time is over", () => {
    const preparation = new WarmUp(start(), { steps: 50 });
    let allowed = 30;
    expect(preparation.run(() => allowed-- > 0)).toBe(false);
    expect(preparation.stepsMade).toBe(30);
    expect(preparation.run()).toBe(true);
    expect(preparation.stepsMade).toBe(preparation.total);
    let now = 0;
    expect(warmUp(start(), { clock: () => (now += 0.1), budget: 1 })).toBeLessThan(12);
  });
});
