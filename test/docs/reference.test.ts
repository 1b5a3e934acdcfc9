/** docs/reference is committed, and equals what the registries give; its lists leave nothing out. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createData, defaultItems, findParameter, type JointKind } from "stiction";
import { expect, test } from "vitest";
import { liveJoint } from "../../docs/tools/live.js";
import { referencePages } from "../../docs/tools/reference.js";
import { WARNINGS } from "../../docs/tools/warnings.js";
import { metaOf, type Params } from "../../src/model/params.js";
import { sampleModel, samples } from "../joints/samples.js";
import { readRepositoryFile, repositoryFiles, root } from "../support/tree.js";

const made = referencePages();
const REMEDY = "run: npx tsx --conditions=source docs/tools/generate.ts --reference";

test("the pages of docs/reference are those that the registries give", () => {
  expect(readdirSync(join(root, "docs", "reference")).sort(), REMEDY).toEqual(Object.keys(made).sort());
  for (const [name, text] of Object.entries(made))
    expect(
      readRepositoryFile(`docs/reference/${name}`) === `${text}\n`,
      `docs/reference/${name} is out of date; ${REMEDY}`,
    ).toBe(true);
});

test.each([
  ["joints.md", Object.keys(defaultItems.joints)],
  ["shapes.md", Object.keys(defaultItems.shapes)],
  ["forces.md", Object.keys(defaultItems.forces)],
  ["controllers.md", Object.keys(defaultItems.controllers)],
  ["formulations.md", Object.keys(defaultItems.formulations)],
  ["visuals.md", Object.keys(defaultItems.visuals)],
  ["contact.md", [...Object.keys(defaultItems.contactLaws), ...Object.keys(defaultItems.frictionLaws)]],
])("%s has a section for every kind, and no cell that says nothing", (page, kinds) => {
  const titles = [...made[page].matchAll(/^##+ `(.+)`$/gm)].map((match) => match[1]);
  expect(titles).toEqual(kinds);
  expect(made[page]).not.toMatch(/undefined|\[object Object\]/);
});

test("sensors of every kind are listed", () => {
  for (const kind of Object.keys(defaultItems.sensors)) expect(made["sensors.md"], kind).toContain(`### \`${kind}/`);
});

/** Whether `findParameter` knows the number, or a component of the vector, of any sample of the kind. */
function canChange(kind: string, key: string): boolean {
  const models = samples.filter(({ type }) => type === kind).map(sampleModel);
  return models.some((model) => {
    const data = createData(model);
    return ["", ".x"].some((part) => findParameter(model, data, `joints.j.${key}${part}`) !== undefined);
  });
}

test.each(Object.keys(defaultItems.joints))(
  "what may change of a %s while running is what setParameter takes",
  (name) => {
    const kind = defaultItems.joints[name as keyof typeof defaultItems.joints] as unknown as JointKind;
    const rule = liveJoint(kind);
    for (const [key, schema] of Object.entries(kind.params as Params))
      expect(rule(key, metaOf(schema)) !== "", key).toBe(canChange(name, key));
  },
);

/** Files that only pass on what others say. */
const PASS_ON = [
  "model/compile.ts",
  "model/compile/visuals.ts",
  "model/errors.ts",
  "collision/setup.ts",
  "contact/compliant/compliant-setup.ts",
  "formulations/augmented-lagrangian/check.ts",
  "formulations/complementarity/complementarity-state.ts",
];

test("every warning of compile is in the list, with the words of its message", () => {
  const missing = WARNINGS.filter(({ file, says }) => !readRepositoryFile(`src/${file}`).includes(says));
  expect(missing).toEqual([]);
  const raising = repositoryFiles()
    .filter((path) => path.startsWith("src/") && path.endsWith(".ts"))
    .filter((path) => /\bproblems\.warn\(|\bwarnings\.push\(/.test(readRepositoryFile(path)))
    .map((path) => path.slice("src/".length));
  const listed = [...WARNINGS.map(({ file }) => file), ...PASS_ON];
  expect(raising.filter((file) => !listed.includes(file))).toEqual([]);
});
