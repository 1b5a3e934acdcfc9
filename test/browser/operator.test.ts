/** The operator's seat in Chromium: levers by keys and by a gamepad, the run again in Node, time from lever to picture. */

import type { Page } from "playwright-core";
import { compile, type Spec } from "stiction";
import { createReplay, readRecording } from "stiction/io";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Seat } from "../../studio/pages/operator/seat.js";
import type { SignalName } from "../../studio/pages/operator/signals.js";
import { type Bench, openBench, openPage } from "./studio-page.js";

declare global {
  /** The handle that the page of the seat offers to the console and to tests. */
  var seat: Seat;
}

let bench: Bench;
let page: Page;
let complaints: readonly string[];

/** Runs in the page before its own scripts: a gamepad whose axes and buttons the test sets. */
function emulateGamepad(): void {
  const pad = {
    id: "Test pad (STANDARD GAMEPAD)",
    index: 0,
    connected: false,
    mapping: "standard",
    timestamp: 0,
    axes: [0, 0, 0, 0],
    buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
  };
  Object.assign(globalThis, { pad });
  navigator.getGamepads = () => [pad.connected ? (pad as unknown as Gamepad) : null, null, null, null];
}

/** A machine that makes its pictures by the processor takes minutes for this. */
const FULL = process.env.STICTION_FULL !== undefined;

beforeAll(async () => {
  if (!FULL) return;
  bench = await openBench();
  const opened = await openPage(bench, "", { viewport: { width: 1024, height: 640 } });
  ({ page, complaints } = opened);
  await page.addInitScript(emulateGamepad);
  await page.goto(`${bench.address}operator`);
  await page.waitForFunction(() => (globalThis.studio?.viewport?.drawn ?? 0) > 2 && studio.status.value?.running);
});
afterAll(async () => {
  await page?.close();
  await bench?.close();
});

/** Simulated seconds while `hold` holds. */
async function wait(seconds: number): Promise<void> {
  const from = await page.evaluate(() => studio.status.value?.time ?? 0);
  await page.waitForFunction((until) => (studio.status.value?.time ?? 0) >= until, from + seconds);
}

const signal = (name: SignalName) => page.evaluate((key) => seat.signals.get(key), name);

describe.runIf(FULL)("the operator's seat", () => {
  test("/operator is a way in of its own, with panel, gauges and the cab", async () => {
    expect(page.url()).toContain("#/operator");
    expect(await page.evaluate(() => studio.viewport?.cameraName)).toBe("Cabin");
    await page.getByRole("region", { name: "Panel of the machine" }).waitFor();
    expect(await page.getByRole("img", { name: /^Engine: / }).count()).toBe(1);
    expect(await page.getByText("Reach out with the stick").count()).toBeGreaterThan(0);
  });

  test("keys and a gamepad dig, swing and dump; Node repeats the run bit for bit", async () => {
    // twice as fast, where the machine can
    await page.evaluate(() => studio.setSpeed(2));
    const hold = async (code: string, seconds: number) => {
      await page.keyboard.down(code);
      await wait(seconds);
      await page.keyboard.up(code);
    };
    await hold("KeyW", 1.3);
    await hold("KeyL", 0.7);
    await hold("KeyI", 2.4);
    // the rest by gamepad: right stick back raises, left stick back pulls in, to the left swings
    await page.evaluate(() => {
      const { pad } = globalThis as unknown as { pad: { connected: boolean } };
      pad.connected = true;
      dispatchEvent(new Event("gamepadconnected"));
    });
    const axes = async (values: readonly number[], seconds: number) => {
      await page.evaluate((next) => {
        (globalThis as unknown as { pad: { axes: readonly number[] } }).pad.axes = next;
      }, values);
      await wait(seconds);
    };
    await axes([0, 0.8, 0, 0], 1.6);
    await axes([0, 0.4, -1, 0.3], 1.2);
    const dug = await signal("volume");
    await axes([0, 0, 0, 1], 1.6);
    await axes([-1, 0, 0, 0], 1.4);
    await axes([0, 0, 1, 0], 1.8);
    await axes([0, 0, 0, 0], 0.2);
    expect(dug).toBeGreaterThan(0.05);
    expect(await signal("slew.position")).toBeGreaterThan(0.3);
    expect(await signal("volume")).toBeLessThan(dug / 2);
    const saved = await page.evaluate(async () => {
      studio.simulation.pause();
      const reply = await studio.simulation.ask((id) => ({ type: "recording-save", id }));
      if (reply.type !== "recording-saved") throw new Error(reply.type);
      const { hash } = await studio.simulation.hash();
      return { bytes: [...reply.bytes], hash, steps: reply.steps };
    });
    const recording = await readRecording(Uint8Array.from(saved.bytes), "seat.mcap");
    const replay = createReplay(recording, compile(recording.header.spec as Spec));
    replay.advance(replay.steps);
    expect(replay.result().hash).toBe(saved.hash);
    expect(replay.result().steps).toBe(saved.steps);
    expect(replay.result().agrees).toBe(true);
  });

  test("from lever to picture it takes less than two pictures, by the median", async () => {
    await page.evaluate(() => {
      studio.setSpeed(1);
      studio.simulation.play();
      const times: number[] = [];
      Object.assign(globalThis, { times });
      studio.viewport?.watchPictures(() => times.push(performance.now()));
    });
    for (const code of ["KeyK", "KeyS", "KeyJ"]) {
      await page.keyboard.down(code);
      await wait(0.5);
      await page.keyboard.up(code);
    }
    const { latency, gap } = await page.evaluate(() => {
      const { times } = globalThis as unknown as { times: number[] };
      const gaps = times.slice(1).map((time, k) => time - times[k]);
      return { latency: seat.latency.median, gap: gaps.sort((a, b) => a - b)[gaps.length >> 1] };
    });
    console.log(`lever to picture: median ${latency.toFixed(1)} ms, pictures ${gap.toFixed(1)} ms apart`);
    expect(latency).toBeGreaterThan(0);
    expect(latency).toBeLessThan(2 * gap);
  });

  test("displays change while running, and nothing complains", async () => {
    for (const name of ["Red and cyan glasses", "Three screens", "One screen"]) {
      if ((await page.getByRole("radiogroup").count()) === 0)
        await page.getByRole("button", { name: "Display" }).click();
      await page.getByRole("radio", { name }).check();
      const before = await page.evaluate(() => studio.viewport?.drawn ?? 0);
      await page.waitForFunction((count) => (studio.viewport?.drawn ?? 0) > count, before);
    }
    expect(complaints).toEqual([]);
  });
});
