import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("info counts freedom and redundant rows of a mechanism that no formulation solves yet, and says so", () => {
  const folder = mkdtempSync(join(tmpdir(), "stiction-info-"));
  try {
    const body = (name: string, x: number) => ({ name, mass: 1, inertia: [1, 1, 1], position: [x, 0.5, 0] });
    const hinge = (bodyA: string, bodyB: string, x: number, y: number) => ({
      type: "hinge",
      bodyA,
      bodyB,
      at: [x, y, 0],
    });
    const scene = {
      bodies: [body("crank", 0), body("coupler", 1), body("rocker", 2)],
      joints: [
        hinge("world", "crank", 0, 0),
        hinge("crank", "coupler", 0.2, 1),
        hinge("coupler", "rocker", 1.8, 1.3),
        hinge("rocker", "world", 2, 0),
      ],
    };
    const file = join(folder, "four-bar.json");
    writeFileSync(file, JSON.stringify(scene));
    const facts = JSON.parse(
      execFileSync("node", ["scripts/stiction.mjs", "info", file, "--json"], { encoding: "utf8" }),
    );
    // a four-bar in space: 18 coordinates, 4 · 5 rows of rank 17
    expect(facts.mobility).toEqual({ freedomOfBodies: 18, rows: 20, rank: 17, redundant: 3, freedom: 1 });
    expect(facts.warnings.join()).toContain("does not solve hinge joints");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
