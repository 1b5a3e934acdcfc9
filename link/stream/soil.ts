import type { Data } from "stiction";
import { LinkError } from "../protocol/messages.js";
import type { ByteReader, ByteWriter } from "./bytes.js";
import { terrainOf } from "./ground-tiles.js";
import { MAX_IDS } from "./packet.js";
import { POSITION_QUANTUM } from "./quantize.js";

/** Soil that is not ground, in quanta: what bodies carry, and what flies or is stirred. It is sent whole each time. */
export interface StreamSoil {
  readonly loads: readonly StreamLoad[];
  /** Soil that comes into motion, in `RATE_QUANTUM`. */
  readonly rate: number;
  /** Six numbers per point: place in `PLACE_QUANTUM`, velocity in `SPEED_QUANTUM`. */
  readonly points: readonly number[];
}

/** Soil on one body: volume in `VOLUME_QUANTUM`, centre from the body's centre of mass in `POSITION_QUANTUM`. */
export interface StreamLoad {
  readonly id: number;
  readonly volume: number;
  readonly center: readonly number[];
}

/** A tenth of a litre; litres per second; cm and cm/s that no eye sees in dust. */
export const VOLUME_QUANTUM = 1e-4;
const RATE_QUANTUM = 1e-3;
const PLACE_QUANTUM = 1 / 64;
const SPEED_QUANTUM = 1 / 16;
/** Bodies with soil, and points of soil in motion, at most. */
const MAX_LOADS = 32;
const MAX_POINTS = 8;
/** Largest coded soil, B. */
export const SOIL_SIZE = 8 + MAX_LOADS * 25 + MAX_POINTS * 30;

/** Fields of the soil: per body ten numbers, of which the first four are volume and centre. */
interface SoilArrays {
  readonly carried: Float64Array;
}
const CARRIED = 10;

function carriedOf(data: Data): Float64Array | null {
  return (data.items.soil as unknown as SoilArrays | undefined)?.carried ?? null;
}

/** Takes the soil of a run; `indices` has the body of every id, −1: gone. Null where the scene has none. */
export function takeSoil(data: Data, indices: readonly number[]): StreamSoil | null {
  const carried = carriedOf(data);
  const [ground] = terrainOf(data);
  if (carried === null || ground === undefined) return null;
  const loads: StreamLoad[] = [];
  indices.forEach((b, id) => {
    if (b < 0 || loads.length >= MAX_LOADS) return;
    const [volume, ...center] = carried.subarray(CARRIED * b, CARRIED * b + 4);
    const quanta = Math.round(volume / VOLUME_QUANTUM);
    if (quanta > 0) loads.push({ id, volume: quanta, center: center.map((x) => Math.round(x / POSITION_QUANTUM)) });
  });
  const { count, rate, points, velocities } = ground.view.flow;
  const shown = Math.min(MAX_POINTS, count);
  const coded: number[] = [];
  for (let n = 0; n < shown; n++) {
    const at = 3 * Math.floor((n * count) / shown);
    for (let c = 0; c < 3; c++) coded.push(Math.round(points[at + c] / PLACE_QUANTUM));
    for (let c = 0; c < 3; c++) coded.push(Math.round(velocities[at + c] / SPEED_QUANTUM));
  }
  return { loads, rate: shown > 0 ? Math.round(rate / RATE_QUANTUM) : 0, points: coded };
}

export function writeSoil(writer: ByteWriter, { loads, rate, points }: StreamSoil): void {
  writer.varint(loads.length);
  for (const { id, volume, center } of loads) {
    writer.varint(id);
    writer.varint(volume);
    for (const x of center) writer.signed(x);
  }
  writer.varint(rate);
  writer.varint(points.length / 6);
  // points lie close to each other: each is a difference from the one before
  points.forEach((x, k) => {
    writer.signed(x - (points[k - 6] ?? 0));
  });
}

export function readSoil(reader: ByteReader): StreamSoil {
  const loads = Array.from({ length: bounded(reader.varint(), MAX_LOADS, "loads") }, () => ({
    id: bounded(reader.varint(), MAX_IDS, "as an id"),
    volume: reader.varint(),
    center: [reader.signed(), reader.signed(), reader.signed()],
  }));
  const rate = reader.varint();
  const points = new Array<number>(6 * bounded(reader.varint(), MAX_POINTS, "points of soil"));
  for (let k = 0; k < points.length; k++) points[k] = ((points[k - 6] ?? 0) + reader.signed()) | 0;
  return { loads, rate, points };
}

function bounded(count: number, most: number, what: string): number {
  if (count > most) throw new LinkError("malformed", `stream: ${count} ${what}`);
  return count;
}

/** Puts soil into a Data of the same scene; `bodyOf` gives the body of an id, −1: unknown. */
export function putSoil(data: Data, { loads, rate, points }: StreamSoil, bodyOf: (id: number) => number): void {
  const carried = carriedOf(data);
  const [ground] = terrainOf(data);
  if (carried === null || ground === undefined) return;
  for (let o = 0; o < carried.length; o += CARRIED) carried[o] = 0;
  for (const { id, volume, center } of loads) {
    const b = bodyOf(id);
    if (b < 0 || CARRIED * b >= carried.length) continue;
    carried[CARRIED * b] = volume * VOLUME_QUANTUM;
    center.forEach((x, c) => {
      carried[CARRIED * b + 1 + c] = x * POSITION_QUANTUM;
    });
  }
  const { flow } = ground.view;
  flow.count = Math.min(points.length / 6, flow.points.length / 3);
  flow.rate = rate * RATE_QUANTUM;
  for (let n = 0; n < flow.count; n++) {
    for (let c = 0; c < 3; c++) {
      flow.points[3 * n + c] = points[6 * n + c] * PLACE_QUANTUM;
      flow.velocities[3 * n + c] = points[6 * n + 3 + c] * SPEED_QUANTUM;
    }
  }
}
