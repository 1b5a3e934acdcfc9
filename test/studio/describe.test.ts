/** What the page is told of a scene. */
import { buildScene, compile, createData, type Scene } from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { describeScene } from "../../studio/worker/describe.js";

function described(name: string, change: (spec: ReturnType<typeof buildScene>) => void = () => {}) {
  const spec = buildScene(sceneByName(name) as Scene, {});
  change(spec);
  const model = compile(spec);
  return { model, scene: describeScene(model, createData(model), [], []) };
}

describe("rods, springs and cylinders among the joints", () => {
  test("a rod is drawn from the pivot to the bob", () => {
    const { model, scene } = described("pendulum-rigid");
    expect(scene.rods.map(({ kind, name }) => [kind, name])).toEqual([["distance", "bar"]]);
    const [{ bodyA, bodyB, pointA, pointB }] = scene.rods;
    const end = (body: number, point: readonly number[]) => point.map((x, k) => model.bodyPos0[3 * body + k] + x);
    const way = end(bodyA, pointA).map((x, k) => x - end(bodyB, pointB)[k]);
    // the pendulum is 1 m long
    expect(Math.hypot(...way)).toBeCloseTo(1, 12);
    // the pivot is in the picture
    expect((scene.bounds?.[3] ?? -1) >= 0).toBe(true);
  });

  test("a joint that can break is not drawn: frames do not tell that it has", () => {
    const { scene } = described("pendulum-rigid", (spec) => {
      spec.joints = spec.joints?.map((joint) => ({ ...joint, breakForce: 100 }));
      spec.formulation = "impulse";
    });
    expect(scene.rods).toEqual([]);
  });
});
