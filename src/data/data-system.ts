import type { Model, SystemKind } from "../model/model.js";
import type { Data } from "./data.js";

/** A system with the functions that a step and a recompile call; `model/`, which knows no Data, declares the rest. */
export interface DataSystem extends SystemKind {
  advance?(model: Model, data: Data): void;
  carryOver?(oldModel: Model, oldData: Data, model: Model, data: Data): void;
}
