/** Contact points, normals, forces, friction state and penetration. */
import { LINE_STYLE } from "../viewport/lines.js";
import { MARK } from "../viewport/marks.js";
import { CONTACT_STATE, CONTACT_ROW as ROW } from "../worker/services/overlay-protocol.js";
import type { Brush } from "./brush.js";
import type { OverlayId } from "./catalogue.js";
import { percentile } from "./force-scale.js";
import { MOST, strongest, type Thinned } from "./strongest.js";

/** Length of a normal, px. */
const NORMAL = 24;

export interface ContactCounts {
  sticking: number;
  slipping: number;
  open: number;
  /** m */
  deepest: number;
  /** Contacts with arrows and rings, and marks of penetration. */
  contacts: Thinned;
  penetrations: Thinned;
}

const sizes = { values: new Float32Array(256) };

/** The 95th percentile of the forces of loaded contacts, N. */
export function typicalForce(rows: Float32Array): number {
  const count = rows.length / ROW.size;
  if (sizes.values.length < count) sizes.values = new Float32Array(2 * count);
  let n = 0;
  for (let o = 0; o < rows.length; o += ROW.size) {
    const load = rows[o + ROW.load];
    if (load > 0)
      sizes.values[n++] = Math.hypot(
        load,
        rows[o + ROW.friction],
        rows[o + ROW.friction + 1],
        rows[o + ROW.friction + 2],
      );
  }
  return percentile(sizes.values, n, 0.95);
}

/** Draws the wanted overlays of contacts; `scale` in N per metre. */
export function paintContacts(
  brush: Brush,
  rows: Float32Array,
  shown: ReadonlySet<OverlayId>,
  scale: number,
): ContactCounts {
  const { marks, over, colors, scene } = brush;
  const count = rows.length / ROW.size;
  const loaded = strongest(count, (k) => rows[k * ROW.size + ROW.load], MOST.contacts);
  const deep = strongest(count, (k) => -rows[k * ROW.size + ROW.gap], MOST.penetration, 0);
  const counts: ContactCounts = {
    ...{ sticking: 0, slipping: 0, open: 0, deepest: 0 },
    ...{ contacts: loaded, penetrations: deep },
  };
  const moves = (b: number) => scene.bodies[b]?.type === "dynamic";
  const withMarks = shown.has("points") || shown.has("friction");
  for (let o = 0; o < rows.length; o += ROW.size) {
    const [x, y, z] = [rows[o], rows[o + 1], rows[o + 2]];
    const state = rows[o + ROW.state];
    const color = state === CONTACT_STATE.slip ? colors.slip : colors.stick;
    const gap = rows[o + ROW.gap];
    if (state === CONTACT_STATE.stick) counts.sticking++;
    else if (state === CONTACT_STATE.slip) counts.slipping++;
    else counts.open++;
    counts.deepest = Math.max(counts.deepest, -gap);
    if (shown.has("penetration") && deep.kept[o / ROW.size]) {
      // ten times as deep, 3 px wider; in a crowd half as wide
      const grade = 5 + 3 * Math.log10(-gap / 1e-5);
      const radius = Math.min(13, Math.max(5, grade)) * (deep.drawn < deep.all ? 1 / 2 : 1);
      marks.put(x, y, z, colors.pen, radius, MARK.hatched);
    }
    if (!loaded.kept[o / ROW.size]) continue;
    // forces are those on B; where only A can move, on A
    const sign = moves(rows[o + ROW.bodyA]) && !moves(rows[o + ROW.bodyB]) ? -1 : 1;
    if (shown.has("normals")) {
      const length = sign * NORMAL * brush.pixelAt(x, y, z);
      over.paint(colors["text-2"]);
      const [nx, ny, nz] = [rows[o + ROW.normal], rows[o + ROW.normal + 1], rows[o + ROW.normal + 2]];
      over.put(x, y, z, x + length * nx, y + length * ny, z + length * nz, 1.5, -1, LINE_STYLE.arrow);
    }
    const load = rows[o + ROW.load];
    const [tx, ty, tz] = [rows[o + ROW.friction], rows[o + ROW.friction + 1], rows[o + ROW.friction + 2]];
    if (shown.has("forces") && load > 0) {
      const fx = load * rows[o + ROW.normal] + tx;
      const fy = load * rows[o + ROW.normal + 1] + ty;
      const fz = load * rows[o + ROW.normal + 2] + tz;
      brush.force(x, y, z, sign * fx, sign * fy, sign * fz, scale, color);
    }
    if (shown.has("friction") && load > 0) brush.force(x, y, z, sign * tx, sign * ty, sign * tz, scale, color, false);
    if (!withMarks) continue;
    if (state === CONTACT_STATE.stick) marks.put(x, y, z, colors.stick, 5, MARK.ring);
    else if (state === CONTACT_STATE.slip) marks.put(x, y, z, colors.slip, 4, MARK.dot);
    else if (shown.has("points")) marks.put(x, y, z, colors["text-3"], 2, MARK.dot);
  }
  return counts;
}

/** The force between two bodies, for a label. */
export interface PairForce {
  readonly bodyA: number;
  readonly bodyB: number;
  /** Where, weighted by the forces, m. */
  point: [number, number, number];
  /** On B, N. */
  force: [number, number, number];
  load: number;
  slipping: number;
}

/** Forces summed over each pair of bodies, the strongest first. */
export function pairForces(rows: Float32Array): PairForce[] {
  const pairs = new Map<number, PairForce>();
  for (let o = 0; o < rows.length; o += ROW.size) {
    const load = rows[o + ROW.load];
    if (!(load > 0)) continue;
    const [bodyA, bodyB] = [rows[o + ROW.bodyA], rows[o + ROW.bodyB]];
    const key = bodyA * 2 ** 24 + bodyB;
    let pair = pairs.get(key);
    if (!pair) {
      pair = { bodyA, bodyB, point: [0, 0, 0], force: [0, 0, 0], load: 0, slipping: 0 };
      pairs.set(key, pair);
    }
    pair.load += load;
    if (rows[o + ROW.state] === CONTACT_STATE.slip) pair.slipping += load;
    for (let k = 0; k < 3; k++) {
      pair.point[k] += load * rows[o + k];
      pair.force[k] += load * rows[o + ROW.normal + k] + rows[o + ROW.friction + k];
    }
  }
  const sorted = [...pairs.values()];
  for (const pair of sorted) for (let k = 0; k < 3; k++) pair.point[k] /= pair.load;
  return sorted.sort(
    (a, b) => Math.hypot(...b.force) - Math.hypot(...a.force) || a.bodyA - b.bodyA || a.bodyB - b.bodyB,
  );
}
