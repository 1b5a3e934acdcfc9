/** The ghost run in the simulation of the worker. */
import { beforeEach, describe, expect, test } from "vitest";
import type { GhostVariant } from "../../studio/worker/services/ghost-protocol.js";
import { SimulationBench } from "./simulation-bench.js";

let bench: SimulationBench;
beforeEach(async () => {
  bench = new SimulationBench();
  await bench.load({ kind: "shipped", name: "pendulum", params: {} });
});

const start = (variant: GhostVariant | null) => bench.ask<"ghost-started">((id) => ({ type: "ghost", id, variant }));
const set = (path: string, value: unknown) =>
  bench.ask<"edited">((id) => ({ type: "edit", id, action: { kind: "set", path, value } }));
const distance = () => bench.last("ghost-values")?.distance ?? Number.NaN;

describe("a ghost", () => {
  test("with nothing changed does the same to the bit, and does not touch the run", async () => {
    const alone = new SimulationBench();
    await alone.load({ kind: "shipped", name: "pendulum", params: {} });
    await alone.step(500);
    await bench.step(100);
    await start({ kind: "file" });
    await bench.step(400);
    expect(distance()).toBe(0);
    expect(await bench.hash()).toBe(await alone.hash());
  });

  test("keeps the file's values while the run is edited", async () => {
    await start({ kind: "file" });
    await set("gravity.y", -2);
    await bench.step(500);
    expect(distance()).toBeGreaterThan(0.1);
    const { names, values } = bench.last("ghost-values") as NonNullable<ReturnType<typeof bench.last<"ghost-values">>>;
    const y = names.indexOf("body/bob/position.y");
    // from the horizontal: with less gravity it has fallen less
    expect(values[2 * y]).toBeGreaterThan(values[2 * y + 1]);
  });

  test("of another step keeps to the run's time, follows its edits, and starts with it", async () => {
    await start({ kind: "setting", path: "timestep", value: 0.000125 });
    await bench.step(400);
    const small = distance();
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(1e-3);
    await set("bodies.bob.mass", 3); // written into the model
    await bench.step(400);
    expect(distance()).toBeLessThan(1e-2);
    bench.send({ type: "reset" });
    expect(distance()).toBe(0);
  });

  test.each([
    // contacts and their warm start; sticking with its memory; as many steps as the scene takes to be in contact
    ["stack", 40],
    ["rolling-cart", 120],
  ])(
    "%s: taken back with the run, it has all of its state, and does the same to the bit again",
    async (name, steps) => {
      await bench.load({ kind: "shipped", name, params: {} });
      await bench.step(steps);
      await start({ kind: "file" });
      expect(bench.last("ghost-values")).toMatchObject({ origin: "state", distance: 0 });
      await bench.step(20);
      await bench.ask((id) => ({ type: "history-seek", id, step: steps / 2 }));
      const back = bench.last("ghost-values");
      expect(back).toMatchObject({ origin: "state", since: bench.last("status")?.status.time, distance: 0 });
      await bench.step(steps);
      expect(distance()).toBe(0);
      expect(bench.last("ghost-values")?.since).toBe(back?.since);
    },
  );

  test("of another formulation begins with what both have by name, where the run is", async () => {
    await bench.step(200);
    await start({ kind: "setting", path: "formulation", value: "augmented-lagrangian" });
    await bench.step(50);
    expect(bench.last("ghost-values")).toMatchObject({ origin: "names" });
    expect(distance()).toBeGreaterThan(0);
    await bench.ask((id) => ({ type: "history-seek", id, step: 100 }));
    expect(bench.last("ghost-values")).toMatchObject({
      origin: "names",
      since: bench.last("status")?.status.time,
      distance: 0,
    });
    bench.send({ type: "reset" });
    expect(bench.last("ghost-values")).toMatchObject({ origin: "start", since: 0 });
  });

  test("that cannot be is refused; other bodies end it", async () => {
    expect(await start({ kind: "setting", path: "formulation.integrator", value: "none" })).toMatchObject({
      type: "failed",
    });
    expect(await start({ kind: "setting", path: "timestep", value: 1e-6 })).toMatchObject({ type: "failed" });
    await start({ kind: "file" });
    await bench.ask((id) => ({
      type: "edit",
      id,
      action: { kind: "add", section: "bodies", item: { mass: 1, shapes: [{ type: "circle", radius: 0.1 }] } },
    }));
    expect(bench.last("ghost-ended")).toBeDefined();
  });
});
