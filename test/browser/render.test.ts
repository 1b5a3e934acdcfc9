/** `stiction render`: a film that Chromium plays and seeks, pictures of the size that was asked for, and what cannot be. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureNames } from "../../cli/render/picture-files.js";
import { serveFolder } from "../../scripts/serve.mjs";
import { cliHere } from "../cli/run-cli.js";
import { type Bench, openBench } from "./studio-page.js";

const folder = mkdtempSync(join(tmpdir(), "stiction-render-"));
const render = (...args: string[]) => cliHere(["render", ...args], folder);
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a film has the scene's time, its size, and other pictures at other times", async () => {
  const asked = ["pendulum", "-o", "film.webm", "--duration", "0.6", "--fps", "5", "--size", "160x120"];
  const { code, stdout, stderr } = await render(...asked, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // pictures at 0, 0.2, 0.4 and 0.6 s
  expect(JSON.parse(stdout)).toMatchObject({ files: 1, pictures: 4, width: 160, height: 120 });
  expect(JSON.parse(stdout).bytes).toBe(readFileSync(join(folder, "film.webm")).length);
  expect(readdirSync(folder)).toEqual(["film.webm"]);

  writeFileSync(join(folder, "index.html"), "<title>film</title>");
  const served = await serveFolder(folder, { port: 0 });
  const page = await bench.browser.newPage();
  try {
    await page.goto(served.url);
    const film = await page.evaluate(async () => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = URL.createObjectURL(await (await fetch("film.webm")).blob());
      const happened = (name: string) =>
        new Promise<void>((resolve, reject) => {
          video.addEventListener(name, () => resolve(), { once: true });
          video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
        });
      await happened("loadeddata");
      const { videoWidth: width, videoHeight: height, duration } = video;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      const pictures: number[][] = [];
      // backwards as well: a film without an index is searched by its clusters
      for (const time of [0.1, 0.7, 0.3, 0.1]) {
        const sought = happened("seeked");
        video.currentTime = time;
        await sought;
        context.drawImage(video, 0, 0);
        pictures.push(Array.from(context.getImageData(0, 0, width, height).data));
      }
      return { width, height, duration, pictures };
    });
    expect(film).toMatchObject({ width: 160, height: 120 });
    // four pictures of a fifth of a second; players round to milliseconds
    expect(film.duration).toBeCloseTo(0.8, 3);
    const [first, last, middle, again] = film.pictures;
    expect(again).toEqual(first);
    for (const other of [last, middle]) expect(other).not.toEqual(first);
    // something is drawn
    expect(new Set(first).size).toBeGreaterThan(8);
  } finally {
    await page.close();
    await served.close();
  }
});

test("a series of pictures is numbered, of the size that was asked for, and of the times", async () => {
  const asked = ["pendulum", "-o", "deep/%03d.png", "--duration", "0.4", "--from", "0.2", "--fps", "10"];
  const { code, stdout } = await render(...asked, "--size", "100x60", "--theme", "light");
  expect(code).toBe(0);
  expect(stdout).toContain("deep/%03d.png");
  const names = readdirSync(join(folder, "deep")).sort();
  expect(names).toEqual(["000.png", "001.png", "002.png"]);
  const pictures = names.map((name) => readFileSync(join(folder, "deep", name)));
  for (const bytes of pictures) {
    expect(bytes.toString("latin1", 0, 8)).toBe("\x89PNG\r\n\x1a\n");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([100, 60]);
  }
  expect(new Set(pictures.map((bytes) => bytes.toString("base64"))).size).toBe(3);
});

test("names of pictures are those of printf", () => {
  expect(pictureNames("still.png")).toBeUndefined();
  expect([0, 7, 12345].map(pictureNames("a/%04d.png") as (k: number) => string)).toEqual([
    "a/0000.png",
    "a/0007.png",
    "a/12345.png",
  ]);
  expect(pictureNames("%d.webp")?.(3)).toBe("3.webp");
});

test("what cannot be is said in one line", async () => {
  const chromium = process.env.CHROMIUM;
  expect(await render("pendulum", "-o", "film.mp4")).toMatchObject({
    code: 2,
    stderr: "film.mp4: expected a name that ends in .webm, .png or .webp\n",
  });
  expect(await render("pendulum", "-o", "%d-%d.png")).toMatchObject({ code: 2 });
  expect(await render("pendulum", "-o", "film.webm", "--size", "9x9")).toMatchObject({ code: 2 });
  try {
    process.env.CHROMIUM = join(folder, "nothing");
    const { code, stderr } = await render("pendulum", "-o", "other.webm", "--quiet");
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: CHROMIUM=${folder}/nothing is not a program\n` });
  } finally {
    process.env.CHROMIUM = chromium;
  }
  expect(readdirSync(folder)).not.toContain("other.webm");
});
