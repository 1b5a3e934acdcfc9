import * as z from "zod/mini";
import * as p from "./params.js";

/**
 * Names are parts of paths (`bodies.boom.mass`) and sensors (`body/boom/position.z`), so they contain no dots, slashes
 * or spaces.
 */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const nameExpected = "expected a name of letters, digits, - and _ that starts with a letter (at most 64)";

export const nameSchema = p.describe(z.string({ error: nameExpected }).check(z.regex(NAME, { error: nameExpected })), {
  unit: "",
  help: "unique name",
  kind: "other",
  expected: nameExpected,
});
