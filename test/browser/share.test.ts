/** Links, films, the tag for other pages, and working without a network. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StictionScene } from "../../studio/embed/element.js";
import { PATIENCE_MS } from "../support/patience.js";
import { type Bench, keepQuality, newPage, openBench, openPage, type PageOptions, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

const dist = fileURLToPath(new URL("../../dist/studio/", import.meta.url));
const ball = `name: shared-ball
title: Shared ball
contact: none
bodies:
  - { name: ball, mass: 2, velocity: [1, 0, 0], shapes: [{ type: sphere, radius: 0.2 }] }
`;

const share = (page: Page, item: string | RegExp) =>
  page
    .getByRole("button", { name: "Share" })
    .click()
    .then(() => page.getByRole("menuitem", { name: item }).click());

const CLIPBOARD: PageOptions = { permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" };

describe("sharing", () => {
  test("a link carries a scene of one's own; a damaged one is told, and the scene before stays", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", CLIPBOARD);
    await sceneShown(page, "free-fall");
    // a shipped scene without edits needs only its name
    // the notice goes away by itself after 8 s: the page keeps it, so that this test need not be quick
    await page.evaluate(() => {
      const { dataset } = document.documentElement;
      studio.notice.subscribe((notice) => {
        if (notice?.text === "Link copied") dataset.copied = String(performance.now());
        else if (dataset.copied) dataset.gone = String(performance.now());
      });
      studio.simulation.play();
    });
    await share(page, "Copy link");
    await page.waitForFunction(() => document.documentElement.dataset.copied);
    // a run sends its status several times a second, and leaves the notice alone
    await page.waitForFunction(() => (studio.status.value?.time ?? 0) > 0.3);
    const shownFor = await page.evaluate(() => {
      const { copied, gone } = document.documentElement.dataset;
      return gone === undefined ? Number.POSITIVE_INFINITY : Number(gone) - Number(copied);
    });
    expect(shownFor).toBeGreaterThan(7000);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${bench.address}#/scene/free-fall`);

    await page.evaluate((text) => studio.openLocal({ kind: "text", fileName: "ball.yaml", text }), ball);
    await sceneShown(page, "shared-ball");
    await share(page, "Copy link");
    await page.waitForFunction(() => location.hash.startsWith("#/s/"));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(page.url());

    const other = await openPage(bench, link.slice(bench.address.length), { reducedMotion: "reduce" });
    await sceneShown(other.page, "shared-ball");
    await other.page.getByRole("heading", { name: "Shared ball" }).first().waitFor();
    await other.page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `${new URL(link).hash.slice(0, -9)}`,
    );
    await other.page.getByText("The link is damaged").waitFor();
    expect(await other.page.evaluate(() => studio.scene.value?.description.name)).toBe("shared-ball");
    expect([...complaints, ...other.complaints]).toEqual([]);
    await other.page.close();
    await page.close();
  });

  test("an edit goes into the link and into the downloaded file", async () => {
    const { page } = await openPage(bench, "#/scene/spring-mass", CLIPBOARD);
    await sceneShown(page, "spring-mass");
    const path = await page.evaluate(async () => {
      const spec = await studio.edits.spec();
      const path = `bodies.${spec.bodies?.find(({ mass }) => mass !== undefined)?.name}.mass`;
      await studio.edits.set(path, 3.25);
      return path;
    });
    await share(page, "Copy link");
    await page.waitForFunction(() => location.hash.startsWith("#/s/"));
    await page.reload();
    await sceneShown(page, "spring-mass");
    const mass = await page.evaluate(async (wanted) => {
      const spec = await studio.edits.spec();
      return spec.bodies?.find(({ name }) => wanted.includes(`.${name}.`))?.mass;
    }, path);
    expect(mass).toBe(3.25);

    const waiting = page.waitForEvent("download");
    await share(page, "Download scene");
    const file = await waiting;
    expect(file.suggestedFilename()).toBe("spring-mass.yaml");
    expect(readFileSync(await file.path(), "utf8")).toContain("mass: 3.25");
    await page.close();
  });

  test("a film of the view is recorded, and its pictures differ", async () => {
    // small and slow: pictures are made by the processor, a few in a second when it has other things to do
    const { page, complaints } = await openPage(bench, "#/scene/flipping-body", {
      viewport: { width: 700, height: 360 },
      reducedMotion: "reduce",
    });
    await sceneShown(page, "flipping-body");
    await page.evaluate(() => studio.setSpeed(0.25));
    await page.evaluate(() => studio.simulation.play());
    await share(page, /^Record film, WebM/);
    // pictures come as fast as the processor makes them
    const drawn = await page.evaluate(() => studio.viewport?.drawn ?? 0);
    await page.waitForFunction((n) => (studio.viewport?.drawn ?? 0) > n + 3, drawn);
    await page.waitForTimeout(500);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Stop and save film" }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe("flipping-body.webm");
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])); // the mark of a Matroska file
    // the browser itself plays it: pictures have a size, are not black, and change
    const seen = await page.evaluate(async (base64) => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = `data:video/webm;base64,${base64}`;
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = reject;
      });
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      const grab = () => {
        context?.drawImage(video, 0, 0);
        return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      };
      const first = grab();
      const ended = new Promise((resolve) => {
        video.onended = resolve;
      });
      await video.play();
      await ended;
      const second = grab();
      let changed = 0;
      let lit = 0;
      for (let k = 0; k < first.length; k += 4) {
        if (Math.abs(first[k] - second[k]) > 24) changed++;
        if (second[k] > 8) lit++;
      }
      return { width: video.videoWidth, changed: changed / (first.length / 4), lit: lit / (first.length / 4) };
    }, bytes.toString("base64"));
    expect(seen.width).toBeGreaterThan(200);
    expect(seen.lit).toBeGreaterThan(0.9); // the stage is dark grey, not black
    expect(seen.changed).toBeGreaterThan(0.005);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the tag for other pages", () => {
  let server: Server;
  let address = "";
  const pages: Record<string, [string, string]> = {
    "/": [
      "text/html",
      `<!doctype html><title>Elsewhere</title><body style="width:480px">
       <script src="/stiction-scene.js"></script>
       <stiction-scene id="shipped" src="flipping-body" controls autoplay></stiction-scene>
       <stiction-scene id="file" src="ball.yaml" controls></stiction-scene>
       <stiction-scene id="bad" src="bad.yaml"></stiction-scene>
       <stiction-scene id="none" src="none.yaml"></stiction-scene>`,
    ],
    "/ball.yaml": ["application/yaml", ball],
    "/bad.yaml": ["application/yaml", ball.replace("mass: 2", "mass: -2")],
  };
  beforeAll(async () => {
    // any plain web server: no headers, nothing of the studio but the one file
    server = createServer((request, response) => {
      if (request.url === "/stiction-scene.js") {
        response.setHeader("Content-Type", "text/javascript");
        response.end(readFileSync(`${dist}stiction-scene.js`));
        return;
      }
      const found = pages[request.url ?? ""];
      response.statusCode = found ? 200 : 404;
      response.setHeader("Content-Type", found?.[0] ?? "text/plain");
      response.end(found?.[1] ?? "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server?.close());

  test("shows a moving scene in a plain page, with controls, and its mistakes inside itself", async () => {
    const page = await newPage(bench, { viewport: { width: 520, height: 1300 } });
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(address);
    const element = (id: string) => page.locator(`#${id}`);
    const time = (id: string) => element(id).evaluate((scene) => (scene as StictionScene).time);
    await expect.poll(() => time("shipped")).toBeGreaterThan(0.3);
    const drawn = () => element("shipped").evaluate((scene) => (scene as StictionScene).player?.view?.drawn);
    await expect.poll(drawn).toBeGreaterThan(2);
    const picture = async () => (await element("shipped").locator("canvas").screenshot()).toString("base64");
    const before = await picture();
    await expect.poll(picture).not.toBe(before);
    await element("shipped").getByRole("button", { name: "Pause" }).click();
    await element("shipped").getByRole("button", { name: "Play" }).waitFor();

    // a file waits for its reader
    await element("file").getByRole("button", { name: "Play" }).waitFor();
    expect(await time("file")).toBe(0);
    await element("file").getByRole("button", { name: "Play" }).click();
    await expect.poll(() => time("file")).toBeGreaterThan(0.1);
    expect(await element("file").getAttribute("aria-label")).toBe("Shared ball");

    await expect.poll(() => element("bad").getByRole("alert").textContent()).toMatch(/bad\.yaml:5:.*mass: expected/);
    await expect.poll(() => element("none").getByRole("alert").textContent()).toContain("404");
    // another src is another scene
    await element("bad").evaluate((scene) => scene.setAttribute("src", "free-fall"));
    await expect.poll(() => element("bad").getAttribute("aria-label")).toBe("Free fall");
    expect(await element("bad").getByRole("alert").count()).toBe(0);
    expect(errors).toEqual([]);
    await page.close();
  });
});

describe("without a network", () => {
  const types: Record<string, string> = {
    html: "text/html",
    js: "text/javascript",
    css: "text/css",
    svg: "image/svg+xml",
    webp: "image/webp",
    woff2: "font/woff2",
  };
  /** Another build: another version, with the page alone in its list, since to store every file takes seconds of processor time. */
  let version = "";
  let server: Server;
  let address = "";
  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = new URL(request.url ?? "/", "http://a").pathname.slice(1) || "index.html";
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
      response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
      response.setHeader("Content-Type", types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream");
      try {
        const bytes = readFileSync(dist + name);
        const other = name === "service-worker.js" && version;
        const text = () => bytes.toString().replace(/VERSION = "[^"]*"/, `VERSION = "${version}"`);
        response.end(other ? text().replace(/FILES = \[[^\]]*\]/, "FILES = []") : bytes);
      } catch {
        response.statusCode = 404;
        response.end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server?.close());

  test("the studio works after it was opened once; a new version takes over and the store does not grow", async () => {
    const context = await bench.browser.newContext({ viewport: { width: 1024, height: 500 }, reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(keepQuality, "3/10");
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole("link", { name: /^Open: Wheeled excavator/ }).waitFor();
    // pictures too, also those that were never on the screen
    expect(await page.evaluate(async () => (await fetch("./pictures/servo.webp")).status)).toBe(200);
    await page.evaluate(() => {
      location.hash = "#/scene/pendulum";
    });
    await sceneShown(page, "pendulum");
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await context.setOffline(false);

    const stores = () => page.evaluate(() => caches.keys());
    expect(await stores()).toHaveLength(1);
    for (version of ["b", "c"]) {
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const changed = new Promise((resolve) => {
          navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
        });
        await registration?.update();
        await changed;
      });
      await expect.poll(async () => (await stores()).at(-1)).toBe(`stiction-${version}`);
    }
    // the present one, and the one before it for pages that are still open
    await expect.poll(stores).toEqual(["stiction-b", "stiction-c"]);
    await page.reload();
    await sceneShown(page, "pendulum");
    await context.close();
  });
});
