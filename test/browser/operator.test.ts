/** The operator's seat in Chromium: levers by keys and by a gamepad, the run again in Node, time from lever to picture. */

import type { Page } from "playwright-core";
import { compileUntyped } from "stiction";
import { createReplay, readRecording } from "stiction/io";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Seat } from "../../studio/pages/operator/seat.js";
import type { SignalName } from "../../studio/pages/operator/signals.js";
import { repeat } from "../support/repeat-inputs.js";
import { violations } from "./axe.js";
import { type Bench, openBench, openPage } from "./studio-page.js";

declare global {
  /** The handle that the page of the seat offers to the console and to tests. */
  var seat: Seat;
  /** What `emulateGamepad` leaves in the page. */
  var pad: { connected: boolean; axes: readonly number[] };
  /** Times from a lever to its picture, ms. */
  var times: number[];
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

/** A machine that makes its pictures by the processor takes minutes for a whole cycle. */
const FULL = process.env.STICTION_FULL !== undefined;
/** Few pixels, no shadows: what the pictures show is looked at elsewhere. */
const QUALITY = "4/10";

beforeAll(async () => {
  bench = await openBench();
  const opened = await openPage(bench, "", { viewport: { width: 1024, height: 640 }, quality: QUALITY });
  ({ page, complaints } = opened);
  await page.addInitScript(emulateGamepad);
  await page.goto(`${bench.address}operator`);
  await page.waitForFunction(
    () => (globalThis.studio?.viewport?.drawn ?? 0) > 0 && studio.status.value?.running && seat.levers.value.length > 0,
  );
});
afterAll(async () => {
  await page?.close();
  await bench?.close();
});

const signal = (name: SignalName) => page.evaluate((key) => seat.signals.get(key), name);

/** Pauses once the levers are at rest, and has Node repeat the inputs of the run: steps and state are those of the page. */
async function expectSameInNode(): Promise<void> {
  await page.waitForFunction(() => [...seat.inputs.deflections.values()].every((way) => way === 0));
  // an input that no step has used yet is in the state but not in the recording
  const time = await page.evaluate(() => seat.signals.time);
  await page.waitForFunction((from) => seat.signals.time > from + 0.2, time);
  const saved = await page.evaluate(async () => {
    studio.simulation.pause();
    const reply = await studio.simulation.ask((id) => ({ type: "recording-save", id }));
    if (reply.type !== "recording-saved") throw new Error(reply.type);
    const { hash } = await studio.simulation.hash();
    let text = "";
    for (let k = 0; k < reply.bytes.length; k += 8192)
      text += String.fromCharCode(...reply.bytes.subarray(k, k + 8192));
    return { base64: btoa(text), hash, steps: reply.steps, written: [...reply.written] };
  });
  const recording = await readRecording(new Uint8Array(Buffer.from(saved.base64, "base64")), "seat.mcap");
  const replay = createReplay(recording, compileUntyped(recording.header.spec));
  repeat(replay, saved.written);
  const { hash, steps } = replay.result();
  expect({ hash, steps }).toEqual({ hash: saved.hash, steps: saved.steps });
}

describe("the operator's seat", () => {
  test("/operator is a way in of its own, with panel, gauges and the cab", async () => {
    expect(page.url()).toContain("#/operator");
    expect(await page.evaluate(() => studio.viewport?.cameraName)).toBe("Cabin");
    await page.getByRole("region", { name: "Panel of the machine" }).waitFor();
    expect(await page.getByRole("img", { name: /^Engine: / }).count()).toBe(1);
    expect(await page.getByText("Reach out with the stick").count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  });

  test("a key moves the boom, and Node repeats the run bit for bit", async () => {
    const before = await signal("boom.position");
    await page.keyboard.down("KeyK");
    await page.waitForFunction((from) => seat.signals.get("boom.position") > from + 0.03, before);
    await page.keyboard.up("KeyK");
    await expectSameInNode();
    expect(complaints).toEqual([]);
  });
});

describe.runIf(FULL)("a shift at the seat", () => {
  test("who holds the keys that the first steps name, and nothing else, has a trench within two minutes", async () => {
    await page.evaluate(() => {
      studio.restart();
      studio.simulation.play();
      seat.restartSteps();
    });
    const guide = page.getByRole("complementary", { name: "First steps" });
    let dug = 0;
    for (let step = 0; step < 8; step++) {
      const key = await guide.locator("kbd").first().textContent();
      await page.keyboard.down(`Key${key}`);
      await page.waitForFunction((k) => seat.step.value > k, step);
      await page.keyboard.up(`Key${key}`);
      dug = Math.max(dug, await signal("volume"));
    }
    const { depth, time } = await page.evaluate(() => ({ depth: seat.deepest, time: seat.signals.time }));
    console.log(`by keys alone: ${dug.toFixed(2)} m³ in ${time.toFixed(1)} s, ${(-depth).toFixed(2)} m deep`);
    expect(dug).toBeGreaterThan(0.2);
    expect(depth).toBeLessThan(-0.25);
    expect(time).toBeLessThan(120);
  });

  test("who follows the first steps by keys and a gamepad digs, swings and dumps; Node repeats it bit for bit", async () => {
    await page.evaluate(() => {
      studio.restart();
      studio.simulation.play();
      seat.restartSteps();
      pad.connected = true;
      dispatchEvent(new Event("gamepadconnected"));
    });
    /** Until the guide goes on to the next step. */
    const done = (step: number) => page.waitForFunction((k) => seat.step.value > k, step);
    const hold = async (code: string, step: number) => {
      await page.keyboard.down(code);
      await done(step);
      await page.keyboard.up(code);
    };
    const tilt = async (values: readonly number[], step: number) => {
      await page.evaluate((next) => {
        pad.axes = next;
      }, values);
      await done(step);
    };
    await hold("KeyW", 0);
    await hold("KeyL", 1);
    await hold("KeyI", 2);
    // the rest by gamepad: left stick back pulls in, right one to the left curls and back raises
    await tilt([0, 0.8, 0, 0], 3);
    await tilt([0, 0, -1, 0], 4);
    const dug = await signal("volume");
    await tilt([0, 0, 0, 1], 5);
    await tilt([-1, 0, 0, 0], 6);
    expect(await signal("slew.position")).toBeGreaterThan(0.8);
    await tilt([0, 0, 1, 0], 7);
    await page.evaluate(() => {
      pad.axes = [0, 0, 0, 0];
    });
    const trench = await page.evaluate(() => ({ depth: seat.deepest, time: seat.signals.time }));
    console.log(`a cycle: ${dug.toFixed(2)} m³ in ${trench.time.toFixed(1)} s, ${(-trench.depth).toFixed(2)} m deep`);
    expect(dug).toBeGreaterThan(0.2);
    expect(await signal("volume")).toBeLessThan(dug / 4);
    expect(trench.depth).toBeLessThan(-0.25);
    expect(trench.time).toBeLessThan(120);
    await expectSameInNode();
  });

  test("from lever to picture it takes less than two pictures, by the median", async () => {
    await page.evaluate(() => {
      studio.simulation.play();
      seat.latency.clear();
      const times: number[] = [];
      Object.assign(globalThis, { times });
      studio.viewport?.watchPictures(() => times.push(performance.now()));
    });
    // a lever that has reached its end says nothing new: keys are pressed and let go
    for (const code of Array.from({ length: 6 }, (_, k) => ["KeyK", "KeyS", "KeyI", "KeyW"][k % 4])) {
      for (const act of ["down", "up"] as const) {
        const before = await page.evaluate(() => seat.latency.count);
        await page.keyboard[act](code);
        await page.waitForFunction((count) => seat.latency.count > count, before);
      }
    }
    const { latency, gap, count } = await page.evaluate(() => {
      const { times } = globalThis;
      const gaps = times.slice(1).map((time, k) => time - times[k]);
      const middle = gaps.sort((a, b) => a - b)[gaps.length >> 1];
      return { latency: seat.latency.median, gap: middle, count: seat.latency.count };
    });
    console.log(`lever to picture: median ${latency.toFixed(1)} ms of ${count}, pictures ${gap.toFixed(1)} ms apart`);
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
