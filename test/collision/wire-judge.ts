/** Slow judges of torus and chain link. */

/** Pieces of the curve of a torus or chain link: a point for t in [0, 1], the wire's radius, the length. */
export function pieces(size: readonly number[]): { at: (t: number) => number[]; r: number; length: number }[] {
  const [R, r, l, s] = size;
  const turn = (from: number, angle: number, x: number) => ({
    at: (t: number) => [x + R * Math.cos(from + angle * t), R * Math.sin(from + angle * t), 0],
    r,
    length: R * angle,
  });
  if (l === undefined) return [turn(0, 2 * Math.PI, 0)];
  const straight = (a: number[], b: number[], radius: number) => ({
    at: (t: number) => a.map((x, k) => x + t * (b[k] - x)),
    r: radius,
    length: Math.hypot(...a.map((x, k) => x - b[k])),
  });
  return [
    turn(-Math.PI / 2, Math.PI, l),
    turn(Math.PI / 2, Math.PI, -l),
    straight([-l, R, 0], [l, R, 0], r),
    straight([-l, -R, 0], [l, -R, 0], r),
    ...(s > 0 ? [straight([0, -R, 0], [0, R, 0], s)] : []),
  ];
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Least value over a wire of a function of point and radius that changes no faster than the point moves: `n` samples on each piece, golden
 * section about every local least one that may hold the least of all, then intervals that may still hold less, (f₀ + f₁ − length)/2 being
 * the least that they can, cut into four and again, to 1/64 of a sample's width.
 */
export function leastOnWire(size: readonly number[], n: number, f: (p: number[], r: number) => number): number {
  const all = pieces(size).map((piece) => ({
    ...piece,
    values: Array.from({ length: n + 1 }, (_, i) => f(piece.at(i / n), piece.r)),
  }));
  const best = Math.min(...all.map(({ values }) => Math.min(...values)));
  let least = best;
  for (const { at, r, length, values } of all) {
    const golden = (from: number, to: number) => {
      let [low, high] = [Math.max(0, from), Math.min(1, to)];
      let [s, t] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
      let [fs, ft] = [f(at(s), r), f(at(t), r)];
      // 45 sections: to 1e-11 of the curve
      for (let k = 0; k < 45; k++) {
        if (fs <= ft) {
          [high, t, ft] = [t, s, fs];
          s = high - GOLDEN * (high - low);
          fs = f(at(s), r);
        } else {
          [low, s, fs] = [s, t, ft];
          t = low + GOLDEN * (high - low);
          ft = f(at(t), r);
        }
      }
      least = Math.min(least, fs, ft);
    };
    for (let i = 0; i <= n; i++) {
      const [before, after] = [values[Math.max(0, i - 1)], values[Math.min(n, i + 1)]];
      if (values[i] > before || values[i] > after || values[i] - length / n > best) continue;
      golden((i - 1) / n, (i + 1) / n);
    }
    let [lowest, place] = [least, -1];
    const search = (u: number, width: number, f0: number, f1: number, depth: number): void => {
      if (depth === 0 || (f0 + f1 - length * width) / 2 > lowest - 1e-9 * length) return;
      const inner = [1, 2, 3].map((k) => f(at(u + (k * width) / 4), r));
      inner.forEach((value, k) => {
        if (value < lowest) [lowest, place] = [value, u + ((k + 1) * width) / 4];
      });
      const line = [f0, ...inner, f1];
      for (let k = 0; k < 4; k++) search(u + (k * width) / 4, width / 4, line[k], line[k + 1], depth - 1);
    };
    for (let i = 0; i < n; i++) search(i / n, 1 / n, values[i], values[i + 1], 3);
    if (place >= 0) golden(place - 1 / (64 * n), place + 1 / (64 * n));
    least = Math.min(least, lowest);
  }
  return least;
}

/** Signed distance of a point (wire's frame) from a wire's surface: the nearest of its parts, by angles. */
export function wireDistance(size: readonly number[], p: readonly number[]): number {
  const [R, r, l, s] = size;
  const arc = (x: number, from: number, to: number) => {
    const middle = (from + to) / 2;
    let turn = Math.atan2(p[1], p[0] - x) - middle;
    turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    const angle = middle + Math.max((from - to) / 2, Math.min((to - from) / 2, turn));
    return Math.hypot(p[0] - x - R * Math.cos(angle), p[1] - R * Math.sin(angle), p[2]) - r;
  };
  if (l === undefined) return Math.hypot(Math.hypot(p[0], p[1]) - R, p[2]) - r;
  const beyond = (v: number, half: number) => Math.max(0, Math.abs(v) - half);
  const side = (y: number) => Math.hypot(beyond(p[0], l), p[1] - y, p[2]) - r;
  const stud = s > 0 ? Math.hypot(p[0], beyond(p[1], R), p[2]) - s : Infinity;
  return Math.min(arc(l, -Math.PI / 2, Math.PI / 2), arc(-l, Math.PI / 2, (3 * Math.PI) / 2), side(R), side(-R), stud);
}
