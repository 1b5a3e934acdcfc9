/** Every name that a user can import says what it is. */
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { exportedNames } from "../docs/tools/exported-names.js";
import { root } from "./support/tree.js";

test.each([
  ["stiction", "src/index.ts", 400],
  ["stiction/io", "src/io/index.ts", 50],
  ["stiction/scenes", "scenes/index.ts", 1],
  ["stiction/link", "link/index.ts", 20],
  ["stiction/link/node", "link/node/index.ts", 4],
])("every name of %s has a doc comment", (_name, file, least) => {
  const names = exportedNames(join(root, file));
  // fewer than there are would mean that the search has lost its way
  expect(names.length).toBeGreaterThanOrEqual(least);
  expect(names.filter(({ doc }) => doc === "").map(({ name, file }) => `${name} (${relative(root, file)})`)).toEqual(
    [],
  );
});

test("the search finds names through re-exports and namespaces, with their own comments", () => {
  const names = new Map(exportedNames(join(root, "src/index.ts")).map(({ name, doc }) => [name, doc]));
  expect(names.get("step")).toContain("Advances");
  expect(names.get("geometry.torusMesh")).toMatch(/^\/\*\*/);
  expect(names.has("nothing")).toBe(false);
});
