/** A simulation elsewhere in several views of a page: frames, soil, cameras, and what is asked of the worker. */
import { expect, test, vi } from "vitest";
import { RemoteScene, SplitFrames } from "../../studio/viewport/remote-scene.js";
import type { Frame } from "../../studio/worker/frame.js";
import type { Reply, Request, SceneDescription } from "../../studio/worker/protocol.js";
import type { TerrainTile } from "../../studio/worker/terrain-protocol.js";

test("every reader gets the newest frame once", () => {
  const waiting: Frame[] = [];
  const split = new SplitFrames({ latest: () => waiting.shift() ?? null });
  const [a, b] = [split.reader(), split.reader()];
  const [first, second] = [{}, {}] as Frame[];
  expect(a.latest()).toBeNull();
  waiting.push(first);
  expect([a.latest(), a.latest(), b.latest(), b.latest()]).toEqual([first, null, first, null]);
  waiting.push(second);
  expect(b.latest()).toBe(second);
  expect(a.latest()).toBe(second);
  // one that comes late gets what the others have
  expect(split.reader().latest()).toBe(second);
});

/** A worker whose replies the test makes. */
function fakeWorker() {
  const asked: Request[] = [];
  const worker = {
    onmessage: null as ((event: { data: Reply }) => void) | null,
    postMessage: (request: Request) => asked.push(request),
    terminate: () => undefined,
  };
  return { asked, worker: worker as unknown as Worker, say: (data: Reply) => worker.onmessage?.({ data }) };
}

/** A view that notes what it is told. */
function fakeView() {
  const told: string[] = [];
  const note = (name: string) => (it: unknown) => void told.push(`${name} ${it}`);
  const heights: number[][] = [];
  return {
    told,
    heights,
    show: () => void told.push("show"),
    setTheme: note("theme"),
    setRunning: note("running"),
    takeCamera: ({ name }: { name: string }) => {
      told.push(`camera ${name}`);
      return "orbit" as const;
    },
    invalidate: () => undefined,
    updateGround: (tile: TerrainTile) => void heights.push([...tile.heights]),
    showLoads: () => undefined,
    showFlow: () => undefined,
    pressGround: () => undefined,
  };
}

test("soil reaches every view and goes back to the worker once; a late view gets it as a whole", async () => {
  const { asked, worker, say } = fakeWorker();
  const remote = new RemoteScene({
    ...{ source: { kind: "shipped", name: "excavator", params: {} }, url: "ws://school/seat/3", theme: "light" },
    makeWorker: () => worker,
  });
  const [early, late] = [fakeView(), fakeView()];
  const leave = remote.show(early, "Cabin");
  const scene = {
    cameras: [{ name: "Cabin" }],
    terrains: [
      {
        ...{ columns: 3, rows: 2, heights: new Float32Array(6) },
        ...{ disturbance: new Uint8Array(6), moisture: new Uint8Array(6) },
      },
    ],
  } as unknown as SceneDescription;
  const { id } = asked[0] as { id: number };
  say({ type: "loaded", id, generation: 1, scene, frames: { kind: "transfer", bodies: 1 }, kept: false } as Reply);
  await vi.waitUntil(() => asked.length > 1);
  expect(early.told).toEqual(["theme light", "show", "running false", "camera Cabin"]);
  // nobody but the operator moves levers
  expect(asked.at(-1)).toEqual({ type: "link-open", url: "ws://school/seat/3", watch: true });
  const tile = {
    ...{ terrain: 0, x0: 1, y0: 1, width: 2, height: 1, heights: Float32Array.of(-1, -2) },
    ...{ disturbance: Uint8Array.of(255, 255), moisture: Uint8Array.of(0, 0) },
  };
  say({ type: "terrain", generation: 1, ...tile } as Reply);
  expect(asked.filter(({ type }) => type === "terrain-taken")).toHaveLength(1);
  remote.show(late);
  expect(early.heights.at(-1)).toEqual([-1, -2]);
  expect(late.heights).toEqual([[0, 0, 0, 0, -1, -2]]);
  leave();
  say({ type: "terrain", generation: 1, ...tile } as Reply);
  expect([early.heights.length, late.heights.length]).toEqual([2, 2]);
});
