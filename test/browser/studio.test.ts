/** The studio as its user has it: in Chromium, from `npm start`'s server. */
import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Bench,
  difference,
  newPage,
  openBench,
  openPage,
  sceneShown,
  shareOfBody,
  shownTime,
  takePicture,
} from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

describe("the workspace", () => {
  test("opens a running scene, isolated, without an error or a request to elsewhere", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/flipping-body", { quality: "measured" });
    await sceneShown(page, "flipping-body");
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);

    // it runs by itself
    await page.getByRole("button", { name: "Pause" }).waitFor();
    const before = await shownTime(page);
    await page.waitForFunction((t) => (studio.status.value?.time ?? 0) > t, before + 0.2);
    expect(await shownTime(page)).toBeGreaterThan(before);

    expect(complaints).toEqual([]);
    await page.close();
  });

  test("does without shared memory in a page that is not isolated", async () => {
    const page = await newPage(bench);
    const withoutIsolation = async (route: Route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers["cross-origin-opener-policy"];
      delete headers["cross-origin-embedder-policy"];
      await route.fulfill({ response, headers });
    };
    // the page itself decides; a request that it gives up is no error
    await page.route(bench.address, (route) => withoutIsolation(route).catch(() => {}));
    await page.goto(`${bench.address}#/scene/flipping-body`);
    await sceneShown(page, "flipping-body");
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    // poses reach the picture although nothing is shared
    const seen = await page.evaluate(() => studio.viewport?.time ?? 0);
    await page.waitForFunction((t) => (studio.viewport?.time ?? 0) > t + 0.2, seen);
    // Files that the page still loads in the background are dropped with it; their answers are no error.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.close();
  });
});

describe("a scene", () => {
  test("pauses, steps once, restarts; by button and by key", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/flipping-body");
    await sceneShown(page, "flipping-body");
    const steps = () => page.evaluate(async () => (await studio.simulation.hash()).steps);

    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Play" }).waitFor();
    const paused = await steps();
    // After a last picture in full quality, which a busy machine may owe for a while, nothing is drawn for nothing.
    const drawn = () => page.evaluate(() => studio.viewport?.drawn);
    const stillDrawing = async () => {
      const before = await drawn();
      await page.waitForTimeout(300);
      return (await drawn()) !== before;
    };
    await expect.poll(stillDrawing).toBe(false);
    expect(await steps()).toBe(paused); // time stands still

    await page.getByRole("button", { name: "Step", exact: true }).click();
    await expect.poll(steps).toBe(paused + 1);
    await page.keyboard.press(".");
    await expect.poll(steps).toBe(paused + 2);
    await expect.poll(() => shownTime(page)).toBeCloseTo((paused + 2) * 0.001, 3);

    await page.getByRole("button", { name: "Restart" }).click();
    await expect.poll(() => shownTime(page)).toBe(0);
    expect(await steps()).toBe(0);

    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("r");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();

    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog", { name: "Keys" }).isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(["flipping-body", "servo"])("%s is on the picture, and moves there", async (name) => {
    const { page, complaints } = await openPage(bench, `#/scene/${name}`, { reducedMotion: "reduce" });
    await sceneShown(page, name);
    const first = await takePicture(page);
    // an empty stage has no sand-coloured pixel; the first body of either scene covers some per cent
    expect(shareOfBody(first)).toBeGreaterThan(0.01);
    expect(shareOfBody(first)).toBeLessThan(0.6);
    // both move within this time: the box spins at 8 rad/s, the cart is under way to x = 1 m after 1 s
    await page.evaluate(() => studio.step(1600));
    await page.waitForFunction(() => (studio.viewport?.time ?? 0) > 1.599);
    await expect.poll(async () => difference(first, await takePicture(page))).toBeGreaterThan(0.01);
    await expect.poll(async () => shareOfBody(await takePicture(page))).toBeGreaterThan(0.01);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("ends with its duration, and goes on when asked to", async () => {
    const { page } = await openPage(bench, "#/scene/free-fall", { reducedMotion: "reduce" });
    await sceneShown(page, "free-fall");
    await page.getByLabel("Speed").selectOption("4");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByText("End of the run at 2.000 s").waitFor();
    expect(await shownTime(page)).toBe(2);
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => (studio.status.value?.time ?? 0) > 2.1);
    await page.close();
  });

  test("slows down when it is too much for real time, says so, and the page still answers", async () => {
    const { page } = await openPage(bench, "#/scene/flipping-body");
    await sceneShown(page, "flipping-body");
    await page.evaluate(() => {
      const n = 20; // a million steps a second would be needed
      const bodies = Array.from({ length: n }, (_, k) => ({
        name: `b${k}`,
        mass: 1,
        inertia: [1, 1, 1],
        position: [k, 0, 0],
      }));
      const forces = bodies.flatMap((a, i) =>
        [1, 2, 3].map((d) => ({ type: "spring", bodyA: a.name, bodyB: bodies[(i + d) % n].name, name: `s${i}-${d}` })),
      );
      const spec = {
        name: "heavy",
        timestep: 1e-6,
        contact: "none",
        bodies,
        forces,
        formulation: { type: "forces", integrator: "rk4" },
      };
      return studio.open({ kind: "spec", spec });
    });
    await sceneShown(page, "heavy");
    await page.locator(".meter.slow").waitFor();
    const status = await page.evaluate(() => studio.status.value);
    expect(status?.factor).toBeLessThan(0.98);
    await expect.poll(() => page.evaluate(() => studio.status.value?.stage)).toBe("advance");

    // the worker answers between two ticks although it has work for hours, and the simulation goes on meanwhile
    const [first, second] = await page.evaluate(async () => {
      const { steps } = await studio.simulation.hash();
      return [steps, (await studio.simulation.hash()).steps];
    });
    expect(second).toBeGreaterThan(first);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.close();
  });
});

describe("files and mistakes", () => {
  const drop = (fileName: string, text: string) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], fileName));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
  };

  test("a wrong scene says what is wrong and where, and the old one runs on", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/flipping-body");
    await sceneShown(page, "flipping-body");
    await page.getByLabel("Speed").selectOption("0.1"); // so that it lasts
    await page.getByRole("button", { name: "Restart" }).click();
    await page.evaluate(() => {
      location.hash = "#/scene/spring-mass?mass=-1";
    });
    const alert = page.locator(".notices[role=alert]");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^mass expected .* kg, got -1/);
    const time = await shownTime(page);
    await page.waitForFunction((t) => (studio.status.value?.time ?? 0) > t, time);
    expect(await page.evaluate(() => studio.scene.value?.description.name)).toBe("flipping-body");

    await page.evaluate(() => {
      location.hash = "#/scene/flipping-bodies";
    });
    await page.getByText('unknown scene "flipping-bodies"; did you mean "flipping-body"?').waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => alert.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a dropped file is opened, JSON or YAML; a bad one is told with its line", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/free-fall");
    await sceneShown(page, "free-fall");
    const ball = { name: "ball", mass: 1, velocity: [1, 0, 0], shapes: [{ type: "sphere", radius: 0.2 }] };
    const spec = {
      name: "dropped",
      title: "Dropped ball",
      contact: "none",
      bodies: [ball],
      sensors: ["body/ball/position.z"],
    };
    await page.evaluate(`(${drop})("ball.json", ${JSON.stringify(JSON.stringify(spec))})`);
    await sceneShown(page, "dropped");
    await page.getByRole("heading", { name: "Dropped ball", level: 1 }).waitFor();

    const yaml =
      "name: from-yaml\ncontact: none\nbodies:\n  - name: ball\n    mass: 2\n    shapes: [{ type: sphere, radius: 0.2 }]\n";
    await page.evaluate(`(${drop})("ball.yaml", ${JSON.stringify(yaml)})`);
    await sceneShown(page, "from-yaml");

    await page.evaluate(`(${drop})("bad.yaml", ${JSON.stringify(yaml.replace("mass: 2", "mass: -2"))})`);
    await expect.poll(() => page.locator(".notices").textContent()).toContain("bad.yaml:5:5 bodies[0].mass: expected");
    expect(await page.evaluate(() => studio.scene.value?.description.name)).toBe("from-yaml");
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the window", () => {
  test("switches its theme and remembers it", async () => {
    const { page } = await openPage(bench, "#/scene/pendulum", { reducedMotion: "reduce" });
    await sceneShown(page, "pendulum");
    const background = () =>
      page.evaluate(() => getComputedStyle(document.querySelector(".top") as Element).backgroundColor);
    expect(await background()).toBe("rgb(22, 25, 28)");
    await page.getByRole("button", { name: "Switch to light" }).click();
    await expect.poll(background).toBe("rgb(246, 248, 247)");
    await page.reload();
    await sceneShown(page, "pendulum");
    expect(await background()).toBe("rgb(246, 248, 247)");
    await page.close();
  });

  test("fits a telephone: nothing is wider than the window, the scenes come from a drawer", async () => {
    const { page } = await openPage(bench, "#/scene/servo", {
      viewport: { width: 390, height: 720 },
      reducedMotion: "reduce",
    });
    await sceneShown(page, "servo");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("button", { name: "Scenes", exact: true }).click();
    await page.getByRole("link", { name: "Free fall" }).click();
    await sceneShown(page, "free-fall");
    await expect.poll(() => page.getByRole("link", { name: "Free fall" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Play" }).click();
    // it runs for two seconds, which a busy page may miss
    await page.waitForFunction(() => (studio.status.value?.time ?? 0) > 0.1);
    await page.close();
  });

  test("the scene's own view fits the window when that changes, until the user moves it", async () => {
    const { page } = await openPage(bench, "#/scene/gear-pair", { reducedMotion: "reduce" });
    await sceneShown(page, "gear-pair");
    /** How much of the plane is seen from side to side, m. */
    const width = () =>
      page.evaluate(() => {
        const box = document.querySelector(".viewport canvas")?.getBoundingClientRect() ?? new DOMRect();
        const x = (at: number) => studio.viewport?.ray(at, box.top + box.height / 2).origin.x ?? Number.NaN;
        return x(box.right) - x(box.left);
      });
    // both gears: their centres are 0.3 m apart, their tips 0.57 m
    await expect.poll(width).toBeGreaterThan(0.6);
    await page.setViewportSize({ width: 390, height: 720 });
    // the layout of a telephone has a view of its own
    await page.getByRole("button", { name: "Scenes", exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.querySelector(".viewport canvas")?.clientWidth)).toBe(390);
    await expect.poll(width).toBeGreaterThan(0.6);
    const nearer = async () => {
      await page.locator(".viewport").focus();
      await page.keyboard.press("+");
      return width();
    };
    await expect.poll(nearer).toBeLessThan(0.55);
    const near = await width();
    await page.setViewportSize({ width: 380, height: 720 });
    await expect.poll(() => page.evaluate(() => document.querySelector(".viewport canvas")?.clientWidth)).toBe(380);
    // the height of the view stays, the width goes with the window
    expect(await width()).toBeLessThanOrEqual(near);
    await page.close();
  });
});
