// @ts-check
/** Building and serving the studio with vite; used by start.mjs and build.mjs. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildEmbed } from "./embed.mjs";
import { writeServiceWorker } from "./offline.mjs";
import { openInBrowser, serveFolder } from "./serve.mjs";
import { root } from "./setup.mjs";

const configFile = join(root, "studio", "vite.config.ts");
const built = join(root, "dist", "studio", "index.html");

/** What the built studio is made of. */
const SOURCES = [
  "studio",
  "src",
  "scenes",
  "machines",
  "link",
  "historical",
  "proof",
  "bench",
  "package.json",
  "package-lock.json",
];

/** Builds dist/studio. */
export async function buildStudio() {
  const { build } = await import("vite");
  await build({ configFile, logLevel: "warn" });
  await buildEmbed(dirname(built));
  writeServiceWorker(dirname(built));
}

/** Whether a source file is newer than the built studio, or there is none. */
export function studioIsStale() {
  if (!existsSync(built)) return true;
  const since = statSync(built).mtimeMs;
  return SOURCES.map((name) => join(root, name)).some((path) => existsSync(path) && newest(path) > since);
}

/** The latest change in a file or a folder; a folder's own time tells of removed files. @param {string} path @returns {number} */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

/**
 * Serves the built studio, or its sources with vite's development server; resolves to the address. Takes the next free
 * port if `port` is taken.
 * @param {{ port: number, host: string, open: boolean, dev: boolean }} options @returns {Promise<string>}
 */
export async function serveStudio({ port, host, open, dev }) {
  if (!dev) {
    const { url } = await serveFolder(dirname(built), { port, host });
    if (open) openInBrowser(url);
    return url;
  }
  const { createServer } = await import("vite");
  const server = await createServer({ configFile, server: { port, host, open, strictPort: false }, logLevel: "warn" });
  await server.listen();
  const { resolvedUrls } = server;
  return resolvedUrls?.local[0] ?? resolvedUrls?.network[0] ?? "(address unknown)";
}
