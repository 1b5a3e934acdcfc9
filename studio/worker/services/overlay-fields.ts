/**
 * Footprints and intersection volumes of volumetric contact, as triangles. They are found by clipping, which is
 * expensive and therefore rare.
 */
import { collision, contact, type Data, type Model } from "stiction";
import { turnInto } from "../rotation.js";
import type { OverlayParts } from "./overlay-protocol.js";

/** Numbers of triangle corners that one message holds at most. */
const MOST_NUMBERS = 3_000_000;

/** The pressure over every footprint: corners of triangles, 9 numbers each, and the pressure (N/m²) at each corner. */
export function footprintTriangles(model: Model, data: Data): NonNullable<OverlayParts["footprints"]> {
  const prints = contact.footprints(model, data);
  const corners = prints.reduce((n, { triangles }) => n + triangles.length, 0);
  const points = new Float32Array(Math.min(3 * corners, MOST_NUMBERS));
  const pressure = new Float32Array(points.length / 3);
  let n = 0;
  for (const print of prints)
    for (let t = 0; t < print.triangles.length && n < pressure.length; t++, n++) {
      const v = print.triangles[t];
      for (let k = 0; k < 3; k++) points[3 * n + k] = print.points[3 * v + k];
      pressure[n] = print.pressure[v];
    }
  return { points, pressure };
}

/** The surfaces of the regions in which solids overlap. */
export function volumeTriangles(model: Model, data: Data): NonNullable<OverlayParts["volumes"]> {
  const pairs = contact.clippedPairs(model, data);
  const corners = pairs.reduce((n, { clipped }) => n + 3 * clipped.body.length, 0);
  const points = new Float32Array(Math.min(3 * corners, MOST_NUMBERS));
  let at = 0;
  let volume = 0;
  for (const { clipped, position, turn } of pairs) {
    const { overlap, triangles } = clipped;
    for (let r = 0; r < overlap.count; r++)
      volume += overlap.values[collision.OVERLAP_SIZE * r + collision.OVERLAP.volume];
    for (let t = 0; t < 3 * clipped.body.length && at + 3 <= points.length; t++, at += 3) {
      turnInto(points, at, turn, 0, clipped.points, 3 * triangles[t]);
      for (let k = 0; k < 3; k++) points[at + k] += position[k];
    }
  }
  return { points, volume };
}
