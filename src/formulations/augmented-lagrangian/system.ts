import type { ProblemList } from "../../model/errors.js";
import type { Model, SystemKind } from "../../model/model.js";
import { checkAssembly } from "./check.js";
import { compileNatural, type Natural } from "./natural.js";
import { refuseJoint } from "./refuse-joint.js";
import { sleeps } from "./settings.js";
import { createLagrangianState } from "./state.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly natural: Natural;
  }
}

/**
 * The shortest step, s: below it, masses in the tangent are lost to the round-off of penalties, which grow with 1/h².
 */
const SHORTEST_STEP = 1e-6;

const NONE = { setup: null, dims: { nCoordinate: 0, nConstraint: 0, nSleeper: 0 } };

/** Natural coordinates as a system: compiled with the model. */
export const naturalSystem: SystemKind = naturalSystemLike(null);

/**
 * The same with the coordinates of a scene that differs in numbers only: where a choice is close, it is made as there.
 */
export function naturalSystemLike(like: Natural | null): SystemKind {
  return {
    name: "natural",
    prepare: (model, problems) => prepare(model, problems, like),
    entryNames: ({ systems: { natural } }) =>
      natural === null ? {} : { nCoordinate: natural.coordinateNames, nConstraint: natural.constraints.names },
    create: (model) => {
      const natural = model.systems.natural;
      return natural === null ? null : createLagrangianState(model, natural);
    },
  };
}

function prepare(model: Model, problems: ProblemList, like: Natural | null) {
  if (model.formulation.kind?.name !== "augmented-lagrangian") return NONE;
  for (let i = 0; i < model.joints.count; i++) {
    const sentence = refuseJoint(model, i);
    if (sentence === undefined) continue;
    const [, key, rest] = /^(\w+): (.+)$/.exec(sentence) as RegExpExecArray;
    problems.add(`joints[${i}].${key}`, rest);
  }
  if (problems.list.length > 0) return NONE;
  const natural = compileNatural(model, model.formulation.params.coordinates !== "separate", like);
  checkAssembly(model, natural, problems);
  if (model.options.timestep < SHORTEST_STEP)
    problems.warn(
      `timestep: below ${SHORTEST_STEP} s the tangent of augmented-lagrangian loses its masses to round-off; use a longer step`,
    );
  const dims = {
    nCoordinate: natural.count,
    nConstraint: natural.constraints.rows,
    nSleeper: sleeps(model) ? model.nb : 0,
  };
  return { setup: natural, dims };
}
