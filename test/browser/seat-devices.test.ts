/**
 * Devices and windows of the operator's seat in Chromium: a gamepad on the calibration card, WebHID and Web Serial, the
 * panel and a side screen in windows of their own. Hardware stands in at the browser's interface: `navigator.hid` and
 * `navigator.serial` are replaced, everything behind them is the page's own.
 */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Seat } from "../../studio/pages/operator/seat.js";
import { type Bench, keepQuality, openBench } from "./studio-page.js";

declare global {
  var seat: Seat;
  /** What `emulateDevices` leaves in the page. */
  var devices: Devices;
}

/** HID, serial and windows: with STICTION_FULL only. */
const FULL = process.env.STICTION_FULL !== undefined;
/** A wait that has not been seen to end on a busy machine is given up after this time, ms. */
const PATIENCE_MS = 60_000;

let bench: Bench;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

/** Runs in the page before its own scripts: devices whose values the test sets. */
function emulateDevices(): void {
  const pad = {
    ...{ id: "Test pad (STANDARD GAMEPAD)", index: 0, connected: true, mapping: "standard", timestamp: 0 },
    axes: [0, 0, 0, 0],
    buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
  };
  navigator.getGamepads = () => [pad as unknown as Gamepad, null, null, null];
  const hidDevice = Object.assign(new EventTarget(), {
    ...{ opened: false, productName: "Test lever", vendorId: 1, productId: 2 },
    collections: [
      {
        inputReports: [
          {
            reportId: 1,
            items: [{ reportSize: 16, reportCount: 2, logicalMinimum: 0, logicalMaximum: 65535 }],
          },
        ],
      },
    ],
    open: async () => undefined,
  });
  Object.defineProperty(navigator, "hid", { value: { requestDevice: async () => [hidDevice] } });
  let line: ReadableStreamDefaultController<Uint8Array> | null = null;
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      line = controller;
    },
  });
  Object.defineProperty(navigator, "serial", {
    value: { requestPort: async () => ({ open: async () => undefined, readable }) },
  });
  Object.assign(globalThis, {
    devices: {
      pad,
      report(x: number, y: number) {
        const data = new DataView(new ArrayBuffer(4));
        data.setUint16(0, x, true);
        data.setUint16(2, y, true);
        hidDevice.dispatchEvent(Object.assign(new Event("inputreport"), { reportId: 1, data }));
      },
      line: (text: string) => line?.enqueue(new TextEncoder().encode(text)),
    },
  });
}

interface Devices {
  readonly pad: { axes: number[] };
  report(x: number, y: number): void;
  line(text: string): void;
}

async function openWindow(path: string): Promise<Page> {
  const opened = await context.newPage();
  opened.setDefaultTimeout(PATIENCE_MS);
  opened.on("console", (message) => {
    // what the test itself brings about: no worker for working offline, and pages put together by reading pictures back
    const own = /Service Worker registration blocked|GPU stall due to ReadPixels/.test(message.text());
    if ((message.type() === "error" || message.type() === "warning") && !own) complaints.push(message.text());
  });
  opened.on("pageerror", (error) => complaints.push(error.message));
  await opened.goto(bench.address + path);
  return opened;
}

beforeAll(async () => {
  bench = await openBench();
  context = await bench.browser.newContext({
    ...{ viewport: { width: 900, height: 560 }, colorScheme: "dark", serviceWorkers: "block" },
  });
  await context.addInitScript(keepQuality, "4/5");
  await context.addInitScript(emulateDevices);
  page = await openWindow("#/operator/excavator");
  await page.waitForFunction(() => globalThis.seat?.levers?.value.length > 0 && (studio.viewport?.drawn ?? 0) > 0);
});
afterAll(async () => {
  await context?.close();
  await bench?.close();
});

const deflection = (of: Page, name: string) => of.evaluate((key) => seat.inputs.deflections.get(key) ?? 0, name);

test("the calibration card: a gamepad live, a channel for another lever, the other way round", async () => {
  await page.getByRole("button", { name: "Levers and devices" }).click();
  const card = page.getByRole("region", { name: "Test pad" });
  await card.waitFor();
  await page.evaluate(() => {
    devices.pad.axes = [0, 0, 0, 1];
  });
  // right stick back raises the boom
  await expect.poll(() => deflection(page, "boom"), { timeout: PATIENCE_MS }).toBe(1);
  await card.getByLabel("Reversed: Axis 3").check();
  await expect.poll(() => deflection(page, "boom"), { timeout: PATIENCE_MS }).toBe(-1);
  await page.evaluate(() => {
    devices.pad.axes = [0, 0, 0, 0];
  });
  await expect.poll(() => deflection(page, "boom"), { timeout: PATIENCE_MS }).toBe(0);
  // "move the lever for": the first channel that moves far is taken
  await card.getByRole("button", { name: /Blade/ }).click();
  await page.evaluate(() => {
    devices.pad.axes = [0.9, 0, 0, 0];
  });
  await expect.poll(() => deflection(page, "blade"), { timeout: PATIENCE_MS }).toBeGreaterThan(0.5);
  expect(await deflection(page, "slew")).toBe(0);
  await page.evaluate(() => {
    devices.pad.axes = [0, 0, 0, 0];
  });
});

test.runIf(FULL)("WebHID: a step of a 16-bit axis; Web Serial: a line, and silence", async () => {
  await page.getByRole("button", { name: /HID/ }).click();
  await page.getByRole("region", { name: "Test lever" }).waitFor();
  await page.evaluate(() => {
    const source = seat.devices.list.value.find(({ kind }) => kind === "hid");
    if (!source) throw new Error("no HID device");
    seat.devices.setRoutes(source, [{ control: "steer", channel: 1, dead: 0, curve: 0, inverted: false }]);
    devices.report(0, 32768);
  });
  await expect.poll(() => deflection(page, "steer"), { timeout: PATIENCE_MS }).toBe(2 * (32768 / 65535) - 1);
  await page.evaluate(() => devices.report(0, 32769));
  await expect.poll(() => deflection(page, "steer"), { timeout: PATIENCE_MS }).toBe(2 * (32769 / 65535) - 1);

  await page.getByRole("button", { name: /erial/ }).click();
  await page.getByRole("region", { name: "Serial port" }).waitFor();
  await page.evaluate(() => {
    const source = seat.devices.list.value.find(({ kind }) => kind === "serial");
    if (!source) throw new Error("no serial device");
    seat.devices.setRoutes(source, [{ control: "outriggers", channel: 0, dead: 0, curve: 0, inverted: false }]);
  });
  // a device that talks, now and then from its rest, without which a lever that was lost does nothing; then it stops, which is a lost signal
  const talk = await page.evaluateHandle(() => {
    let lines = 0;
    return setInterval(() => devices.line(lines++ % 20 < 5 ? "0, 0\n" : "0.25, 0\n"), 30);
  });
  await expect.poll(() => deflection(page, "outriggers"), { timeout: PATIENCE_MS }).toBe(0.25);
  await talk.evaluate((timer) => clearInterval(timer));
  await expect.poll(() => page.evaluate(() => seat.inputs.lost), { timeout: PATIENCE_MS }).toContain("Serial port");
  await expect.poll(() => deflection(page, "outriggers"), { timeout: PATIENCE_MS }).toBe(0);
  await page.keyboard.press("Escape");
});

test.runIf(FULL)("the panel in a window of its own moves the machine of the other, and shows its gauges", async () => {
  const panel = await openWindow("operator/panel");
  await panel.waitForFunction(() => globalThis.seat?.levers?.value.length === 8 && seat.signals.time > 0);
  expect(panel.url()).toContain("#/operator/panel");
  const before = await panel.evaluate(() => seat.signals.get("blade.position"));
  await panel.getByRole("button", { name: "Blade down" }).hover();
  await panel.mouse.down();
  await expect.poll(() => deflection(page, "blade"), { timeout: PATIENCE_MS }).toBe(1);
  await panel.waitForFunction((from) => seat.signals.get("blade.position") > from + 0.02, before);
  await panel.mouse.up();
  await expect.poll(() => deflection(page, "blade"), { timeout: PATIENCE_MS }).toBe(0);
  // a switch goes both ways
  await panel.getByRole("button", { name: "Brake" }).click();
  await page.waitForFunction(() => seat.brake.value);
  await page.evaluate(() => {
    seat.brake.value = false;
  });
  await panel.waitForFunction(() => !seat.brake.value);
  // who closes the window lets go of its levers
  await panel.getByRole("button", { name: "Blade up" }).hover();
  await panel.mouse.down();
  await expect.poll(() => deflection(page, "blade"), { timeout: PATIENCE_MS }).toBe(-1);
  await panel.close();
  await expect.poll(() => deflection(page, "blade"), { timeout: PATIENCE_MS }).toBe(0);
});

test.runIf(FULL)("a side screen in a window of its own has camera, poses and time of the seat's window", async () => {
  const side = await openWindow("#/operator/excavator?screen=left");
  await side.waitForFunction(() => (studio.viewport?.time ?? 0) > 0);
  await page.evaluate(() => studio.simulation.pause());
  const placeOf = (of: Page) =>
    of.evaluate(() => {
      const bucket = studio.scene.value?.description.bodies.findIndex(({ name }) => name === "bucket") ?? -1;
      return { at: studio.viewport?.placeOf(bucket), time: studio.viewport?.time };
    });
  await expect
    .poll(async () => JSON.stringify(await placeOf(side)), { timeout: PATIENCE_MS })
    .toBe(JSON.stringify(await placeOf(page)));
  await side.close();
  expect(complaints).toEqual([]);
});
