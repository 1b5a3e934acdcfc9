/** A seat that follows a simulation elsewhere: the studio's worker against a host, over sockets made of two functions. */
import { compile, createData, readControl } from "stiction";
import { type LinkHost, type LinkSocket, StreamHub, StreamSource } from "stiction/link";
import { expect, test, vi } from "vitest";
import { LinkService } from "../../studio/worker/services/link.js";
import type { Host } from "../../studio/worker/services/service.js";
import { PATIENCE_MS } from "../support/patience.js";
import { createHost, LEVER } from "./lever.js";

/** A WebSocket whose other end is a host in this process. */
function socketTo(host: LinkHost, address: string, broken: () => boolean): LinkSocket {
  const socket: LinkSocket = {
    ...{ binaryType: "", readyState: 0, onopen: null, onclose: null, onerror: null, onmessage: null },
    send: (wire) => host.receive(wire, route),
    close: () => {
      host.closed(address);
      socket.onclose?.();
    },
  };
  const route = {
    address,
    send: (wire: Uint8Array | string) => {
      if (!broken()) socket.onmessage?.({ data: typeof wire === "string" ? wire : wire.slice().buffer });
    },
  };
  queueMicrotask(() => {
    if (broken()) socket.onclose?.();
    else {
      Object.assign(socket, { readyState: 1 });
      socket.onopen?.();
    }
  });
  return socket;
}

test("the worker shows the poses of a run elsewhere, moves its levers, and comes back after a break", async () => {
  const clock = { now: 10 };
  const source = new StreamSource({ epoch: 1, sensors: ["body/arm/position.x"] });
  const streams = new StreamHub(source, () => clock.now);
  const { host, model, step } = createHost({ clock: () => clock.now, onPeer: (...it) => streams.onPeer(...it) });
  let broken = false;
  const sockets: LinkSocket[] = [];
  const timers: (() => void)[] = [];
  const service = new LinkService(
    () => {
      sockets.push(socketTo(host, `ws ${sockets.length}`, () => broken));
      return sockets[sockets.length - 1];
    },
    (work) => timers.push(work),
  );
  const shown = { model: compile(LEVER), data: createData(model) };
  const run = { ...shown, data: createData(shown.model) };
  const posts: object[] = [];
  const follows: (boolean | null)[] = [];
  const page = {
    run,
    clock: () => 1000 * clock.now,
    post: (reply: object) => posts.push(reply),
    pause: () => undefined,
    shown: () => undefined,
    follow: (goesOn: boolean | null) => follows.push(goesOn),
  } as unknown as Host;
  const frames = async (count: number) => {
    for (let k = 0; k < count; k++) {
      clock.now += 0.02;
      for (let n = 0; n < 4; n++) step();
      host.sweep();
      streams.publish(host.simulation);
      for (const work of timers.splice(0)) work();
      await Promise.resolve();
    }
  };

  expect(service.handle({ type: "play" }, page)).toBe(false);
  service.handle({ type: "link-open", url: "ws://seat" }, page);
  await vi.waitUntil(() => sockets.length === 2, { timeout: PATIENCE_MS });
  await frames(3);
  expect(posts.at(-1)).toMatchObject({ type: "link", connected: true, held: false });
  expect(service.handle({ type: "play" }, page), "no steps of its own").toBe(true);
  // the page shows a run that goes on, with the values of the simulation elsewhere
  expect(follows.at(-1)).toBe(true);
  expect(service.valueOf("body/arm/position.x")).toBeCloseTo(host.simulation.data.bodyPos[3], 6);
  expect(service.valueOf("body/arm/position.y")).toBeUndefined();

  service.handle({ type: "inputs", stamp: 5, names: ["arm"], values: [0.5] }, page);
  await frames(20);
  expect(readControl(model, host.simulation.data, "arm")).toBe(0.5);
  // the picture is 0.15 s behind
  expect(run.data.bodyPos[4]).toBeGreaterThan(0.05);
  service.handle({ type: "inputs", stamp: 6, names: ["arm"], values: [0] }, page);
  await frames(20);
  const lag = Math.abs(run.data.bodyPos[4] - host.simulation.data.bodyPos[4]);
  expect(lag).toBeLessThan(1 / 2048);

  broken = true;
  for (const socket of sockets.slice()) socket.close();
  expect(follows.at(-1)).toBe(false);
  expect(posts.at(-1)).toMatchObject({ connected: false, text: expect.stringContaining("does not answer") });
  broken = false;
  await frames(10);
  expect(posts.at(-1)).toMatchObject({ connected: true });
  service.handle({ type: "inputs", stamp: 7, names: ["arm"], values: [-0.25] }, page);
  await frames(3);
  expect(readControl(model, host.simulation.data, "arm")).toBe(-0.25);

  service.handle({ type: "link-close" }, page);
  expect(host.connected).toEqual([]);
  expect(follows.at(-1)).toBeNull();
  expect(service.handle({ type: "play" }, page)).toBe(false);
});
