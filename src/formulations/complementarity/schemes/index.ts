import { noSlip } from "./no-slip.js";
import { penalty } from "./penalty.js";
import type { Scheme } from "./scheme.js";
import { anitescuPotra, stewartTrinkle } from "./stewart-trinkle.js";
import { todorov } from "./todorov.js";

/** Every scheme. A new one is a file beside this and a line here. */
export const schemes = {
  "stewart-trinkle": stewartTrinkle,
  "anitescu-potra": anitescuPotra,
  todorov,
  "no-slip": noSlip,
  penalty,
} as const satisfies Record<string, Scheme>;
