/** Devices by Web Serial: a line of numbers −1 … 1, separated by commas or blanks, for every sample. */
import type { InputSource, RawSample } from "./source.js";

const BAUD = 115_200;
/** Without a line for this long, ms, there is no signal. */
const SILENCE = 500;
/** A line is not longer than that. */
const LONGEST = 1024;

/** The numbers of a line, within −1 … 1; null where it is none. */
export function readLine(line: string): number[] | null {
  const words = line.trim().split(/[\s,;]+/);
  const values = words.map(Number);
  if (words[0] === "" || values.some((value) => !Number.isFinite(value))) return null;
  return values.map((value) => Math.max(-1, Math.min(1, value)));
}

interface SerialPort {
  open(options: { baudRate: number }): Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
}
interface Serial {
  requestPort(): Promise<SerialPort>;
}

const serial = (): Serial | undefined => (navigator as { serial?: Serial }).serial;

export const hasSerial = (): boolean => serial() !== undefined;

/** Asks for a port; to be called from a click. */
export async function openSerial(): Promise<InputSource | null> {
  const port = await serial()?.requestPort();
  if (!port) return null;
  await port.open({ baudRate: BAUD });
  let newest: RawSample | null = null;
  void readLines(port, (line) => {
    const channels = readLine(line);
    if (channels) newest = { time: performance.now(), channels, axes: channels.length };
  });
  const poll = (now: number) => (newest && now - newest.time < SILENCE ? newest : null);
  return { kind: "serial", id: "serial", name: "Serial port", poll };
}

async function readLines(port: SerialPort, take: (line: string) => void): Promise<void> {
  const reader = port.readable?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = (lines.pop() ?? "").slice(-LONGEST);
      for (const line of lines) take(line);
    }
  } catch {
    // the device is gone: no signal
  }
}
