import type { ProblemList } from "../../model/errors.js";
import type { Model } from "../../model/model.js";
import { hasForceContacts } from "../contact-model.js";
import { roundness } from "../hertz-radius.js";
import { compileLaws, type LawPair } from "../material-laws.js";
import { warnOfSteps } from "../step-warnings.js";
import { sharedStiffnessWarnings } from "./curved-meshes.js";
import { smallestWidths } from "./sunk.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly compliant: CompliantSetup;
  }
}

/** Which points of a region bear load. */
export type PointPolicy = "all" | "deepest" | "single";

/** Constants of contact at points. */
export interface CompliantSetup {
  readonly active: boolean;
  readonly capacity: number;
  /** By pair of materials, see `materialPair`. */
  readonly pairs: readonly LawPair[];
  readonly points: PointPolicy;
  /** Whether the points of two bodies share one friction, or each has it for itself. */
  readonly shared: boolean;
  /** Largest speed with which bodies that overlap from the start are pushed apart, m/s. */
  readonly pushSpeed: number;
  /** Whether the points of a patch share one contact law, or each has it for itself. */
  readonly sharedStiffness: boolean;
  /** Semi-axes of all shapes, m, see `roundness`, where some stiffness depends on them. */
  readonly round: Float64Array | null;
  /** Smallest extent of all shapes, m, see `smallestWidths`, where contacts are forces. */
  readonly width: Float64Array | null;
}

const OFF: CompliantSetup = {
  active: false,
  capacity: 0,
  pairs: [],
  points: "all",
  shared: true,
  pushSpeed: 0,
  sharedStiffness: false,
  round: null,
  width: null,
};

/** Laws of all pairs of materials, where contacts are forces. */
export function prepareCompliant(
  model: Model,
  problems: ProblemList,
): { setup: CompliantSetup; dims: Record<string, number> } {
  if (!hasForceContacts(model)) return { setup: OFF, dims: { nCompliant: 0, nRest: 0, nRestCount: 0 } };
  const pairs = compileLaws(model, problems);
  const points = model.spec.capacity?.points || Math.max(256, 16 * model.shapes.length);
  const setup: CompliantSetup = {
    active: true,
    capacity: points,
    pairs,
    points: model.spec.collision?.points ?? "all",
    shared: model.spec.collision?.sharedFriction ?? true,
    pushSpeed: (model.formulation.params as { pushSpeed?: number }).pushSpeed ?? Number.POSITIVE_INFINITY,
    sharedStiffness: model.spec.collision?.points === "all" && model.spec.collision.sharedStiffness,
    round: pairs.some((pair) => pair?.hertz !== undefined) ? roundness(model) : null,
    width: smallestWidths(model),
  };
  if (problems.list.length === 0) {
    warnOfSteps(model, pairs, problems);
    if (setup.sharedStiffness) problems.warn(...sharedStiffnessWarnings(model, pairs));
  }
  // with room for contacts of bodies that sleep, where some may
  const sleeps = (model.formulation.params as { sleep?: boolean }).sleep === true;
  return { setup, dims: { nCompliant: points, nRest: sleeps ? points : 0, nRestCount: sleeps ? 1 : 0 } };
}
