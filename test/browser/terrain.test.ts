/** Ground in a real browser: it is drawn, changes where soil moves and nowhere else, is picked, and can be measured. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench, openPage, type Picture, sceneShown, takePicture } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Level ground of 32 m, seen from above at an angle; and a box on it. */
const SCENE = {
  name: "field",
  bodies: [
    {
      name: "ground",
      type: "static",
      shapes: [
        { type: "height-field", heights: Array.from({ length: 65 }, () => Array(65).fill(0)), dx: 0.5, dy: 0.5 },
      ],
    },
    { name: "box", type: "static", position: [-6, 6, 1], shapes: [{ type: "box", halfExtents: [1, 1, 1] }] },
  ],
  view: { eye: [0, -24, 20], target: [0, 0, 0] },
};

async function openField(): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await openPage(bench, "#/scene/pendulum", { reducedMotion: "reduce" });
  await sceneShown(page, "pendulum");
  await page.evaluate((spec) => studio.openLocal({ kind: "spec", spec }), SCENE);
  await sceneShown(page, "field");
  await settled(page);
  return { page, complaints };
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => studio.viewport?.settled);
}

/** Where a point of the world is in the picture: shares of its width and height. */
function screenOf(page: Page, point: readonly number[]): Promise<[number, number]> {
  return page.evaluate(([x, y, z]) => {
    const view = studio.viewport;
    if (!view) throw new Error("no view");
    // by bisection of rays would be exact; the camera itself is private, its rays are not
    const { left, top, width, height } = view.canvas.getBoundingClientRect();
    let best: [number, number, number] = [Infinity, 0, 0];
    let [cx, cy, half] = [0.5, 0.5, 0.5];
    for (let round = 0; round < 12; round++) {
      for (let a = -2; a <= 2; a++) {
        for (let b = -2; b <= 2; b++) {
          const [u, v] = [cx + (a * half) / 2, cy + (b * half) / 2];
          const { origin, direction } = view.ray(left + u * width, top + v * height);
          const [px, py, pz] = [x - origin.x, y - origin.y, z - origin.z];
          const along = px * direction.x + py * direction.y + pz * direction.z;
          const off = Math.hypot(px - along * direction.x, py - along * direction.y, pz - along * direction.z);
          if (off < best[0]) best = [off, u, v];
        }
      }
      [cx, cy] = [best[1], best[2]];
      half /= 2;
    }
    return [best[1], best[2]] as [number, number];
  }, point);
}

/** Mean difference of colour in a square of the picture, 0 … 255. */
function difference(a: Picture, b: Picture, [u, v]: readonly [number, number], half: number): number {
  const [x, y] = [Math.round(u * a.width), Math.round(v * a.height)];
  let [sum, n] = [0, 0];
  for (let j = Math.max(0, y - half); j <= Math.min(a.height - 1, y + half); j++) {
    for (let i = Math.max(0, x - half); i <= Math.min(a.width - 1, x + half); i++) {
      for (let c = 0; c < 3; c++, n++)
        sum += Math.abs(a.pixels[4 * (j * a.width + i) + c] - b.pixels[4 * (j * a.width + i) + c]);
    }
  }
  return sum / n;
}

test("a tile of soil changes the picture there, and not elsewhere; the ground is picked where it is", async () => {
  const { page, complaints } = await openField();
  const before = await takePicture(page);
  // a pit of 4 m × 4 m and 1.5 m in depth around (5, −3), given to the view as the worker does
  await page.evaluate(() => {
    const [x0, y0, width, height] = [38, 22, 9, 9];
    const heights = new Float32Array(width * height).fill(-1.5);
    const disturbance = new Uint8Array(width * height).fill(255);
    const moisture = new Uint8Array(width * height).fill(220);
    studio.viewport?.updateGround({ terrain: 0, x0, y0, width, height, heights, disturbance, moisture });
  });
  await settled(page);
  const after = await takePicture(page);
  const pit = await screenOf(page, [5, -3, -1.5]);
  const far = await screenOf(page, [-8, -6, 0]);
  // dark wet soil instead of dry earth; a picture that is drawn again is the same to the bit
  expect(difference(before, after, pit, 8)).toBeGreaterThan(12);
  expect(difference(before, after, far, 8)).toBeLessThan(1);

  const picked = await page.evaluate(([u, v]) => {
    const { left, top, width, height } = (
      studio.viewport as NonNullable<typeof studio.viewport>
    ).canvas.getBoundingClientRect();
    return studio.viewport?.pick(left + u * width, top + v * height);
  }, pit);
  const ground = await page.evaluate(() =>
    studio.scene.value?.description.bodies.findIndex(({ name }) => name === "ground"),
  );
  expect(picked?.body).toBe(ground);
  expect(Math.hypot((picked?.point[0] ?? 0) - 5, (picked?.point[1] ?? 0) + 3)).toBeLessThan(0.1);
  expect(picked?.point[2]).toBeCloseTo(-1.5, 2);
  expect(complaints).toEqual([]);
  await page.close();
});

test("the ruler measures between two clicks, to the centimetre, and goes away with the tool", async () => {
  const { page, complaints } = await openField();
  await page.keyboard.press("u");
  const [from, to] = [await screenOf(page, [-4, -4, 0]), await screenOf(page, [2, -4, 0])];
  const box = await page.locator(".viewport canvas").boundingBox();
  if (!box) throw new Error("no picture");
  for (const [u, v] of [from, to]) await page.mouse.click(box.x + u * box.width, box.y + v * box.height);
  await page.waitForFunction(() => (studio.viewport?.measured ?? 0) > 1);
  // a pixel is some 5 cm wide there
  expect(Math.abs((await page.evaluate(() => studio.viewport?.measured ?? 0)) - 6)).toBeLessThan(0.15);
  await expect.poll(() => page.locator(".ruler-label").textContent()).toMatch(/^(5\.9|6\.0|6\.1).* m/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => Number.isNaN(studio.viewport?.measured));
  expect(complaints).toEqual([]);
  await page.close();
});

test("the construction site has sky above, ground below, and few draw calls for its many things", async () => {
  // at rest: a picture with shadows takes seconds of processor time
  const { page, complaints } = await openPage(bench, "#/scene/construction-site", {
    ...(process.env.STICTION_FULL && { quality: "1" }),
    reducedMotion: "reduce",
  });
  await sceneShown(page, "construction-site");
  await settled(page);
  const { width, height, pixels } = await takePicture(page);
  const mean = (y0: number, y1: number) => {
    const sum = [0, 0, 0];
    for (let y = y0; y < y1; y++)
      for (let x = 0; x < width; x++) for (let c = 0; c < 3; c++) sum[c] += pixels[4 * (y * width + x) + c];
    return sum.map((s) => s / (width * (y1 - y0)));
  };
  const low = mean(Math.floor(0.75 * height), Math.floor(0.9 * height));
  // soil is brown: red before green before blue
  expect(low[0]).toBeGreaterThan(low[1] + 10);
  expect(low[1]).toBeGreaterThan(low[2] + 10);
  // 14 props, 170 plants and a truck; each look of a kind of thing is one call, and shadows draw all again per map
  expect(await page.evaluate(() => studio.viewport?.calls)).toBeLessThan(process.env.STICTION_FULL ? 900 : 100);
  expect(complaints).toEqual([]);
  await page.close();
});
