/**
 * Checks of our own mistakes, switched off: the meaning of `#validate` in the published build. See `validate-on.ts`.
 */

/** Does nothing; the type says the same as in `validate-on.ts`, so that code narrows alike under both. */
export function assert(_condition: unknown, _text: string): asserts _condition {}
