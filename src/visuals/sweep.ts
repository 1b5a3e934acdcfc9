import { acos, atan2, cos, sin } from "../math/elementary.js";
import { add, cross, dot, norm, normalize, scale, sub, tangents, type Vec3 } from "../math/vec3.js";
import { show } from "../model/errors.js";
import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { Surface, segmentsOf } from "./surface.js";
import { type Point, signedArea, triangulate } from "./triangulate.js";

/** Pieces of a path, and sides of a profile, that meet at less than this are one smooth surface, rad. */
const CREASE = 0.6;
/** A rounded corner has a piece for so much of its turn, rad. */
const BEND_STEP = 0.2;

/** A profile moved along a path: ropes, hoses, rails, frames. */
export const sweep = defineVisual({
  name: "sweep",
  help: "a circle or a profile moved along a path, mitred at its corners: a rope, a hose, a rail",
  params: {
    path: p.rows({ unit: "m", minLength: 2, help: "points [x, y, z] of the path" }),
    radius: p.number({ unit: "m", above: 0, optional: true, help: "radius of a round section" }),
    profile: p.rows({
      unit: "m",
      minLength: 3,
      optional: true,
      help: "corners [u, v] of another section; v points up (along z) where the path is level",
    }),
    bend: p.number({ unit: "m", min: 0, default: 0, help: "radius by which the corners of the path are rounded" }),
    closed: p.flag({ default: false, help: "join the last point with the first" }),
    segments: p.number({ integer: true, min: 3, max: 1024, default: 16, help: "flat pieces around a round section" }),
  },
  check: ({ path, radius, profile, closed }) => {
    const bad = path.findIndex((point) => point.length !== 3);
    if (bad >= 0) return `path[${bad}] should be [x, y, z], got ${show(path[bad])}`;
    const wrong = profile?.findIndex((point) => point.length !== 2) ?? -1;
    if (wrong >= 0) return `profile[${wrong}] should be [u, v], got ${show(profile?.[wrong])}`;
    if ((radius === undefined) === (profile === undefined)) return "expected either radius or profile";
    if (distinct(path, closed).length < (closed ? 3 : 2)) return "the points of the path are all at one place";
    return undefined;
  },
  details: 3,
  build: ({ path, radius, profile, bend, closed, segments }, detail = 0) => {
    const section = profile ?? circle(radius ?? 0, segmentsOf(segments, detail));
    return sweepAlong(rounded(distinct(path, closed), closed, bend, detail), section, closed).mesh();
  },
});

function circle(radius: number, n: number): Point[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    return [radius * cos(angle), radius * sin(angle)];
  });
}

/** The points of a path without repetitions. */
function distinct(path: readonly (readonly number[])[], closed: boolean): Vec3[] {
  const points = path.map((point) => point as Vec3);
  return points.filter((point, i) => {
    const before = points[i > 0 ? i - 1 : points.length - 1];
    return (i === 0 && !closed) || norm(sub(point, before)) > 0;
  });
}

/** Replaces corners by arcs of the given radius, as far as the neighbouring pieces have room. */
function rounded(path: readonly Vec3[], closed: boolean, radius: number, detail: number): Vec3[] {
  if (!(radius > 0)) return path.slice();
  const n = path.length;
  return path.flatMap((corner, i) => {
    if (!closed && (i === 0 || i === n - 1)) return [corner];
    const [before, after] = [sub(path[(i + n - 1) % n], corner), sub(path[(i + 1) % n], corner)];
    const [u, v] = [normalize(before), normalize(after)];
    const turn = Math.PI - acos(Math.max(-1, Math.min(1, dot(u, v))));
    if (turn < 1e-3 || turn > Math.PI - 1e-3) return [corner];
    const tan = sin(turn / 2) / cos(turn / 2);
    const reach = Math.min(radius * tan, 0.5 * norm(before), 0.5 * norm(after));
    const r = reach / tan;
    const middle = normalize(add(u, v));
    const center = add(corner, scale(middle, r / cos(turn / 2)));
    // the arc runs from the end of the first piece, about the centre, by `turn`
    const [from, across] = [sub(add(corner, scale(u, reach)), center), scale(u, -r)];
    const pieces = Math.max(2, Math.ceil(turn / (BEND_STEP * (1 << detail))));
    return Array.from({ length: pieces + 1 }, (_, k) => {
      const angle = (turn * k) / pieces;
      return add(center, add(scale(from, cos(angle)), scale(across, sin(angle))));
    });
  });
}

/** The surface around a path: sections lie in the planes that halve the corners, so that all pieces are prisms. */
function sweepAlong(path: readonly Vec3[], given: readonly Point[], closed: boolean): Surface {
  const section = signedArea(given) > 0 ? given : given.slice().reverse();
  const n = path.length;
  const pieces = closed ? n : n - 1;
  const along = Array.from({ length: pieces }, (_, i) => normalize(sub(path[(i + 1) % n], path[i])));
  const frames = sectionFrames(along, closed);
  const sides = sideNormals(section);
  const lengths = along.map((_, i) => norm(sub(path[(i + 1) % n], path[i])));
  const total = lengths.reduce((sum, x) => sum + x, 0);
  const around = section.map((a, k) => distance(a, section[(k + 1) % section.length]));
  const girth = around.reduce((sum, x) => sum + x, 0);
  const surface = new Surface();
  let done = 0;
  for (let i = 0; i < pieces; i++) {
    const before = i > 0 ? i - 1 : closed ? pieces - 1 : -1;
    const after = i + 1 < pieces ? i + 1 : closed ? 0 : -1;
    const from = cut(path[i], along[i], before < 0 ? null : along[before], frames[i], section);
    const to = cut(path[(i + 1) % n], along[i], after < 0 ? null : along[after], frames[i], section);
    let turned = 0;
    for (let k = 0; k < section.length; k++) {
      const l = (k + 1) % section.length;
      const vertex = (points: readonly Vec3[], at: number, end: number, corner: 0 | 1, other: number) => {
        const normal = vertexNormal(sides[k][corner], frames, i, other, along);
        const u = Math.min(1, (turned + corner * around[k]) / girth);
        return surface.vertex(...points[at], ...normal, u, Math.min(1, end / total));
      };
      const a = vertex(from, k, done, 0, before);
      const b = vertex(from, l, done, 1, before);
      const c = vertex(to, l, done + lengths[i], 1, after);
      const d = vertex(to, k, done + lengths[i], 0, after);
      surface.quad(a, b, c, d);
      turned += around[k];
    }
    done += lengths[i];
    if (before < 0) cap(surface, from, section, scale(along[i], -1), false);
    if (after < 0) cap(surface, to, section, along[i], true);
  }
  return surface;
}

interface SectionFrame {
  readonly u: Vec3;
  readonly v: Vec3;
}

/** The axes of the section along each piece: v is up at first, then turned only as the path turns. */
function sectionFrames(along: readonly Vec3[], closed: boolean): SectionFrame[] {
  const first = along[0];
  const up: Vec3 = [0, 0, 1];
  const level = Math.abs(dot(first, up)) < 0.999;
  let u = level ? normalize(cross(up, first)) : tangents(first)[0];
  const frames = along.map((t, i) => {
    if (i > 0) u = turnedWith(u, along[i - 1], t);
    return { u, v: cross(t, u) };
  });
  if (!closed) return frames;
  // around a closed path the frame may come back turned: that angle is spread over the pieces
  const back = turnedWith(u, along[along.length - 1], first);
  const angle = atan2(dot(back, frames[0].v), dot(back, frames[0].u));
  return frames.map((frame, i) => twisted(frame, (-angle * i) / along.length));
}

function twisted({ u, v }: SectionFrame, angle: number): SectionFrame {
  const [c, s] = [cos(angle), sin(angle)];
  return { u: add(scale(u, c), scale(v, s)), v: add(scale(u, -s), scale(v, c)) };
}

/** x turned by the smallest rotation that takes the direction a to b. */
function turnedWith(x: Vec3, a: Vec3, b: Vec3): Vec3 {
  const half = add(a, b);
  const hh = dot(half, half);
  if (hh < 1e-12) return x;
  // two reflections: across the plane of a, then of the half direction
  const once = sub(x, scale(a, 2 * dot(x, a)));
  return normalize(sub(once, scale(half, (2 * dot(once, half)) / hh)));
}

/** Corners of the section at an end of a piece, moved along the piece into the plane that halves the corner. */
function cut(at: Vec3, t: Vec3, other: Vec3 | null, frame: SectionFrame, section: readonly Point[]): Vec3[] {
  const sum = other === null ? t : add(t, other);
  const plane = norm(sum) > 0.2 ? sum : t;
  const slope = dot(t, plane);
  return section.map(([a, b]) => {
    const offset = add(scale(frame.u, a), scale(frame.v, b));
    return add(at, sub(offset, scale(t, dot(offset, plane) / slope)));
  });
}

/** Normals of a side at its two corners, in the axes of the section. */
function sideNormals(section: readonly Point[]): (readonly [Point, Point])[] {
  const n = section.length;
  const own = section.map((a, k) => {
    const [x, y] = sub2(section[(k + 1) % n], a);
    const length = Math.sqrt(x * x + y * y) || 1;
    return [y / length, -x / length];
  });
  const join = (k: number, l: number): Point =>
    own[k][0] * own[l][0] + own[k][1] * own[l][1] > cos(CREASE)
      ? [own[k][0] + own[l][0], own[k][1] + own[l][1]]
      : own[k];
  return own.map((_, k) => [join(k, (k + n - 1) % n), join(k, (k + 1) % n)] as const);
}

/** A normal of the section in space; where the path bends gently, halfway to that of the next piece. */
function vertexNormal(
  side: Point,
  frames: readonly SectionFrame[],
  i: number,
  other: number,
  along: readonly Vec3[],
): Vec3 {
  const of = ({ u, v }: SectionFrame) => add(scale(u, side[0]), scale(v, side[1]));
  const own = of(frames[i]);
  if (other < 0 || dot(along[i], along[other]) < cos(CREASE)) return own;
  return add(own, of(frames[other]));
}

/** Closes an end. The section is counter-clockwise about the path (u × v is its direction). */
function cap(surface: Surface, points: readonly Vec3[], section: readonly Point[], normal: Vec3, last: boolean): void {
  const size = Math.max(...section.flat().map(Math.abs)) || 1;
  const first = points.map((point, k) => {
    const [a, b] = section[k];
    return surface.vertex(...point, ...normal, 0.5 + (0.5 * a) / size, 0.5 + (0.5 * b) / size);
  });
  const triangles = triangulate(section);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.slice(t, t + 3).map((k) => first[k]);
    if (last) surface.triangle(a, b, c);
    else surface.triangle(c, b, a);
  }
}

function distance(a: Point, b: Point): number {
  const [x, y] = sub2(b, a);
  return Math.sqrt(x * x + y * y);
}

function sub2(a: Point, b: Point): [number, number] {
  return [a[0] - b[0], a[1] - b[1]];
}
