/** The runs of a study, each made from its number alone. */

import { SpecError } from "stiction";
import { type Factor, factorName, type Study } from "../study-file.js";
import { type Distribution, quantile } from "./distribution.js";
import { latinHypercube } from "./latin-hypercube.js";
import { bits, uniform } from "./random.js";
import { MAX_SOBOL_AXES, sobolCoordinate } from "./sobol.js";

/** One run: the values of all factors in their order, and what is random beside them. */
export interface Run {
  readonly row: number;
  readonly values: readonly unknown[];
  readonly repetition: number;
  readonly seed: number;
}

/** All runs of a study. */
export interface Design {
  readonly count: number;
  /** Columns of the factors. */
  readonly names: readonly string[];
  /** Whether a factor is random. */
  readonly sampled: readonly boolean[];
  /** Points of the random factors, with those that design saltelli adds. */
  readonly points: number;
  run(row: number): Run;
}

/** Stream of the seeds of repetitions; the factors have the streams 0, 1, …. */
const SEEDS = 0x5eed;

/**
 * The runs of a study: all combinations of lists and grids, in each of them all samples of the random factors, and of
 * each the repetitions. The last varies fastest. Samples are the same in every combination, so that combinations are
 * compared over equal draws.
 */
export function designOf(study: Study): Design {
  const { factors, samples, repetitions, seed, design } = study;
  const lists = factors.map(listOf);
  const random = factors.flatMap((factor, i) => (distributionOf(factor) === undefined ? [] : [i]));
  const axes = random.length;
  const points = axes === 0 ? 1 : design === "saltelli" ? samples * (axes + 2) : samples;
  const combinations = lists.reduce((n, list) => n * (list?.length ?? 1), 1);
  checkAxes(study, axes);
  const coordinate = coordinates(study, axes);
  return {
    count: combinations * points * repetitions,
    names: factors.map(factorName),
    sampled: lists.map((list) => list === undefined),
    points,
    run(row) {
      const repetition = row % repetitions;
      const point = Math.floor(row / repetitions) % points;
      let rest = Math.floor(row / repetitions / points);
      const values: unknown[] = new Array(factors.length);
      for (let i = factors.length - 1; i >= 0; i--) {
        const list = lists[i];
        if (list === undefined) continue;
        values[i] = list[rest % list.length];
        rest = Math.floor(rest / list.length);
      }
      random.forEach((i, axis) => {
        values[i] = quantile(distributionOf(factors[i]) as Distribution, coordinate(axis, point));
      });
      return { row, values, repetition, seed: bits(seed, SEEDS, repetition * points + point) };
    },
  };
}

function checkAxes({ design }: Study, axes: number): void {
  const most = design === "saltelli" ? Math.floor(MAX_SOBOL_AXES / 2) : MAX_SOBOL_AXES;
  if ((design === "sobol" || design === "saltelli") && axes > most)
    throw new SpecError([
      { path: "design", message: `${design} takes at most ${most} random factors, got ${axes}; use latin-hypercube` },
    ]);
}

/** Coordinate of a random factor in (0, 1), by axis and point. */
function coordinates({ design, samples, seed }: Study, axes: number): (axis: number, point: number) => number {
  switch (design) {
    case "random":
      return (axis, point) => uniform(seed, axis, point);
    case "latin-hypercube": {
      const table = latinHypercube(seed, axes, samples);
      return (axis, point) => table[axis][point];
    }
    case "sobol": {
      const shift = Array.from({ length: axes }, (_, axis) => bits(seed, axis, 0));
      return (axis, point) => sobolCoordinate(axis, point, shift[axis]);
    }
    case "saltelli": {
      const shift = Array.from({ length: 2 * axes }, (_, axis) => bits(seed, axis, 0));
      // blocks of A, B and, for each axis k, A with column k of B
      return (axis, point) => {
        const kind = point % (axes + 2);
        const fromB = kind === 1 || kind === axis + 2;
        const column = fromB ? axes + axis : axis;
        return sobolCoordinate(column, Math.floor(point / (axes + 2)), shift[column]);
      };
    }
  }
}

/** Values of a list or grid; undefined for a random factor. */
function listOf({ values, grid }: Factor): readonly unknown[] | undefined {
  if (values !== undefined) return values;
  if (grid === undefined) return undefined;
  const { from, to, count, scale } = grid;
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const share = i / (count - 1);
    return scale === "log" ? from * (to / from) ** share : from + share * (to - from);
  });
}

function distributionOf({ uniform: even, log, normal }: Factor): Distribution | undefined {
  if (even !== undefined) return { type: "uniform", ...even };
  if (log !== undefined) return { type: "log", ...log };
  return normal === undefined ? undefined : { type: "normal", ...normal };
}
