/** Devices by WebHID: every axis with all its bits, where the browser has it. */
import type { InputSource, RawSample } from "./source.js";

/** A field of an input report, as WebHID lists it. */
export interface ReportField {
  /** Bits of each value, and how many values follow each other. */
  readonly reportSize: number;
  readonly reportCount: number;
  readonly logicalMinimum: number;
  readonly logicalMaximum: number;
  readonly isConstant?: boolean;
}

/** The values of a report: fields of more than one bit as axes −1 … 1, then single bits as 0 or 1. */
export function readReport(fields: readonly ReportField[], report: DataView): { channels: number[]; axes: number } {
  const axes: number[] = [];
  const buttons: number[] = [];
  let at = 0;
  for (const { reportSize, reportCount, logicalMinimum: min, logicalMaximum: max, isConstant } of fields) {
    for (let k = 0; k < reportCount; k++, at += reportSize) {
      if (isConstant) continue;
      const raw = bitsAt(report, at, reportSize);
      if (reportSize === 1) buttons.push(raw);
      else axes.push((2 * ((min < 0 ? signed(raw, reportSize) : raw) - min)) / (max - min) - 1);
    }
  }
  return { channels: [...axes, ...buttons], axes: axes.length };
}

/** A whole number of up to 32 bits from bit `at` on, the lowest bit first. */
function bitsAt(report: DataView, at: number, size: number): number {
  let value = 0;
  for (let k = 0; k < size; k++) {
    const bit = at + k;
    if (bit >> 3 >= report.byteLength) break;
    if ((report.getUint8(bit >> 3) >> (bit & 7)) & 1) value += 2 ** k;
  }
  return value;
}

function signed(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

/** The parts of WebHID that are used; TypeScript does not know them. */
interface HidDevice extends EventTarget {
  readonly opened: boolean;
  readonly productName: string;
  readonly vendorId: number;
  readonly productId: number;
  readonly collections: readonly {
    readonly inputReports?: readonly { readonly reportId: number; readonly items: readonly ReportField[] }[];
  }[];
  open(): Promise<void>;
}
interface Hid {
  requestDevice(options: { filters: readonly unknown[] }): Promise<readonly HidDevice[]>;
}

const hid = (): Hid | undefined => (navigator as { hid?: Hid }).hid;

export const hasHid = (): boolean => hid() !== undefined;

/** Asks for a device; to be called from a click. Null: none was chosen. */
export async function openHid(): Promise<InputSource | null> {
  const [device] = (await hid()?.requestDevice({ filters: [] })) ?? [];
  if (!device) return null;
  if (!device.opened) await device.open();
  const fields = new Map(
    device.collections.flatMap(({ inputReports = [] }) => inputReports.map(({ reportId, items }) => [reportId, items])),
  );
  let newest: RawSample | null = null;
  device.addEventListener("inputreport", (event) => {
    const { reportId, data } = event as Event & { reportId: number; data: DataView };
    newest = { time: event.timeStamp, ...readReport(fields.get(reportId) ?? [], data) };
  });
  const name = device.productName || `HID ${device.vendorId}:${device.productId}`;
  return { kind: "hid", id: `hid:${device.vendorId}:${device.productId}`, name, poll: () => newest };
}
