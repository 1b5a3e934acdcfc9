/** Closed forms of the first contact of a ball that moves straight with a box: its centre enters the rounded box. */

type V = readonly number[];

/** Entry of the line o + t d, t ≥ 0, into a box about the origin; ∞ when there is none. */
function enterBox(o: V, d: V, h: V): number {
  let t0 = 0;
  let t1 = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const a = (-h[k] - o[k]) / d[k];
    const b = (h[k] - o[k]) / d[k];
    t0 = Math.max(t0, Math.min(a, b));
    t1 = Math.min(t1, Math.max(a, b));
  }
  return t0 <= t1 ? t0 : Number.POSITIVE_INFINITY;
}

/** Entry into the tube of radius r about the line through p along axis k, between p and −p on that axis. */
function enterTube(o: V, d: V, p: V, k: number, r: number): number {
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  const [x, y, dx, dy] = [o[i] - p[i], o[j] - p[j], d[i], d[j]];
  const a = dx * dx + dy * dy;
  const b = x * dx + y * dy;
  // closest approach from the perpendicular, so that far starts lose nothing
  const side = (x * dy - y * dx) / Math.sqrt(a);
  if (Math.abs(side) > r) return Number.POSITIVE_INFINITY;
  const t = (-b - Math.sqrt(a * (r - side) * (r + side))) / a;
  return t >= 0 && Math.abs(o[k] + t * d[k]) <= Math.abs(p[k]) ? t : Number.POSITIVE_INFINITY;
}

function enterBall(o: V, d: V, p: V, r: number): number {
  const q = o.map((x, k) => x - p[k]);
  const a = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const b = q[0] * d[0] + q[1] * d[1] + q[2] * d[2];
  const foot = q.map((x, k) => x - (b / a) * d[k]);
  const m = Math.hypot(...foot);
  if (m > r) return Number.POSITIVE_INFINITY;
  const t = (-b - Math.sqrt(a * (r - m) * (r + m))) / a;
  return t >= 0 ? t : Number.POSITIVE_INFINITY;
}

/** First contact of a moving ball of radius r with a box: the line of its centre enters the rounded box, part by part. */
export function ballMeetsBox(o: V, d: V, h: V, r: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const wide = h.map((x, i) => (i === k ? x + r : x));
    first = Math.min(first, enterBox(o, d, wide));
    for (const u of [1, -1])
      for (const v of [1, -1]) {
        const p = [0, 0, 0];
        p[k] = h[k];
        p[(k + 1) % 3] = u * h[(k + 1) % 3];
        p[(k + 2) % 3] = v * h[(k + 2) % 3];
        first = Math.min(first, enterTube(o, d, p, k, r), enterBall(o, d, p, r));
        p[k] = -h[k];
        first = Math.min(first, enterBall(o, d, p, r));
      }
  }
  return first;
}
