/** Visuals are for pictures: a scene moves in the same way, to the bit, whether it has them or not. */
import { buildScene, compileUntyped, createData, type Model, stateHash, step, type UntypedSpec } from "stiction";
import { scenes } from "stiction/scenes";
import { describe, expect, test } from "vitest";

/** What visuals changed would show in the first step. */
const STEPS = process.env.STICTION_FULL === "1" ? 30 : 5;

function hashAfter(model: Model): string {
  const data = createData(model);
  for (let k = 0; k < STEPS; k++) step(model, data);
  return stateHash(data);
}

const hasVisuals = (spec: UntypedSpec) => spec.bodies?.some(({ visuals }) => (visuals?.length ?? 0) > 0) === true;
const drawn = scenes.map((scene) => buildScene(scene) as UntypedSpec).filter(hasVisuals);

describe("scenes with visuals", () => {
  test("are at least the flagships", () => {
    expect(drawn.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["truck", "machine-arm", "gear-pair", "gear-train", "bowden-leben", "ragdoll", "bridge"]),
    );
  });

  test.for(drawn)("$name has the same hash without them", (spec) => {
    const plain = { ...spec, looks: {}, bodies: spec.bodies?.map((body) => ({ ...body, visuals: [] })) };
    const [dressed, bare] = [compileUntyped(spec), compileUntyped(plain)];
    expect(dressed.visuals.length).toBeGreaterThan(0);
    expect(bare.visuals).toEqual([]);
    expect(hashAfter(dressed)).toBe(hashAfter(bare));
  });
});
