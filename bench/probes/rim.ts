import { buildScene, compile, createData, type Scene, type Simulation, type Spec, stateHash, step } from "stiction";
import { contact } from "stiction/internals";
import { sceneByName } from "stiction/scenes";
import { pressedBalls, searchCost } from "../../proof/reference/rim-cost.js";
import type { Probe } from "./probe.js";

function simulate(spec: Spec): Simulation {
  const model = compile(spec);
  return { model, data: createData(model) };
}

/** CPU time of `work`, µs; the least of some rounds. */
function least(rounds: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < rounds; k++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, user + system);
  }
  return best;
}

/** Triangles of the floor: 10² to 10⁶. */
const FLOORS = [1e2, 1e3, 1e4, 1e5, 1e6];
/** Parts of the fall of the heap: until when, s. */
const PARTS = { falling: 0.6, colliding: 1.2, settling: 2.1, resting: 3 } as const;

/**
 * The timing table of [Moisio2013, §6.7] repeated: the cost of finding a colliding pair of triangles and of its
 * response, how a search grows with the number of triangles while the rim stays the same, and a heap of 100 non-convex
 * bodies of 1152 triangles at 1.5 ms.
 */
export const rimProbe: Probe = {
  name: "rim",
  title: "Contact from the rim: cost per pair of triangles, growth with meshes, 100 heads of 1152 triangles",
  settings: "CPU µs and ms, least of the rounds; heap: mean of the part",
  rounds: 20,
  run(rounds) {
    const figures: Record<string, number> = {};
    const count = 400;
    const balls = pressedBalls(simulate, count);
    const [touching, apart, find, search] = [balls.touching, balls.apart, balls.find, balls.search].map((work) => {
      work();
      return least(rounds, work) / count;
    });
    const pairs = balls.segments();
    figures["colliding pairs of triangles"] = pairs;
    figures["µs per pair: triangle test, list kept"] = find / pairs;
    figures["µs per pair: with search of the trees"] = search / pairs;
    figures["µs per pair: response"] = (touching - apart - find) / pairs;
    const costs = FLOORS.map((n) => searchCost(contact, n));
    const times = costs.map(({ find: again }) => {
      again(count);
      return least(rounds, () => again(count)) / count;
    });
    costs.forEach(({ triangles, tests }, k) => {
      figures[`floor of ${triangles} triangles: µs per search`] = times[k];
      figures[`floor of ${triangles} triangles: tests per search`] = tests;
    });
    const ends = costs[costs.length - 1].triangles / costs[0].triangles;
    figures["exponent of time with triangles"] = Math.log(times[times.length - 1] / times[0]) / Math.log(ends);
    const { steps, ms, hash } = heap(figures);
    return { steps, cpuMsMean: ms, cpuMsP99: ms, figures, hash };
  },
};

/** 100 heads fall into a heap; ms per step of each part, and how many times longer than real time that is. */
function heap(figures: Record<string, number>): { steps: number; ms: number; hash: string } {
  const { model, data } = simulate(buildScene(sceneByName("head-heap") as Scene, { count: 100 }));
  const h = model.options.timestep;
  let steps = 0;
  let ms = 0;
  for (const [part, until] of Object.entries(PARTS)) {
    const first = steps;
    const start = process.cpuUsage();
    for (; steps < Math.round(until / h); steps++) step(model, data);
    const { user, system } = process.cpuUsage(start);
    ms = (user + system) / 1000 / (steps - first);
    figures[`heap ${part}: ms per step`] = ms;
    figures[`heap ${part}: time over real time`] = ms / 1000 / h;
    figures[`heap ${part}: segments`] = data.systems.rim.count;
  }
  return { steps, ms, hash: stateHash(data) };
}
