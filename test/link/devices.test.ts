/** Devices that do not speak the protocol, each over its real transport on this computer. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { closeSync, openSync, writeSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { readControl } from "stiction";
import { DeviceBridge, type MapEntry, parseInputMap, parseLine, shapeAxis } from "stiction/link";
import { type OpenSource, openSource } from "stiction/link/node";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../cli/run-cli.js";
import { PATIENCE_MS } from "../support/patience.js";
import { createHost } from "./lever.js";

const folder = temporaryFolder();
const open: (OpenSource | { close(): unknown })[] = [];
afterEach(async () => {
  for (const source of open.splice(0).reverse()) await source.close();
});

/** A host with devices by a map. */
async function withDevices(given: unknown) {
  const test = createHost();
  const log: string[] = [];
  const map = parseInputMap(given, test.model.controls);
  const clock = () => performance.now() / 1000;
  const bridge = new DeviceBridge(test.host, map, clock, (level, line) => log.push(`${level}: ${line}`));
  for (const spec of map.sources) open.push(await openSource(bridge, spec, map.map));
  const value = () => {
    bridge.beforeStep();
    return readControl(test.model, test.host.simulation.data, "arm");
  };
  const reaches = (expected: number) => vi.waitUntil(() => value() === expected, { timeout: PATIENCE_MS, interval: 5 });
  return { ...test, bridge, log, value, reaches };
}

const line = (fields: Partial<MapEntry>): MapEntry => ({
  ...{ source: "a", axis: 0, control: "arm", deadZone: 0, curve: 1, invert: false },
  ...fields,
});
const lever = { min: -1, max: 1 };

describe("an axis", () => {
  test("of 16 bits reaches its control exactly, step by step of 1/65536 of the range", () => {
    for (let n = 0; n < 65536; n += 257) expect(shapeAxis(n, line({ bits: 16 }), lever)).toBe(2 * (n / 65535) - 1);
    expect(shapeAxis(40001, line({ bits: 16 }), lever) - shapeAxis(40000, line({ bits: 16 }), lever)).toBeCloseTo(
      2 / 65535,
      12,
    );
  });

  test.each([
    [{ deadZone: 0.2 }, 0.2, 0],
    [{ deadZone: 0.2 }, 0.6, 0.5],
    [{ deadZone: 0.2 }, -1, -1],
    [{ curve: 2 }, -0.5, -0.25],
    [{ invert: true }, 0.3, -0.3],
    [{ range: [100, 300] as [number, number] }, 250, 0.5],
    [{ range: [300, 100] as [number, number] }, 250, -0.5],
    [{}, 7, 1],
  ])("%j: %d becomes %d", (fields, raw, expected) => {
    expect(shapeAxis(raw, line(fields), lever)).toBeCloseTo(expected, 12);
  });

  test("takes the range of its control: a pedal from its end, a lever from its middle", () => {
    expect(shapeAxis(-1, line({}), { min: 0, max: 40 })).toBe(0);
    expect(shapeAxis(0, line({}), { min: 0, max: 40 })).toBe(20);
    expect(shapeAxis(-0.5, line({}), { min: -4, max: 2 })).toBe(-2);
  });

  test.each([
    [
      "x=0.5 y=-1e-3",
      [
        ["x", 0.5],
        ["y", -0.001],
      ],
    ],
    [
      "0.25, 7;-1",
      [
        ["0", 0.25],
        ["1", 7],
        ["2", -1],
      ],
    ],
    ['{"x":1,"y":"a","z":null}', [["x", 1]]],
    ["x= =3 nan 1e999", []],
    ["{", []],
  ])("in a line: %s", (text, expected) => expect(parseLine(text)).toEqual(expected));
});

test("a map with mistakes is refused with path and nearest word", () => {
  const { model } = createHost();
  const source = { type: "udp", name: "stick", port: 9000 };
  const refused = (given: unknown) => () => parseInputMap(given, model.controls);
  expect(refused({ sources: [source], map: [{ source: "stik", axis: 0, control: "arn" }] })).toThrow(
    'map.0.source: unknown "stik"; did you mean "stick"?\nmap.0.control: unknown "arn"; did you mean "arm"?',
  );
  expect(refused({ sources: [{ ...source, prot: 1 }], map: [] })).toThrow("prot");
  expect(refused({ sources: [source], map: [{ source: "stick", control: "arm" }] })).toThrow("map.0.axis: expected");
});

describe("a device", () => {
  test("over UDP, as lines and as words of 16 bits", async () => {
    const socket = createSocket("udp4");
    open.push({ close: () => socket.close() });
    const port = 20000 + (process.pid % 20000);
    const { reaches } = await withDevices({
      sources: [{ type: "udp", name: "stick", port, format: "u16" }],
      map: [{ source: "stick", axis: 1, control: "arm", bits: 16 }],
    });
    socket.send(Buffer.from(new Uint16Array([0, 40000]).buffer), port, "127.0.0.1");
    await reaches(2 * (40000 / 65535) - 1);
    socket.send(Buffer.from(new Uint16Array([0, 40001]).buffer), port, "127.0.0.1");
    await reaches(2 * (40001 / 65535) - 1);
  });

  test("over TCP: one that is blocked delays nothing, one that is gone is on hold, one that is back goes on", async () => {
    const sockets: Socket[] = [];
    const listen = (port: number) =>
      new Promise<Server>((resolve) => {
        const server = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
        server.listen(port, "127.0.0.1", () => resolve(server));
      });
    let server = await listen(0);
    const { port } = server.address() as { port: number };
    const { reaches, value, log, host, step } = await withDevices({
      sources: [{ type: "tcp", name: "panel", port }],
      map: [{ source: "panel", axis: "x", control: "arm" }],
    });
    await vi.waitUntil(() => sockets.length > 0, { timeout: PATIENCE_MS });
    // connected, and says nothing: steps are made all the same
    for (let k = 0; k < 50; k++) {
      value();
      step();
    }
    expect(host.step).toBe(50);
    sockets[0].write("x=0.");
    sockets[0].write("5\nx=0.75\nx=");
    await reaches(0.75);
    const ended = new Promise((resolve) => server.close(resolve));
    sockets[0].destroy();
    await ended;
    await reaches(0);
    expect(log.join("\n")).toMatch(/warning: panel is lost: .*; on hold: arm/);
    server = await listen(port);
    open.push({ close: () => new Promise((resolve) => server.close(resolve)) }, { close: () => sockets[1]?.destroy() });
    await vi.waitUntil(() => sockets.length > 1, { timeout: PATIENCE_MS });
    sockets[1].write("x=-0.5\n");
    await reaches(-0.5);
    expect(log.at(-1)).toBe("info: panel is back");
  });

  test.skipIf(process.platform === "win32")("on a named pipe in place of a serial line", async () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    const { reaches } = await withDevices({
      sources: [{ type: "serial", name: "lever", path }],
      map: [{ source: "lever", axis: 1, control: "arm" }],
    });
    const file = openSync(path, "w");
    writeSync(file, "0.1 0.25\n");
    await reaches(0.25);
    closeSync(file);
  });

  test.skipIf(spawnSync("python3", ["-c", "import pty, termios"]).status !== 0)(
    "on a serial line: a pseudo-terminal",
    async () => {
      // the other end of the line: echoes what it gets on stdin to the terminal
      const code = `import os, pty, sys
master, slave = pty.openpty()
print(os.ttyname(slave), flush=True)
for text in sys.stdin: os.write(master, text.encode())`;
      const child = spawn("python3", ["-c", code]);
      open.push({ close: () => child.kill("SIGKILL") });
      const path = await new Promise<string>((resolve) =>
        child.stdout.once("data", (chunk) => resolve(String(chunk).trim())),
      );
      const { reaches } = await withDevices({
        sources: [{ type: "serial", name: "lever", path, baud: 115200 }],
        map: [{ source: "lever", axis: "boom", control: "arm", bits: 16 }],
      });
      const timer = setInterval(() => child.stdin.write("boom=65535\n"), 20);
      await reaches(1).finally(() => clearInterval(timer));
    },
  );

  test("behind an MQTT broker", async () => {
    const { Aedes } = await import("aedes");
    const broker = await Aedes.createBroker();
    const server = createServer(broker.handle);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    open.push({
      close: async () => {
        await new Promise<void>((resolve) => broker.close(() => resolve()));
        server.close();
      },
    });
    const { port } = server.address() as { port: number };
    const { reaches } = await withDevices({
      sources: [{ type: "mqtt", name: "yard", url: `mqtt://127.0.0.1:${port}` }],
      map: [{ source: "yard", topic: "seat/left", axis: "y", control: "arm", invert: true }],
    });
    const publish = (topic: string, text: string) =>
      broker.publish(
        { cmd: "publish", topic, payload: Buffer.from(text), qos: 0, retain: true, dup: false },
        () => undefined,
      );
    publish("seat/right", '{"y":1}');
    publish("seat/left", '{"y":0.25}');
    await reaches(-0.25);
  });

  test("that falls silent for its timeout is on hold", async () => {
    const { model, host, time } = createHost();
    const map = parseInputMap(
      {
        sources: [{ type: "udp", name: "stick", port: 9, timeout: 0.5 }],
        map: [{ source: "stick", axis: 0, control: "arm" }],
      },
      model.controls,
    );
    const bridge = new DeviceBridge(host, map, () => time.now);
    const value = () => {
      bridge.beforeStep();
      return readControl(model, host.simulation.data, "arm");
    };
    bridge.take("stick", [["0", 0.5]]);
    time.now += 0.5;
    expect(value()).toBe(0.5);
    time.now += 0.01;
    expect(value()).toBe(0);
    bridge.take("stick", [["0", 0.5]]);
    expect(value()).toBe(0.5);
  });
});
