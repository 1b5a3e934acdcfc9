/** Support polygons of machines with the centre of mass above them, coloured by the tip-over margin. */
import { Color, Vector3 } from "three";
import { LINE_STYLE } from "../viewport/lines.js";
import { MARK } from "../viewport/marks.js";
import { SUPPORT_ROW as ROW } from "../worker/services/overlay-protocol.js";
import type { Brush } from "./brush.js";

/** Widths of edges and of the plumb line, px; distance of the polygon from the ground, px. */
const EDGE = 3.5;
const PLUMB = 2;

/** Margins below which a machine is near to tipping, and at which it is safe. */
export const NEAR = 0.2;
export const SAFE = 0.5;

const [p, q, foot, center] = Array.from({ length: 4 }, () => new Vector3());
const color = new Color();

/** Returns the smallest margin; NaN where nothing is drawn. */
export function paintSupport(brush: Brush, rows: Float32Array): number {
  const { over, marks, colors } = brush;
  let least = Number.NaN;
  for (let o = 0; o + ROW.size <= rows.length; ) {
    const margin = rows[o + ROW.margin];
    const n = rows[o + ROW.corners];
    if (!(margin >= least)) least = margin;
    color.copy(marginColor(brush, margin));
    foot.fromArray(rows, o + ROW.foot);
    center.fromArray(rows, o + ROW.center);
    const first = o + ROW.size;
    for (let i = 0; i < n; i++) {
      p.fromArray(rows, first + 3 * i);
      q.fromArray(rows, first + 3 * ((i + 1) % n));
      over.paint(color);
      over.add(p, q, EDGE);
      // spokes make an area of the outline, and show on which side the foot is
      over.add(foot, p, 1, -1, LINE_STYLE.dashed);
      marks.put(p.x, p.y, p.z, color, 4, MARK.dot);
    }
    over.paint(colors["text-1"]);
    over.add(center, foot, PLUMB, -1, LINE_STYLE.dashed);
    marks.put(center.x, center.y, center.z, colors["text-1"], 6, MARK.ring);
    marks.put(foot.x, foot.y, foot.z, color, 7, MARK.diamond);
    o = first + 3 * n;
  }
  return least;
}

/** Red where a machine tips or nearly so, amber on the way there, green where it stands safely. */
function marginColor({ colors }: Brush, margin: number): Color {
  if (margin < NEAR) return colors.err;
  return margin < SAFE ? colors.warn : colors.ok;
}
