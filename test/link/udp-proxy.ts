/** A bad network between two UDP ports of this computer: datagrams get lost and delayed, both ways. */
import { createSocket } from "node:dgram";
import { randomNumbers, type Shape } from "./shaper.js";

export interface UdpProxy {
  readonly port: number;
  readonly lost: number;
  close(): void;
}

/** Listens on a free port and passes datagrams of one client on to `target`. */
export async function startUdpProxy(target: number, shape: Shape): Promise<UdpProxy> {
  const [front, back] = [createSocket("udp4"), createSocket("udp4")];
  const random = randomNumbers(shape.seed ?? 1);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let client = 0;
  let lost = 0;
  const pass = (send: () => void) => {
    if (random() < shape.loss) {
      lost++;
      return;
    }
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        send();
      },
      1000 * (shape.delay + (shape.jitter ?? 0) * random()),
    );
    timers.add(timer);
  };
  front.on("message", (wire, { port }) => {
    client = port;
    pass(() => back.send(wire, target, "127.0.0.1"));
  });
  back.on("message", (wire) => pass(() => front.send(wire, client, "127.0.0.1")));
  await new Promise<void>((resolve) => front.bind(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => back.bind(0, "127.0.0.1", resolve));
  return {
    port: front.address().port,
    get lost() {
      return lost;
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      front.close();
      back.close();
    },
  };
}
