import { BODY_STATE, type Data, type Model, markChanged } from "stiction";
import { LinkError } from "../protocol/messages.js";
import { ByteReader } from "./bytes.js";
import { forTilePoints, terrainArrays, terrainOf, tileGrids } from "./ground-tiles.js";
import {
  MAX_IDS,
  type PacketHead,
  readEvent,
  readHead,
  readPlane,
  readRecord,
  SECTION,
  type StreamEvent,
  type StreamRecord,
  TILE,
} from "./packet.js";
import { HEIGHT_QUANTUM, POSE } from "./quantize.js";
import { putSoil, readSoil, type StreamSoil } from "./soil.js";
import { PoseTrack } from "./track.js";

/** How a viewer plays a stream. Times in s. */
export interface StreamViewerOptions {
  /** The viewer's clock, which never goes back. */
  readonly clock: () => number;
  /** Sends an acknowledgement: the fields of the message `taken`. */
  readonly acknowledge: (newest: number, before: number, events: number) => void;
  /** How far the picture is behind the newest frame that can have arrived: room for frames that get lost. */
  readonly delay?: number;
  onEvent?(event: StreamEvent): void;
}

/** A tile of ground that has arrived: changes of height and loose soil of its points, in quanta. */
interface KnownTile {
  readonly version: number;
  readonly change: Int32Array;
  readonly loose: Int32Array;
}

/** The least difference of the clocks may grow by this part of the time, as clocks drift. */
const DRIFT = 1e-3;
const DEFAULT_DELAY = 0.15;
/** Bounds of what a hostile stream can make a viewer keep. */
const MAX_TILES = 65_536;
const MAX_GROUNDS = 64;
/** BLOCK of the terrain's fields. */
const BLOCK = 256;

/**
 * A viewer of the state stream: bytes go in, poses at the viewer's time come out. Free of sockets and of Node. Packets
 * may get lost, doubled or overtaken; what is missing is sent again. A damaged packet throws a LinkError and changes
 * nothing that was known.
 */
export class StreamViewer {
  /** Head of the newest packet; null before the first. */
  newest: PacketHead | null = null;
  /** Packets that were taken, and bytes in them. */
  packets = 0;
  bytes = 0;
  /** Values of the stream's sensors, by place. */
  values: readonly number[] = [];
  private readonly options: StreamViewerOptions;
  /** Soil on bodies and in the air; null before the first. */
  private soil: StreamSoil | null = null;
  private readonly bodyNames = new Map<number, string>();
  private readonly valueIds = new Map<string, number>();
  private readonly records = new Map<string, StreamRecord>();
  private readonly bodiesByName = new Map<string, StreamRecord>();
  private readonly tracks = new Map<number, PoseTrack>();
  private readonly tiles = new Map<string, KnownTile>();
  private readonly fresh = new Set<string>();
  private complete: { readonly frame: number; readonly at: number } | null = null;
  private events = 0;
  /** Least of (arrival − sent): the clocks' difference with the shortest delay of the network. */
  private offset = Number.POSITIVE_INFINITY;
  private offsetAt = 0;
  private readonly taken = new Set<number>();
  private readonly scratch = new Float64Array(POSE);

  constructor(options: StreamViewerOptions) {
    this.options = options;
  }

  /** Number of the last event, in order, that has arrived. */
  get eventCount(): number {
    return this.events;
  }

  /** Says again what has arrived; after a reconnect, so that nothing comes twice. */
  hello(): void {
    this.options.acknowledge(0, 0, this.events);
  }

  /** Takes a packet: the bytes of a message `stream`. */
  receive(packet: Uint8Array): void {
    const reader = new ByteReader(packet);
    const head = readHead(reader);
    if (this.newest === null || head.epoch !== this.newest.epoch) this.startOver();
    const parts = this.read(reader, head);
    const late = this.newest !== null && head.number <= this.newest.number;
    this.bytes += packet.length;
    this.packets++;
    this.keepTime(head);
    this.keep(parts, head);
    if (!late) this.newest = head;
    this.confirm(head);
  }

  /** Everyone the stream knows: bodies that are there, by name. */
  get bodies(): readonly string[] {
    return this.namesOf("body");
  }

  /** Names of the values. */
  get valueNames(): readonly string[] {
    return this.namesOf("value");
  }

  /** A value of the stream by the name of its sensor; undefined where none has come. */
  valueOf(name: string): number | undefined {
    return this.values[this.valueIds.get(name) ?? -1];
  }

  /** JSON of a body that came after the start; empty for those of the scene. */
  specOf(name: string): string {
    return this.find(name)?.spec ?? "";
  }

  /** Pose of a body at the viewer's present time: x, y, z of its centre of mass, quaternion. False when it is unknown. */
  pose(name: string, out: Float64Array, o = 0): boolean {
    const record = this.find(name);
    return record !== undefined && (this.tracks.get(record.id)?.pose(this.shownTime(), out, o) ?? false);
  }

  /** The newest pose of a body, in quanta, as the authority sent it. */
  newestPose(name: string): Int32Array | undefined {
    const record = this.find(name);
    return record && this.tracks.get(record.id)?.newest;
  }

  /** Time of the authority's clock that is shown now, s. */
  shownTime(): number {
    return this.options.clock() - this.offset - (this.options.delay ?? DEFAULT_DELAY);
  }

  /** Puts the present picture into a Data of the same scene: poses, bodies that take no part, and ground. */
  applyTo(model: Model, data: Data): void {
    for (let b = 1; b < model.nb; b++) {
      const record = this.find(model.bodyNames[b]);
      if (record === undefined) continue;
      if (data.bodyState[b] === BODY_STATE.dormant && record.present) data.bodyState[b] = BODY_STATE.active;
      if (!record.present) data.bodyState[b] = BODY_STATE.dormant;
      if (!this.tracks.get(record.id)?.pose(this.shownTime(), this.scratch, 0)) continue;
      data.bodyPos.set(this.scratch.subarray(0, 3), 3 * b);
      data.bodyQuat.set(this.scratch.subarray(3, POSE), 4 * b);
    }
    this.applyGround(data);
    if (this.soil !== null) putSoil(data, this.soil, (id) => model.bodyIndex.get(this.bodyNames.get(id) ?? "") ?? -1);
    markChanged(data);
  }

  /** All tiles are put in again by the next `applyTo`: for another Data. */
  refreshGround(): void {
    for (const key of this.tiles.keys()) this.fresh.add(key);
  }

  private applyGround(data: Data): void {
    const fields = terrainArrays(data);
    if (fields === null || this.fresh.size === 0) return;
    const { grids } = tileGrids(data);
    const grounds = terrainOf(data);
    for (const key of this.fresh) {
      const [g, index] = key.split(" ").map(Number);
      const tile = this.tiles.get(key);
      const grid = grids[g];
      if (tile === undefined || grid === undefined || index >= grid.across * grid.along) continue;
      const { first } = grounds[g].setup;
      forTilePoints(grid, index, (n, k) => {
        fields.change[first + k] = tile.change[n] * HEIGHT_QUANTUM;
        fields.loose[first + k] = tile.loose[n] * HEIGHT_QUANTUM;
        fields.changeDirty[Math.floor((first + k) / BLOCK)] = 1;
        fields.looseDirty[Math.floor((first + k) / BLOCK)] = 1;
      });
    }
    this.fresh.clear();
  }

  private namesOf(kind: StreamRecord["kind"]): readonly string[] {
    return [...this.records.values()].filter((r) => r.kind === kind && r.present).map(({ name }) => name);
  }

  private find(name: string): StreamRecord | undefined {
    return this.bodiesByName.get(name);
  }

  /** Another stream: the authority has started again. */
  private startOver(): void {
    this.newest = null;
    this.records.clear();
    this.bodiesByName.clear();
    this.bodyNames.clear();
    this.valueIds.clear();
    this.soil = null;
    this.tracks.clear();
    this.tiles.clear();
    this.fresh.clear();
    this.complete = null;
    this.taken.clear();
    this.events = 0;
    this.offset = Number.POSITIVE_INFINITY;
  }

  /** All sections, before anything is kept. */
  private read(reader: ByteReader, head: PacketHead): Parts {
    const parts: Parts = { records: [], poses: [], tiles: [], events: [], values: null, soil: null };
    for (;;) {
      const section = reader.u8();
      if (section === SECTION.end) break;
      if (section === SECTION.records) while (reader.u8() === 1) parts.records.push(readRecord(reader));
      else if (section === SECTION.poses) while (reader.u8() === 1) parts.poses.push(this.readPose(reader, head.frame));
      else if (section === SECTION.tiles) while (reader.u8() === 1) parts.tiles.push(readTile(reader));
      else if (section === SECTION.events) while (reader.u8() === 1) parts.events.push(readEvent(reader));
      else if (section === SECTION.values) parts.values = Array.from({ length: reader.count() }, () => reader.f32());
      else if (section === SECTION.soil) parts.soil = readSoil(reader);
      else throw new LinkError("malformed", `stream: unknown section ${section}`);
    }
    if (reader.left > 0) throw new LinkError("malformed", `stream: ${reader.left} bytes after the end`);
    return parts;
  }

  private readPose(reader: ByteReader, frame: number): { id: number; values: Int32Array } {
    const id = reader.varint();
    const back = reader.varint();
    const mask = reader.u8();
    if (id > MAX_IDS) throw new LinkError("malformed", `stream: id ${id}`);
    const base = back === 0 ? undefined : this.tracks.get(id)?.base(frame - back);
    if (back !== 0 && base === undefined)
      throw new LinkError("malformed", `stream: a pose refers to frame ${frame - back}, which is not known`);
    const values = new Int32Array(POSE);
    for (let c = 0; c < POSE; c++) values[c] = ((base?.[c] ?? 0) + ((mask & (1 << c)) !== 0 ? reader.signed() : 0)) | 0;
    return { id, values };
  }

  private keep(parts: Parts, head: PacketHead): void {
    for (const record of parts.records) {
      const key = `${record.kind} ${record.id}`;
      if ((this.records.get(key)?.version ?? 0) >= record.version) continue;
      this.records.set(key, record);
      if (record.kind === "value") this.valueIds.set(record.name, record.id);
      if (record.kind !== "body") continue;
      this.bodiesByName.set(record.name, record);
      this.bodyNames.set(record.id, record.name);
    }
    for (const { id, values } of parts.poses) {
      let track = this.tracks.get(id);
      if (track === undefined) this.tracks.set(id, (track = new PoseTrack()));
      track.add(head.frame, head.sent, values, this.complete);
    }
    if (head.complete && head.frame > (this.complete?.frame ?? -1))
      this.complete = { frame: head.frame, at: head.sent };
    for (const { key, ...tile } of parts.tiles) {
      const known = this.tiles.get(key);
      if (known === undefined ? this.tiles.size >= MAX_TILES : known.version >= tile.version) continue;
      this.tiles.set(key, tile);
      this.fresh.add(key);
    }
    for (const event of parts.events) {
      // the authority keeps a bounded number: what is older than those it has is gone
      if (event.number <= this.events) continue;
      this.events = event.number;
      this.options.onEvent?.(event);
    }
    // the newest of what is sent whole each time
    if (head.number < (this.newest?.number ?? 0)) return;
    if (parts.values !== null) this.values = parts.values;
    if (parts.soil !== null) this.soil = parts.soil;
  }

  private keepTime({ sent }: PacketHead): void {
    const now = this.options.clock();
    this.offset = Math.min(now - sent, this.offset + DRIFT * (now - this.offsetAt));
    this.offsetAt = now;
  }

  private confirm(head: PacketHead): void {
    this.taken.add(head.number);
    const newest = this.newest?.number ?? head.number;
    let before = 0;
    for (let k = 0; k < 32; k++) if (this.taken.has(newest - 1 - k)) before |= 1 << k;
    for (const number of this.taken) if (number < newest - 32) this.taken.delete(number);
    this.options.acknowledge(newest, before >>> 0, this.events);
  }
}

interface Parts {
  readonly records: StreamRecord[];
  readonly poses: { readonly id: number; readonly values: Int32Array }[];
  readonly tiles: (KnownTile & { readonly key: string })[];
  readonly events: StreamEvent[];
  values: number[] | null;
  soil: StreamSoil | null;
}

function readTile(reader: ByteReader): KnownTile & { readonly key: string } {
  const ground = reader.varint();
  const index = reader.varint();
  if (ground >= MAX_GROUNDS || index >= MAX_TILES) throw new LinkError("malformed", `stream: tile ${ground} ${index}`);
  const version = reader.varint();
  return {
    key: `${ground} ${index}`,
    version,
    change: readPlane(reader, TILE * TILE),
    loose: readPlane(reader, TILE * TILE),
  };
}
