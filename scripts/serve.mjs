// @ts-check
/**
 * Serves a folder of a built web application over HTTP on bare Node: what `npm start`, `stiction studio` and the package
 * stiction-studio run. A path without an ending is the page of that name (`/operator` is operator.html); a path that
 * names no file is 404.
 */
import { spawn } from "node:child_process";
import { createReadStream, realpathSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

/** @import { IncomingMessage, Server, ServerResponse } from "node:http" */
/** @import { AddressInfo } from "node:net" */

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** A page isolated from others may share memory between its threads; other pages may take `<stiction-scene>` from here. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Ports that are tried when the first is taken. */
const TRIES = 50;

/**
 * Serves `folder`; resolves when it listens. Port 0 is any free one.
 * @param {string} folder @param {{ port?: number, host?: string }} [options]
 * @returns {Promise<{ url: string, server: Server, close(): Promise<void> }>}
 */
export async function serveFolder(folder, { port = 5173, host = "localhost" } = {}) {
  const root = realpathSync(folder);
  const server = createServer((request, response) => answer(root, request, response));
  await listen(server, port, host);
  const { port: taken } = /** @type {AddressInfo} */ (server.address());
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return {
    url: `http://${name.includes(":") ? `[${name}]` : name}:${taken}/`,
    server,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** @param {string} root @param {IncomingMessage} request @param {ServerResponse} response */
function answer(root, request, response) {
  const { method = "GET", url = "/" } = request;
  if (method !== "GET" && method !== "HEAD") return refuse(response, 405, "only GET and HEAD", { Allow: "GET, HEAD" });
  const file = fileOf(root, url);
  if (file === null) return refuse(response, 404, `there is no ${url.split("?")[0]} here`);
  const head = {
    ...HEADERS,
    "Content-Type": TYPES[extname(file.path)] ?? "application/octet-stream",
    "Content-Length": file.size,
    // names in assets carry a hash of their content
    "Cache-Control": file.path.startsWith(join(root, "assets") + sep)
      ? "public, max-age=31536000, immutable"
      : "no-cache",
  };
  response.writeHead(200, head);
  if (method === "HEAD") return void response.end();
  createReadStream(file.path)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** @param {ServerResponse} response @param {number} status @param {string} reason @param {Record<string, string>} [headers] */
function refuse(response, status, reason, headers = {}) {
  response
    .writeHead(status, { ...HEADERS, ...headers, "Content-Type": "text/plain; charset=utf-8" })
    .end(`${reason}\n`);
}

/** The file that a path names, inside the folder; null where there is none. @param {string} root @param {string} url */
function fileOf(root, url) {
  let path;
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

/** Listens on the port, or on the next free one. @param {Server} server @param {number} port @param {string} host */
async function listen(server, port, host) {
  for (let tried = 0; ; tried++) {
    try {
      await new Promise((done, fail) => {
        server.once("error", fail).listen(port === 0 ? 0 : port + tried, host, () => {
          server.off("error", fail);
          done(null);
        });
      });
      return;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== "EADDRINUSE" || tried === TRIES || port + tried >= 65535) throw error;
    }
  }
}

/** Opens an address in the person's browser; says nothing where there is none. @param {string} url */
export function openInBrowser(url) {
  const [program, ...args] =
    process.platform === "darwin" ? ["open"] : process.platform === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
  spawn(program, [...args, url], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
