import { rm, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildScene, type Scene, type Spec, SpecError } from "stiction";
import { FailedError, firstLine, InputError, systemReason } from "./errors.js";
import { paramProblems } from "./scene-argument.js";

/** A scene module's default export: a Spec, a function of parameters, or the result of `defineScene`. */
type SceneExport = Spec | ((params: Record<string, unknown>) => Spec | Promise<Spec>) | Scene;

/**
 * Runs a scene module (.js, .mjs, .ts) and returns its Spec. TypeScript goes through esbuild, where that is installed.
 */
export async function loadSceneModule(
  path: string,
  params: Record<string, unknown>,
): Promise<{ spec: unknown; scene?: Scene }> {
  const module = await importModule(path);
  if (!("default" in module)) {
    throw new InputError(`${path}: expected a default export: a scene, or a function that returns one`);
  }
  const exported = module.default as SceneExport;
  try {
    if (typeof exported === "function") return { spec: await exported(params) };
    if (isScene(exported)) return { spec: buildScene(exported, params), scene: exported };
  } catch (error) {
    throw moduleError(path, error);
  }
  const [name] = Object.keys(params);
  if (name !== undefined) throw new InputError(`--param ${name}: ${path} exports a scene without parameters`);
  return { spec: exported };
}

function isScene(value: unknown): value is Scene {
  return typeof value === "object" && value !== null && typeof (value as { build?: unknown }).build === "function";
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  const full = resolve(path);
  try {
    if (!/\.[mc]?ts$/.test(path)) return (await import(pathToFileURL(full).href)) as Record<string, unknown>;
    return await importTypeScript(full);
  } catch (error) {
    throw moduleError(path, error);
  }
}

/** An error of the module in one line; a SpecError from `buildScene` keeps its lines. */
function moduleError(path: string, error: unknown): Error {
  if (error instanceof InputError || error instanceof FailedError) return error;
  if (error instanceof SpecError) return new InputError(paramProblems(error));
  const message = error instanceof Error ? error.message : String(error);
  const wrong = new InputError(`${path}: ${firstLine(message)}`);
  if (error instanceof Error && error.stack !== undefined) wrong.stack = error.stack;
  return wrong;
}

/** Bundles the module with its imports and loads the result from the same folder, so that its packages are found. */
async function importTypeScript(full: string): Promise<Record<string, unknown>> {
  const esbuild = await import("esbuild").catch(() => {
    throw new FailedError('a scene in TypeScript needs the package "esbuild": npm install esbuild');
  });
  const result = await esbuild.build({
    entryPoints: [full],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    conditions: ["source"],
    plugins: [{ name: "packages", setup: keepPackagesOutside }],
  });
  const file = join(dirname(full), `.${basename(full)}.${process.pid}.mjs`);
  try {
    await writeFile(file, result.outputFiles[0].contents).catch((error) => {
      throw new FailedError(`cannot write ${file}: ${systemReason(error)}`);
    });
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Packages stay external. `stiction` is the copy that this tool uses: its source inside this repository, else the
 * installed library, so that a scene works in any folder.
 */
function keepPackagesOutside(build: import("esbuild").PluginBuild): void {
  const own = dirname(fileURLToPath(import.meta.url));
  build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
    if (kind === "entry-point" || pluginData === "asked") return undefined;
    if (/^stiction(\/|$)/.test(path)) {
      const found = await build.resolve(path, { kind, resolveDir: own, pluginData: "asked" });
      if (found.errors.length === 0) return { path: found.path };
      return { path: import.meta.resolve(path), external: true };
    }
    // inside the library's source: its assertions, and its packages by path
    const found = await build.resolve(path, { kind, resolveDir, pluginData: "asked" });
    if (path.startsWith("#") && found.errors.length === 0) return { path: found.path };
    return {
      path: found.errors.length === 0 && isAbsolute(found.path) ? pathToFileURL(found.path).href : path,
      external: true,
    };
  });
}
