/** Balls that are packed into shapes: how far it has come is told, and shown as a bar. */
import { buildScene, compile, defaultItems, type Scene } from "stiction";
import { sceneByName } from "stiction/scenes";
import { afterEach, expect, test, vi } from "vitest";
import { createTaskProgress } from "../../cli/text/progress.js";

afterEach(() => vi.restoreAllMocks());

test("compile tells how far packing has come", () => {
  const told: number[] = [];
  const spec = buildScene(sceneByName("footprint-block") as Scene, { geometry: "spheres", spheres: 200 });
  compile(spec, { ...defaultItems, packingProgress: (done) => told.push(done) });
  expect(told.length).toBeGreaterThan(20);
  expect(told.every((done, k) => done > 0 && done <= 1 && (k === 0 || done >= told[k - 1]))).toBe(true);
  expect(told[told.length - 1]).toBe(1);
});

/** What is written to a terminal while the clock goes on by 150 ms from call to call. */
function shown(quiet: boolean): string[] {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 150));
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  const before = process.stderr.isTTY;
  process.stderr.isTTY = true;
  const progress = createTaskProgress("packing balls", quiet);
  for (let k = 1; k <= 10; k++) progress(k / 10);
  process.stderr.isTTY = before;
  return lines;
}

test("a bar after a while, taken away in the end", () => {
  const lines = shown(false);
  // nothing in the first 400 ms
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.length).toBeLessThan(10);
  expect(lines[0]).toMatch(/packing balls +30 %.*left/);
  expect(lines[lines.length - 1]).toBe("\r\u001b[K");
});

test("none when it is to be quiet", () => {
  expect(shown(true)).toEqual([]);
});
