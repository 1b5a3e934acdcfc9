import type { Data } from "../../data/data.js";
import { checkOwner } from "../../data/owner.js";
import { knownKeys } from "../../model/arguments.js";
import { show } from "../../model/errors.js";
import type { ComplementarityProblem } from "../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "./complementarity-state.js";

/** Parts of a complementarity step that somebody else makes. They may allocate; a run without them does not. */
export interface ComplementarityStages {
  /**
   * Solves the problem of the step into z, whose first `problem.size` numbers hold nothing yet. The arrays of the
   * problem may be longer than it; matrix is row by row. `ours` solves with the settings of the scene. Whether it is
   * solved is not asked: the natural-map residual says so.
   */
  solve?(problem: ComplementarityProblem, z: Float64Array, ours: () => void): void;
}

/**
 * Replaces parts of the step for this data; `{}` brings our own back. Functions of the user at other places are hooks
 * (`addHook`). Throws where the scene has another formulation.
 */
export function setStages(data: Data, stages: ComplementarityStages): void {
  checkOwner(data?.model, data);
  const state = data.systems.complementarityState as ComplementarityState | null | undefined;
  if (state === null || state === undefined)
    throw new Error('stages can be replaced in scenes with formulation "complementarity" only');
  knownKeys("setStages", stages, ["solve"]);
  if (stages.solve !== undefined && typeof stages.solve !== "function")
    throw new RangeError(`setStages, solve: expected a function, got ${show(stages.solve)}`);
  state.stages = stages;
}
