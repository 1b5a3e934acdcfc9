/**
 * A WebM film (Matroska, RFC 9559) of pictures that are encoded already: one track of VP9, written as it comes, so that
 * the length of a film costs no memory. The duration is written when it is known beforehand; a film that is cut off
 * plays up to the cut.
 */

/** One encoded picture. */
export interface FilmPicture {
  /** µs */
  readonly time: number;
  readonly key: boolean;
  readonly bytes: Uint8Array;
}

export interface FilmHeader {
  readonly width: number;
  readonly height: number;
  /** µs of one picture. */
  readonly pictureTime: number;
  /** s; of the whole film. */
  readonly duration: number;
}

/** Ids of elements, RFC 9559 section 5 and RFC 8794 for the first. */
const ID = {
  EBML: 0x1a45dfa3,
  EBMLVersion: 0x4286,
  EBMLReadVersion: 0x42f7,
  EBMLMaxIDLength: 0x42f2,
  EBMLMaxSizeLength: 0x42f3,
  DocType: 0x4282,
  DocTypeVersion: 0x4287,
  DocTypeReadVersion: 0x4285,
  Segment: 0x18538067,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
  MuxingApp: 0x4d80,
  WritingApp: 0x5741,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackUID: 0x73c5,
  TrackType: 0x83,
  CodecID: 0x86,
  DefaultDuration: 0x23e383,
  Video: 0xe0,
  PixelWidth: 0xb0,
  PixelHeight: 0xba,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  SimpleBlock: 0xa3,
} as const;

/** Size of an element whose end is that of the file. */
const UNKNOWN_SIZE = new Uint8Array([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

/** What stands before the pictures. */
export function filmHeader({ width, height, pictureTime, duration }: FilmHeader): Uint8Array {
  return join([
    element(ID.EBML, [
      integer(ID.EBMLVersion, 1),
      integer(ID.EBMLReadVersion, 1),
      integer(ID.EBMLMaxIDLength, 4),
      integer(ID.EBMLMaxSizeLength, 8),
      text(ID.DocType, "webm"),
      integer(ID.DocTypeVersion, 4),
      integer(ID.DocTypeReadVersion, 2),
    ]),
    bytesOf(ID.Segment),
    UNKNOWN_SIZE,
    element(ID.Info, [
      // ns: times are in ms
      integer(ID.TimestampScale, 1_000_000),
      real(ID.Duration, duration * 1000),
      text(ID.MuxingApp, "stiction"),
      text(ID.WritingApp, "stiction"),
    ]),
    element(ID.Tracks, [
      element(ID.TrackEntry, [
        integer(ID.TrackNumber, 1),
        integer(ID.TrackUID, 1),
        integer(ID.TrackType, 1),
        text(ID.CodecID, "V_VP9"),
        integer(ID.DefaultDuration, Math.round(pictureTime * 1000)),
        element(ID.Video, [integer(ID.PixelWidth, width), integer(ID.PixelHeight, height)]),
      ]),
    ]),
  ]);
}

/** Pictures as clusters: one begins at every picture that needs no other. Times in a cluster have 16 bits. */
export class ClusterWriter {
  private start = 0;

  /** The bytes of one picture, with the head of its cluster where it begins one. */
  picture({ time, key, bytes }: FilmPicture): Uint8Array {
    const at = Math.round(time / 1000);
    const begins = key || at - this.start > 0x7fff;
    if (begins) this.start = at;
    const head = new DataView(new ArrayBuffer(4));
    head.setUint8(0, 0x81); // track 1
    head.setInt16(1, at - this.start);
    head.setUint8(3, key ? 0x80 : 0);
    const block = element(ID.SimpleBlock, [new Uint8Array(head.buffer), bytes]);
    if (!begins) return block;
    return join([bytesOf(ID.Cluster), UNKNOWN_SIZE, integer(ID.Timestamp, at), block]);
  }
}

function element(id: number, parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  return join([bytesOf(id), sizeOf(size), ...parts]);
}

function integer(id: number, value: number): Uint8Array {
  return element(id, [bytesOf(value)]);
}

function real(id: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return element(id, [new Uint8Array(view.buffer)]);
}

function text(id: number, value: string): Uint8Array {
  return element(id, [new TextEncoder().encode(value)]);
}

/** Big-endian, without leading zeros. */
function bytesOf(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return new Uint8Array(bytes);
}

/** A size in eight bytes: a bit that says so, and 56 of the number. */
function sizeOf(size: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, 0x01000000 + Math.floor(size / 2 ** 32));
  view.setUint32(4, size % 2 ** 32);
  return new Uint8Array(view.buffer);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
