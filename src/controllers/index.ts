import { expressionController } from "./expression.js";
import { guide } from "./guide.js";
import { pd } from "./pd.js";
import { profile } from "./profile.js";

/** Every kind of controller, in the order in which they run. A new one is a file beside this and a line here. */
export const controllers = {
  profile,
  expression: expressionController,
  pd,
  guide,
} as const;
