import { defaultItems } from "stiction";
import { expect, test } from "vitest";
import { readRepositoryFile } from "../support/tree.js";

test("the table of docs/guide/joints.md has every kind", () => {
  const listed = [...readRepositoryFile("docs/guide/joints.md").matchAll(/^\| `([\w-]+)` \| .* \| .* \| .* \|$/gm)];
  expect(listed.map((match) => match[1]).sort()).toEqual(Object.keys(defaultItems.joints).sort());
});
