/** Names and kinds of what a module exports; namespaces with their members. */
export function kindsOf(module: object): object {
  const entries = Object.entries(module).map(([name, value]) => [
    name,
    isNamespace(value) ? kindsOf(value) : typeof value,
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isNamespace(value: unknown): value is object {
  return typeof value === "object" && value !== null && Reflect.get(value, Symbol.toStringTag) === "Module";
}
