/** Work of `stiction link`. */
import { randomInt } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import type { Model } from "stiction";
import { unknownWord } from "stiction/io";
import { CueHub, InputLog, LinkHost, type LogLevel, StreamHub, StreamSource, sceneHash, seatOf } from "stiction/link";
import { type LinkPort, listenUdp, listenWebSocket, PacedRun } from "stiction/link/node";
import { seatMachine, seatSensors } from "stiction/machines";
import { allocate } from "./allocate.js";
import type { LinkOptions } from "./commands/link.js";
import { EXIT, FailedError, InputError, systemReason } from "./errors.js";
import { onInterrupt } from "./interrupt.js";
import { openDevices, parseFollow } from "./link-devices.js";
import { linkReport, liveText, reportLines } from "./link-summary.js";
import { compileScene } from "./scene-settings.js";
import { stepsFor } from "./simulate.js";
import { warnAll } from "./text/print.js";
import { style } from "./text/style.js";

/** Time between two looks at signals, and between two lines of the live display, ms. */
const LOOK = 50;
const LIVE = 500;

/** Runs a scene for peers outside; returns the exit code. */
export async function link(argument: string, options: LinkOptions): Promise<number> {
  const { model, loaded } = await compileScene(argument, options);
  warnAll(model.warnings);
  const simulation = { model, data: allocate(model, loaded.label) };
  const output = createOutput(options);
  const record = options.record === undefined ? undefined : openRecord(options.record, model);
  const clock = () => performance.now() / 1000;
  const token = () => randomInt(1, 0xffffffff);
  const columns = model.sensors.columns.map(({ name }) => name);
  const sensors = [...new Set([...seatSensors(seatMachine(model)), ...columns])].slice(0, MAX_VALUES);
  const source = new StreamSource({ epoch: token(), sensors });
  const streams = new StreamHub(source, clock);
  const seat = options.seat === undefined ? seatOf(model) : { body: bodyOf(model, options.seat), at: ORIGIN };
  const cues = seat && new CueHub(model, seat, clock);
  const host = new LinkHost(simulation, {
    clock,
    token,
    hash: sceneHash(model),
    timeout: options.timeout,
    log: output.log,
    follow: parseFollow(options.follow ?? [], model),
    onInput: (input) => record?.log.add(input),
    onEvent: (event) => source.addEvent(event),
    onPeer: (peer, message) => {
      streams.onPeer(peer, message);
      cues?.onPeer(peer, message);
    },
  });
  const devices = await openDevices(options.devices, host, clock, output.log);
  const steps = options.duration === undefined ? undefined : stepsFor(options.duration, model.options.timestep);
  const run = new PacedRun(host, {
    clock,
    speed: options.speed,
    waitForController: options.wait === true,
    beforeStep: () => devices?.bridge.beforeStep(),
    afterStep: () => cues?.afterStep(simulation.data),
    ...(steps !== undefined && { steps }),
  });
  const ports = await openPorts(host, run, options);
  const interrupt = onInterrupt(async () => undefined);
  const look = setInterval(() => interrupt.requested && run.stop(), LOOK);
  const stream = setInterval(() => streams.publish(simulation), 1000 / options.streamRate);
  const live = setInterval(() => output.live(liveText(host, run)), LIVE);
  try {
    output.ready(model, ports);
    const why = await run.run();
    output.live("");
    await record?.close(simulation.data, host.step);
    output.report(linkReport(host, run, why));
    return why === "stopped" ? interrupt.exitCode : EXIT.ok;
  } finally {
    clearInterval(look);
    clearInterval(stream);
    clearInterval(live);
    interrupt.end();
    await devices?.close();
    await Promise.all(ports.map((port) => port.close()));
  }
}

/** Sensors of the scene that viewers get. */
const MAX_VALUES = 64;
const ORIGIN = [0, 0, 0] as const;

function bodyOf(model: Model, name: string): string {
  if (model.bodyNames.includes(name)) return name;
  throw new InputError(`--seat ${unknownWord("body", name, model.bodyNames.slice(1))}`);
}

async function openPorts(host: LinkHost, run: PacedRun, options: LinkOptions): Promise<LinkPort[]> {
  const listeners = [...(options.udp ? [listenUdp] : []), ...(options.websocket ? [listenWebSocket] : [])];
  if (listeners.length === 0) throw new InputError("--no-udp and --no-websocket leave no way in: drop one of them");
  const ports: LinkPort[] = [];
  for (const listen of listeners) {
    try {
      ports.push(await listen(host, options.host, options.port, () => run.wake(), options.allowOrigin));
    } catch (error) {
      await Promise.all(ports.map((port) => port.close()));
      throw new InputError(`--host ${options.host} --port ${options.port}: ${portReason(error)}`);
    }
  }
  return ports;
}

function portReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return "the port is in use: end the other program, or choose another with --port";
  if (code === "EADDRNOTAVAIL") return "this computer has no such address: use 127.0.0.1 or 0.0.0.0";
  if (code === "EACCES") return "not permitted: choose a port from 1024 on";
  return systemReason(error);
}

/** Lines for people on stderr and stdout, or JSON on stdout. */
function createOutput({ json, quiet }: LinkOptions) {
  const { yellow, dim } = style(process.stderr);
  const terminal = process.stderr.isTTY === true && quiet !== true && json !== true;
  const clear = () => terminal && process.stderr.write("\r\u001b[K");
  const line = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    log(level: LogLevel, text: string) {
      if (quiet) return;
      if (json) line({ type: "log", level, text });
      else {
        clear();
        process.stderr.write(level === "warning" ? `${yellow("warning:")} ${text}\n` : `${text}\n`);
      }
    },
    ready(model: Model, ports: readonly LinkPort[]) {
      const urls = ports.map(({ url }) => url);
      const controls = model.controls.map(({ name }) => name);
      if (json) line({ type: "ready", scene: model.name, hash: sceneHash(model), urls, controls });
      else if (!quiet) process.stdout.write(`${model.name} at ${urls.join(" and ")}; Ctrl-C ends it\n`);
    },
    live(text: string) {
      if (!terminal) return;
      clear();
      process.stderr.write(dim(text));
    },
    report(report: ReturnType<typeof linkReport>) {
      if (json) line({ type: "report", ...report });
      else if (!quiet) process.stdout.write(`${reportLines(report).join("\n")}\n`);
    },
  };
}

/** The record of inputs; it has its name when it is complete. */
function openRecord(path: string, model: Model) {
  const part = `${path}.part`;
  const file: WriteStream = createWriteStream(part);
  let failure: Error | null = null;
  file.on("error", (error) => {
    failure = error;
  });
  const log = new InputLog(model, (text) => file.write(text));
  return {
    log,
    async close(data: Parameters<InputLog["end"]>[0], steps: number) {
      log.end(data, steps);
      await new Promise<void>((resolve) => file.end(() => resolve()));
      if (failure === null) await rename(part, path).catch((error) => (failure = error));
      if (failure !== null) throw new FailedError(`cannot write ${path}: ${systemReason(failure)}`);
    },
  };
}
