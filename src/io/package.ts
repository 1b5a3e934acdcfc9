/** A package that this part of the library loads when it is needed, and that is not installed. */
export class MissingPackageError extends Error {
  constructor(name: string, what: string) {
    super(`${what} needs the package "${name}": npm install ${name}`);
    this.name = "MissingPackageError";
  }
}

/**
 * Loads a package on demand. `load` holds the `import("…")` itself, so that bundlers see the name.
 *
 *     const { parse } = await loadPackage("yaml", "Reading YAML", () => import("yaml"));
 */
export async function loadPackage<T>(name: string, what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isMissing(error)) throw new MissingPackageError(name, what);
    throw error;
  }
}

/** Node says so by a code; browsers fail to fetch or to resolve the bare name. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") return true;
  return /failed to resolve module specifier|error loading dynamically imported module|failed to fetch dynamically/i.test(
    error.message,
  );
}
