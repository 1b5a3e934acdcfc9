import type { Context } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { seeded } from "../reference/random.js";

/** Boxes of n cubes of side 0.1 m, moved by random steps in a room of 4 m. */
class Crowd {
  readonly boxes: Float64Array;
  private readonly random: () => number;
  private readonly n: number;

  constructor(n: number, seed: number) {
    this.n = n;
    this.random = seeded(seed);
    this.boxes = new Float64Array(6 * n);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) this.place(i, k, 4 * this.random());
    }
  }

  move(): void {
    for (let i = 0; i < this.n; i++) {
      for (let k = 0; k < 3; k++) this.place(i, k, this.boxes[6 * i + k] + 0.1 * (this.random() - 0.5));
    }
  }

  private place(i: number, k: number, x: number): void {
    this.boxes[6 * i + k] = x;
    this.boxes[6 * i + 3 + k] = x + 0.1;
  }
}

function bruteForce(boxes: Float64Array, n: number): number[] {
  const pairs: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      let meet = true;
      for (let k = 0; k < 3 && meet; k++)
        meet = boxes[6 * i + k] <= boxes[6 * j + 3 + k] && boxes[6 * j + k] <= boxes[6 * i + 3 + k];
      if (meet) pairs.push(i, j);
    }
  }
  return pairs;
}

/** Pairs that differ from brute force, summed over the steps, for one broad phase. */
function disagreements(
  { collision, historical }: Context,
  name: "sweep-and-prune" | "tree",
  n: number,
  steps: number,
): number {
  const crowd = new Crowd(n, 13);
  const broad = historical.broadPhases[name].create(collision.createPairFilter());
  const sink = collision.createPairSink();
  for (let i = 0; i < n; i++) broad.add(i, crowd.boxes, 6 * i, {});
  let wrong = 0;
  for (let s = 0; s < steps; s++) {
    crowd.move();
    for (let i = 0; i < n; i++) broad.move(i, crowd.boxes, 6 * i);
    broad.update(sink);
    const expected = bruteForce(crowd.boxes, n);
    if (expected.length !== 2 * sink.count) wrong += Math.abs(expected.length / 2 - sink.count);
    else
      expected.forEach((id, k) => {
        if (sink.pairs[k] !== id) wrong++;
      });
  }
  return wrong;
}

const ORIGIN = "sets of integers: equal or not";

/** V13: sweep and prune finds the pairs of all against all; here every broad phase, pair by pair and in order. */
export const gribelV13 = defineExperiment({
  id: "gribel.v13",
  title: "Broad phases against all pairs",
  reference:
    "[Gribel2009] V13: pairs of 1,000 moving bodies over 1,000 steps equal those of comparing all with all (20 steps in the quick set).",
  rows: {
    "sweep-and-prune": error("pairs that differ, sweep and prune", "1", 0, ORIGIN),
    tree: error("pairs that differ, dynamic tree", "1", 0, ORIGIN),
  },
  *measure(context) {
    const steps = context.full ? 1000 : 20;
    yield ["sweep-and-prune", disagreements(context, "sweep-and-prune", 1000, steps)];
    yield ["tree", disagreements(context, "tree", 1000, steps)];
  },
});

/** V14: sorted lists of a still scene are not touched. */
export const gribelV14 = defineExperiment({
  id: "gribel.v14",
  title: "Sweep and prune at rest",
  reference: "[Gribel2009] V14: no exchanges of neighbours in a still scene.",
  rows: { swaps: error("exchanges in 100 still steps", "1", 0, "a count") },
  *measure({ collision, historical }) {
    const crowd = new Crowd(1000, 14);
    const broad = historical.broadPhases["sweep-and-prune"].create(collision.createPairFilter());
    const sink = collision.createPairSink();
    for (let i = 0; i < 1000; i++) broad.add(i, crowd.boxes, 6 * i, {});
    broad.update(sink);
    let swaps = 0;
    for (let s = 0; s < 100; s++) {
      for (let i = 0; i < 1000; i++) broad.move(i, crowd.boxes, 6 * i);
      broad.update(sink);
      swaps += broad.stats.swaps;
    }
    yield ["swaps", swaps];
  },
});

/** Category and mask of four groups, as in the source's table, and who then meets whom. */
const GROUPS = [
  { category: 0b0001, mask: 0b1111 },
  { category: 0b0010, mask: 0b1101 },
  { category: 0b0100, mask: 0b0011 },
  { category: 0b1000, mask: 0b0001 },
];

/** V15: the filter asks both shapes; the source's tests one direction only and is not symmetric. */
export const gribelV15 = defineExperiment({
  id: "gribel.v15",
  title: "Filter of categories and masks",
  reference: "[Gribel2009] V15: truth table of four sample masks, both orders; symmetric.",
  rows: {
    table: error("entries that differ from (cA & mB) and (cB & mA)", "1", 0, "a truth table"),
    symmetry: error("entries that depend on the order", "1", 0, "a truth table"),
  },
  *measure({ collision }) {
    const filter = collision.createPairFilter();
    GROUPS.forEach((g, i) => {
      collision.setProxy(filter, i, { ...g, body: i });
      collision.setProxy(filter, 4 + i, { ...g, body: 4 + i });
    });
    let table = 0;
    let symmetry = 0;
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        const meets = (GROUPS[i].category & GROUPS[j].mask) !== 0 && (GROUPS[j].category & GROUPS[i].mask) !== 0;
        if (collision.pairAllowed(filter, i, 4 + j) !== meets) table++;
        if (collision.pairAllowed(filter, i, 4 + j) !== collision.pairAllowed(filter, 4 + j, i)) symmetry++;
      }
    }
    yield ["table", table];
    yield ["symmetry", symmetry];
  },
});
