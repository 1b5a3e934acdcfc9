/** Every measured quantity has a name in every language. */
import { buildScene, compile, type SensorKind } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";
import { shortName } from "../../studio/plots/series-name.js";
import { quantityName } from "../../studio/texts/quantities.js";
import { defined } from "../../studio/texts/texts.js";

/** Together they have every kind of sensor. */
const SCENES = [
  "excavator",
  "hydraulic-arm",
  "tyre-course",
  "stack",
  "truck",
  "peg-in-hole",
  "mesh-spheres",
  "ten-balls",
];

test.each(SCENES)("quantities of %s", (name) => {
  const scene = sceneByName(name);
  if (!scene) throw new Error(name);
  const model = compile(buildScene(scene));
  const names = defined.get("quantities") as Readonly<Record<string, string>>;
  for (const kind of Object.values(model.items.sensors) as SensorKind[])
    for (const owner of kind.names(model))
      for (const word of Object.keys(kind.quantities(model, kind.find(model, owner))))
        expect(names, `${owner}/${word}`).toHaveProperty(word);
});

test("a name that is not known is split into its words", () => {
  expect(quantityName("angularMomentum")).toBe("angular momentum");
  expect(quantityName("someThing")).toBe("some thing");
  expect(shortName("body/box/angularMomentum.x")).toBe("box angular momentum x");
});
