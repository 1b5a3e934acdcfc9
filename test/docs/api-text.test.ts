/** The API reference has no types of the validator. */
import { expect, test } from "vitest";
import { withoutValidatorTypes } from "../../scripts/api-text.mjs";

test.each([
  ["`ContactLaw`\\<\\{ `damping`: `ZodDefault`\\<`ZodNumber`\\>; `n`: `ZodNumber`; \\}\\> |", "`ContactLaw`\\<…\\> |"],
  ["const linear: ContactLaw<{\n  damping: ZodDefault<ZodNumber>;\n}>;", "const linear: ContactLaw<…>;"],
  ["function text(o): ZodDefault<ZodType<Vec3, readonly number[]>>;", "function text(o): Schema;"],
  ["`ZodMiniString`\\<`string`\\> or `$ZodType`", "`Schema` or `Schema`"],
  ["map: Map<string, () => ZodString>", "map: Map<string, () => Schema>"],
  ["Kind<{ a: number }> and a < b", "Kind<{ a: number }> and a < b"],
])("%s", (given, wanted) => expect(withoutValidatorTypes(given)).toBe(wanted));
