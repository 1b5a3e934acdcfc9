import type { Model, SystemKind } from "../../model/model.js";
import { impulseFormulation } from "../impulse.js";
import { mixedSystem } from "./mixed/system.js";
import { advanceThesis } from "./thesis.js";
import type { ThesisSystem } from "./thesis-system.js";

const thesis: ThesisSystem = { advance: advanceThesis };

const thesisSystem: SystemKind = {
  name: "impulseThesis",
  prepare: () => ({ setup: null, dims: {} }),
  create: ({ formulation }: Model) =>
    formulation.kind.name === "impulse" && formulation.params.preset === "thesis" ? thesis : null,
};

/** The formulation `impulse` with what few scenes ask for: `precision: mixed` and `preset: thesis`. */
export const wholeImpulse = {
  ...impulseFormulation,
  systems: [...(impulseFormulation.systems ?? []), mixedSystem, thesisSystem],
};
