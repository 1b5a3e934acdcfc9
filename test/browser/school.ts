/** A school as people have it: a network that can be cut, pages of seats and of the console. */
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import type { Page } from "playwright-core";
import { DEMO } from "../../server/demo.js";
import type { SeatRow, SessionRecord } from "../../server/protocol.js";
import type { Seat } from "../../studio/pages/operator/seat.js";
import type { SchoolProcess } from "../server/school-process.js";
import { PATIENCE_MS } from "../support/patience.js";
import { type Bench, keepQuality } from "./studio-page.js";

declare global {
  var seat: Seat;
  /** The console's views of the seat in front. */
  var views: readonly { readonly time: number; readonly drawn: number; fixQuality(level: number): void }[] | undefined;
}

/** A network between a seat and the school. */
export class Cable {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private isCut = false;
  url = "";

  async open(school: SchoolProcess): Promise<void> {
    const server = createServer((near) => {
      if (this.isCut) return void near.destroy();
      const far = dial(school.port, "localhost");
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          this.sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    this.server = server;
    await new Promise<void>((done) => server.listen(0, "localhost", done));
    this.url = `http://localhost:${(server.address() as { port: number }).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server?.close();
  }
}

/** A page of a context of its own: each seat is another computer. */
export async function schoolPage(
  bench: Bench,
  size: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await bench.browser.newContext({ viewport: size, serviceWorkers: "block" });
  await context.addInitScript(keepQuality, "3/4");
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

export async function signIn(
  page: Page,
  url: string,
  { login, password }: { readonly login: string; readonly password: string } = DEMO,
): Promise<void> {
  await page.goto(`${url}/instructor`);
  await page.fill("input[name=login]", login);
  await page.fill("input[name=password]", password);
  await page.click("button[type=submit]");
  await page.locator(".seats").waitFor();
}

/** A code on the console, typed in at the seat. */
export async function pairSeat(console: Page, seat: Page, name: string, url: string): Promise<void> {
  await console.getByRole("button", { name: "Pair a seat" }).first().click();
  await console.fill(".pair input", name);
  await console.click(".pair .primary");
  const code = await console.locator(".code").textContent();
  await seat.goto(`${url}/#/operator/excavator`);
  await seat.locator(".seat-top").waitFor();
  await seat.getByLabel("School", { exact: true }).click();
  await seat.fill(".school-join input", code ?? "");
  await seat.click(".school-join button");
  await console.click(".pair .btn:last-child");
  await rowOf(console, name).locator("td.status.ready").waitFor();
}

export const rowOf = (console: Page, seat: string) => console.locator("tr", { hasText: seat });

/** What the console's server says of a seat. */
export async function seatRow(console: Page, name: string): Promise<SeatRow> {
  const rows: SeatRow[] = await (await console.request.get(new URL("/api/seats", console.url()).href)).json();
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`there is no ${name}`);
  return row;
}

/** A session as the database has it. */
export async function sessionRecord(console: Page, id: string): Promise<SessionRecord> {
  return (await console.request.get(new URL(`/api/sessions/${id}`, console.url()).href)).json();
}

/** Holds the key of a lever until the exercise has counted it. */
export async function holdLever(seat: Page, control: string, way: 0 | 1): Promise<void> {
  const { key, before } = await seat.evaluate(
    ([name, side]) => ({
      key: globalThis.seat.keys.pairs.find((pair) => pair.control === name)?.keys[side as 0 | 1] ?? "",
      before: globalThis.seat.school.progress.value,
    }),
    [control, way] as const,
  );
  await seat.keyboard.down(key);
  await seat.waitForFunction((was) => globalThis.seat.school.progress.value > was, before, { polling: 50 });
  await seat.keyboard.up(key);
}
