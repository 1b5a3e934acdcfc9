/** Completion and places of problems in scene files. */
import { defaultItems, sceneJsonSchema } from "stiction";
import { describe, expect, test } from "vitest";
import { suggestions } from "../../studio/source/completion.js";
import { contextAt } from "../../studio/source/context.js";
import { spanOf, textProblem } from "../../studio/source/problems.js";
import type { Schema } from "../../studio/worker/services/edit-form-fields.js";

const schema = sceneJsonSchema(defaultItems) as Schema;
const names = { bodies: ["world", "box"], materials: ["steel"] };

/** What is offered where `|` stands. */
function offered(text: string, format: "yaml" | "json" = "yaml"): string[] {
  const offset = text.indexOf("|");
  const context = contextAt(text.replace("|", ""), offset, format);
  return suggestions(schema, context, names)
    .map(({ label }) => label)
    .filter((label) => label.startsWith(context.word));
}

const SCENE = `gravity: [0, 0, -9.81]
formulation:
  type: impulse
  |
bodies:
  - name: box
    mass: 1
    shapes:
      - type: box
        halfExtents: [1, 1, 1]
joints:
  - type: hinge
    bodyB: box
`;

describe("completion", () => {
  test("keys of the scene, without those that are there", () => {
    expect(offered("gra|")).toEqual(["gravity"]);
    expect(offered(SCENE.replace("  |\n", "").concat("|"))).toContain("timestep");
    expect(offered(SCENE.replace("  |\n", "").concat("|"))).not.toContain("bodies");
  });

  test("options of the formulation that is named", () => {
    expect(offered(SCENE)).toContain("substeps");
    expect(offered(SCENE)).not.toContain("integrator");
    expect(offered(SCENE)).not.toContain("type");
    expect(offered("formulation:\n  type: forces\n  in|")).toEqual(["integrator"]);
  });

  test.each([
    ["a body", "bodies:\n  - name: box\n    ma|", ["mass", "material"]],
    ["a body, before its other keys", "bodies:\n  - na|\n    mass: 1\n", ["name"]],
    ["a list at the column of its key", "bodies:\n- name: box\n  ma|", ["mass", "material"]],
    ["a shape by its type", "bodies:\n  - name: b\n    shapes:\n      - type: sphere\n        ra|", ["radius"]],
    ["a shape in braces", "bodies:\n  - name: b\n    shapes:\n      - { type: sphere, ra|", ["radius"]],
    ["the drive of a joint", "joints:\n  - type: hinge\n    drive:\n      max|", ["maxEffort", "maxPower", "maxSpeed"]],
    ["a material by any name", "materials:\n  steel:\n    fr|", ["friction"]],
    ["a contact law", "materials:\n  steel:\n    contact:\n      type: hertz\n      sti|", ["stiffness"]],
    ["the friction law of a pair", "materialPairs:\n  - sliding:\n      type: bristle\n      stic|", ["stictionSpeed"]],
    ["after a list of maps", "bodies:\n  - name: a\n  - name: b\n    den|\n  - name: c\n", ["density"]],
  ])("keys of %s", (_what, text, expected) => {
    expect(offered(text)).toEqual(expected);
  });

  test.each([
    ["kinds", "joints:\n  - type: hin|", ["hinge"]],
    ["kinds of shapes in braces", "bodies:\n  - name: b\n    shapes:\n      - { type: sph|", ["sphere"]],
    ["a choice", "bodies:\n  - name: b\n    type: kin|", ["kinematic"]],
    ["a flag", "joints:\n  - type: hinge\n    collide: |", ["true", "false"]],
    ["names of bodies", "joints:\n  - type: hinge\n    bodyB: |", ["world", "box"]],
    ["names of materials", "bodies:\n  - name: b\n    material: |", ["steel"]],
    ["formulations", "formulation: im|", ["impulse"]],
  ])("values: %s", (_what, text, expected) => {
    expect(offered(text)).toEqual(expected);
  });

  test.each([
    ["keys", '{ "gra|', ["gravity"]],
    ["a body", '{ "bodies": [{ "name": "a" }, { "name": "b", "ma|', ["mass", "material"]],
    ["a shape by its type", '{ "bodies": [{ "shapes": [{ "type": "sphere", "ra|', ["radius"]],
    ["a choice", '{ "bodies": [{ "type": "kin|', ["kinematic"]],
    ["an option", '{ "formulation": { "type": "impulse", "sub|', ["substeps"]],
  ])("in JSON: %s", (_what, text, expected) => {
    expect(offered(text, "json")).toEqual(expected);
  });

  test("never throws, wherever the cursor stands", () => {
    const text = `${SCENE.replace("|", "# note")}sensors: ["body/box/position.z", { name: a, read: b }]\n"odd: key": 'x: y'\n- stray\n\t- tab\n`;
    for (const format of ["yaml", "json"] as const)
      for (let offset = 0; offset <= text.length; offset++)
        expect(() => suggestions(schema, contextAt(text, offset, format), names)).not.toThrow();
  });
});

describe("problems", () => {
  test("are underlined from their place to the end of the line", () => {
    const text = "bodies:\n  - name: box\n    mass: -1  \n";
    const problem = textProblem({
      path: "scene.yaml:3:5",
      message: "bodies[0].mass: expected a finite number > 0 kg, got -1",
    });
    expect(problem).toMatchObject({ line: 3, column: 5 });
    const { from, to } = spanOf(text, problem);
    expect(text.slice(from, to)).toBe("mass: -1");
  });

  test("without a place are at the beginning", () => {
    expect(textProblem({ path: "", message: "x" })).toEqual({ line: 0, column: 0, message: "x" });
    expect(spanOf("abc", { line: 0, column: 0, message: "" })).toEqual({ from: 0, to: 1 });
    expect(spanOf("", { line: 9, column: 1, message: "" })).toEqual({ from: 0, to: 0 });
  });
});
