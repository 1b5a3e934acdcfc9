/** What contact from the rim costs [Moisio2013, §6.7] (row V31). `stiction bench rim` has the times. */
import { atMost, defineExperiment, near, timed } from "../experiment.js";
import { BALL, pressedBalls, searchCost } from "../reference/rim-cost.js";

/** Least of some rounds of the time of `work`, ms. */
function least(rounds: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < rounds; k++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

export const moisioV31 = defineExperiment({
  id: "moisio.v31",
  title: "Cost of detection and of response",
  reference:
    "[Moisio2013] §6.7: forces about double the cost of a colliding pair of triangles. Two meshes of 1280 triangles in each other; a ball on floors of 200 to 20,000 triangles, with --full to a million, always with the same rim.",
  partial:
    "the source's factor of two is per colliding pair of triangles; ours is of the whole detection, and per pair forces take about three times what the test takes (`stiction bench rim`)",
  rows: {
    response: timed(
      atMost(
        "search and response over the search alone",
        "1",
        2.5,
        "the source: roughly double; a quarter more, for times on a busy machine",
      ),
    ),
    growth: atMost("exponent p of tests ∝ n^p, from the least floor to the largest", "1", 0.1, "log n: p → 0"),
    rim: near("rim on the largest floor over that on the least", "1", 1, 1e-9, "the same place of the same mesh"),
    circle: near("its length over 2π √(2Rδ − δ²)", "1", 0.98, 0.01, "320 triangles: a polygon inside of the circle"),
  },
  *measure(context) {
    const balls = pressedBalls(context.simulate, 100);
    const rounds = context.full ? 40 : 10;
    const time = (work: () => void) => least(rounds, work);
    const response = time(balls.touching) - time(balls.apart) - time(balls.find);
    const search = time(balls.search);
    yield ["response", (search + response) / search];
    const first = searchCost(context.contact, 200);
    const last = searchCost(context.contact, context.full ? 1e6 : 2e4);
    yield ["growth", Math.log(last.tests / first.tests) / Math.log(last.triangles / first.triangles)];
    yield ["rim", last.length / first.length];
    yield ["circle", first.length / (2 * Math.PI * Math.sqrt(2 * BALL.radius * BALL.depth - BALL.depth * BALL.depth))];
  },
});
