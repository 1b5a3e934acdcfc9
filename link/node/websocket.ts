import { createServer } from "node:http";
import type { RawData, WebSocket } from "ws";
import type { LinkHost } from "../host/host.js";
import { MAX_MESSAGE } from "../protocol/messages.js";
import type { LinkPort } from "./udp.js";

/** Bytes that may wait for a slow peer; beyond, messages are dropped, since newer ones follow. */
const MAX_WAITING = 1_000_000;

/**
 * Listens for WebSockets: one message each, binary or JSON. Port 0 takes a free one. Pages of other computers are refused,
 * since a browser lets any page connect to this one; `origins` names those that are allowed.
 */
export async function listenWebSocket(
  host: LinkHost,
  address: string,
  port: number,
  onMessage: () => void = () => undefined,
  origins: readonly string[] = [],
): Promise<LinkPort> {
  const { WebSocketServer } = await loadWs();
  const http = createServer((_, response) => {
    response.writeHead(426, { "content-type": "text/plain" });
    response.end("This port speaks WebSocket: the link protocol of Stiction.\n");
  });
  const server = new WebSocketServer({
    server: http,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    verifyClient: ({ origin }: { origin?: string }) => isAllowed(origin, origins),
  });
  // errors of the http server come here too
  server.on("error", () => undefined);
  let count = 0;
  server.on("connection", (socket: WebSocket) => {
    const route = { address: `ws ${++count}`, send: (wire: Uint8Array | string) => send(socket, wire) };
    socket.on("message", (wire: RawData, binary: boolean) => {
      const bytes = Array.isArray(wire) ? Buffer.concat(wire) : Buffer.from(wire as Buffer);
      host.receive(binary ? bytes : bytes.toString("utf8"), route);
      onMessage();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      host.closed(route.address);
      onMessage();
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, address, () => {
      http.off("error", reject);
      resolve();
    });
  });
  const bound = (http.address() as { port: number }).port;
  return {
    url: `ws://${address}:${bound}`,
    port: bound,
    close: async () => {
      for (const client of server.clients) client.close(1001);
      const timer = setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, 200);
      await new Promise((resolve) => http.close(resolve));
      clearTimeout(timer);
    },
  };
}

/** Programs name no origin; pages do. */
function isAllowed(origin: string | undefined, origins: readonly string[]): boolean {
  if (origin === undefined || origin === "" || origins.includes(origin)) return true;
  const name = URL.canParse(origin) ? new URL(origin).hostname : "";
  return name === "localhost" || name === "127.0.0.1" || name === "[::1]";
}

function send(socket: WebSocket, wire: Uint8Array | string): void {
  if (socket.readyState === socket.OPEN && socket.bufferedAmount < MAX_WAITING) socket.send(wire, () => undefined);
}

async function loadWs(): Promise<typeof import("ws")> {
  try {
    return await import("ws");
  } catch {
    throw new Error("WebSockets need the package ws: npm install ws, or listen for UDP only");
  }
}
