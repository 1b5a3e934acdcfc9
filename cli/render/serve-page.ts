/** Serves the built studio on this computer alone, with the input of the page that renders. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** An isolated page may share memory between its threads. */
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

export interface PageServer {
  readonly address: string;
  close(): void;
}

/** @param input answers to `/input/<name>` */
export async function servePage(folder: string, input: ReadonlyMap<string, Uint8Array>): Promise<PageServer> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").split("?")[0]);
    const known = path.startsWith("/input/") ? input.get(path.slice("/input/".length)) : undefined;
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    if (known !== undefined) {
      response.writeHead(200, { ...HEADERS, "Content-Type": type }).end(known);
      return;
    }
    const file = normalize(join(folder, path));
    const inside = file.startsWith(folder + sep) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    if (!inside) {
      response.writeHead(404, HEADERS).end();
      return;
    }
    response.writeHead(200, { ...HEADERS, "Content-Type": type });
    createReadStream(file)
      .on("error", () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
