/** Citations resolve, and nothing in the tree depends on the machine or the package server it was written on. */
import { describe, expect, test } from "vitest";
import { comments } from "./support/source-scan.js";
import { readRepositoryFile, repositoryFiles, sourceFiles } from "./support/tree.js";

/** `[HuntCrossley1975]` or `[Davis2006, ch. 4]`: capitalised names, a year, perhaps a letter; or the one key without a year. */
const CITATION = /\[(\p{Lu}[\p{L}-]*(?:19|20)\d\d[a-z]?|fdlibm)(?=[\],;: ])/gu;

const citations = (text: string) => [...text.matchAll(CITATION)].map((match) => match[1] ?? "");

/** The first column of every table in docs/references.md. */
function listedKeys(markdown: string): string[] {
  return [...markdown.matchAll(/^\| *(\p{L}[\p{L}-]*\d*[a-z]?) *\|/gmu)]
    .map((match) => match[1] ?? "")
    .filter((key) => key !== "Key");
}

/** Absolute paths of one machine: at the beginning of a word, so that a folder `lib/tmp/` or an address is none. */
const MACHINE_PATH = new RegExp(`(?<![\\w.~/}-])/(?:${["work", "root", "tmp", "home/\\w+", "Users/\\w+"].join("|")})/`);

/** Addresses from which packages are fetched. */
const REGISTRY = new RegExp(
  ["registry\\.[a-z]+js\\.org", "npm\\.pkg\\.[a-z]", "//[\\w.-]*(?:artifactory|verdaccio)"].join("|"),
);

const BINARY = /\.(png|jpe?g|gif|webp|ico|woff2?|glb|bin|gz|zip|wasm|mcap|pdf|stl|session)$/i;

describe("references", () => {
  const keys = listedKeys(readRepositoryFile("docs/references.md"));

  test("every citation in a comment of src/ stands in docs/references.md", () => {
    const isUnknown = (key: string) => !keys.includes(key);
    const unknown = sourceFiles("src").flatMap((path) => {
      const text = readRepositoryFile(path);
      // Parsing is slow; most files need none, since no such word stands anywhere in them.
      if (!citations(text).some(isUnknown)) return [];
      return comments(path, text).flatMap((comment) =>
        citations(comment.text)
          .filter(isUnknown)
          .map((key) => `${path}:${comment.line} [${key}]`),
      );
    });
    expect(unknown).toEqual([]);
  });

  test("keys are listed once", () => {
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  test("citations are recognised in comments only, with or without a place", () => {
    const text =
      '/** See [Liu1990]; [Davis2006, ch. 4] and [fdlibm]. */\nconst a = b["Nobody1999"]; // [Muller2016]: why\n';
    expect(comments("a.ts", text).flatMap((comment) => citations(comment.text))).toEqual([
      "Liu1990",
      "Davis2006",
      "fdlibm",
      "Muller2016",
    ]);
    expect(citations("an interval [A, B], an index [i], a year [2013] and x[Math.PI]")).toEqual([]);
  });
});

describe("the tree is the same for everyone", () => {
  test("no file holds a path of one machine or the address of a registry", () => {
    const found = repositoryFiles()
      .filter((path) => !BINARY.test(path))
      .flatMap((path) =>
        readRepositoryFile(path)
          .split("\n")
          .flatMap((line, i) => (MACHINE_PATH.test(line) || REGISTRY.test(line) ? [`${path}:${i + 1}`] : [])),
      );
    expect(found).toEqual([]);
  });

  test("the patterns find what they are there to find", () => {
    const path = (...parts: string[]) => `/${parts.join("/")}/`;
    for (const bad of [path("work", "main"), path("tmp", "x"), path("root", ".cache"), path("home", "ada", "x")]) {
      expect(`read("${bad}file")`).toMatch(MACHINE_PATH);
      expect(`in ${bad}`).toMatch(MACHINE_PATH);
    }
    for (const good of [path("usr", "bin"), `src${path("work", "a")}`, `https://example.org${path("tmp", "a")}`]) {
      expect(good).not.toMatch(MACHINE_PATH);
    }
    expect(`https://registry.${"npmjs"}.org/zod`).toMatch(REGISTRY);
  });

  test("package-lock.json names no server", () => {
    const { packages } = JSON.parse(readRepositoryFile("package-lock.json"));
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    const resolved = Object.entries<{ resolved?: string }>(packages).filter(([, entry]) =>
      /^https?:/.test(entry.resolved ?? ""),
    );
    expect(resolved.map(([path]) => path)).toEqual([]);
  });
});
