/** Centres of mass, inertia boxes, trail, islands, boxes and trees. */
import { Quaternion, Vector3 } from "three";
import type { Bodies } from "../viewport/bodies.js";
import { bodyBounds } from "../viewport/body-bounds.js";
import { LINE_STYLE, type LineBatch } from "../viewport/lines.js";
import { MARK } from "../viewport/marks.js";
import { type OverlayModel, TREE_ROW } from "../worker/services/overlay-protocol.js";
import type { Brush } from "./brush.js";
import type { OverlayColors } from "./colors.js";
import { MOST, strongest, type Thinned } from "./strongest.js";

const ASLEEP = 1;

/**
 * A mark at the centre of mass of every dynamic body; 10 px wide for the heaviest, less by the cube root of the mass.
 */
export function paintMasses(brush: Brush, { mass }: OverlayModel): void {
  const heaviest = mass.reduce((most, m) => Math.max(most, m), 0);
  brush.bodies.places.forEach(({ position: { x, y, z } }, b) => {
    if (!(mass[b] > 0)) return;
    const radius = Math.max(4, 9 * Math.cbrt(mass[b] / heaviest));
    brush.marks.put(x, y, z, brush.colors["text-1"], radius, MARK.mass);
  });
}

/** The box of uniform density that turns as the body does; fixed to the bodies, so drawn once per scene. */
export function paintInertia(batch: LineBatch, { mass, inertia }: OverlayModel, colors: OverlayColors): void {
  const [p, q] = [new Vector3(), new Vector3()];
  const turn = new Quaternion();
  batch.paint(colors["text-1"]);
  mass.forEach((m, b) => {
    if (!(m > 0)) return;
    turn.fromArray(inertia, 7 * b + 3);
    const corner = (bits: number, out: Vector3) =>
      out
        .set(
          bits & 1 ? inertia[7 * b] : -inertia[7 * b],
          bits & 2 ? inertia[7 * b + 1] : -inertia[7 * b + 1],
          bits & 4 ? inertia[7 * b + 2] : -inertia[7 * b + 2],
        )
        .applyQuaternion(turn);
    for (let bits = 0; bits < 8; bits++)
      for (const bit of [1, 2, 4]) if ((bits & bit) === 0) batch.add(corner(bits, p), corner(bits | bit, q), 1.25, b);
  });
}

export interface IslandCounts {
  islands: number;
  asleep: number;
}

/** A box around every island; dashed around those that sleep. */
export function paintIslands(brush: Brush, islands: Int32Array): IslandCounts {
  const { bodies, inside, colors } = brush;
  const bounds = bodyBounds(bodies);
  const boxes = new Map<number, { readonly box: Float32Array; awake: boolean }>();
  islands.forEach((root, b) => {
    if (root < 0 || b >= bodies.places.length) return;
    let island = boxes.get(root);
    if (!island) {
      island = { box: Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity), awake: false };
      boxes.set(root, island);
    }
    if (bodies.states[b] !== ASLEEP) island.awake = true;
    for (let k = 0; k < 3; k++) {
      island.box[k] = Math.min(island.box[k], bounds[6 * b + k]);
      island.box[k + 3] = Math.max(island.box[k + 3], bounds[6 * b + 3 + k]);
    }
  });
  const counts = { islands: boxes.size, asleep: 0 };
  for (const { box, awake } of boxes.values()) {
    if (!awake) counts.asleep++;
    if (!box.every(Number.isFinite)) continue;
    inside.paint(awake ? colors["text-1"] : colors["text-3"]);
    brush.box(inside, box, 0, 1.5, awake ? LINE_STYLE.plain : LINE_STYLE.dashed);
  }
  return counts;
}

/** The largest boxes. */
export function paintBoxes(brush: Brush, boxes: Float32Array): Thinned {
  const size = (k: number) => Math.hypot(...[0, 1, 2].map((i) => boxes[6 * k + 3 + i] - boxes[6 * k + i]));
  const largest = strongest(boxes.length / 6, size, MOST.boxes);
  brush.inside.paint(brush.colors["text-2"]);
  for (let o = 0; o < boxes.length; o += 6)
    if (largest.kept[o / 6]) brush.box(brush.inside, boxes, o, 1, LINE_STYLE.plain);
  return largest;
}

/** The highest nodes of trees: the higher, the stronger. */
export function paintTrees(brush: Brush, rows: Float32Array): Thinned {
  const { inside, colors } = brush;
  const highest = strongest(rows.length / TREE_ROW, (k) => rows[TREE_ROW * k + 6], MOST.trees);
  for (let o = 0; o < rows.length; o += TREE_ROW) {
    if (!highest.kept[o / TREE_ROW]) continue;
    const height = rows[o + 6];
    inside.paint(height > 2 ? colors["text-2"] : colors["text-3"]);
    brush.box(inside, rows, o, Math.min(2.5, 0.75 + 0.25 * height), LINE_STYLE.dashed);
  }
  return highest;
}

/** Points of a trail kept. */
const TRAIL = 2000;

/** Path of one body's centre of mass. */
export class Trail {
  private body = -1;
  private readonly points = new Float32Array(3 * TRAIL);
  private count = 0;
  private start = 0;
  private time = Number.NEGATIVE_INFINITY;

  clear(): void {
    this.count = 0;
    this.start = 0;
    this.time = Number.NEGATIVE_INFINITY;
  }

  /** The picture is at `time` (s), with this body selected. Going back in time restarts it. */
  follow(bodies: Bodies, body: number, time: number, step: number): void {
    if (body !== this.body || time < this.time) this.clear();
    this.body = body;
    const place = bodies.places[body];
    if (!place || time === this.time) return;
    this.time = time;
    const { position } = place;
    if (this.count > 0) {
      const last = 3 * ((this.start + this.count - 1) % TRAIL);
      const way = Math.hypot(
        position.x - this.points[last],
        position.y - this.points[last + 1],
        position.z - this.points[last + 2],
      );
      if (way < step) return;
    }
    position.toArray(this.points, 3 * ((this.start + this.count) % TRAIL));
    if (this.count < TRAIL) this.count++;
    else this.start = (this.start + 1) % TRAIL;
  }

  paint({ over, colors }: Brush): void {
    over.paint(colors["accent-text"]);
    for (let k = 0; k + 1 < this.count; k++) {
      const p = 3 * ((this.start + k) % TRAIL);
      const q = 3 * ((this.start + k + 1) % TRAIL);
      const { points } = this;
      over.put(points[p], points[p + 1], points[p + 2], points[q], points[q + 1], points[q + 2], 2);
    }
  }
}
