/**
 * Cost of the broad phases per step, against brute force, flatbush (in the plane, heights compared afterwards) and a
 * packed Hilbert R-tree in space, the last two rebuilt in every step: `stiction bench broad-phase`. Every method
 * sees the same recorded boxes, and must give the same pairs in the same order in every step.
 */

import { broadPhases, sceneries } from "../historical/broad/index.js";
import { type BroadPhase, createPairSink, type PairSink } from "../src/collision/broad/broad-phase.js";
import { createPairFilter } from "../src/collision/filter.js";
import { createHilbertTree } from "./hilbert-tree.js";
import { percentile } from "./measure.js";
import { createFlatSwarm, createSwarm } from "./swarm.js";

/** Finds all pairs of the boxes of a step. */
type Method = (boxes: Float64Array, sink: PairSink) => void;

/** Makes a method for n boxes; those from `moving` on are static, and pairs of two of them are not needed. */
type Create = (n: number, moving: number) => Method;

interface Contestant {
  readonly name: string;
  readonly isQuadratic: boolean;
  readonly create: Create;
}

/** Boxes with sides of 0.5 to 1.5 m; largest displacement per step and axis, m; share of boxes that move. */
export interface Motion {
  readonly name: string;
  readonly speed: number;
  readonly share: number;
  /** All in one layer, where flatbush performs best. */
  readonly flat?: boolean;
  /** Those that do not move are static. */
  readonly scenery?: boolean;
}

export const motions: readonly Motion[] = [
  { name: "at rest", speed: 0, share: 1 },
  { name: "all 0.02 m a step", speed: 0.02, share: 1 },
  { name: "all 0.2 m a step", speed: 0.2, share: 1 },
  { name: "all up to 2 m a step", speed: 2, share: 1 },
  { name: "layer, all 0.02 m a step", speed: 0.02, share: 1, flat: true },
  { name: "one in ten 0.02 m a step, others static", speed: 0.02, share: 0.1, scenery: true },
];

const WARM_UP = 20;

/** Most steps for quadratic methods. */
const FEW = 5;

export interface BroadPhaseResult {
  readonly name: string;
  /** CPU time per step, moves and update together, ms. */
  readonly medianMs: number;
  /**
   * Steps whose pairs are not those of brute force; steps without brute force are compared with the
   * first other method.
   */
  readonly differentSteps: number;
  readonly hash: number;
}

/** Every method on `n` boxes in a motion, for a number of steps after the warm-up. */
export async function raceBroadPhases(n: number, motion: Motion, steps: number): Promise<BroadPhaseResult[]> {
  const moving = motion.scenery ? Math.round(motion.share * n) : n;
  const frames = record(n, motion, WARM_UP + steps);
  const reference: number[] = [];
  return (await contestants(motion)).map(({ name, isQuadratic, create }) => {
    const { times, hashes } = measure(create(n, moving), frames, isQuadratic ? Math.min(FEW, steps) : steps, n);
    let differentSteps = 0;
    hashes.forEach((h, i) => {
      reference[i] ??= h;
      if (h !== reference[i]) differentSteps++;
    });
    const hash = hashes.reduce((h, x) => Math.imul(h ^ x, 0x01000193) >>> 0, 0);
    return { name, medianMs: percentile(times, 0.5), differentSteps, hash };
  });
}

async function contestants(motion: Motion): Promise<Contestant[]> {
  const flatbush = await flatbushMethod();
  const own = (name: string, create: () => BroadPhase, isQuadratic = false): Contestant => ({
    name,
    isQuadratic,
    create: (n, moving) => follow(n, moving, create()),
  });
  const { tree, "sweep-and-prune": sweep, "all-pairs": all } = broadPhases;
  // without static boxes every structure for scenery is empty
  const kinds = Object.values(sceneries).filter(({ name }) => motion.scenery || name === "tree");
  return [
    { name: "brute force", isQuadratic: true, create: bruteForce },
    ...(flatbush === null ? [] : [{ name: "flatbush", isQuadratic: false, create: flatbush }]),
    { name: "Hilbert R-tree", isQuadratic: false, create: hilbertTree },
    ...kinds.map((kind) =>
      own(motion.scenery ? `tree, static in ${kind.name}` : "tree", () => tree.create(createPairFilter(), kind)),
    ),
    own("sweep-and-prune", () => sweep.create(createPairFilter(), sceneries.tree)),
    own("all-pairs", () => all.create(createPairFilter(), sceneries.tree), true),
  ];
}

function bruteForce(n: number, moving: number): Method {
  const columns = [0, 1, 2, 3, 4, 5].map(() => new Float64Array(n));
  return (boxes, sink) => {
    for (let i = 0; i < n; i++) for (let f = 0; f < 6; f++) columns[f][i] = boxes[6 * i + f];
    const [x0, y0, z0, x1, y1, z1] = columns;
    sink.count = 0;
    for (let i = 0; i < moving; i++) {
      const [ax0, ay0, az0, ax1, ay1, az1] = [x0[i], y0[i], z0[i], x1[i], y1[i], z1[i]];
      for (let j = i + 1; j < n; j++) {
        if (x0[j] > ax1 || x1[j] < ax0 || y0[j] > ay1 || y1[j] < ay0 || z0[j] > az1 || z1[j] < az0) continue;
        sink.pairs[2 * sink.count] = i;
        sink.pairs[2 * sink.count++ + 1] = j;
      }
    }
  };
}

/** The used part of flatbush, which is a development dependency and may be absent. */
interface FlatbushIndex {
  add(x0: number, y0: number, x1: number, y1: number): number;
  finish(): void;
  search(x0: number, y0: number, x1: number, y1: number, filter: (index: number) => boolean): number[];
}

async function flatbushMethod(): Promise<Create | null> {
  let Flatbush: new (n: number) => FlatbushIndex;
  try {
    // a name in a variable, so that no bundler includes it
    const name = "flatbush";
    Flatbush = ((await import(name)) as { default: typeof Flatbush }).default;
  } catch {
    return null;
  }
  return (n, moving) => (boxes, sink) => {
    const index = new Flatbush(n);
    for (let i = 0; i < 6 * n; i += 6) index.add(boxes[i], boxes[i + 1], boxes[i + 3], boxes[i + 4]);
    index.finish();
    sink.count = 0;
    for (let i = 0; i < moving; i++) {
      const [low, high] = [boxes[6 * i + 2], boxes[6 * i + 5]];
      const above = (j: number) => j > i && boxes[6 * j + 2] <= high && boxes[6 * j + 5] >= low;
      const found = index.search(boxes[6 * i], boxes[6 * i + 1], boxes[6 * i + 3], boxes[6 * i + 4], above);
      found.sort((a, b) => a - b);
      for (const j of found) {
        sink.pairs[2 * sink.count] = i;
        sink.pairs[2 * sink.count++ + 1] = j;
      }
    }
  };
}

function hilbertTree(n: number, moving: number): Method {
  const tree = createHilbertTree(n);
  return (boxes, sink) => {
    tree.build(boxes);
    tree.pairs(boxes, moving, sink);
  };
}

function follow(n: number, moving: number, broad: BroadPhase): Method {
  return (boxes, sink) => {
    if (broad.stats.proxies === 0) for (let i = 0; i < n; i++) broad.add(i, boxes, 6 * i, { static: i >= moving });
    else for (let i = 0; i < moving; i++) broad.move(i, boxes, 6 * i);
    broad.update(sink);
  };
}

/** Runs a method through recorded steps. */
function measure(
  method: Method,
  frames: readonly Float64Array[],
  steps: number,
  n: number,
): { times: number[]; hashes: number[] } {
  const sink = createPairSink(100 * n);
  const times: number[] = [];
  const hashes: number[] = [];
  const warmUp = Math.min(WARM_UP, steps);
  for (let k = 0; k < warmUp + steps; k++) {
    const start = process.cpuUsage();
    method(frames[k], sink);
    const { user, system } = process.cpuUsage(start);
    if (k >= warmUp) times.push((user + system) / 1000);
    hashes.push(hashPairs(sink));
  }
  return { times, hashes };
}

function hashPairs({ pairs, count }: PairSink): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < 2 * count; i++) h = Math.imul(h ^ pairs[i], 0x01000193) >>> 0;
  return h;
}

/** Boxes of every step; static ones keep the first. */
function record(n: number, { speed, share, flat = false }: Motion, steps: number): Float64Array[] {
  const swarm = flat ? createFlatSwarm(n, speed, 0.4, n) : createSwarm(n, speed, 0.2, n);
  const first = swarm.boxes.slice();
  return Array.from({ length: steps }, () => {
    const frame = first.slice();
    frame.set(swarm.boxes.subarray(0, 6 * Math.round(share * n)));
    swarm.step();
    return frame;
  });
}
