import { elementary, type VisualSpec } from "stiction";
import { type Gear, gearOutline, pitchRadius } from "./gear.js";
import { arc, circle, type Point2 } from "./outlines.js";

const { cos, sin } = elementary;

/**
 * A gear as it is milled: teeth, a web with openings between spokes, a hub with a keyed bore and a mark at one tooth,
 * so that one sees it turn. `turn` (rad) is where its first tooth points, `width` the length of the teeth and
 * `bevel` that of its rims, m.
 */
export function gearVisuals(gear: Gear, width: number, look: string, turn = 0, bevel = 0): VisualSpec[] {
  const pitch = pitchRadius(gear);
  const root = pitch - 1.25 * gear.module;
  const [bore, hub, rim] = [0.16 * root, 0.36 * root, 0.8 * root];
  const spokes = gear.teeth < 16 ? 3 : 5;
  const placed = { orientation: turn };
  const rows = (points: readonly Point2[]) => points.map(([x, y]) => [x, y]);
  const key = 0.45 * bore;
  const keyed = [
    ...arc(0, 0, bore, 0.45, 2 * Math.PI - 0.45, 24),
    [1.35 * bore, -key] as Point2,
    [1.35 * bore, key] as Point2,
  ];
  return [
    {
      type: "extrusion",
      outline: rows(gearOutline(gear)),
      holes: [...openings(spokes, hub, rim, 0.14 * root), keyed].map(rows),
      depth: width,
      bevel,
      look,
      ...placed,
    },
    {
      type: "extrusion",
      outline: rows(circle(0, 0, hub, 36)),
      holes: [rows(keyed)],
      depth: 1.3 * width,
      bevel,
      look: "graphite",
      ...placed,
    },
    {
      type: "cylinder",
      radius: 0.055 * root,
      halfLength: 0.56 * width,
      position: [0.9 * root * cos(turn), 0.9 * root * sin(turn), 0],
      segments: 20,
      look: "white",
    },
  ];
}

/** Openings of a web between spokes of the given width, from radius to radius. */
function openings(count: number, inner: number, outer: number, width: number): Point2[][] {
  const [low, high] = [1.25 * inner, outer];
  return Array.from({ length: count }, (_, k) => {
    const [from, to] = [(2 * Math.PI * k) / count, (2 * Math.PI * (k + 1)) / count];
    const edge = (r: number) => width / 2 / r;
    return [
      ...arc(0, 0, high, from + edge(high), to - edge(high), 10),
      ...arc(0, 0, low, from + edge(low), to - edge(low), 6).reverse(),
    ];
  });
}

/** A rack along x with its pitch line at y = `pitchLine`, a tooth at x = 0, between −half and half, m. */
export function rackVisuals(
  module: number,
  half: number,
  pitchLine: number,
  depth: number,
  look: string,
): VisualSpec[] {
  const pitch = Math.PI * module;
  const count = Math.floor(half / pitch);
  const slope = module * (sin(0.349) / cos(0.349));
  const teeth = Array.from({ length: 2 * count + 1 }, (_, k): Point2[] => {
    const x = (k - count) * pitch;
    return [
      [x - pitch / 4 - 1.25 * slope, pitchLine - 1.25 * module],
      [x - pitch / 4 + slope, pitchLine + module],
      [x + pitch / 4 - slope, pitchLine + module],
      [x + pitch / 4 + 1.25 * slope, pitchLine - 1.25 * module],
    ];
  }).flat();
  const outline = [
    [half, -pitchLine],
    [half, pitchLine - 1.25 * module],
    ...teeth.reverse(),
    [-half, pitchLine - 1.25 * module],
    [-half, -pitchLine],
  ];
  return [{ type: "extrusion", outline: outline.map(([x, y]) => [x, y]), depth, look }];
}
