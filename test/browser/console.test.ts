/**
 * The instructor's console in Chromium, with a school and a seat that run in this process: from the sign-in to the grade,
 * by mouse and by keys, in both themes and on a tablet. `school.test.ts` does it with pages of seats and a server that is killed.
 */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { compileUntyped, createData } from "stiction";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exerciseScene } from "../../exercises/seat/scene.js";
import { openDatabase } from "../../server/database/database.js";
import type { SessionRow, ToSeat } from "../../server/protocol.js";
import { type Classroom, FakeSeat, openClassroom, PASSWORD, until } from "../server/classroom.js";
import { StreamingSeat } from "../server/streaming-seat.js";
import { tinyLoader } from "../server/tiny-exercise.js";
import { violations } from "./axe.js";
import { rowOf, seatRow, sessionRecord, signIn } from "./school.js";
import { type Bench, newPage, openBench } from "./studio-page.js";

type Start = Extract<ToSeat, { type: "start" }>;

/** The second theme is looked at for its colours alone: the page is the same, and a run of all rules takes a second of processor time. */
const COLOURS = process.env.STICTION_FULL ? undefined : ["color-contrast", "link-in-text-block"];

let bench: Bench;
let room: Classroom;
let console: Page;
let seat: StreamingSeat;
let order: Start["order"];
const complaints: string[] = [];

const SCENE = { scene: { name: "servo", params: {} }, sensors: {}, marks: {}, surveys: {} };

/** The exercise of the tests of the server, in a scene whose picture costs little. */
const loader = {
  ...tinyLoader,
  load: async (folder: string) => ({
    ...(await tinyLoader.load(folder)),
    ...SCENE,
  }),
};

const record = (): Promise<SessionRow> => sessionRecord(console, order.session);
const page = (name: string) => console.getByRole("navigation").getByRole("button", { name, exact: true }).click();
const theme = () => console.getByLabel("Dark or light").click();

beforeAll(async () => {
  bench = await openBench();
  const pages = fileURLToPath(new URL("../../dist/studio", import.meta.url));
  room = await openClassroom(await openDatabase(""), { pages, loader, host: "localhost" });
  console = await newPage(bench, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  console.on("pageerror", (error) => complaints.push(error.message));
});

afterAll(async () => {
  await console?.close();
  seat?.seat.cut();
  await room?.end();
});

describe("an instructor", () => {
  test("signs in, and pairs a seat with the code that the console shows", async () => {
    await console.goto(`${room.running.url}/instructor`);
    await console.locator("input[name=login]").waitFor();
    expect(await violations(console)).toEqual([]);
    await signIn(console, room.running.url, { login: "instructor", password: PASSWORD });
    await console.getByRole("button", { name: "Pair a seat" }).click();
    await console.fill(".pair input", "Bench 1");
    await console.click(".pair .primary");
    const code = await console.locator(".code").textContent();
    expect(await violations(console, ["button-name", "label", "aria-dialog-name"])).toEqual([]);
    const client = room.client();
    expect((await client.post("/api/pair", { code })).status).toBe(201);
    const fake = new FakeSeat(room.running.url, client.cookie);
    const model = compileUntyped(exerciseScene(SCENE));
    seat = new StreamingSeat(fake, model, createData(model));
    await fake.connect();
    await console.keyboard.press("Escape");
    await rowOf(console, "Bench 1").locator("td.status.ready").waitFor();
  });

  test("starts an exercise by keys, and both views follow the seat by the state stream", async () => {
    const row = rowOf(console, "Bench 1");
    await row.getByLabel("Student").selectOption({ label: "Sam Student" });
    await row.focus();
    await console.keyboard.press("Space");
    order = (await seat.seat.until<Start>(({ type }) => type === "start")).order;
    expect(order).toMatchObject({ title: "Tiny trench", student: "Sam Student" });
    await row.locator("td.status.running").waitFor();
    await until(async () => seat.viewers === 1 || undefined);
    // pictures of a moment that the views can only have from the stream: their own worker makes no steps
    await expect
      .poll(async () => {
        seat.publish();
        seat.advance(0.4);
        return console.evaluate(() => views?.filter(({ time, drawn }) => time > 0.3 && drawn > 1).length);
      })
      .toBe(2);
    expect((await seatRow(console, "Bench 1")).viewers).toBe(1);
  });

  test("sees progress and warnings, sends words and faults, pauses", async () => {
    const row = rowOf(console, "Bench 1");
    seat.seat.frames(order, 0, [0.2, 0.4], [{ time: 0.1, kind: "touch", text: "bucket and pipe" }]);
    await row.getByText("40 %").waitFor();
    await console.locator(".log li.warn", { hasText: "Pipe touched" }).first().waitFor();
    await row.focus();
    await console.keyboard.press("m");
    await console.locator(".message-box input:focus").waitFor();
    await console.keyboard.type("Keep the bottom level");
    await console.keyboard.press("Enter");
    expect(await seat.seat.until(({ type }) => type === "message")).toMatchObject({ text: "Keep the bottom level" });
    // a fault acts on the second press only
    const stall = console.locator(".faults button", { hasText: /Engine stall|Press again/ });
    const isStalled = () => seat.seat.heard.some((m) => m.type === "fault" && m.fault === "engine-stall" && m.on);
    await stall.press("Enter");
    expect(isStalled()).toBe(false);
    // the first press counts for three seconds: a machine that is busy may need another two
    await expect
      .poll(async () => {
        if (!isStalled()) await stall.press("Enter");
        return isStalled();
      })
      .toBe(true);
    await console.keyboard.press("Escape");
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
    await console.keyboard.press("Space");
    await row.locator("td.status.paused").waitFor();
    await console.keyboard.press("Space");
    await row.locator("td.status.running").waitFor();
  });

  test("finds nothing that axe-core objects to, in both themes and on every page", async () => {
    for (const name of ["Seats", "Students", "Documents", "Settings"]) {
      await page(name);
      if (name === "Students") await console.locator(".list > button", { hasText: "Sam Student" }).click();
      await console.getByRole("heading").first().waitFor();
      expect(await violations(console), name).toEqual([]);
      await theme();
      expect(await violations(console, COLOURS), `${name}, dark`).toEqual([]);
      await theme();
    }
    await page("Seats");
  });

  test("sees the grade, which is in the student's record", async () => {
    await page("Seats");
    seat.seat.frames(order, 2, [0.7, 1]);
    await rowOf(console, "Bench 1").locator("td.status.finished").waitFor();
    expect(await record()).toMatchObject({ state: "finished", score: 80, passed: true });
    await page("Students");
    await console.locator(".list > button", { hasText: "Sam Student" }).click();
    await console.locator(".record summary", { hasText: "80" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

test("on a tablet everything that can be touched is 44 px high, and nothing is wider than the window", async () => {
  await page("Seats");
  await console.setViewportSize({ width: 820, height: 1180 });
  const small = () =>
    console.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, select, a, label.btn, input:not([type=file])")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.getBoundingClientRect().height < 43.5)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  for (const name of ["Seats", "Students", "Documents", "Settings"]) {
    await page(name);
    await expect.poll(small, { message: name }).toEqual([]);
    expect(await console.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThan(1);
  }
});
