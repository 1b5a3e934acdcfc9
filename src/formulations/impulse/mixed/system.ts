import type { Model, SystemKind } from "../../../model/model.js";
import type { MixedSystem } from "../mixed-system.js";
import { aimMixed, createMixedSweeps, endMixed, finishMixed, relaxMixed, takeIslands } from "./mixed.js";

/** Sweeps of a Data; `simd`: false for the twin in TypeScript. */
export function createMixedSystem(model: Model, simd = true): MixedSystem {
  const mixed = createMixedSweeps(model, simd);
  return {
    get patches() {
      return mixed.patches;
    },
    start: (data, state) => takeIslands(mixed, data, state),
    aim: (data, settings, h, first) => aimMixed(mixed, data, settings, h, first),
    relax: (data, state, h, first, last) => relaxMixed(mixed, data, state, h, first, last),
    end: () => endMixed(mixed),
    finish: (data) => finishMixed(mixed, data),
  };
}

/** Sweeps in single precision, for scenes that ask for them. */
export const mixedSystem: SystemKind = {
  name: "impulseMixed",
  prepare: () => ({ setup: null, dims: {} }),
  create: (model) => (isMixed(model) ? createMixedSystem(model) : null),
};

function isMixed({ formulation }: Model): boolean {
  const { precision, preset } = formulation.params as Readonly<Record<string, unknown>>;
  return formulation.kind.name === "impulse" && precision === "mixed" && preset !== "thesis";
}
