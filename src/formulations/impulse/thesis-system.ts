import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import type { ImpulseState } from "./state.js";

declare module "../../data/data.js" {
  interface DataSystems {
    /** null with any other preset; absent where the registries do not have that preset. */
    readonly impulseThesis?: ThesisSystem | null;
  }
}

/** The step of `preset: thesis`; see `thesis.ts`. `stiction/core` does without its code. */
export interface ThesisSystem {
  advance(model: Model, data: Data, state: ImpulseState): void;
}
