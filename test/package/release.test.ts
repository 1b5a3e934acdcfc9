/** The release script: versions, the heading of the changelog, and a dry run that changes nothing. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nextVersion, releasedChangelog } from "../../scripts/release.mjs";
import { root } from "../support/tree.js";

test("versions go up", () => {
  expect(nextVersion("0.1.9", "patch")).toBe("0.1.10");
  expect(nextVersion("0.1.9", "minor")).toBe("0.2.0");
  expect(nextVersion("0.1.9", "major")).toBe("1.0.0");
  expect(nextVersion("0.1.9", "0.3.0")).toBe("0.3.0");
  // the first release is that of package.json
  expect(nextVersion("0.1.0", "0.1.0", false)).toBe("0.1.0");
  for (const wrong of ["0.1.9", "0.0.10", "0.1.8", "newest", ""]) expect(() => nextVersion("0.1.9", wrong)).toThrow();
});

test("what was unreleased gets a heading with version and day", () => {
  const text = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n";
  expect(releasedChangelog(text, "0.2.0", "2026-11-18")).toBe(
    "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-18\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n",
  );
  expect(releasedChangelog("## [Unreleased]\n\n- A.\n", "0.2.0", "d")).toBe(
    "## [Unreleased]\n\n## [0.2.0] - d\n\n- A.\n",
  );
  expect(() => releasedChangelog("## [Unreleased]\n\n## [0.1.0]\n", "0.2.0", "d")).toThrow(/says nothing/);
  expect(() => releasedChangelog("# Changelog\n", "0.2.0", "d")).toThrow(/no heading/);
});

test("a dry run lists the steps and changes nothing", () => {
  const files = ["package.json", "CHANGELOG.md", "package-lock.json"];
  const read = () => files.map((name) => readFileSync(join(root, name), "utf8"));
  const before = read();
  const { status, stdout } = spawnSync(process.execPath, [join(root, "scripts", "release.mjs"), "minor", "--dry-run"], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  for (const step of ["nothing is changed", "npm test", "npm run build", "npm pack", "git commit and tag v"])
    expect(stdout).toContain(step);
  expect(read()).toEqual(before);
});
