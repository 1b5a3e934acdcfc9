// Sweeps over a pile of stones end where friction of a patch has a part along its slip: no further sweep helps, status notConverged.
import { buildScene, compileUntyped, createData, step, takeEvents } from "stiction";
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";

test("a pile of stones is solved to its tolerance", () => {
  const scene = scenes.find(({ name }) => name === "hulls");
  if (scene === undefined) throw new Error("no such scene");
  const model = compileUntyped(buildScene(scene));
  const data = createData(model);
  // reported in step 74
  for (let k = 0; k < 76; k++) {
    expect(step(model, data), `step ${k}`).toBe(0);
    takeEvents(data);
  }
});
