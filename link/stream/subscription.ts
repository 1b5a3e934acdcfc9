import { ByteWriter } from "./bytes.js";
import { forTilePoints } from "./ground-tiles.js";
import {
  COMPLETE_AT,
  PACKET_SIZE,
  POSE_SIZE,
  SECTION,
  type StreamRecord,
  TILE,
  TILE_SIZE,
  writeEvent,
  writeHead,
  writePlane,
  writePose,
  writeRecord,
} from "./packet.js";
import { POSE } from "./quantize.js";
import { SOIL_SIZE, writeSoil } from "./soil.js";
import type { StreamSource } from "./source.js";

/** Bytes in front of a packet: IP, UDP, head of the message. */
const OVERHEAD = 28 + 14;
/** Distance of a viewer's numbers from those of viewers before it: more than an acknowledgement reaches back. */
const NUMBER_GAP = 64;
/** Packets whose content is remembered until they are acknowledged. */
const MAX_SENT = 256;
/** Frames between packets when nothing changes; frames between values, and between soil on bodies and in the air. */
const HEARTBEAT = 6;
const VALUES_EVERY = 3;
/** Sends of a body after which an unacknowledged base is not relied on any more. */
const MAX_BACK = 48;
/** A tile that keeps changing is sent at most this often, s; nothing is sent again before this time at least, s. */
const TILE_INTERVAL = 0.15;
const LEAST_WAIT = 0.1;
/** Packets per frame at most, and frames whose bits may be saved up. */
const MAX_BURST = 8;
const SAVED = 0.25;

/** What a packet carried, until it is acknowledged. */
interface SentPacket {
  readonly frame: number;
  readonly at: number;
  readonly ids: readonly number[];
  /** POSE numbers per id. */
  readonly values: Int32Array;
  readonly records: readonly StreamRecord[];
  readonly tiles: readonly (readonly [number, number])[];
}

/** What was sent of one item, and when, s. */
interface Item {
  acked: number;
  sent: number;
  at: number;
}

/**
 * One viewer of a stream. Knows what the viewer has acknowledged, item by item, and sends the rest within the limit of
 * bits per second: records, poses, events, values, tiles. A pose is sent in every frame until it is acknowledged, as the
 * difference from an acknowledged one; what changes seldom is sent again when its acknowledgement is overdue.
 */
export class Subscription {
  /** Bytes that were sent, headers included, and packets. */
  bytes = 0;
  packets = 0;
  /** Smoothed time from a packet to its acknowledgement, s. */
  roundTrip = 0.1;
  private readonly source: StreamSource;
  private readonly send: (packet: Uint8Array) => void;
  private readonly sentPackets = new Map<number, SentPacket>();
  private acked = new Int32Array(0);
  private sentPoses = new Int32Array(0);
  private ackedFrame = new Int32Array(0);
  private sentFrame = new Int32Array(0);
  private sends = new Int32Array(0);
  private readonly recordItems = new Map<string, Item>();
  private readonly tileItems = new Map<number, Item>();
  private ackedEvents = 0;
  private eventsAt = Number.NEGATIVE_INFINITY;
  private sentEvents = 0;
  private tokens = 0;
  private last = 0;
  private turn = 0;
  private groundOf: object | null = null;
  private number: number;

  constructor(source: StreamSource, send: (packet: Uint8Array) => void) {
    this.source = source;
    this.send = send;
    this.number = source.highest + NUMBER_GAP;
  }

  /** The viewer has packets: the newest, a bit for each of the 32 before it, and all events up to a number. */
  taken(newest: number, before: number, events: number, now: number): void {
    if (events <= this.source.eventCount) this.ackedEvents = Math.max(this.ackedEvents, events);
    const packet = this.sentPackets.get(newest);
    if (packet !== undefined) this.roundTrip += 0.1 * (now - packet.at - this.roundTrip);
    this.acknowledge(newest);
    for (let k = 0; k < 32; k++) if ((before & (1 << k)) !== 0) this.acknowledge(newest - 1 - k);
  }

  /** Sends what the newest frame has for this viewer. */
  pump(now: number): void {
    const { limit, frame } = this.source;
    this.grow();
    const gone = this.last === 0 ? SAVED : now - this.last;
    this.tokens = Math.min((SAVED * limit) / 8, this.tokens + (gone * limit) / 8);
    this.last = now;
    for (let k = 0; k < MAX_BURST && this.tokens > 0; k++) {
      const filled = this.sendPacket(now, k === 0 && frame % HEARTBEAT === 0, k === 0);
      if (!filled) break;
    }
  }

  /** Sends one packet; returns whether there may be more to send. */
  private sendPacket(now: number, always: boolean, first: boolean): boolean {
    const { source } = this;
    const writer = new ByteWriter(PACKET_SIZE);
    const head = {
      number: this.number + 1,
      epoch: source.epoch,
      frame: source.frame,
      sent: source.sent,
      time: source.time,
    };
    writeHead(writer, { ...head, complete: false });
    const empty = writer.length;
    const records = this.writeRecords(writer, now);
    const poses = this.writePoses(writer);
    this.writeEvents(writer, now);
    if (first && source.frame % VALUES_EVERY === 0) {
      this.writeValues(writer);
      this.writeSoil(writer);
    }
    const tiles = this.writeTiles(writer, now);
    if (writer.length === empty && !always) return false;
    writer.u8(SECTION.end);
    const packet = writer.bytes();
    packet[COMPLETE_AT] = first && poses.complete ? 1 : 0;
    const values = new Int32Array(POSE * poses.ids.length);
    poses.ids.forEach((id, k) => {
      values.set(source.poses.subarray(POSE * id, POSE * id + POSE), POSE * k);
    });
    this.packets++;
    this.number++;
    source.highest = Math.max(source.highest, this.number);
    this.sentPackets.set(this.number, { frame: source.frame, at: now, ids: poses.ids, values, records, tiles });
    this.sentPackets.delete(this.number - MAX_SENT);
    this.tokens -= packet.length + OVERHEAD;
    this.bytes += packet.length + OVERHEAD;
    this.send(packet);
    return packet.length > PACKET_SIZE - TILE_SIZE;
  }

  private writeRecords(writer: ByteWriter, now: number): StreamRecord[] {
    const written: StreamRecord[] = [];
    for (const record of [...this.source.bodies, ...this.source.values]) {
      const key = `${record.kind} ${record.id}`;
      let item = this.recordItems.get(key);
      if (item === undefined) this.recordItems.set(key, (item = { acked: 0, sent: 0, at: Number.NEGATIVE_INFINITY }));
      if (!this.isDue(item, record.version, now, 0)) continue;
      if (writer.room < 40 + 3 * (record.name.length + record.spec.length)) break;
      if (written.length === 0) writer.u8(SECTION.records);
      written.push(record);
      writer.u8(1);
      writeRecord(writer, record);
      item.sent = record.version;
      item.at = now;
    }
    if (written.length > 0) writer.u8(0);
    return written;
  }

  /** Whether an item must be sent: it is new, or its acknowledgement is overdue. */
  private isDue({ acked, sent, at }: Item, version: number, now: number, interval: number): boolean {
    if (acked === version) return false;
    if (sent !== version) return now - at >= interval;
    return now - at >= Math.max(LEAST_WAIT, 1.5 * this.roundTrip);
  }

  private writePoses(writer: ByteWriter): { ids: number[]; complete: boolean } {
    const { bodies, poses, frame } = this.source;
    const ids: number[] = [];
    let complete = true;
    for (let n = 0; n < bodies.length; n++) {
      const id = (this.turn + n) % bodies.length;
      if (!bodies[id].present || this.sentFrame[id] === frame || !this.differs(id)) continue;
      if (writer.room < POSE_SIZE + 4) {
        complete = false;
        this.turn = id;
        break;
      }
      if (ids.length === 0) writer.u8(SECTION.poses);
      writer.u8(1);
      const based = this.ackedFrame[id] >= 0 && this.sends[id] < MAX_BACK;
      writePose(writer, id, based ? frame - this.ackedFrame[id] : 0, poses, based ? this.acked : null);
      ids.push(id);
      this.sends[id]++;
      this.sentFrame[id] = frame;
      this.sentPoses.set(poses.subarray(POSE * id, POSE * id + POSE), POSE * id);
    }
    if (ids.length > 0) writer.u8(0);
    return { ids, complete };
  }

  /** Whether the viewer may have another pose than the present one. */
  private differs(id: number): boolean {
    if (this.ackedFrame[id] < 0) return true;
    const { poses } = this.source;
    const pending = this.sentFrame[id] > this.ackedFrame[id];
    for (let c = POSE * id; c < POSE * id + POSE; c++) {
      if (poses[c] !== this.acked[c] || (pending && poses[c] !== this.sentPoses[c])) return true;
    }
    return false;
  }

  private writeEvents(writer: ByteWriter, now: number): void {
    const { events, eventCount } = this.source;
    if (this.ackedEvents >= eventCount) return;
    const isNew = this.sentEvents < eventCount;
    if (!isNew && now - this.eventsAt < Math.max(LEAST_WAIT, 1.5 * this.roundTrip)) return;
    let opened = false;
    for (const event of events) {
      if (event.number <= this.ackedEvents) continue;
      if (writer.room < 60 + 3 * (event.name.length + event.who.join("  ").length)) break;
      if (!opened) writer.u8(SECTION.events);
      opened = true;
      writer.u8(1);
      writeEvent(writer, event);
      this.sentEvents = Math.max(this.sentEvents, event.number);
    }
    if (!opened) return;
    writer.u8(0);
    this.eventsAt = now;
  }

  private writeValues(writer: ByteWriter): void {
    const { readings } = this.source;
    if (readings.length === 0 || writer.room < 8 + 4 * readings.length) return;
    writer.u8(SECTION.values);
    writer.varint(readings.length);
    for (const value of readings) writer.f32(value);
  }

  private writeSoil(writer: ByteWriter): void {
    const { soil } = this.source;
    if (soil === null || writer.room < SOIL_SIZE) return;
    writer.u8(SECTION.soil);
    writeSoil(writer, soil);
  }

  private writeTiles(writer: ByteWriter, now: number): (readonly [number, number])[] {
    const { ground } = this.source;
    const written: (readonly [number, number])[] = [];
    if (ground === null) return written;
    for (const tile of ground.changed) {
      let item = this.tileItems.get(tile);
      if (item === undefined) this.tileItems.set(tile, (item = { acked: 0, sent: 0, at: Number.NEGATIVE_INFINITY }));
      const version = ground.version[tile];
      if (!this.isDue(item, version, now, TILE_INTERVAL)) continue;
      if (writer.room < TILE_SIZE + 4) break;
      if (written.length === 0) writer.u8(SECTION.tiles);
      writer.u8(1);
      this.writeTile(writer, tile, version);
      written.push([tile, version]);
      item.sent = version;
      item.at = now;
    }
    if (written.length > 0) writer.u8(0);
    return written;
  }

  private writeTile(writer: ByteWriter, tile: number, version: number): void {
    const ground = this.source.ground;
    if (ground === null) return;
    const g = ground.groundOf(tile);
    const grid = ground.grids[g];
    const before = ground.pointsBefore(g);
    const change = new Int32Array(TILE * TILE);
    const loose = new Int32Array(TILE * TILE);
    forTilePoints(grid, tile - grid.first, (n, k) => {
      change[n] = ground.change[before + k];
      loose[n] = ground.loose[before + k];
    });
    writer.varint(g);
    writer.varint(tile - grid.first);
    writer.varint(version);
    writePlane(writer, change);
    writePlane(writer, loose);
  }

  private acknowledge(number: number): void {
    const packet = this.sentPackets.get(number);
    if (packet === undefined) return;
    this.sentPackets.delete(number);
    packet.ids.forEach((id, k) => {
      if (packet.frame <= this.ackedFrame[id]) return;
      this.ackedFrame[id] = packet.frame;
      this.acked.set(packet.values.subarray(POSE * k, POSE * k + POSE), POSE * id);
      this.sends[id] = 0;
    });
    for (const { kind, id, version } of packet.records) {
      const item = this.recordItems.get(`${kind} ${id}`);
      if (item !== undefined) item.acked = Math.max(item.acked, version);
    }
    for (const [tile, version] of packet.tiles) {
      const item = this.tileItems.get(tile);
      if (item !== undefined) item.acked = Math.max(item.acked, version);
    }
  }

  /** Room for bodies that came; ground that was exchanged begins from nothing. */
  private grow(): void {
    const { bodies, ground } = this.source;
    if (this.groundOf !== ground) this.tileItems.clear();
    this.groundOf = ground;
    const count = bodies.length;
    if (this.ackedFrame.length === count) return;
    const longer = (from: Int32Array, size: number, fill: number) => {
      const to = new Int32Array(size).fill(fill);
      to.set(from);
      return to;
    };
    this.acked = longer(this.acked, POSE * count, 0);
    this.sentPoses = longer(this.sentPoses, POSE * count, 0);
    this.ackedFrame = longer(this.ackedFrame, count, -1);
    this.sentFrame = longer(this.sentFrame, count, -1);
    this.sends = longer(this.sends, count, 0);
  }
}
