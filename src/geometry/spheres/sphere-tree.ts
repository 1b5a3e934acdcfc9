/**
 * A tree over spheres, four children per node: the sphere of a node holds all spheres below it, whatever the spheres of
 * its children ("wrapped") [WellerZachmann2009; Vilela2018]. Nodes stand depth first: the first child of node i is i +
 * 1, the next child of its parent is skip[i]; a node with skip[i] = i + 1 is a leaf and has one sphere.
 */
export interface SphereTree {
  /** Number of nodes. */
  readonly count: number;
  /** Centre and radius of each node, m; 4. Those of a leaf are those of its sphere. */
  readonly ball: Float64Array;
  /** The node after the last one below. */
  readonly skip: Int32Array;
  /** Spheres below node i: order[first[i]] … order[last[i] − 1]. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly order: Int32Array;
  /** Volume of the spheres below, m³. */
  readonly volume: Float64Array;
}

const CHILDREN = 4;
/** Rounds of k-means, and of the search for the enclosing sphere. */
const K_MEANS_ROUNDS = 10;
const CENTER_MOVES = 50;

/**
 * Builds the tree over spheres of `stride` numbers each, centre and radius first. Groups by k-means, weighted by
 * volume. Deterministic.
 */
export function buildSphereTree(balls: Float64Array, stride = 4): SphereTree {
  const n = balls.length / stride;
  const work: Work = {
    balls,
    stride,
    order: Int32Array.from({ length: n }, (_, i) => i),
    group: new Int32Array(n),
    sorted: new Int32Array(n),
    enclosing: new Float64Array(4),
  };
  const ball: number[] = [];
  const skip: number[] = [];
  const first: number[] = [];
  const last: number[] = [];
  const volume: number[] = [];
  const build = (from: number, to: number): void => {
    const i = skip.length;
    skip.push(0);
    first.push(from);
    last.push(to);
    enclose(work, from, to);
    ball.push(...work.enclosing);
    let sum = 0;
    for (let k = from; k < to; k++) sum += weightOf(work, work.order[k]);
    volume.push((4 / 3) * Math.PI * sum);
    if (to - from > 1) {
      let at = from;
      for (const end of divide(work, from, to)) {
        build(at, end);
        at = end;
      }
    }
    skip[i] = skip.length;
  };
  if (n > 0) build(0, n);
  return {
    count: skip.length,
    ball: Float64Array.from(ball),
    skip: Int32Array.from(skip),
    first: Int32Array.from(first),
    last: Int32Array.from(last),
    order: work.order,
    volume: Float64Array.from(volume),
  };
}

interface Work {
  readonly balls: Float64Array;
  readonly stride: number;
  /** Spheres in the order of the leaves. */
  readonly order: Int32Array;
  /** Group of each place in `order`; places by group. */
  readonly group: Int32Array;
  readonly sorted: Int32Array;
  readonly enclosing: Float64Array;
}

/** r³ */
function weightOf({ balls, stride }: Work, i: number): number {
  const r = balls[stride * i + 3];
  return r * r * r;
}

/**
 * A sphere around the spheres of order[from … to − 1]: its centre moves towards the farthest, each time by a smaller
 * part of the way [Badoiu2003].
 */
function enclose({ balls, stride, order, enclosing: out }: Work, from: number, to: number): void {
  const o = stride * order[from];
  for (let k = 0; k < 4; k++) out[k] = balls[o + k];
  if (to - from === 1) return;
  let [x, y, z] = out;
  out[3] = Number.POSITIVE_INFINITY;
  for (let move = 1; move <= CENTER_MOVES; move++) {
    let far = -1;
    let most = 0;
    for (let k = from; k < to; k++) {
      const b = stride * order[k];
      const [dx, dy, dz] = [balls[b] - x, balls[b + 1] - y, balls[b + 2] - z];
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz) + balls[b + 3];
      if (d > most) [most, far] = [d, b];
    }
    if (most < out[3]) {
      // rounding of distances must not leave a sphere outside
      out.set([x, y, z, most * (1 + 1e-14)]);
    }
    const [dx, dy, dz] = [balls[far] - x, balls[far + 1] - y, balls[far + 2] - z];
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (d === 0) return;
    // half-way to the smallest sphere that holds the present and the farthest, then ever less
    const part = Math.min(1, (d + balls[far + 3]) / d) / (move + 1);
    x += part * dx;
    y += part * dy;
    z += part * dz;
  }
}

/** Groups order[from … to − 1] into up to four, in place; returns where each ends. */
function divide(work: Work, from: number, to: number): number[] {
  const n = to - from;
  if (n <= CHILDREN) return Array.from({ length: n }, (_, k) => from + k + 1);
  const { balls, stride, order, group, sorted } = work;
  const centers = spread(work, from, to);
  const size = new Int32Array(CHILDREN);
  for (let round = 0; round < K_MEANS_ROUNDS; round++) {
    const sums = new Float64Array(4 * CHILDREN);
    size.fill(0);
    for (let k = from; k < to; k++) {
      const b = stride * order[k];
      let best = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let c = 0; c < CHILDREN; c++) {
        const dx = balls[b] - centers[3 * c];
        const dy = balls[b + 1] - centers[3 * c + 1];
        const dz = balls[b + 2] - centers[3 * c + 2];
        const d = dx * dx + dy * dy + dz * dz;
        if (d < least) {
          least = d;
          best = c;
        }
      }
      group[k] = best;
      size[best]++;
      const w = weightOf(work, order[k]);
      for (let j = 0; j < 3; j++) sums[4 * best + j] += w * balls[b + j];
      sums[4 * best + 3] += w;
    }
    for (let c = 0; c < CHILDREN; c++)
      if (sums[4 * c + 3] > 0) for (let j = 0; j < 3; j++) centers[3 * c + j] = sums[4 * c + j] / sums[4 * c + 3];
  }
  // one group only (all in one place): quarters as they come
  if (size.includes(n)) return [1, 2, 3, 4].map((k) => from + Math.round((k * n) / 4));
  const ends: number[] = [];
  let at = from;
  for (let c = 0; c < CHILDREN; c++) {
    for (let k = from; k < to; k++) if (group[k] === c) sorted[at++] = order[k];
    if (size[c] > 0) ends.push(at);
  }
  for (let k = from; k < to; k++) order[k] = sorted[k];
  return ends;
}

/** Four spheres far from each other: each the farthest from those before. Their centres. */
function spread({ balls, stride, order }: Work, from: number, to: number): Float64Array {
  const centers = new Float64Array(3 * CHILDREN);
  const nearest = new Float64Array(to - from).fill(Number.POSITIVE_INFINITY);
  let pick = from;
  for (let c = 0; c < CHILDREN; c++) {
    for (let j = 0; j < 3; j++) centers[3 * c + j] = balls[stride * order[pick] + j];
    let most = -1;
    for (let k = from; k < to; k++) {
      const b = stride * order[k];
      const dx = balls[b] - centers[3 * c];
      const dy = balls[b + 1] - centers[3 * c + 1];
      const dz = balls[b + 2] - centers[3 * c + 2];
      nearest[k - from] = Math.min(nearest[k - from], dx * dx + dy * dy + dz * dz);
      if (nearest[k - from] > most) {
        most = nearest[k - from];
        pick = k;
      }
    }
  }
  return centers;
}

const stack = new Int32Array(4096);

/** The sphere nearest to the point p[o …] by |p − c| − r; of equal ones the first in the tree. −1: there is none. */
export function nearestBall({ ball, skip, first, order, count }: SphereTree, p: Float64Array, o: number): number {
  if (count === 0) return -1;
  const x = p[o];
  const y = p[o + 1];
  const z = p[o + 2];
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const i = stack[--top];
    const dx = x - ball[4 * i];
    const dy = y - ball[4 * i + 1];
    const dz = z - ball[4 * i + 2];
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz) - ball[4 * i + 3];
    if (d >= least) continue;
    if (skip[i] === i + 1) {
      least = d;
      best = order[first[i]];
      continue;
    }
    // the child whose middle is nearest is opened first
    let near = i + 1;
    let close = Number.POSITIVE_INFINITY;
    for (let c = i + 1; c < skip[i]; c = skip[c]) {
      const ex = x - ball[4 * c];
      const ey = y - ball[4 * c + 1];
      const ez = z - ball[4 * c + 2];
      const e = Math.sqrt(ex * ex + ey * ey + ez * ez) - ball[4 * c + 3];
      if (e < close) {
        close = e;
        near = c;
      }
    }
    for (let c = i + 1; c < skip[i]; c = skip[c]) if (c !== near) stack[top++] = c;
    stack[top++] = near;
  }
  return best;
}
