import { baseItems } from "./base-items.js";
import { shapeClasses } from "./collision/shapes/index.js";
import { frictionLaws } from "./contact/friction/index.js";
import { contactLaws } from "./contact/laws/index.js";
import { controllers } from "./controllers/index.js";
import { forces } from "./forces/index.js";
import { hydraulics } from "./hydraulics/index.js";
import { integrators } from "./integrators/index.js";
import { joints } from "./joints/index.js";
import { formulaLanguage } from "./model/expression.js";
import { shapes } from "./model/shapes/index.js";
import { measureFirstStep } from "./pipeline/first-row.js";
import { sensors } from "./sensors/index.js";

/** All registries but formulations and contact models. */
export const coreItems = {
  ...baseItems,
  formulas: formulaLanguage,
  firstStep: measureFirstStep,
  sensors,
  contactLaws,
  frictionLaws,
  shapes,
  shapeClasses,
  joints,
  forces: { ...forces, ...hydraulics },
  controllers,
  integrators,
} as const;
