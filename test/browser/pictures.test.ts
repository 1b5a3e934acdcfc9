/** The pictures of README and manual: each is taken from the built studio, smaller, into .cache/pictures, and shows what it is there for. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOptions, pose, SHOTS, stillness } from "../../scripts/pictures/shots.mjs";
import { root } from "../../scripts/setup.mjs";
import {
  type Bench,
  difference,
  openBench,
  openPage,
  type Picture,
  pixelsOf,
  readPicture,
  takePicture,
  token,
} from "./studio-page.js";

const FOLDER = join(root, ".cache", "pictures");
const WINDOW = { width: 900, height: 600 };

let bench: Bench;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

interface Taken {
  readonly page: Page;
  readonly picture: Picture;
  readonly complaints: readonly string[];
}

/** Takes a picture of the list, keeps it for whoever wants to look, and reads it. */
async function take(name: string): Promise<Taken> {
  const shot = SHOTS.find((one) => one.name === name);
  if (!shot) throw new Error(`no shot ${name}`);
  const { page, complaints } = await openPage(bench, `#${shot.address}`, { viewport: WINDOW, ...pageOptions(shot) });
  await pose(page, shot);
  const png = await page.screenshot();
  writeFileSync(join(FOLDER, `studio-${name}.png`), png);
  const picture = await readPicture(page, png);
  expect([picture.width, picture.height]).toEqual([WINDOW.width, WINDOW.height]);
  return { page, picture, complaints };
}

/** The part of a picture of the window that an element takes. */
async function partOf(picture: Picture, element: Locator): Promise<Picture> {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not shown");
  const [x, y] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
  const width = Math.min(picture.width, Math.round(box.x + box.width)) - x;
  const height = Math.min(picture.height, Math.round(box.y + box.height)) - y;
  const pixels = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 4 * ((y + row) * picture.width + x);
    pixels.set(picture.pixels.subarray(from, from + 4 * width), 4 * width * row);
  }
  return { width, height, pixels };
}

/** How many colours there are, and the part of the picture that the commonest one takes. */
function colours({ pixels }: Picture): { count: number; most: number } {
  const seen = new Map<number, number>();
  for (let k = 0; k < pixels.length; k += 4) {
    const colour = (pixels[k] << 16) | (pixels[k + 1] << 8) | pixels[k + 2];
    seen.set(colour, (seen.get(colour) ?? 0) + 1);
  }
  return { count: seen.size, most: (4 * Math.max(...seen.values())) / pixels.length };
}

describe("the pictures of the studio", () => {
  test("overlays: the view has bodies with light and shade, and forces that are gone when the overlays are", async () => {
    const { page, picture, complaints } = await take("overlays");
    expect(await page.getByRole("checkbox", { name: "Force arrows" }).isChecked()).toBe(true);
    const view = await partOf(picture, page.locator(".viewport canvas"));
    expect(colours(view).count).toBeGreaterThan(500);
    expect(colours(view).most).toBeLessThan(0.5);

    await page.locator(".overlay-menu").getByRole("button", { name: "Close" }).click();
    await stillness(page);
    const on = await takePicture(page);
    await page.evaluate(() => studio.overlays.clear());
    await stillness(page);
    const off = await takePicture(page);
    expect(difference(on, off)).toBeGreaterThan(0.002);
    const [stick, slip] = [await token(page, "stick"), await token(page, "slip")];
    // the axes of the gizmo have them too
    expect(pixelsOf(on, stick) - pixelsOf(off, stick)).toBeGreaterThan(500);
    expect(pixelsOf(on, slip) - pixelsOf(off, slip)).toBeGreaterThan(500);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("plots: every plot has a line in the colour of its first sensor, and the view is not empty", async () => {
    const { page, picture, complaints } = await take("plots");
    const line = await token(page, "s1");
    const plots = page.locator(".plot canvas");
    const count = await plots.count();
    expect(count).toBeGreaterThanOrEqual(2);
    for (let k = 0; k < count; k++) {
      const plot = await partOf(picture, plots.nth(k));
      expect(pixelsOf(plot, line), `plot ${k}`).toBeGreaterThan(plot.width / 2);
    }
    expect(colours(await partOf(picture, page.locator(".viewport canvas"))).count).toBeGreaterThan(500);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("gallery: every card in the window has its picture, and no two look alike", async () => {
    const { page, picture, complaints } = await take("gallery");
    const looks = new Set<string>();
    let seen = 0;
    for (const image of await page.locator(".card img").all()) {
      const box = await image.boundingBox();
      if (!box || box.y < 0 || box.y + box.height > WINDOW.height) continue;
      const part = await partOf(picture, image);
      expect(colours(part).count).toBeGreaterThan(200);
      looks.add(Buffer.from(part.pixels).toString("base64"));
      seen++;
    }
    expect(seen).toBeGreaterThanOrEqual(3);
    expect(looks.size).toBe(seen);
    expect(complaints).toEqual([]);
    await page.close();
  });

  // what the page shows is looked at in proof.test.ts
  test.runIf(process.env.STICTION_FULL)(
    "proof: rows with verdicts that are seen, a measured curve, and four engines with a picture each",
    async () => {
      const { page, picture, complaints } = await take("proof");
      const rows = page.locator("tr[data-row]");
      expect(await rows.count()).toBe(5);
      const verdicts = rows.getByRole("img", { name: "Holds", exact: true });
      expect(await verdicts.count()).toBe(5);
      // a verdict is drawn in the colour of what holds
      const sign = await partOf(picture, verdicts.first());
      expect(pixelsOf(sign, await token(page, "ok"))).toBeGreaterThan(5);
      const engines = page.locator(".proof-engine");
      expect(await engines.count()).toBe(4);
      // beneath the window's edge: looked at in a picture of their own
      for (const engine of await engines.all()) {
        const card = await readPicture(page, await engine.locator("canvas").first().screenshot());
        expect(colours(card).count).toBeGreaterThan(20);
      }
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

describe("the pictures in the docs", () => {
  const fileOf = ({ name, photo }: (typeof SHOTS)[number]) => `studio-${name}.${photo ? "webp" : "png"}`;
  // the film of the first page is taken by scripts/film.mjs
  const shots = [...SHOTS.map(fileOf), "studio-moving.webp"].sort();
  const files = readdirSync(join(root, "docs", "public")).filter((name) => /^studio-.*\.(png|webp)$/.test(name));
  const pages = [
    join(root, "README.md"),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md") && !name.startsWith("api"))
      .map((name) => join(root, "docs", name)),
  ];
  const named = new Set(
    pages.flatMap((page) => readFileSync(page, "utf8").match(/\bstudio-[a-z-]+\.(?:png|webp)\b/g) ?? []),
  );

  test("every one that is referred to is a shot of the list, every shot is there, and none is left over", () => {
    expect([...named].sort()).toEqual(shots);
    expect(files.sort()).toEqual(shots);
  });

  test.each(SHOTS.map((shot) => [fileOf(shot), shot] as const))("%s has the size of the list", (file, shot) => {
    const bytes = readFileSync(join(root, "docs", "public", file));
    const { height = 900 } = shot;
    if (shot.photo) {
      // WebP with a colour profile: name and length of the header, flags, then width and height less 1
      expect(bytes.toString("latin1", 8, 16)).toBe("WEBPVP8X");
      expect([bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]).toEqual([1440, height]);
      return;
    }
    // PNG: signature, then the header's length and name, then width and height
    expect(bytes.toString("latin1", 1, 4)).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1440, height]);
  });
});
