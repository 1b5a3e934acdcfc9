import { createSocket, type RemoteInfo } from "node:dgram";
import type { LinkHost } from "../host/host.js";

/** A port that listens. */
export interface LinkPort {
  /** Where it listens: "udp://127.0.0.1:5760". */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Listens for datagrams: one message each. Port 0 takes a free one. */
export async function listenUdp(
  host: LinkHost,
  address: string,
  port: number,
  onMessage: () => void = () => undefined,
): Promise<LinkPort> {
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  socket.on("message", (wire: Buffer, { address: from, port: fromPort }: RemoteInfo) => {
    host.receive(wire, {
      address: `udp ${from}:${fromPort}`,
      // a peer that is gone makes the system report an error here, which says nothing new
      send: (reply) => socket.send(reply, fromPort, from, () => undefined),
    });
    onMessage();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, address, () => {
      socket.off("error", reject);
      socket.on("error", () => undefined);
      resolve();
    });
  });
  const bound = socket.address().port;
  return {
    url: `udp://${address}:${bound}`,
    port: bound,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
