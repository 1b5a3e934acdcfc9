/** Visuals in Chromium: what is drawn and picked is the visual, not the shape that collides. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench, openPage, sceneShown, takePicture } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

/** A shape of 5 cm, drawn as a plate of 1.6 m with a hole of 0.8 m in it; the eye looks along y. */
const plate = (look: string) => ({
  name: "plate",
  gravity: [0, 0, 0],
  formulation: "impulse",
  looks: { green: { color: "#20a030", roughness: 1 }, magenta: { color: "#a02090", roughness: 1 } },
  view: { eye: [0, -6, 0], target: [0, 0, 0] },
  bodies: [
    {
      name: "plate",
      shapes: [{ type: "sphere", radius: 0.05, position: [0.6, 0, 0] }],
      visuals: [
        {
          type: "extrusion",
          outline: [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]],
          holes: [[[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]]],
          depth: 0.2,
          position: [0.6, 0, 0],
          orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
          look,
        },
      ],
    },
  ],
}); // biome-ignore format: corners

/** Parts of the picture that are green and magenta. */
async function sharesOf(page: Page): Promise<{ green: number; magenta: number }> {
  const { pixels } = await takePicture(page);
  const share = { green: 0, magenta: 0 };
  for (let k = 0; k < pixels.length; k += 4) {
    const [r, g, b] = pixels.subarray(k, k + 3);
    if (g > 1.5 * r && g > 1.5 * b && g > 40) share.green += 4 / pixels.length;
    if (r > 1.5 * g && b > 1.5 * g && r > 40) share.magenta += 4 / pixels.length;
  }
  return share;
}

describe("a body with visuals", () => {
  test("shows the colour of its look, and is picked where it is drawn", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", { quality: "measured" });
    for (const [look, other] of [
      ["green", "magenta"],
      ["magenta", "green"],
    ] as const) {
      await page.evaluate((spec) => studio.open({ kind: "spec", spec }), { ...plate(look), name: look });
      await sceneShown(page, look);
      // the plate takes a few per cent of the picture, nothing else has these colours; the first picture may be that of the scene before
      await expect.poll(async () => (await sharesOf(page))[look]).toBeGreaterThan(0.01);
      expect((await sharesOf(page))[other]).toBeLessThan(0.001);
    }

    // what lies under a row of points through the middle: the plate, its hole, the plate
    const row = async () =>
      page.evaluate(() => {
        const box = document.querySelector(".viewport canvas")?.getBoundingClientRect();
        if (!box) return "";
        const y = (box.top + box.bottom) / 2;
        const found = Array.from({ length: Math.floor(box.width / 4) }, (_, k) =>
          studio.viewport?.pick(box.left + 4 * k, y)?.body === 1 ? "x" : " ",
        );
        return found.join("").replace(/(.)\1+/g, "$1");
      });
    await expect.poll(row).toBe(" x x ");
    expect(complaints).toEqual([]);
    await page.close();
  });
});
