/** Serves the built studio: its files, and `/instructor` and `/operator` as pages of it. */
import { createReadStream, realpathSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, resolve, sep } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** A function that answers requests for files of a folder. */
export function pageServer(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  const root = realpathSync(folder);
  return ({ method = "GET", url = "/" }, response) => {
    const refuse = (status: number, reason: string) =>
      void response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${reason}\n`);
    if (method !== "GET" && method !== "HEAD") return refuse(405, "only GET and HEAD");
    const file = fileOf(root, url);
    if (file === null) return refuse(404, "there is no such page here");
    response.writeHead(200, {
      "Content-Type": TYPES[extname(file.path)] ?? "application/octet-stream",
      "Content-Length": file.size,
      // names in assets carry a hash of their content
      "Cache-Control": file.path.startsWith(join(root, "assets") + sep)
        ? "public, max-age=31536000, immutable"
        : "no-cache",
    });
    if (method === "HEAD") return void response.end();
    createReadStream(file.path)
      .on("error", () => response.destroy())
      .pipe(response);
  };
}

/** The file that a path names, inside the folder; null where there is none. */
function fileOf(root: string, url: string): { readonly path: string; readonly size: number } | null {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, "http://x").pathname);
  } catch {
    return null;
  }
  const named = path === "/" ? "/index.html" : extname(path) === "" ? `${path}.html` : path;
  const full = resolve(join(root, named));
  if (path.includes("\0") || !full.startsWith(root + sep)) return null;
  const stat = statSync(full, { throwIfNoEntry: false });
  return stat?.isFile() ? { path: full, size: stat.size } : null;
}
