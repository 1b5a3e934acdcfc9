/** `stiction link` as a process: a controller in JSON over WebSocket, a viewer behind a bad network, a platform, a record. */
import { createSocket } from "node:dgram";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { decodeLink, encodeLink, type LinkMessage, readInputLog, replayInputs, StreamViewer } from "stiction/link";
import { afterAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { cliHere, startCli, temporaryFolder } from "../cli/run-cli.js";
import { PATIENCE_MS } from "../support/patience.js";
import { hello, LEVER } from "./lever.js";
import { startUdpProxy } from "./udp-proxy.js";

const folder = temporaryFolder();
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});
writeFileSync(join(folder, "lever.json"), JSON.stringify(LEVER));
const wait = { timeout: PATIENCE_MS, interval: 10 };

/** A peer over UDP; `got` are its messages. */
function udpPeer(port: number, onMessage: (message: LinkMessage) => void) {
  const socket = createSocket("udp4");
  closing.push(() => socket.close());
  let [session, sequence] = [0, 0];
  socket.on("message", (wire) => {
    const { message, session: given } = decodeLink(wire);
    if (message.type === "welcome") session = given;
    onMessage(message);
  });
  return {
    send: (message: LinkMessage) =>
      socket.send(encodeLink({ session, sequence: ++sequence, message }), port, "127.0.0.1"),
    get session() {
      return session;
    },
  };
}

test("controller, viewer behind 5 % loss and 100 ms, platform and record: everyone sees the same run", async () => {
  const args = [
    "link",
    "lever.json",
    "--port",
    "0",
    "--json",
    "--seat",
    "arm",
    "--record",
    "run.inputs",
    "--speed",
    "1",
  ];
  const { child, result } = startCli(args, { cwd: folder });
  closing.push(() => child.kill("SIGKILL"));
  let out = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  await vi.waitUntil(() => out.includes("\n"), wait);
  const ready = JSON.parse(out.split("\n")[0]);
  expect(ready).toMatchObject({ type: "ready", scene: "lever", controls: ["arm"] });
  const port = Number(/udp:\/\/127\.0\.0\.1:(\d+)/.exec(ready.urls.join())?.[1]);

  const proxy = await startUdpProxy(port, { loss: 0.05, delay: 0.1, jitter: 0.02, seed: 3 });
  closing.push(() => proxy.close());
  const viewer = new StreamViewer({
    clock: () => performance.now() / 1000,
    acknowledge: (newest, before, events) => watcher.send({ type: "taken", newest, before, events }),
  });
  const watcher = udpPeer(proxy.port, (message) => message.type === "stream" && viewer.receive(message.packet));
  const cues: LinkMessage[] = [];
  const platform = udpPeer(port, (message) => message.type === "cue" && cues.push(message));
  platform.send(hello({ role: "platform", name: "platform", rate: 50, controls: [], sensors: [] }));
  // a hello that gets lost is said again
  const greet = setInterval(() => {
    if (watcher.session === 0) watcher.send(hello({ role: "viewer", name: "watcher", controls: [], sensors: [] }));
  }, 50);
  closing.push(() => clearInterval(greet));

  // a page of another computer is refused by the server
  const strange = new WebSocket(ready.urls[1], { origin: "https://elsewhere.example" });
  await new Promise((resolve) => strange.once("error", resolve));

  const socket = new WebSocket(ready.urls.find((url: string) => url.startsWith("ws:")));
  const got: Record<string, unknown>[] = [];
  socket.on("message", (text) => got.push(JSON.parse(String(text))));
  await new Promise((resolve) => socket.once("open", resolve));
  const say = (fields: object) => socket.send(JSON.stringify({ v: 1, session: got[0]?.session ?? 0, ...fields }));
  say({ type: "hello", name: "hand", controls: ["arm"], sensors: ["joint/pin/position"] });
  await vi.waitUntil(() => got.some(({ type }) => type === "welcome"), wait);
  say({ type: "inputs", sequence: 1, slots: [0], values: [0.6] });
  await vi.waitUntil(() => got.some(({ type, values }) => type === "sensors" && (values as number[])[0] > 0.1), wait);
  say({ type: "inputs", sequence: 2, slots: [0], values: [0] });

  // the lever stands: the viewer has its pose, to half a quantum
  const angleOf = (pose: Int32Array | undefined) => 2 * Math.atan2(pose?.[5] ?? 0, pose?.[6] ?? 1);
  const last = () => Number((got.findLast(({ type }) => type === "sensors")?.values as number[] | undefined)?.[0]);
  await vi.waitUntil(() => Math.abs(angleOf(viewer.newestPose("arm")) - last()) < 6.2e-5, wait);
  expect(viewer.bodies).toEqual(["arm"]);
  // those of the scene, and those that the gauges of a seat show
  expect(viewer.valueNames).toEqual(expect.arrayContaining(["joint/pin/position", "guide/arm/effort"]));
  await vi.waitUntil(() => cues.length > 5, wait);
  expect(cues[0]).toMatchObject({ type: "cue", values: expect.any(Array) });

  socket.close();
  await vi.waitUntil(() => out.includes("hand is gone"), wait);
  child.kill("SIGINT");
  const { code, stderr } = await result;
  expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
  const report = JSON.parse(out.trim().split("\n").at(-1) ?? "");
  expect(report).toMatchObject({ type: "report", scene: "lever", stopped: "stopped" });
  expect(report.peers.map(({ name }: { name: string }) => name).sort()).toEqual(["hand", "platform", "watcher"]);
  const replayed = replayInputs(readInputLog(readFileSync(join(folder, "run.inputs"), "utf8")));
  expect(replayed).toMatchObject({ agrees: true, steps: report.steps, hash: report.hash });
  const again = await cliHere(["replay", "run.inputs"], folder);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("the same state bit for bit") });
});

describe("mistakes are refused with the remedy", () => {
  const refused = async (...args: string[]) =>
    (await cliHere(["link", "lever.json", "--quiet", ...args], folder)).stderr;

  test("a port that is in use", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const { port } = server.address() as { port: number };
    expect(await refused("--no-udp", "--port", String(port))).toContain(
      "the port is in use: end the other program, or choose",
    );
  });

  test.each([
    [["--no-udp", "--no-websocket"], "leave no way in"],
    [["--port", "70000"], "Expected a port from 0 to 65535"],
    [["--seat", "arn"], 'did you mean "arm"?'],
    [["--follow", "arm"], "expected control=sensor@speed"],
    [["--follow", "arn=joint/pin/position@1"], 'no control "arn"; did you mean "arm"?'],
    [["--devices", "none.yaml"], "cannot read none.yaml: no such file or folder"],
    [["--devices", "bad.yaml"], 'bad.yaml: map.0.control: unknown "arn"; did you mean "arm"?'],
  ])("%j", async (args, expected) => {
    writeFileSync(
      join(folder, "bad.yaml"),
      "sources: [{ type: udp, name: s, port: 9 }]\nmap: [{ source: s, axis: 0, control: arn }]\n",
    );
    expect(await refused(...args)).toContain(expected);
  });
});
