/** `stiction export`: files that hang together, and what it says when it cannot write them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PARAVIEW_PARTS } from "stiction/io";
import { describe, expect, test } from "vitest";
import { elements, readVtp } from "../io/read-vtp.js";
import { cliHere, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const here = (...args: string[]) => cliHere(args, folder);

describe("export", () => {
  test("writes a collection, its files and nothing else, and says so", async () => {
    const { code, stdout, stderr } = await here(
      ...["export", "footprint-block", "--param", "angle=20", "--duration", "0.05", "--every", "25"],
      ...["--out", "deep/er", "--json"],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ states: 3, steps: 50, every: 25, stopped: "end", volumetric: true });
    expect(summary.collection).toBe(join("deep/er", "footprint-block.pvd"));
    const written = readdirSync(join(folder, "deep/er"));
    expect(written.length).toBe(summary.files);
    const sets = elements(readFileSync(join(folder, summary.collection), "utf8")).filter(
      ({ tag }) => tag === "DataSet",
    );
    const files = sets.map(({ attributes }) => attributes.file);
    expect(files.length).toBe(3 * PARAVIEW_PARTS.length);
    expect([...files, "footprint-block.pvd"].sort()).toEqual(written.sort());
    expect([...new Set(sets.map(({ attributes }) => attributes.timestep))]).toEqual(["0", "0.025", "0.05"]);
    const last = readVtp(readFileSync(join(folder, "deep/er", files.at(-1)!), "utf8"));
    expect(last.pointData.get("pressure")!.values.every((p) => p > 0)).toBe(true);
  });

  test("without volumetric contact: the shapes, and a line that says so", async () => {
    const { code, stdout } = await here("export", "free-fall", "--duration", "0.1", "--out", "falling", "--ascii");
    expect(code).toBe(0);
    expect(stdout).toMatch(/states {5}6, every 20 steps/);
    expect(stdout).toMatch(/no volumetric contact in this scene: shapes only/);
    const shapes = readVtp(readFileSync(join(folder, "falling", "free-fall-shapes-00005.vtp"), "utf8"));
    expect(shapes.time).toBe(0.1);
    expect(shapes.polys.length).toBeGreaterThan(10);
  });

  test("what cannot be: a file in the way, a folder that cannot be made, no folder, another format", async () => {
    writeFileSync(join(folder, "taken"), "");
    expect(await here("export", "free-fall", "--out", "taken")).toMatchObject({
      code: 1,
      stderr: "error: cannot write to taken: is a file\n",
    });
    expect(await here("export", "free-fall", "--out", "taken/below")).toMatchObject({
      code: 1,
      stderr: "error: cannot make the folder taken/below: part of the path is not a folder\n",
    });
    expect(await here("export", "free-fall")).toMatchObject({ code: 2 });
    expect(await here("export", "free-fall", "--out", "x", "--format", "vtk")).toMatchObject({ code: 2 });
    expect(await here("export", "no-such-scene", "--out", "x")).toMatchObject({ code: 2 });
  });
});
