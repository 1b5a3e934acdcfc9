/** Whether an .mcap file is whole: its records one after the other, and the checksums of its parts (mcap.dev). */
import { RecordingError } from "./recording.js";

const MAGIC = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];
const OPCODE = { footer: 0x02, chunk: 0x06, dataEnd: 0x0f } as const;
/** Opcode and length of the content. */
const RECORD_HEAD = 9;
/** Start of summary and of offsets; the checksum behind them covers everything from the summary up to itself. */
const FOOTER_COVERED = 16;

/**
 * Checks the bytes of an .mcap file; returns the place where it was cut off, or undefined when it is whole. Throws a
 * `RecordingError` with the byte when it is damaged.
 */
export function findCut(bytes: Uint8Array, name: string): number | undefined {
  const fail = (reason: string): never => {
    throw new RecordingError(name, `is no readable .mcap file: ${reason}`);
  };
  if (bytes.length < MAGIC.length) return fail("it ends too early");
  if (!isMagic(bytes, 0)) return fail("it does not begin as one");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let summary: number | undefined;
  for (let at = MAGIC.length; ; ) {
    const content = at + RECORD_HEAD;
    const length = content <= bytes.length ? Number(view.getBigUint64(at + 1, true)) : Number.POSITIVE_INFINITY;
    const end = content + length;
    if (end > bytes.length) return at;
    const opcode = bytes[at];
    if (opcode === 0) return fail(`it is damaged at byte ${at}`);
    if (opcode === OPCODE.dataEnd && summary === undefined) {
      if (length !== 4 || view.getUint32(content, true) !== crc32(bytes.subarray(0, at))) {
        const [from, to] = damagedPart(bytes, view, at);
        return fail(`it is damaged between bytes ${from} and ${to}: the checksum does not agree`);
      }
      summary = end;
    } else if (opcode === OPCODE.footer) {
      const crc = content + FOOTER_COVERED;
      if (summary === undefined || length !== FOOTER_COVERED + 4) return fail(`it is damaged at byte ${at}`);
      if (view.getUint32(crc, true) !== crc32(bytes.subarray(summary, crc)))
        return fail(`its summary is damaged, between bytes ${summary} and ${end}: the checksum does not agree`);
      if (bytes.length < end + MAGIC.length) return end;
      if (!isMagic(bytes, end) || bytes.length > end + MAGIC.length)
        return fail(`it is damaged at byte ${end}, where it should end`);
      return undefined;
    }
    at = end;
  }
}

function isMagic(bytes: Uint8Array, at: number): boolean {
  return MAGIC.every((byte, k) => bytes[at + k] === byte);
}

/** The first chunk that does not agree with its own checksum; all of the data if the damage is between chunks. */
function damagedPart(bytes: Uint8Array, view: DataView, dataEnd: number): [number, number] {
  for (let at = MAGIC.length; at < dataEnd; ) {
    const content = at + RECORD_HEAD;
    const end = content + Number(view.getBigUint64(at + 1, true));
    // start time, end time and size of the records, 8 bytes each, then their checksum, the name of the compression and
    // the length of the records; ours are not compressed
    if (bytes[at] === OPCODE.chunk && end - content >= 40) {
      const records = content + 28 + 4 + view.getUint32(content + 28, true) + 8;
      if (records > end || view.getUint32(content + 24, true) !== crc32(bytes.subarray(records, end))) return [at, end];
    }
    at = end;
  }
  return [0, dataEnd];
}

/** CRC-32 of IEEE 802.3, which .mcap uses. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) crc = TABLE[(crc ^ bytes[k]) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
