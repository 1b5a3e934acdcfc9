/**
 * The classroom in Chromium, from the sign-in to the grade: the server is a process of its own, keys move the levers, the
 * console's views follow by the state stream, a seat's network is cut, and the server is killed. Three
 * pages with pictures by the processor and a database that is made anew take minutes of it: with STICTION_FULL only.
 * `test/server` has the same rules in the quick set, with programs in the places of pages.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../server/database/database.js";
import { framesOf } from "../../server/store/sessions.js";
import { SchoolProcess } from "../server/school-process.js";
import { Cable, holdLever, pairSeat, rowOf, schoolPage, seatRow, sessionRecord, signIn } from "./school.js";
import { type Bench, openBench } from "./studio-page.js";

const FULL = process.env.STICTION_FULL !== undefined;
const ONE = "Bench 1";
const TWO = "Bench 2";
/** Levers of the tour; each counts both ways. */
const LEVERS = ["boom", "stick", "bucket", "slew"] as const;

const school = new SchoolProcess();
const cable = new Cable();
let bench: Bench;
let console: Page;
let seat: Page;
let second: Page | undefined;
/** Errors of pages that no test brings about. */
const complaints: string[] = [];
let session = "";

const duration = async (name = ONE) => (await seatRow(console, name)).session?.duration ?? 0;
/** Waits until a seat's session is so old, simulated s. */
const reaches = (seconds: number, name = ONE) =>
  expect.poll(() => duration(name), { interval: 200 }).toBeGreaterThan(seconds);

async function start(name: string): Promise<void> {
  const row = rowOf(console, name);
  await row.getByLabel("Exercise").selectOption("controls-tour");
  await row.getByLabel(new RegExp(`^Start, ${name}`)).click();
  await row.locator("td.status.running").waitFor();
}

describe.runIf(FULL)("the classroom in Chromium", () => {
  beforeAll(async () => {
    bench = await openBench();
    await school.start();
    await cable.open(school);
    console = await schoolPage(bench, { width: 1200, height: 760 });
    seat = await schoolPage(bench, { width: 900, height: 640 });
    for (const page of [console, seat]) page.on("pageerror", (error) => complaints.push(error.message));
  });

  afterAll(async () => {
    for (const page of [console, seat, second]) await page?.context().close();
    cable.close();
    school.dispose();
  });

  test("an instructor signs in, pairs a seat and starts an exercise on it", async () => {
    await signIn(console, school.url);
    await pairSeat(console, seat, ONE, cable.url);
    await start(ONE);
    await seat.locator(".school-strip").waitFor();
    session = (await seatRow(console, ONE)).session?.id ?? "";
    await reaches(0.5);
  });

  test("both views of the console follow the seat by the state stream", async () => {
    await expect.poll(async () => (await seatRow(console, ONE)).viewers).toBe(1);
    const at = await duration();
    // pictures of a moment that the views can only have from the stream: their own worker makes no steps
    await console.waitForFunction(
      (moment) => views?.length === 2 && views.every(({ time, drawn }) => time > moment && drawn > 1),
      at,
      { polling: 100 },
    );
  });

  test("levers advance the exercise, also while the network is cut", async () => {
    await holdLever(seat, LEVERS[0], 1);
    await expect.poll(async () => (await seatRow(console, ONE)).session?.progress).toBe(1 / 8);
    const before = (await seatRow(console, ONE)).session?.duration ?? 0;
    cable.cut();
    await rowOf(console, ONE).locator("td.status.away").waitFor();
    // the seat goes on by itself
    await seat.waitForFunction((from) => studio.time.now.time > from + 2, before, { polling: 100 });
    const cutAt = await duration();
    cable.mend();
    await rowOf(console, ONE).locator("td.status.running").waitFor();
    await reaches(cutAt + 2);
  });

  test("the server is killed and starts again: the running session goes on, the finished one is there", async () => {
    second = await schoolPage(bench, { width: 900, height: 640 });
    await pairSeat(console, second, TWO, school.url);
    await start(TWO);
    await reaches(1, TWO);
    const finished = (await seatRow(console, TWO)).session?.id ?? "";
    await rowOf(console, TWO)
      .getByLabel(new RegExp(`^Stop, ${TWO}`))
      .click();
    await expect.poll(async () => (await sessionRecord(console, finished)).state).toBe("stopped");
    const stopped = await sessionRecord(console, finished);
    const { duration: reached = 0, progress = 0 } = (await seatRow(console, ONE)).session ?? {};
    await school.end("SIGKILL");
    await school.start();
    expect(await sessionRecord(console, finished)).toEqual(stopped);
    await rowOf(console, ONE).locator("td.status.running").waitFor();
    expect((await seatRow(console, ONE)).session).toMatchObject({ id: session, progress });
    await reaches(reached + 2);
  });

  test("the grade and the log of the session are in the database", async () => {
    await seat.bringToFront();
    await holdLever(seat, LEVERS[0], 0);
    for (const lever of LEVERS.slice(1)) for (const way of [1, 0] as const) await holdLever(seat, lever, way);
    await expect.poll(async () => (await sessionRecord(console, session)).state, { interval: 200 }).toBe("finished");
    const { progress, passed, score, assessment, events } = await sessionRecord(console, session);
    expect([progress, passed]).toEqual([1, true]);
    // 80 points for eight of eight; at most 20 for the time
    expect(assessment?.items.map(({ id, value, points }) => [id, value, points])[0]).toEqual(["levers", 8, 80]);
    expect(score).toBeGreaterThanOrEqual(80);
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["started", "message"]));
    await expect.poll(() => seat.evaluate(() => globalThis.seat.school.grade.value?.score)).toBe(score);
    await rowOf(console, ONE).locator("td.status.finished").waitFor();
    expect(complaints).toEqual([]);
  });

  test("a frame for every tenth of a second is in the database: none is lost and none is there twice", async () => {
    await school.end("SIGTERM");
    const database = await openDatabase(school.data);
    try {
      const frames = await framesOf({ database }, session);
      const steps = frames.slice(1).map(({ time }, k) => Math.round(1000 * (time - frames[k].time)));
      expect(frames.length).toBeGreaterThan(20);
      expect(new Set(steps)).toEqual(new Set([100]));
    } finally {
      await database.close();
    }
  });
});
