import { cos, sin } from "../math/elementary.js";
import type { ProfilePoint } from "./revolve.js";

/** Points of an arc of a profile about [r, z] with the given radius, from angle to angle (rad, 0 outward, π/2 up). */
export function arcProfile(
  r: number,
  z: number,
  radius: number,
  from: number,
  to: number,
  pieces: number,
): ProfilePoint[] {
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / pieces;
    return { r: Math.max(0, r + radius * cos(angle)), z: z + radius * sin(angle) };
  });
}

/** An arc from pole to pole, or from a pole to the equator: its ends on the axis are there exactly. */
export function capProfile(z: number, radius: number, from: number, to: number, pieces: number): ProfilePoint[] {
  const half = 0.5 * Math.PI;
  return arcProfile(0, z, radius, from, to, pieces).map((point, i) => {
    const pole = (i === 0 && from === -half) || (i === pieces && to === half);
    return pole ? { r: 0, z: point.z } : point;
  });
}
