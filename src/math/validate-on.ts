/**
 * Checks of our own mistakes, switched on: this file is the meaning of `#validate` in the source tree, in tests and
 * under the `development` condition. The published build resolves `#validate` to `validate-off.ts`, where the same call
 * does nothing.
 *
 * Wrong user input is not an assertion: it is found by `compile` and thrown as `SpecError`.
 */

/**
 * Throws when `condition` is false. Never use it for a side effect, since the published build does not run it.
 *
 * @param condition what the code relies on
 * @param text what is wrong when it does not hold; a constant string, because it is evaluated on every call
 */
export function assert(condition: unknown, text: string): asserts condition {
  if (!condition) throw new Error(`Stiction made a mistake (please report it): ${text}`);
}
