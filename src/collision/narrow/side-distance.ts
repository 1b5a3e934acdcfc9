import { logAt } from "../../math/elementary.js";

/**
 * ∫ |x| dA over the triangle of the origin and one side of a polygon, signed: side[4] += h/3 ∫ √(h² + s²) ds, h the
 * distance of the side's line, between s₁ and s₂ along it. side[0…3]: the two corners (p, q), m. Summed over the sides
 * and divided by the area it is the mean distance from the origin.
 */
export function addSideDistance(side: Float64Array): void {
  const px = side[0];
  const py = side[1];
  const qx = side[2];
  const qy = side[3];
  const dx = qx - px;
  const dy = qy - py;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0)) return;
  const h = (px * qy - py * qx) / length;
  const s1 = (px * dx + py * dy) / length;
  const s2 = (qx * dx + qy * dy) / length;
  const r1 = Math.sqrt(px * px + py * py);
  const r2 = Math.sqrt(qx * qx + qy * qy);
  let part = s2 * r2 - s1 * r1;
  if (h * h > 1e-24 * (r1 * r1 + r2 * r2)) {
    // asinh(s₂/h) − asinh(s₁/h), without cancellation
    const sum = side[4];
    side[4] = s1 >= 0 ? (s2 + r2) / (s1 + r1) : s2 <= 0 ? (r1 - s1) / (r2 - s2) : ((s2 + r2) * (r1 - s1)) / (h * h);
    logAt(side, 4);
    part += h * h * side[4];
    side[4] = sum;
  }
  side[4] += (h * part) / 6;
}
