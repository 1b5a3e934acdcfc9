/** Moving boxes for benchmarks and tests of broad phases. */

/** Mulberry32: uniform in [0, 1), the same for the same seed. */
export function randomSource(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Boxes with sides of 0.5 to 1.5 m that fly straight through a cube and turn back at its walls. */
export interface Swarm {
  readonly count: number;
  readonly boxes: Float64Array;
  /** Moves every box by its velocity. */
  step(): void;
}

/**
 * @param speed largest displacement per step and axis, m
 * @param density boxes per m³; at 0.1 a box touches about 0.8 others, at 0.5 about 4
 */
export function createSwarm(count: number, speed: number, density: number, seed: number): Swarm {
  return swarm(count, speed, Math.cbrt(count / density), seed, 3);
}

/** The same in a layer 1 m high, on a square. @param density boxes per m² */
export function createFlatSwarm(count: number, speed: number, density: number, seed: number): Swarm {
  return swarm(count, speed, Math.sqrt(count / density), seed, 2);
}

function swarm(count: number, speed: number, side: number, seed: number, dimension: 2 | 3): Swarm {
  const random = randomSource(seed);
  const inLayer = (i: number) => i % 3 < dimension;
  const center = Float64Array.from({ length: 3 * count }, (_, i) => (inLayer(i) ? side * random() : 0));
  const half = Float64Array.from({ length: 3 * count }, (_, i) => (inLayer(i) ? 0.25 + 0.5 * random() : 0.5));
  const velocity = Float64Array.from({ length: 3 * count }, (_, i) => (inLayer(i) ? speed * (2 * random() - 1) : 0));
  const boxes = new Float64Array(6 * count);
  const write = () => {
    for (let i = 0; i < 3 * count; i++) {
      const k = 6 * Math.floor(i / 3) + (i % 3);
      boxes[k] = center[i] - half[i];
      boxes[k + 3] = center[i] + half[i];
    }
  };
  write();
  const step = () => {
    for (let i = 0; i < 3 * count; i++) {
      center[i] += velocity[i];
      if (center[i] < 0) velocity[i] = Math.abs(velocity[i]);
      if (center[i] > side) velocity[i] = -Math.abs(velocity[i]);
    }
    write();
  };
  return { count, boxes, step };
}
