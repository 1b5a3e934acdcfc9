/** The past of a run: stored within a budget, and made again bit for bit. */
import {
  bodyIndexOf,
  buildScene,
  COUNTER,
  compile,
  compileUntyped,
  createData,
  findParameter,
  markChanged,
  setBodyState,
  stateHash,
  step,
} from "stiction";
import { createReplay, readRecording } from "stiction/io";
import { sceneByName, scenes } from "stiction/scenes";
import { describe, expect, test, vi } from "vitest";
import { compareRuns } from "../../studio/time/compare.js";
import type { Reply, Request } from "../../studio/worker/protocol.js";
import type { EditAction } from "../../studio/worker/services/edit-protocol.js";
import { HeldInputs } from "../../studio/worker/services/held-inputs.js";
import { CheckpointStore } from "../../studio/worker/services/history-checkpoints.js";
import { FrameStore } from "../../studio/worker/services/history-frames.js";
import { InputLog } from "../../studio/worker/services/history-inputs.js";
import { Simulation } from "../../studio/worker/simulation.js";

const FULL = process.env.STICTION_FULL === "1";

/** The simulation without a worker: `later` is called by hand, in order. */
class Desk {
  readonly replies: Reply[] = [];
  private readonly work: (() => void)[] = [];
  private clock = 0;
  private id = 100;
  readonly simulation = new Simulation({
    post: (reply) => this.replies.push(reply),
    clock: () => (this.clock += 0.01),
    later: (work) => this.work.push(work),
    shared: false,
  });

  async open(name: string): Promise<void> {
    this.simulation.handle({ type: "load", id: 1, source: { kind: "shipped", name, params: {} }, play: false });
    await expect.poll(() => this.last("loaded") ?? this.last("failed")).toBeDefined();
    expect(this.last("failed")).toBeUndefined();
  }

  ask(request: Request): void {
    this.simulation.handle(request);
    while (this.work.length > 0) this.work.shift()?.();
  }

  steps(count: number): void {
    this.ask({ type: "step", id: this.id++, count });
  }

  seek(target: number): Extract<Reply, { type: "history-sought" }> {
    for (;;) {
      this.ask({ type: "history-seek", id: this.id++, step: target });
      const reply = this.last("history-sought");
      if (reply?.done) return reply;
    }
  }

  async edit(action: EditAction): Promise<void> {
    const id = this.id++;
    this.ask({ type: "edit", id, action });
    await expect.poll(() => this.replies.some((reply) => reply.type === "edited" && reply.id === id)).toBe(true);
  }

  hash(): string {
    this.ask({ type: "hash", id: this.id++ });
    return `${this.last("hash")?.steps} ${this.last("hash")?.hash}`;
  }

  last<T extends Reply["type"]>(type: T): Extract<Reply, { type: T }> | undefined {
    return this.replies.findLast((reply) => reply.type === type) as Extract<Reply, { type: T }> | undefined;
  }

  get run() {
    const { run } = this.simulation;
    if (!run) throw new Error("no scene");
    return run;
  }
}

describe("going back", () => {
  test("500 steps; back to 200 and on to 500 gives the same hash, which is the library's own", async () => {
    const desk = new Desk();
    await desk.open("slider-crank");
    desk.steps(200);
    const early = desk.hash();
    desk.steps(300);
    const late = desk.hash();

    const model = compile(buildScene(sceneByName("slider-crank")!));
    const data = createData(model);
    for (let k = 0; k < 500; k++) step(model, data);
    expect(late).toBe(`500 ${stateHash(data)}`);

    expect(desk.seek(200)).toMatchObject({ step: 200, exact: true });
    expect(desk.hash()).toBe(early);
    expect(desk.last("history")?.stored.lastStep).toBe(500); // the future is still there
    expect(desk.last("history-cut")).toBeUndefined();
    desk.seek(500);
    expect(desk.hash()).toBe(late);

    desk.seek(200);
    desk.steps(300);
    expect(desk.last("history-cut")).toMatchObject({ step: 200 });
    expect(desk.hash()).toBe(late);

    // step by step back, over a checkpoint
    for (const at of [499, 498, 251, 250, 249, 1, 0]) expect(desk.seek(at).step).toBe(at);
    desk.steps(200);
    expect(desk.hash()).toBe(early);
    expect(desk.seek(-3).step).toBe(0);
    expect(desk.seek(9999).step).toBe(200);
  });

  const some = ["flipping-body", "stack", "servo", "newtons-cradle", "pachinko"];
  const names = FULL ? scenes.map(({ name }) => name) : scenes.map(({ name }) => name).filter((n) => some.includes(n));
  test.each(names)("%s: back and again, the same bits", async (name) => {
    const desk = new Desk();
    await desk.open(name);
    const count = FULL ? 400 : 100;
    desk.steps(count);
    const late = desk.hash();
    desk.seek(Math.floor(0.4 * count));
    desk.seek(count);
    expect(desk.hash()).toBe(late);
  });

  test("what was done by hand in between is done again", async () => {
    const desk = new Desk();
    await desk.open("flipping-body");
    const { model, data } = desk.run;
    const body = bodyIndexOf(model, model.bodyNames[1]);
    // a force that changes with every step, as a drag does; the second half wakes bodies too
    const drag = {
      beforeStep: ({ data: d }: { data: typeof data }) => {
        const now = d.counter[COUNTER.steps];
        if (now < 60 || now >= 120) return;
        d.input[6 * body + 4] = Math.sin(now);
        if (now >= 90) markChanged(d);
      },
    };
    const inner = desk.simulation as unknown as { beforeStep: (typeof drag)[] };
    inner.beforeStep.unshift(drag);
    desk.steps(150);
    inner.beforeStep.shift();
    // a throw at step 150, then a body set aside at 180
    data.bodyVel[6 * body + 3] += 1;
    markChanged(data);
    desk.steps(30);
    setBodyState(model, data, body, 2);
    desk.steps(40);
    const late = desk.hash();
    const hashes = [70, 95, 130, 150, 160, 180, 200].map((at) => {
      desk.seek(at);
      return desk.hash();
    });
    desk.seek(220);
    expect(desk.hash()).toBe(late);
    // the same places in another order, so from other checkpoints
    [200, 180, 160, 150, 130, 95, 70].forEach((at, k) => {
      desk.seek(at);
      expect(desk.hash()).toBe(hashes[6 - k]);
    });
    expect(new Set(hashes).size).toBe(7);
  });

  // gravity, a mass that scales an inertia, a stiffness, the target of a drive (an input), a constant (in no state)
  test.each([
    ["spring-mass", "gravity.z", -3],
    ["flipping-body", "bodies.box.mass", 0.7],
    ["spring-mass", "forces.spring.stiffness", 31],
    ["gear-train", "joints.bearing-0.drive.target", 3],
    ["pendulum-angle", "constants.g", 3],
  ])("%s: before %s was edited, it has its value of then", async (name, path, value) => {
    const desk = new Desk();
    await desk.open(name);
    const present = () => findParameter(desk.run.model, desk.run.data, path)!.get();
    const old = present();
    const hashes = new Map<number, string>();
    const walk = (to: number) => {
      for (let k = desk.run.data.counter[COUNTER.steps] + 1; k <= to; k++) {
        desk.steps(1);
        hashes.set(k, desk.hash());
      }
    };
    walk(100);
    await desk.edit({ kind: "set", path, value: 1.3 * value });
    await desk.edit({ kind: "set", path, value });
    hashes.set(100, desk.hash());
    walk(200);
    const unedited = new Desk();
    await unedited.open(name);
    unedited.steps(200);
    expect(unedited.hash()).not.toBe(hashes.get(200));

    const places = [200, 199, 150, 101, 100, 99, 51, 50];
    for (const at of [...places, ...places.toReversed(), 50, 200, 60]) {
      expect(desk.seek(at)).toMatchObject({ step: at, exact: true });
      expect(desk.hash()).toBe(hashes.get(at));
      expect(present()).toBe(at < 100 ? old : value);
    }
    // the steps that the run goes on with are those of the unedited scene
    desk.seek(50);
    expect(desk.last("edit-state")?.state).toMatchObject({ changed: [], canUndo: false, canRedo: true });
    for (let at = 51; at <= 99; at++) {
      desk.steps(1);
      expect(desk.hash()).toBe(hashes.get(at));
    }
    desk.steps(101);
    expect(desk.hash()).toBe(unedited.hash());
    // and the edit is still to be had
    await desk.edit({ kind: "redo" });
    expect(present()).toBe(value);
  });

  test.each([1, 2, 3])(
    "steps, edits, throws and looks back in any order: each step keeps its bits (seed %i)",
    async (seed) => {
      const desk = new Desk();
      await desk.open("spring-mass");
      let state = seed;
      const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32;
      const now = () => desk.run.data.counter[COUNTER.steps];
      const hashes: string[] = [];
      let compared = 0;
      for (let k = 0; k < 60; k++) {
        const choice = random();
        if (choice < 0.5) {
          // a throw now and then; whatever is done begins another future
          if (choice < 0.05) {
            desk.run.data.bodyVel[6 + 3] += random();
            markChanged(desk.run.data);
          }
          hashes.length = now();
          hashes.push(desk.hash());
          for (let n = 30 * random(); n > 0; n--) {
            desk.steps(1);
            hashes.push(desk.hash());
          }
        } else if (choice < 0.7 && now() > 0) {
          const [path, value] = choice < 0.6 ? ["gravity.z", -9 * random()] : ["bodies.mass.mass", 0.5 + random()];
          await desk.edit({ kind: "set", path: path as string, value });
          hashes.length = now();
          hashes.push(desk.hash());
        } else if (hashes.length > 0) {
          const at = Math.floor(hashes.length * random());
          expect(desk.seek(at)).toMatchObject({ step: at, exact: true });
          expect(desk.hash()).toBe(hashes[at]);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(8);
    },
  );

  test("forms show the value of the time that one is at; what is edited there begins another future", async () => {
    const desk = new Desk();
    await desk.open("spring-mass");
    let id = 40;
    const field = async (path: string) => {
      id++;
      desk.ask({ type: "form", id, subject: { kind: "solver" } });
      await vi.waitFor(() => expect(desk.last("form")?.id).toBe(id));
      return desk.last("form")?.form.fields.find((entry) => entry.path === path)?.value;
    };
    desk.steps(100);
    await desk.edit({ kind: "set", path: "gravity.z", value: -3 });
    desk.steps(50);
    await desk.edit({ kind: "set", path: "gravity.x", value: 1 });
    desk.steps(50);
    expect(await field("gravity")).toEqual([1, 0, -3]);
    desk.seek(120);
    expect(await field("gravity")).toEqual([0, 0, -3]);
    expect(desk.last("edit-state")?.state.changed).toEqual([["gravity.z", -9.81, -3]]);
    desk.seek(60);
    expect(await field("gravity")).toEqual([0, 0, -9.81]);
    desk.seek(200);
    expect(await field("gravity")).toEqual([1, 0, -3]);

    desk.seek(60);
    await desk.edit({ kind: "set", path: "gravity.z", value: -5 });
    expect(desk.last("history-cut")).toMatchObject({ step: 60 });
    expect(desk.seek(200).step).toBe(60);
    desk.steps(60);
    const late = desk.hash();
    desk.seek(30);
    expect(await field("gravity")).toEqual([0, 0, -9.81]);
    desk.seek(120);
    expect(await field("gravity")).toEqual([0, 0, -5]);
    expect(desk.hash()).toBe(late);
  });

  test("a scene that is compiled anew begins another past", async () => {
    const desk = new Desk();
    await desk.open("spring-mass");
    desk.steps(100);
    await desk.edit({ kind: "set", path: "timestep", value: 2e-4 });
    desk.steps(50);
    const late = desk.hash();
    expect(desk.last("history")?.stored.resumable).toBe(100);
    expect(desk.seek(40)).toMatchObject({ step: 100, exact: true });
    desk.seek(150);
    expect(desk.hash()).toBe(late);
  });

  test("a long way back is made in slices; a later wish overtakes", async () => {
    const desk = new Desk();
    await desk.open("free-fall");
    desk.steps(600);
    const late = desk.hash();
    // this desk's clock makes a slice of 12 ms about 1200 looks long; count replies instead of time
    desk.ask({ type: "history-seek", id: 7, step: 240 });
    desk.ask({ type: "history-seek", id: 8, step: 10 });
    expect(desk.seek(10).step).toBe(10);
    desk.seek(600);
    expect(desk.hash()).toBe(late);
  });
});

describe("recordings", () => {
  test("the run so far as a file: made again from it bit for bit, and read back with its poses", async () => {
    const desk = new Desk();
    await desk.open("servo");
    desk.steps(300);
    const live = desk.hash();
    desk.ask({ type: "recording-save", id: 50 });
    await expect.poll(() => desk.last("recording-saved") ?? desk.last("failed")).toBeDefined();
    const saved = desk.last("recording-saved")!;
    expect(saved.exact).toBe(true);
    expect(`300 ${saved.hash}`).toBe(live);
    expect(desk.hash()).toBe(live); // the run itself stayed where it was

    const recording = await readRecording(saved.bytes, "servo.mcap");
    const replay = createReplay(recording, compileUntyped(recording.header.spec));
    replay.advance(1000);
    expect(replay.result()).toMatchObject({ agrees: true, steps: 300, hash: saved.hash });

    desk.ask({ type: "recording-read", id: 51, name: "servo.mcap", bytes: saved.bytes });
    await expect.poll(() => desk.last("recording-read") ?? desk.last("failed")).toBeDefined();
    const { run } = desk.last("recording-read")!;
    expect([run.steps, run.hash, run.scene]).toEqual([300, saved.hash, "servo"]);
    expect(run.times.length).toBe(301);
    // the last pose is that of the run, as far as 32 bits can tell
    const { model, data } = desk.run;
    const last = run.poses.subarray((run.frameTimes.length - 1) * 8 * model.nb);
    for (let b = 0; b < model.nb; b++) {
      const pose = [...data.bodyPos.subarray(3 * b, 3 * b + 3), ...data.bodyQuat.subarray(4 * b, 4 * b + 4)];
      pose.forEach((value, i) => {
        expect(last[8 * b + i]).toBeCloseTo(value, 6);
      });
    }
    // a file that is none
    desk.ask({ type: "recording-read", id: 52, name: "bad.mcap", bytes: new Uint8Array(100) });
    await expect.poll(() => desk.last("failed")?.problems[0].message).toContain("bad.mcap");
  });

  test("two runs are compared sensor by sensor", () => {
    const times = Float64Array.of(0, 1, 2);
    const source = (name: string, a: number[], b: number[]) => ({
      name,
      columns: [
        { name: "a", unit: "m" },
        { name: "b", unit: "s" },
      ],
      times: () => times,
      values: (sensor: string) => Float64Array.from(sensor === "a" ? a : b),
    });
    const found = compareRuns(source("1", [1, 2, 3], [5, 5, 5]), source("2", [1, 2.5, 2], [5, 5, 5]));
    expect(found).toEqual([
      { name: "a", unit: "m", most: 1, at: 2, first: 1 },
      { name: "b", unit: "s", most: 0, at: 0, first: Number.NaN },
    ]);
  });
});

describe("display frames", () => {
  const data = (n: number, step: number) =>
    ({
      bodyPos: new Float64Array(3 * n).fill(step),
      bodyQuat: new Float64Array(4 * n),
      bodyState: new Uint8Array(n),
      clock: Float64Array.of(step / 1000, 0),
    }) as never;

  test("the nearest one, whatever was thinned; memory stays within its budget", () => {
    const budget = 32 * 5 * 1000; // a thousand frames of five bodies
    const store = new FrameStore(5, 2, budget);
    for (let k = 0; k <= 20_000; k++) store.add(data(5, k), k);
    expect(store.count).toBeGreaterThan(500);
    expect(store.count).toBeLessThanOrEqual(1000);
    expect(store.bytes).toBeLessThan(budget + 16 * 2048 + 1);
    const gap = 32; // 20 000 steps in at most 1000 frames: 2 → 4 → 8 → 16 → 32
    for (const wanted of [0, 1, 777, 12_345, 20_000]) {
      const found = store.nearest(wanted)!;
      expect(Math.abs(found.step - wanted)).toBeLessThanOrEqual(gap / 2);
      expect([...found.poses.slice(0, 3)]).toEqual([found.step, found.step, found.step]);
      expect(found.time).toBe(found.step / 1000);
    }
    store.cut(5000);
    expect(store.nearest(20_000)!.step).toBeLessThanOrEqual(5000);
    store.add(data(5, 5024), 5024);
    expect(store.nearest(20_000)!.step).toBe(5024);
  });

  test("none is stored: none is found", () => {
    expect(new FrameStore(3, 1, 1000).nearest(5)).toBeNull();
  });
});

describe("checkpoints", () => {
  test("thinned to the budget; the first and those by hand stay as long as others can go", () => {
    const store = new CheckpointStore(10, 5000);
    for (let k = 0; k <= 1000; k++) {
      const byHand = k === 0 || k === 335;
      if (byHand || k % store.spacing === 0) store.add(k, new Uint8Array(100), byHand);
    }
    expect(store.bytes).toBeLessThanOrEqual(5000);
    expect(store.bytes).toBe(100 * store.count);
    expect(store.first?.step).toBe(0);
    expect(store.before(339)?.step).toBe(335);
    expect(store.before(334)!.step).toBeLessThan(335);
    expect(store.exactFrom).toBe(0);
    store.cut(335);
    expect(store.before(9999)?.step).toBe(335);
    // nothing but changes by hand: the oldest go, and what they made exact no longer is
    for (let k = 400; k < 500; k++) store.add(k, new Uint8Array(100), true);
    expect(store.bytes).toBeLessThanOrEqual(5000);
    expect(store.first?.step).toBe(0);
    expect(store.exactFrom).toBeGreaterThan(335);
    expect(store.spacing).toBeLessThanOrEqual(1000); // those by hand do not thin the others out
  });
});

describe("the log of inputs", () => {
  test("keeps changes only", () => {
    const log = new InputLog();
    const input = new Float64Array(1000);
    const data = { input, counter: new Int32Array(8), epoch: 0 } as never;
    const held = new HeldInputs();
    held.attach(data);
    log.clear(data, held);
    for (let k = 0; k < 5000; k++) {
      if (k % 1000 === 0) input[k / 1000] = k + 1;
      log.note(data, k, held);
    }
    expect(log.count).toBe(5);
    input.fill(0);
    for (let k = 0; k < 2500; k++) log.apply(data, k, held);
    expect([...input.slice(0, 5)]).toEqual([1, 1001, 2001, 0, 0]);
    log.cut(1000);
    expect(log.count).toBe(1);
  });

  test("knows what was held against the controllers at every step", () => {
    const log = new InputLog();
    const data = { input: new Float64Array(4), counter: new Int32Array(8), epoch: 0 } as never;
    const held = new HeldInputs();
    held.attach(data);
    held.hold(3, 7);
    log.clear(data, held);
    const at: Readonly<Record<number, () => void>> = {
      10: () => held.hold(1, 5),
      20: () => held.hold(1, Number.NaN),
      30: () => held.replace([]),
    };
    for (let k = 0; k < 40; k++) {
      at[k]?.();
      log.note(data, k, held);
    }
    const holds = (step: number) => {
      log.holdAt(step, held);
      return [...held.values];
    };
    const none = Number.NaN;
    expect(holds(10)).toEqual([none, none, none, 7]);
    expect(holds(11)).toEqual([none, 5, none, 7]);
    expect(holds(25)).toEqual([none, none, none, 7]);
    expect(holds(40)).toEqual([none, none, none, none]);
    expect((data as { holds: unknown }).holds).toBeNull();
  });
});
