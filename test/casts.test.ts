/** Casts that the type checker does not check. The figures may only fall: lower one when a cast goes. */
import { expect, test } from "vitest";
import { readRepositoryFile, repositoryFiles } from "./support/tree.js";

/** `x as never`, `x as unknown as T`, `x as any`, a scene said to be a Spec, and one cast straight after another. */
const UNCHECKED =
  /\bas (?:never|any|unknown as|Spec(?![\w[]))\b|\bas (?:number\b|z\.|[A-Z])[\w.<>[\]"]*(?: \| [\w.<>[\]"]+)* as \w/g;

/** Most casts of each folder; no entry: none. Those of tests are stand-ins for objects with many other properties. */
const MOST: Readonly<Record<string, number>> = { src: 6, studio: 2, bench: 1, test: 59 };

test("casts that nothing checks become fewer", () => {
  const found = new Map<string, string[]>();
  for (const path of repositoryFiles()) {
    if (!/^(?:src|studio|proof|scenes|machines|historical|bench|cli|test)\/.*\.tsx?$/.test(path)) continue;
    const folder = path.split("/")[0];
    readRepositoryFile(path)
      .split("\n")
      .forEach((line, k) => {
        if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) return;
        for (const _ of line.matchAll(UNCHECKED)) found.set(folder, [...(found.get(folder) ?? []), `${path}:${k + 1}`]);
      });
  }
  for (const [folder, places] of found)
    expect(places.length, `${folder}: ${places.join(" ")}`).toBeLessThanOrEqual(MOST[folder] ?? 0);
});
