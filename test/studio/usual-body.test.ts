/** A body that is added in the view fits the scene. */
import { buildScene, compile, createData, type Scene } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";
import { usualBody } from "../../studio/touch/make.js";
import { describeScene } from "../../studio/worker/describe.js";

// between half of the median body of the scene and all of it: sizes are rounded down to 1, 2, 5
test.each(["seesaw", "stack", "polygon-box", "truck"])("%s: as large and heavy as its bodies", (name) => {
  const model = compile(buildScene(sceneByName(name) as Scene, {}));
  const { half, mass } = usualBody(describeScene(model, createData(model), [], []));
  const dynamic = [...model.bodyMass].filter((m, b) => model.bodyType[b] === 2 && m > 0).sort((a, b) => a - b);
  expect(mass).toBeGreaterThanOrEqual(0.4 * dynamic[0]);
  expect(mass).toBeLessThanOrEqual(dynamic[dynamic.length - 1]);
  expect(half).toBeGreaterThan(0);
});

test("a scene without moving bodies gives a twentieth of its reach", () => {
  const model = compile({ bodies: [{ name: "a", type: "static", shapes: [{ type: "box", halfExtents: [1, 1, 1] }] }] });
  const { half, mass } = usualBody(describeScene(model, createData(model), [], []));
  // the diagonal of the box is 3.46 m
  expect(half).toBe(0.1);
  expect(mass).toBe(0);
});
