/**
 * Keeps everything that moves inside the picture, for a view that nobody has touched. The direction of sight stays, and
 * so does the eye while all corners of moving bodies are inside the picture with some room. When they leave it the eye
 * follows until they are well inside again, and steps back when they spread.
 *
 * In coordinates of the camera (u to the right, v upwards, w into the picture) a point p is inside the picture of an
 * eye e when |p_u − e_u| ≤ s (p_w − e_w), with s the half width of the picture at unit depth. Over all points
 *
 *   e_u + s e_w ≤ min (p_u + s p_w)  and  −e_u + s e_w ≤ min (−p_u + s p_w),
 *
 * half of whose sum bounds e_w, and which then leave an interval for e_u; likewise for v. A flat view has a half width
 * of its own instead of a depth. Where bars cover the top of the picture s is smaller for what is above the eye.
 */
import type { SceneDescription } from "../worker/protocol.js";
import { bodyBoxes, cornersOf } from "./body-boxes.js";

/**
 * Part of the picture's half size that is left free around what moves: below the first the eye begins to follow, and
 * follows until there is the second where it can be had; there is never less than the third.
 */
const ROOM = { begin: 0.15, end: 0.5, least: 0.01 } as const;
/** How fast the eye goes where it is wanted, 1/s. */
const RATE = 5;
/** The eye follows what is further away than this many times the distance of the scene's own view, or that it needs. */
const FAR = 1.6;

/** BODY_STATE of bodies that take no part. */
const DORMANT = 2;

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Where a body is. */
export interface Placed {
  readonly position: Vector;
  readonly quaternion: Vector & { readonly w: number };
}

/** A camera whose direction is given: three unit vectors, and half sizes of the picture at unit depth. */
export interface Sighting {
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** Part of the picture's height that is covered at its top, by bars over the view. */
  readonly covered: number;
}

/** The eye in coordinates of the camera, m; in a flat view `size` is half the height of the picture, m. */
export interface Eye {
  u: number;
  v: number;
  w: number;
  size: number;
}

export class Framing {
  readonly planar: boolean;
  /** Bodies that move, and the corners of the box around each, three numbers a corner, in its own frame, m. */
  private readonly movers: { readonly body: number; readonly corners: Float64Array }[];
  private following = false;
  private readonly limits = { begin: new Limits(), end: new Limits(), least: new Limits() };

  constructor(scene: SceneDescription) {
    this.planar = scene.planar;
    const boxes = bodyBoxes(scene);
    this.movers = scene.bodies.flatMap(({ type }, body) =>
      type === "static" ? [] : [{ body, corners: cornersOf(boxes[body]) }],
    );
  }

  /** Depth of the middle of what moves, as last seen, m; null while nothing takes part. */
  get depth(): number | null {
    return this.limits.begin.empty ? null : this.limits.begin.depth;
  }

  /**
   * Moves the eye so that what moves stays in the picture, `dt` (s) after the last one; ∞: at once. `home` is the
   * distance of the scene's own view, m. Returns whether the eye still moves.
   */
  update(
    places: readonly Placed[],
    states: Uint8Array,
    sight: Sighting,
    eye: Eye,
    home: number,
    dt = Number.POSITIVE_INFINITY,
  ): boolean {
    const { limits, planar } = this;
    for (const key of KINDS) limits[key].begin(sight, ROOM[key], planar);
    for (const { body, corners } of this.movers) {
      const { position, quaternion } = places[body];
      if (states[body] === DORMANT || !Number.isFinite(position.x + position.y + position.z)) continue;
      this.add(corners, position, quaternion, sight);
    }
    const { begin, end, least } = limits;
    if (begin.empty) return false;
    const wanted = begin.wanted(eye, home, planar);
    // a thousandth of the picture is seen by nobody
    const little = 1e-3 * (planar ? eye.size : Math.abs(begin.depth - eye.w));
    const differs = () => EYE.some((key) => Math.abs(wanted[key] - eye[key]) > little);
    if (dt < Number.POSITIVE_INFINITY) this.following ||= differs();
    if (this.following) end.center(wanted, planar);
    const part = 1 - Math.exp(-RATE * dt);
    const { u, v, w, size } = eye;
    for (const key of EYE) eye[key] += part * (wanted[key] - eye[key]);
    least.clamp(eye, planar);
    this.following &&= differs();
    // more than fits between what is wanted and the least distance holds the eye where it is
    const before = { u, v, w, size };
    return this.following && EYE.some((key) => Math.abs(eye[key] - before[key]) > 1e-3 * little);
  }

  private add(corners: Float64Array, p: Vector, q: Placed["quaternion"], { right, up, forward }: Sighting): void {
    for (let k = 0; k < corners.length; k += 3) {
      const [x, y, z] = [corners[k], corners[k + 1], corners[k + 2]];
      // p + c + 2 w (q × c) + 2 q × (q × c)
      const tx = 2 * (q.y * z - q.z * y);
      const ty = 2 * (q.z * x - q.x * z);
      const tz = 2 * (q.x * y - q.y * x);
      const wx = p.x + x + q.w * tx + q.y * tz - q.z * ty;
      const wy = p.y + y + q.w * ty + q.z * tx - q.x * tz;
      const wz = p.z + z + q.w * tz + q.x * ty - q.y * tx;
      const u = wx * right.x + wy * right.y + wz * right.z;
      const v = wx * up.x + wy * up.y + wz * up.z;
      const w = wx * forward.x + wy * forward.y + wz * forward.z;
      for (const key of KINDS) this.limits[key].add(u, v, w);
    }
  }
}

const EYE = ["u", "v", "w", "size"] as const;
const KINDS = ["begin", "end", "least"] as const;

/** Bounds of the eye from which a set of points is inside the picture. */
class Limits {
  private su = 1;
  /** Half heights at unit depth below the middle and above it: less above, where the picture is covered. */
  private below = 1;
  private above = 1;
  private aspect = 1;
  private fill = 1;
  private fillAbove = 1;
  private right = 0;
  private left = 0;
  private top = 0;
  private bottom = 0;
  private near = 0;
  private far = 0;

  begin({ halfWidth, halfHeight, covered }: Sighting, room: number, planar: boolean): void {
    this.fill = 1 - room;
    this.fillAbove = (1 - room) * (1 - 2 * covered);
    this.su = planar ? 0 : this.fill * halfWidth;
    this.below = planar ? 0 : this.fill * halfHeight;
    this.above = planar ? 0 : this.fillAbove * halfHeight;
    this.aspect = halfWidth / halfHeight;
    this.right = this.left = this.top = this.bottom = this.near = Number.POSITIVE_INFINITY;
    this.far = Number.NEGATIVE_INFINITY;
  }

  add(u: number, v: number, w: number): void {
    this.right = Math.min(this.right, u + this.su * w);
    this.left = Math.min(this.left, -u + this.su * w);
    this.top = Math.min(this.top, v + this.below * w);
    this.bottom = Math.min(this.bottom, -v + this.above * w);
    this.near = Math.min(this.near, w);
    this.far = Math.max(this.far, w);
  }

  get empty(): boolean {
    return !Number.isFinite(this.near);
  }

  /** Depth of the middle of the points. */
  get depth(): number {
    return 0.5 * (this.near + this.far);
  }

  /** Where the eye should be: inside the limits, and not left behind. */
  wanted(eye: Eye, home: number, planar: boolean): Eye {
    const wanted = { ...eye };
    if (!planar) {
      const needed = this.depth - this.nearest();
      wanted.w = Math.max(wanted.w, this.depth - FAR * Math.max(needed, home));
    }
    this.clamp(wanted, planar);
    return wanted;
  }

  /** Moves the eye into the limits, as little as possible. */
  clamp(eye: Eye, planar: boolean): void {
    if (planar) {
      // without a depth `right` is the least u, `left` the least −u
      const wide = -(this.right + this.left) / 2 / this.aspect;
      const high = -(this.top + this.bottom) / (this.fill + this.fillAbove);
      eye.size = Math.max(eye.size, wide / this.fill, high);
    } else eye.w = Math.min(eye.w, this.nearest());
    this.center(eye, planar);
  }

  /** Moves the eye across the view into the limits, or to their middle where there is not so much room. */
  center(eye: Eye, planar: boolean): void {
    const across = planar ? -this.fill * this.aspect * eye.size : this.su * eye.w;
    const above = planar ? -this.fillAbove * eye.size : this.above * eye.w;
    const below = planar ? -this.fill * eye.size : this.below * eye.w;
    eye.u = within(eye.u, across - this.left, this.right - across);
    eye.v = within(eye.v, above - this.bottom, this.top - below);
  }

  private nearest(): number {
    return Math.min((this.right + this.left) / (2 * this.su), (this.top + this.bottom) / (this.above + this.below));
  }
}

function within(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));
}
