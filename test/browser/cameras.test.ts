/** Cameras in Chromium: following, sides, the scene's own, paths and films; and one instant everywhere while looking back. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, difference, openBench, openPage, sceneShown, shownTime, takePicture } from "./studio-page.js";

const { poll } = expect;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

const STILL = { reducedMotion: "reduce" } as const;

/** A ball that flies along x at 10 m/s beside a post, without gravity. */
const FLYING = {
  name: "flying",
  gravity: [0, 0, 0],
  contact: "none",
  duration: 100,
  bodies: [
    { name: "ball", velocity: [10, 0, 0], shapes: [{ type: "sphere", radius: 0.5 }] },
    { name: "post", type: "static", position: [0, 3, 0], shapes: [{ type: "box", halfExtents: [0.1, 0.1, 1] }] },
  ],
  view: {
    eye: [0, -12, 3],
    target: [0, 0, 0],
    cameras: [
      { name: "cab", type: "seat", body: "ball", eye: [0, 0, 1], fieldOfView: 1 },
      { name: "behind", type: "chase", body: "ball", eye: [-6, 0, 2] },
      { name: "tripod", body: "ball", eye: [0, -8, 1] },
      { name: "round", type: "orbit", body: "ball", eye: [0, -6, 1] },
    ],
  },
};

async function openFlying(page: Page, view: object = {}): Promise<void> {
  await page.evaluate(
    async (spec) => {
      await studio.openLocal({ kind: "spec", spec });
    },
    { ...FLYING, view: { ...FLYING.view, ...view } },
  );
  await page.waitForFunction(
    () => studio.scene.value?.description.name === "flying" && (studio.viewport?.drawn ?? 0) > 0,
  );
}

/** Where the ball is in the next pictures, as the distance from the middle. */
function pictures(page: Page, count: number): Promise<number[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<number[]>((resolve) => {
        const list: number[] = [];
        const view = studio.viewport!;
        const end = view.watchPictures(() => {
          list.push(Math.hypot(...(view.onScreen(1) ?? [9, 9])));
          if (list.length < wanted) return;
          end();
          resolve(list);
        });
        view.invalidate();
      }),
    count,
  );
}

const sight = (page: Page) => page.evaluate(() => studio.viewport!.sight);
const settled = (page: Page) => page.waitForFunction(() => studio.viewport?.settled);

describe("a camera that follows", () => {
  test("has its body in the middle of every picture, while it moves and the scene runs", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall");
    await sceneShown(page, "free-fall");
    await openFlying(page);
    await page.evaluate(() => studio.simulation.play());
    await page.waitForFunction(() => (studio.viewport?.time ?? 0) > 0.1);
    await page.keyboard.press("Shift+F");
    // the flight to it takes its time; poses have 24 bits: 6e-8 of the distance flown, which is a hundred metres at most
    await poll(async () => Math.max(...(await pictures(page, 5)))).toBeLessThan(1e-5);
    expect(Math.max(...(await pictures(page, 10)))).toBeLessThan(1e-5);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("views", () => {
  test("along an axis by key and by the axes in the corner, which the overlay menu leaves free; flights end while nothing runs", async () => {
    // with motion: a flight of many pictures
    const { page, complaints } = await openPage(bench, "#/scene/free-fall");
    await sceneShown(page, "free-fall");
    await openFlying(page);
    await page.evaluate(() => studio.simulation.pause());
    const direction = async () => {
      await settled(page);
      const { eye, target } = await sight(page);
      const d = eye.map((x, i) => x - target[i]);
      return d.map((x) => Math.round((1000 * x) / Math.hypot(...d)) / 1000 + 0);
    };
    await page.keyboard.press("Alt+Digit3");
    await poll(direction).toEqual([0, 0, 1]);
    await page.keyboard.press("Alt+Digit2");
    await poll(direction).toEqual([-1, 0, 0]);
    await page.keyboard.press("Alt+Digit1");
    await poll(direction).toEqual([0, -1, 0]);

    await page.evaluate(() => {
      studio.overlays.menu.value = true;
    });
    const axis = (name: string) => page.locator(`.gizmo g.axis-${name}:not(.negative)`);
    await axis("x").click();
    await poll(direction).toEqual([1, 0, 0]);
    // the axis that one looks from: the other side
    await axis("x").click();
    await poll(direction).toEqual([-1, 0, 0]);
    await axis("z").click();
    await poll(direction).toEqual([0, 0, 1]);
    expect(await page.evaluate(() => studio.selection.value)).toBeNull();
    const [menu, gizmo] = [
      await page.locator(".overlay-menu").boundingBox(),
      await page.locator(".gizmo").boundingBox(),
    ];
    expect(menu!.y + menu!.height).toBeLessThanOrEqual(gizmo!.y);

    await page.keyboard.press("Alt+Digit0");
    await poll(direction).toEqual([0, -0.97, 0.243]); // (0, −12, 3) m
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("of the scene: by key and menu; a drag makes them one's own; several pictures at once", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", STILL);
    await sceneShown(page, "free-fall");
    await openFlying(page);
    await page.evaluate(() => studio.step(500)); // 5 m
    await page.waitForFunction(() => Math.abs((studio.viewport?.time ?? 0) - 0.5) < 1e-6);
    const named = () => page.evaluate(() => [studio.cameras.mode.value, studio.cameras.named.value]);

    await page.keyboard.press("Alt+Shift+Digit1");
    await poll(named).toEqual(["first", "cab"]);
    await settled(page);
    expect((await sight(page)).eye.map((x) => Math.round(1e4 * x) / 1e4)).toEqual([5, 0, 1]);
    await page.keyboard.press("Alt+Shift+Digit2");
    await poll(named).toEqual(["named", "behind"]);
    await settled(page);
    expect((await sight(page)).eye.map((x) => Math.round(1e4 * x) / 1e4)).toEqual([-1, 0, 2]);
    // the same in every picture of a run
    await page.evaluate(() => studio.simulation.play());
    expect(Math.max(...(await pictures(page, 5)))).toBeLessThan(1e-5);
    await page.evaluate(() => studio.simulation.pause());

    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "tripod" }).click();
    await poll(named).toEqual(["named", "tripod"]);
    const canvas = (await page.locator(".viewport canvas").boundingBox())!;
    // beside the ball, which the hand would take
    const [x, y] = [canvas.x + 0.3 * canvas.width, canvas.y + 0.3 * canvas.height];
    await settled(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y, { steps: 4 });
    await page.mouse.up();
    await poll(named).toEqual(["follow", null]);

    // C goes on through the cameras of the scene after the usual ones
    await page.evaluate(() => studio.cameras.set("first"));
    await poll(named).toEqual(["first", "cab"]); // the scene has a seat for it

    await page.evaluate(() => studio.cameras.home());
    await settled(page);
    const before = await takePicture(page);
    await page.evaluate(() => {
      studio.cameras.toggleInset("behind");
      studio.cameras.toggleInset("tripod");
    });
    await settled(page);
    expect(await page.locator(".insets figcaption").allInnerTexts()).toEqual(["behind", "tripod"]);
    await poll(async () => difference(before, await takePicture(page))).toBeGreaterThan(0.001);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the path of a film", () => {
  test("is made of key frames, belongs to the scene, keeps the history, is undone, and a film goes along it", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", STILL);
    await sceneShown(page, "free-fall");
    await openFlying(page);
    await page.evaluate(() => studio.cameras.addKey());
    await page.evaluate(() => studio.step(400));
    await page.waitForFunction(() => Math.abs((studio.viewport?.time ?? 0) - 0.4) < 1e-6);
    await page.keyboard.press("Alt+Digit1");
    await settled(page);
    await page.evaluate(() => studio.cameras.addKey());
    const path = () => page.evaluate(() => studio.cameras.path.value.map(({ time }) => Math.round(1e6 * time) / 1e6));
    await poll(path).toEqual([0, 0.4]);
    // nothing of the run was lost
    expect(await page.evaluate(() => studio.time.stored.value?.resumable)).toBe(0);
    expect(await page.evaluate(async () => (await studio.simulation.hash()).steps)).toBe(400);
    expect(await page.evaluate(() => studio.edits.saveText("yaml"))).toMatch(/path:\s+- time: 0\s+eye:/);
    await page.evaluate(() => studio.edits.undo());
    await poll(path).toEqual([0]);
    await page.evaluate(() => studio.edits.redo());
    await poll(path).toEqual([0, 0.4]);

    // half way in time the camera is between the two views
    await page.evaluate(() => studio.cameras.followPath(true));
    await page.evaluate(() => studio.time.goTo(200));
    await page.waitForFunction(() => Math.abs((studio.viewport?.time ?? 0) - 0.2) < 1e-6);
    await settled(page);
    const [a, b] = await page.evaluate(() => studio.cameras.path.value.map(({ eye }) => eye));
    const { eye } = await sight(page);
    // with two key frames the path is straight and even
    eye.forEach((x, i) => {
      expect(x).toBeCloseTo((a[i] + b[i]) / 2, 5);
    });

    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("menuitem", { name: /Record film along the path/ }).click();
    const film = await waiting;
    expect(film.suggestedFilename()).toMatch(/^flying\.(webm|mp4)$/);
    // it ended by itself, after the last key frame
    expect(await page.evaluate(() => studio.viewport!.time)).toBeGreaterThanOrEqual(0.4);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("looking back", () => {
  test("tree, inspector, clocks, plots and picture show the same instant, and a banner says so", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", {
      ...STILL,
      viewport: { width: 1440, height: 900 },
    });
    await sceneShown(page, "free-fall");
    await page.evaluate(() => studio.step(1000));
    await page.waitForFunction(() => Math.abs((studio.viewport?.time ?? 0) - 1) < 1e-6);
    const banner = page.locator(".looking-back-note");
    expect(await banner.count()).toBe(0);
    await page.evaluate(() => {
      studio.selection.value = { kind: "body", name: "ball", index: 1 };
    });

    /** The time that every part says or shows, s. */
    const instants = () =>
      page.evaluate(() => {
        const seconds = (text: string) => Number(text.replace("−", "-").replace(/[^0-9.-]/g, ""));
        const text = (selector: string) => document.querySelector(selector)?.textContent ?? "";
        const clock = text(".timeline-clock code").split(":").map(Number);
        return {
          clock: Math.round(1000 * (60 * clock[0] + clock[1])) / 1000,
          bar: seconds(text(".transport .clock")),
          slider:
            Math.round(1000 * Number(document.querySelector(".timeline-track")?.getAttribute("aria-valuenow"))) / 1000,
          picture: Math.round(1000 * studio.viewport!.time) / 1000,
        };
      });
    /** What the parts show of the ball: its height (m) in picture and plot, its speed (m/s) in tree and inspector. */
    const shown = () =>
      page.evaluate(() => {
        const number = (element: Element | null | undefined) =>
          Number((element?.textContent ?? "").replace("−", "-").replace("–", "NaN") || Number.NaN);
        const row = [...document.querySelectorAll("[role=treeitem]")].find(
          (item) => item.querySelector(".tree-name")?.textContent === "ball",
        );
        const field = [...document.querySelectorAll(".live-rows li")].find((item) =>
          item.textContent?.startsWith("Speed"),
        );
        return {
          picture: studio.viewport!.placeOf(1)?.[2] ?? Number.NaN,
          plot: number(document.querySelector(".plot-card .values b")),
          tree: number(row?.querySelector(".live-cell b")),
          inspector: number(field?.querySelector(".live-cell b")),
        };
      });

    const line = page.getByRole("slider", { name: "Time" });
    const box = (await line.boundingBox())!;
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 28);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 28, { steps: 5 });
    // while the pointer rests on the line, and after it is lifted
    for (const held of [true, false]) {
      if (!held) await page.mouse.up();
      await page.waitForFunction(() => studio.time.shown.value === null && (studio.status.value?.steps ?? 1000) < 900);
      const { step, time } = await page.evaluate(() => studio.time.now);
      expect(step).toBeGreaterThan(300);
      const at = Math.round(1000 * time) / 1000;
      await poll(instants).toEqual({ clock: at, bar: at, slider: at, picture: at });
      expect(await shownTime(page)).toBe(at);
      // a thrown ball by semi-implicit Euler: v = (1, 8 − g t) m/s, z = 1 + 8 t − g t (t + h)/2 m with h = 1 ms; poses have
      // 24 bits, numbers on the page three decimals or four figures
      const [z, v] = [1 + 8 * time - 4.905 * time * (time + 0.001), Math.hypot(1, 8 - 9.81 * time)];
      const near = async () => {
        const { picture, plot, tree, inspector } = await shown();
        return [
          Math.abs(picture - z) < 1e-5,
          Math.abs(plot - z) < 1e-3,
          Math.abs(tree - v) < 1e-3 * v,
          Math.abs(inspector - v) < 1e-3 * v,
        ];
      };
      await poll(near).toEqual([true, true, true, true]);
      await banner.waitFor();
      expect(await banner.textContent()).toContain(`${at.toFixed(3)} s of 1.000 s`);
    }
    await page.keyboard.press("End");
    await poll(() => banner.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("on the way to an instant nothing shows values of another one", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall", STILL);
    await sceneShown(page, "free-fall");
    await page.evaluate(() => studio.step(1000));
    await page.waitForFunction(() => studio.status.value?.steps === 1000);
    const seen = await page.evaluate(async () => {
      studio.live.watch(["body/ball/speed"]);
      const settled = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
      while (Number.isNaN(studio.live.value("body/ball/speed"))) await settled();
      const before = studio.live.value("body/ball/speed");
      studio.time.grab();
      studio.time.look(300);
      const during = studio.live.value("body/ball/speed");
      while (studio.time.shown.value) await settled();
      const after = studio.live.value("body/ball/speed");
      return { before, during, after };
    });
    expect(seen.during).toBeNaN();
    expect(seen.after).not.toBe(seen.before);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

test("a run shorter than a second is slowed, and the transport says so; the next scene has its own speed", async () => {
  const { page, complaints } = await openPage(bench, "#/scene/andrews-squeezer");
  await sceneShown(page, "andrews-squeezer");
  await page.getByText("slowed", { exact: true }).waitFor();
  expect(await page.evaluate(() => studio.speed.value)).toBe(0.01);
  await page.waitForFunction(() => studio.status.value?.speed === 0.01);
  await page.evaluate(() => {
    location.hash = "#/scene/free-fall";
  });
  await sceneShown(page, "free-fall");
  expect(await page.evaluate(() => [studio.speed.value, studio.slowed.value])).toEqual([1, false]);
  expect(complaints).toEqual([]);
  await page.close();
});
