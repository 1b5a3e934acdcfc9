/**
 * The sandbox counts the instructions of a script, but not the turns of loops inside built-in functions: `indexOf` over
 * an array of four thousand million holes would hang the host. Here every such function gets a bound, before the
 * author's code runs, and code that is made from text is refused.
 */

/** Elements of an array, and characters times characters of a search, at most. */
const MOST_ELEMENTS = 1e6;
const MOST_SORTED = 1e5;
const MOST_SEARCH = 1e8;

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Puts a check in front of every method of a prototype that is a function. */
function guard(prototype: object, check: (self: unknown, args: readonly unknown[], name: string) => void): void {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    if (name === "constructor" || typeof found?.value !== "function") continue;
    const original = found.value as Method;
    const apply = Reflect.apply;
    const guarded: Method = function (this: unknown, ...args) {
      check(this, args, name);
      return apply(original, this, args);
    };
    Object.defineProperty(prototype, name, { ...found, value: guarded, writable: false, configurable: false });
  }
}

const lengthOf = (value: unknown) => Number((value as { length?: unknown } | null | undefined)?.length ?? 0);

function refuse(text: string): never {
  throw new RangeError(text);
}

/** Bounds the built-in functions of this realm. */
export function harden(): void {
  guard(Array.prototype, (self, args, name) => {
    const length = lengthOf(self);
    if (length > MOST_ELEMENTS) refuse(`${name}: an array of ${length} elements; ${MOST_ELEMENTS} are allowed`);
    if ((name === "sort" || name === "toSorted") && length > MOST_SORTED)
      refuse(`${name}: ${length} elements; ${MOST_SORTED} can be sorted`);
    // array-likes that are put in
    for (const arg of args)
      if (typeof arg === "object" && arg !== null && lengthOf(arg) > MOST_ELEMENTS)
        refuse(`${name}: an array of ${lengthOf(arg)} elements; ${MOST_ELEMENTS} are allowed`);
  });
  guard(String.prototype, (self, args, name) => {
    const [own, other] = [lengthOf(self), lengthOf(args[0])];
    if (own * other > MOST_SEARCH) refuse(`${name}: texts of ${own} and ${other} characters are too long`);
  });
  const from = Array.from;
  Array.from = ((items: ArrayLike<unknown>, ...rest: []) => {
    if (lengthOf(items) > MOST_ELEMENTS)
      refuse(`Array.from: ${lengthOf(items)} elements; ${MOST_ELEMENTS} are allowed`);
    return from(items, ...rest);
  }) as typeof Array.from;
  const noCode = (): never => {
    throw new EvalError("scripts make no code from text: eval and Function are not available");
  };
  const makers = [() => 0, async () => 0, function* () {}, async function* () {}].map((f) => Object.getPrototypeOf(f));
  for (const prototype of makers)
    Object.defineProperty(prototype, "constructor", { value: noCode, writable: false, configurable: false });
  Object.assign(globalThis, { eval: noCode, Function: noCode });
}
