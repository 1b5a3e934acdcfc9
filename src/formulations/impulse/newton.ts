import { SIZE, solveMatrix } from "../../solvers/body-cholesky.js";
import { type DirectSystem, PLACE, PLACE_SIZE, SEARCH, SEARCH_SIZE, VALUE, VALUE_SIZE } from "./direct-system.js";
import { type ImpulseFields, STATISTIC } from "./fields.js";
import { searchLines } from "./line-search.js";
import { assemble, compareSides, evaluate, findStale, rememberSides } from "./merit.js";

/** Newton has converged when the gradient is this small against the change of momentum or the largest impulse. */
export const CONVERGED = 1e-5;

/** An impulse that is none, N s. */
const NOTHING = 1e-9;

const NEWTON_STEPS = 30;

const REFINEMENTS = 3;

/**
 * A first step as if no patch slipped that did not slip before: where that holds it is the solution, where not it leads
 * to the side on which the patch slips. (Newton's method that starts from slip would jump across the narrow range of
 * impulses that hold.)
 */
export function tryToStick(system: DirectSystem): void {
  const { change, direction, nodes, clusterOf, live } = system;
  for (let c = 0; c < system.clusters; c++) live[c] = 1 - system.stopped[c];
  evaluate(system, true);
  if (findStale(system)) assemble(system);
  for (let i = 0; i < SIZE * nodes; i++) direction[i] = -system.gradient[i];
  solveMatrix(system.matrix, system.graph, direction, clusterOf, live);
  for (let n = 0; n < nodes; n++) {
    if (live[clusterOf[n]] === 0) continue;
    for (let i = SIZE * n; i < SIZE * n + SIZE; i++) change[i] += direction[i];
  }
}

/**
 * Newton's method with a line search on the slope of the merit function. Clusters — bodies that rows connect — share
 * the matrix and the loop, but each has a step of its own and stops by itself: what is hard to solve in one place must
 * not hold up the others.
 */
export function minimise(system: DirectSystem, f: ImpulseFields): void {
  const { direction, nodes, clusters, search, live, refined } = system;
  let any = false;
  for (let c = 0; c < clusters; c++) {
    live[c] = 1 - system.stopped[c];
    refined[c] = 0;
    if (live[c] === 1) any = true;
  }
  evaluate(system, false);
  for (let step = 0; any && step < NEWTON_STEPS; step++) {
    f.statistics[STATISTIC.iterations]++;
    if (findStale(system)) assemble(system);
    for (let i = 0; i < SIZE * nodes; i++) direction[i] = -system.gradient[i];
    solveMatrix(system.matrix, system.graph, direction, system.clusterOf, live);
    measureSlopes(system);
    any = false;
    for (let c = 0; c < clusters; c++) {
      if (live[c] === 1 && !(search[SEARCH_SIZE * c + SEARCH.slope] < 0)) live[c] = 0;
      if (live[c] === 1) any = true;
    }
    if (!any) return;
    rememberSides(system);
    searchLines(system);
    moveClusters(system);
    compareSides(system);
    measureConvergence(system);
    any = false;
    for (let c = 0; c < clusters; c++) {
      const o = SEARCH_SIZE * c;
      if (live[c] === 0) continue;
      // with the same rows active one step is exact but for round-off, which one or two more take away
      if (search[o + SEARCH.at] === 1 && system.unlike[c] === 0) {
        if (search[o + SEARCH.off] <= CONVERGED * search[o + SEARCH.scale] || refined[c] === REFINEMENTS) live[c] = 0;
        refined[c]++;
      }
      if (search[o + SEARCH.at] * search[o + SEARCH.most] < 1e-13) live[c] = 0;
      if (live[c] === 1) any = true;
    }
  }
}

/** Slope of the merit along the direction and the largest entry of it, per cluster. */
function measureSlopes(system: DirectSystem): void {
  const { gradient, direction, clusterOf, search } = system;
  for (let c = 0; c < system.clusters; c++)
    search[SEARCH_SIZE * c + SEARCH.slope] = search[SEARCH_SIZE * c + SEARCH.most] = 0;
  for (let n = 0; n < system.nodes; n++) {
    const o = SEARCH_SIZE * clusterOf[n];
    for (let i = SIZE * n; i < SIZE * n + SIZE; i++) {
      search[o + SEARCH.slope] += gradient[i] * direction[i];
      const size = Math.abs(direction[i]);
      if (size > search[o + SEARCH.most]) search[o + SEARCH.most] = size;
    }
  }
}

/** Moves each cluster by its own part of the direction, and evaluates there. Writes: change, gradient. */
function moveClusters(system: DirectSystem): void {
  const { change, direction, clusterOf, search } = system;
  for (let n = 0; n < system.nodes; n++) {
    const part = search[SEARCH_SIZE * clusterOf[n] + SEARCH.at];
    if (part === 0) continue;
    for (let i = SIZE * n; i < SIZE * n + SIZE; i++) change[i] += part * direction[i];
  }
  evaluate(system, false);
}

/**
 * Gradient, and what it must be small against: the change of momentum or the largest impulse that acted before, per
 * cluster.
 */
export function measureConvergence(system: DirectSystem): void {
  const { gradient, change, mass, clusterOf, search, value } = system;
  for (let c = 0; c < system.clusters; c++)
    search[SEARCH_SIZE * c + SEARCH.off] = search[SEARCH_SIZE * c + SEARCH.scale] = 0;
  for (let n = 0; n < system.nodes; n++) {
    const o = SEARCH_SIZE * clusterOf[n];
    // bodies in the plane have the third moment of inertia only
    const planar = mass[7 * n + 1] === 0 && mass[7 * n + 2] === 0;
    const least = planar ? mass[7 * n + 3] : Math.min(mass[7 * n + 1], mass[7 * n + 2], mass[7 * n + 3]);
    for (let c = 0; c < 6; c++) {
      search[o + SEARCH.off] = Math.max(search[o + SEARCH.off], Math.abs(gradient[6 * n + c]));
      const momentum = Math.abs(change[6 * n + c]) * (c < 3 ? least : mass[7 * n]);
      search[o + SEARCH.scale] = Math.max(search[o + SEARCH.scale], momentum);
    }
  }
  // not the impulses in question: those are huge when they are wrong
  for (let r = 0; r < system.rows; r++) {
    const c = system.place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0) continue;
    const o = SEARCH_SIZE * c + SEARCH.scale;
    search[o] = Math.max(search[o], Math.abs(value[VALUE_SIZE * r + VALUE.applied]), NOTHING);
  }
}
