/**
 * `node --conditions=source --import tsx scripts/pictures/school.ts [folder]`: pictures of the instructor's console for the
 * manual, docs/public/guide/school-*.webp, in both themes into another folder where one is given. A school with sample
 * data runs in this process; its seats send the recorded sessions of the shipped exercises, and one simulates.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { createData } from "stiction";
import { parse } from "yaml";
import { createDriver, readDriver } from "../../exercises/driver.js";
import { compileExercise } from "../../exercises/headless.js";
import {
  loadExercise,
  PROMPT,
  packRecord,
  resumeExercise,
  startExercise,
  unpackRecord,
} from "../../exercises/index.js";
import { FrameSampler } from "../../exercises/seat/sampler.js";
import { SHIPPED } from "../../exercises/shipped.js";
import { DEMO } from "../../server/demo.js";
import type { SeatOrder, StudentRow, WireFrame } from "../../server/protocol.js";
import { startSchool } from "../../server/start-school.js";
import { Client, FakeSeat, until } from "../../test/server/classroom.js";
import { StreamingSeat } from "../../test/server/streaming-seat.js";
import { ensureChromium } from "../setup.mjs";
import { CHROMIUM_FLAGS } from "./chromium.mjs";
import { asWebp } from "./webp.mjs";

/** What the seats do: exercise, part of its recorded session that was sent, and what became of it. */
const SEATS: readonly (readonly [exercise: string, part: number, then: "runs" | "pauses" | "is lost"])[] = [
  ["truck-loading", 0.7, "runs"],
  ["stabilisers", 0.4, "runs"],
  ["trenching", 0.5, "runs"],
  ["buried-pipe", 0.5, "pauses"],
  ["lifting", 0.6, "runs"],
  ["driving", 1, "runs"],
  ["controls-tour", 0, "is lost"],
  ["slope-work", 0.2, "runs"],
];
/** The seat that simulates, and until when, s. */
const LIVE = 2;
const LIVE_UNTIL = Number(process.env.STICTION_UNTIL ?? 27);
/** Frames that are sent when the console is open. */
const LAST = 20;
const SIZE = { width: 1440, height: 900 };

const [folder = fileURLToPath(new URL("../../docs/public/guide", import.meta.url)), ...wanted] = process.argv.slice(2);
const isManual = folder.endsWith("guide");
mkdirSync(folder, { recursive: true });

const school = await startSchool({
  database: "",
  exercises: [SHIPPED],
  loader: {
    load: loadExercise,
    start: (exercise, options) => startExercise(exercise, options, PROMPT),
    resume: (exercise, seed, frames) =>
      resumeExercise(exercise, packRecord({ exercise: exercise.id, seed, frames }), PROMPT),
  },
  pages: fileURLToPath(new URL("../../dist/studio", import.meta.url)),
  port: 0,
  host: "localhost",
  demo: true,
  log: (line) => console.error(line),
});
const instructor = new Client(school.url);
await instructor.post("/api/sign-in", DEMO);
const students: StudentRow[] = (await instructor.get("/api/students")).body;
let live: { readonly streaming: StreamingSeat; finish(): Promise<void> } | undefined;
for (const [k, [id, part, then]] of SEATS.entries()) await fillSeat(k, id, part, then);

const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
// pictures are encoded in an empty page: that of the console may fetch nothing but from its server
const blank = await browser.newPage();
for (const theme of isManual ? (["light"] as const) : (["light", "dark"] as const)) await takeAll(browser, theme);
await browser.close();
await school.close();
process.exit(0);

/** Pairs a seat, begins its exercise and sends what it did. */
async function fillSeat(k: number, id: string, part: number, then: string): Promise<void> {
  const { body } = await instructor.post("/api/seats/codes", { name: `Seat ${k + 1}` });
  const client = new Client(school.url);
  const { body: paired } = await client.post("/api/pair", { code: body.code });
  const seat = new FakeSeat(school.url, client.cookie);
  await seat.connect();
  seat.send({
    type: "status",
    status: { machine: "wheeled-excavator", scene: "excavator-site", factor: 1, running: true },
  });
  if (then === "is lost") return seat.cut();
  const student = students[(5 * k + 1) % students.length].id;
  const { body: session, status } = await instructor.post("/api/sessions", { seat: paired.id, exercise: id, student });
  if (status !== 201) throw new Error(JSON.stringify(session));
  const { order } = await seat.until<{ type: "start"; order: SeatOrder }>(({ type }) => type === "start");
  if (k === LIVE) await simulate(seat, order);
  else {
    const { frames } = unpackRecord(readFileSync(join(SHIPPED, id, "reference.session")));
    await send(seat, order, frames.slice(0, Math.ceil(part * frames.length)) as WireFrame[]);
  }
  if (then === "pauses") await instructor.post(`/api/sessions/${session.id}/pause`);
}

async function send(seat: FakeSeat, order: SeatOrder, frames: readonly WireFrame[], from = 0): Promise<void> {
  for (let first = from; first < from + frames.length; first += 200) {
    const some = frames.slice(first - from, first - from + 200);
    seat.send({ type: "frames", session: order.session, first, frames: some });
    await until(() =>
      seat.heard.find((m) => (m.type === "taken" && m.next >= first + some.length - 9) || m.type === "graded"),
    );
  }
}

/** The seat whose views are shown. */
async function simulate(seat: FakeSeat, order: SeatOrder): Promise<void> {
  const path = join(SHIPPED, order.exercise);
  const exercise = await loadExercise(path);
  const model = compileExercise(exercise);
  const data = createData(model);
  const drive = createDriver(model, readDriver(parse(readFileSync(join(path, "reference.yaml"), "utf8")), "reference"));
  const sampler = new FrameSampler(model, data, exercise);
  const streaming = new StreamingSeat(seat, model, data);
  const frames: WireFrame[] = [];
  for (let time = 0; time < LIVE_UNTIL; time += 0.1) {
    frames.push(sampler.frame());
    streaming.advance(time + 0.1, drive);
  }
  await send(seat, order, frames.slice(0, -LAST));
  live = { streaming, finish: () => send(seat, order, frames.slice(-LAST), frames.length - LAST) };
}

async function takeAll(from: Browser, theme: "light" | "dark"): Promise<void> {
  const page = await from.newPage({ viewport: SIZE, reducedMotion: "reduce", locale: "en" });
  page.setDefaultTimeout(240_000);
  await page.addInitScript((name) => localStorage.setItem("stiction.theme", name), theme);
  await page.goto(`${school.url}/instructor`);
  await page.locator("input[name=login]").waitFor();
  const suffix = isManual ? "" : `-${theme}`;
  if (!isManual) await save(page, `sign-in${suffix}`);
  await page.fill("input[name=login]", DEMO.login);
  await page.fill("input[name=password]", DEMO.password);
  await page.click("button[type=submit]");
  await page
    .locator("tr[data-seat]")
    .nth(SEATS.length - 1)
    .waitFor();
  const shots: [string, () => Promise<unknown>][] = [
    ["seats", () => seatsShown(page)],
    [
      "students",
      async () => {
        await page.getByRole("button", { name: "Students", exact: true }).click();
        await page.locator(".list > button", { hasText: "Student 03" }).click();
        await page.locator(".record .u-over").waitFor();
        await page
          .locator(".record details")
          .first()
          .evaluate((element: HTMLDetailsElement) => {
            element.open = true;
          });
      },
    ],
    [
      "documents",
      async () => {
        await page.getByRole("button", { name: "Documents", exact: true }).click();
        await page.locator(".list > button", { hasText: "trench" }).first().click();
        await page.locator(".md h2").first().waitFor();
      },
    ],
    ["settings", () => page.getByRole("button", { name: "Settings", exact: true }).click()],
  ];
  for (const [name, prepare] of shots) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await prepare();
    await page.waitForTimeout(500);
    await save(page, name + suffix);
  }
  await page.close();
}

/** The tab of the seat that simulates, with both views drawn from its stream. */
async function seatsShown(page: Page): Promise<void> {
  await page.locator("tr[data-seat]").nth(LIVE).click();
  await until(async () => (live?.streaming.viewers ?? 0) > 0 || undefined);
  // the console hears values while it is open
  await live?.finish();
  await page.evaluate(() => {
    for (const view of views ?? []) view.fixQuality(0);
  });
  await until(async () => {
    live?.streaming.publish();
    await page.waitForTimeout(100);
    return (
      (await page.evaluate(
        (time) => views?.length === 2 && views.every((view) => view.time > time && view.drawn > 3),
        LIVE_UNTIL - 0.5,
      )) || undefined
    );
  });
  await page.locator(".measures").waitFor();
  await page.waitForTimeout(8000);
}

async function save(page: Page, name: string): Promise<void> {
  const png = await page.screenshot();
  const file = join(folder, `school-${name}.webp`);
  writeFileSync(isManual ? file : file.replace("webp", "png"), isManual ? await asWebp(blank, png, 0.85) : png);
  console.log(file);
}

declare global {
  var views: readonly { readonly time: number; readonly drawn: number; fixQuality(level: number): void }[] | undefined;
}
