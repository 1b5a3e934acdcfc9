/**
 * Cost of the broad phases per step, against brute force and against a packed Hilbert R-tree that is built anew in every step (the class
 * of `flatbush`), in one run:
 *
 *   node --conditions=source --import tsx bench/broad-phase.ts
 *
 * Every method sees the same recorded boxes and must give the same pairs in every step; the hash of all pairs is printed. Times are CPU
 * milliseconds of this process per step, moves and update together, without the warm-up steps.
 */
import { type BroadPhase, createPairSink, type PairSink } from "../src/collision/broad/broad-phase.js";
import { broadPhases } from "../src/collision/broad/index.js";
import { createSweepAndPrune } from "../src/collision/broad/sweep-and-prune.js";
import { createPairFilter } from "../src/collision/filter.js";
import { createSwarm } from "../test/collision/broad-scenes.js";
import { createHilbertTree } from "./hilbert-tree.js";

/** Finds all pairs of the boxes of a step. */
type Method = (boxes: Float64Array, sink: PairSink) => void;

interface Result {
  readonly times: number[];
  readonly hashes: number[];
}

const WARM_UP = 20;

/**
 * Motions: largest displacement per step and axis of boxes with sides of 0.5 to 1.5 m; share of boxes that move; whether the others are
 * static, and then pairs of two of them are not asked for.
 */
const motions = [
  { name: "still", speed: 0, share: 1, scenery: false },
  { name: "one in ten at 0.02 m a step among static ones", speed: 0.02, share: 0.1, scenery: true },
  { name: "one in ten at 0.02 m a step", speed: 0.02, share: 0.1, scenery: false },
  { name: "all at 0.02 m a step", speed: 0.02, share: 1, scenery: false },
  { name: "all at 0.2 m a step", speed: 0.2, share: 1, scenery: false },
  { name: "all leap up to 2 m a step", speed: 2, share: 1, scenery: false },
];

/** Makes a method for n boxes; those from `moving` on are static. */
type Create = (n: number, moving: number) => Method;

const methods: readonly { name: string; most: number; steps: number; create: Create }[] = [
  { name: "brute force", most: 10_000, steps: 3, create: bruteForce },
  { name: "Hilbert R-tree, rebuilt", most: 1e6, steps: 60, create: hilbertTree },
  ...Object.values(broadPhases).map((kind) => ({
    name: kind.name,
    most: 1e6,
    steps: kind.name === "all-pairs" ? 3 : 60,
    create: (n: number, moving: number) => follow(n, moving, kind.create(createPairFilter())),
  })),
  {
    name: "sweep-and-prune, counters",
    most: 1000,
    steps: 60,
    create: (n: number, moving: number) =>
      follow(n, moving, createSweepAndPrune(createPairFilter(), { counters: true })),
  },
];

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
function measure(method: Method, frames: readonly Float64Array[], steps: number, n: number): Result {
  const sink = createPairSink(100 * n);
  const times: number[] = [];
  const hashes: number[] = [];
  const warmUp = Math.min(WARM_UP, steps);
  for (let k = 0; k < Math.min(warmUp + steps, frames.length); k++) {
    const start = process.cpuUsage();
    method(frames[k], sink);
    const { user, system } = process.cpuUsage(start);
    if (k >= warmUp) times.push((user + system) / 1000);
    hashes.push(hash(sink));
  }
  return { times: times.sort((a, b) => a - b), hashes };
}

function hash({ pairs, count }: PairSink): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < 2 * count; i++) h = Math.imul(h ^ pairs[i], 0x01000193) >>> 0;
  return h;
}

/** Boxes of every step; of those that do not move, the first for ever. */
function record(n: number, speed: number, share: number, steps: number): Float64Array[] {
  const swarm = createSwarm(n, speed, 0.2, n);
  const first = swarm.boxes.slice();
  return Array.from({ length: steps }, () => {
    const frame = first.slice();
    frame.set(swarm.boxes.subarray(0, 6 * Math.round(share * n)));
    swarm.step();
    return frame;
  });
}

const cell = (value: number) => value.toFixed(2).padStart(9);

for (const n of [1000, 10_000]) {
  for (const { name, speed, share, scenery } of motions) {
    const moving = scenery ? Math.round(share * n) : n;
    const frames = record(n, speed, share, WARM_UP + 60);
    const probe = createPairSink(100 * n);
    hilbertTree(n, moving)(frames[0], probe);
    console.log(`\n${n} boxes, ${name}; ${probe.count} pairs at first`);
    console.log(
      `  ${"CPU ms per step".padEnd(28)}${["min", "median", "mean", "max"].map((h) => h.padStart(9)).join("")}`,
    );
    let reference: readonly number[] = [];
    for (const method of methods) {
      // without static boxes octree and k-d tree are the tree
      if (n > method.most || (!scenery && /octree|kd-tree/.test(method.name))) continue;
      const { times, hashes } = measure(method.create(n, moving), frames, method.steps, n);
      const mean = times.reduce((a, b) => a + b, 0) / times.length;
      const row = [times[0], times[times.length >> 1], mean, times[times.length - 1]].map(cell).join("");
      const shared = Math.min(reference.length, hashes.length);
      const same = hashes.slice(0, shared).every((h, i) => h === reference[i]);
      if (hashes.length > reference.length) reference = hashes;
      console.log(`  ${method.name.padEnd(28)}${row}${same ? "" : "   DIFFERENT PAIRS"}`);
      if (!same) process.exitCode = 1;
    }
    console.log(
      `  pairs of all steps: ${reference.reduce((h, x) => Math.imul(h ^ x, 0x01000193) >>> 0, 0).toString(16)}`,
    );
  }
}
