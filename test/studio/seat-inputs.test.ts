/** Levers of the operator's seat: shaping, devices, keys, and their way into the model. */
import {
  compile,
  compileUntyped,
  createData,
  type Data,
  type Model,
  readControl,
  readSensor,
  setControl,
  step,
} from "stiction";
import { createReplay, readRecording } from "stiction/io";
import { seatMachine, seatSensors } from "stiction/machines";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { InputMap } from "../../studio/controls/input-map.js";
import { DIRECT, fromCount, GAME_PAD, NeutralGate, shaped } from "../../studio/controls/shaping.js";
import { usualRoutes } from "../../studio/controls/sources/gamepad.js";
import { readReport } from "../../studio/controls/sources/hid.js";
import { KeyLevers, rampTo } from "../../studio/controls/sources/keyboard.js";
import { readLine } from "../../studio/controls/sources/serial.js";
import type { InputSource, RawSample } from "../../studio/controls/sources/source.js";
import { canDig, FIRST_STEPS, type StepState, stepState } from "../../studio/pages/operator/first-steps.js";
import { LatencyMeter } from "../../studio/pages/operator/latency.js";
import { MachineGauge } from "../../studio/pages/operator/machine-gauge.js";
import { Signals } from "../../studio/pages/operator/signals.js";
import { describeScene } from "../../studio/worker/describe.js";
import { POSE_SIZE } from "../../studio/worker/frame.js";
import type { Reply } from "../../studio/worker/protocol.js";
import { Simulation } from "../../studio/worker/simulation.js";
import { repeat } from "../support/repeat-inputs.js";

const BOOM = { name: "boom", min: -1, max: 1, value: 0 };
const ROUTE = { ...DIRECT, control: "boom", channel: 0 };

/** A device whose newest sample the test sets; null: no signal. */
class Device implements InputSource {
  readonly kind = "hid";
  readonly id = "device";
  readonly name = "Device";
  sample: RawSample | null = null;
  set(...channels: number[]): void {
    this.sample = { time: 0, channels, axes: channels.length };
  }
  poll(): RawSample | null {
    return this.sample;
  }
}

interface Sent {
  readonly stamp: number;
  readonly names: readonly string[];
  readonly values: readonly number[];
}

function mapped(controls = [BOOM]) {
  const sent: Sent[] = [];
  const keys = new KeyLevers();
  const map = new InputMap(keys, (stamp, names, values) =>
    sent.push({ stamp, names: [...names], values: [...values] }),
  );
  map.open(controls);
  return { sent, keys, map };
}

describe("shaping", () => {
  test("without dead zone and curve nothing is lost", () => {
    for (const raw of [-1, -1 / 65536, 0, 1e-9, 0.123456789, 1]) expect(shaped(raw, DIRECT)).toBe(raw);
  });

  test("dead zone, curve and reversal: odd, monotonic, whole at the ends", () => {
    const settings = { dead: 0.1, curve: 0.6, inverted: false };
    let last = -2;
    for (let raw = -1; raw <= 1.0001; raw += 0.01) {
      const way = shaped(raw, settings);
      expect(way).toBeGreaterThanOrEqual(last);
      expect(way).toBeCloseTo(-shaped(-raw, settings), 12);
      expect(shaped(raw, { ...settings, inverted: true })).toBeCloseTo(-way, 12);
      last = way;
    }
    expect(shaped(0.1, settings)).toBe(0);
    expect(shaped(1, settings)).toBe(1);
    // part = (0.55 − 0.1) / 0.9 = ½: 0.4 · ½ + 0.6 · ⅛
    expect(shaped(0.55, settings)).toBeCloseTo(0.275, 12);
  });

  test("game pads have a dead zone of 0.05, devices none", () => {
    expect(GAME_PAD.dead).toBe(0.05);
    expect(DIRECT.dead).toBe(0);
  });
});

describe("a step of a 16-bit axis reaches the model", () => {
  test("n and n + 1 are different inputs of the boom, by exactly 2/65535", () => {
    const scene = sceneByName("excavator");
    if (!scene) throw new Error("no scene");
    const model = compile(scene.build({ script: false, actuation: "guided" }));
    const data = createData(model);
    const device = new Device();
    const map = new InputMap(new KeyLevers(), (_stamp, names, values) => {
      names.forEach((name, k) => {
        setControl(model, data, name, values[k]);
      });
    });
    map.open([BOOM]);
    map.attach(device, [ROUTE]);
    for (const count of [0, 1, 32767, 32768, 40000, 65534]) {
      const reached = [count, count + 1].map((n) => {
        device.set(fromCount(n));
        map.sample(n);
        return readControl(model, data, "boom");
      });
      expect(reached[0]).toBe(2 * (count / 65535) - 1);
      expect(reached[1]).toBe(2 * ((count + 1) / 65535) - 1);
      expect(reached[1]).not.toBe(reached[0]);
    }
    step(model, data);
    // the guide's command is the very number
    expect(data.input[model.controls.find(({ name }) => name === "boom")?.slots[0] ?? -1]).toBe(1);
  });
});

describe("input map", () => {
  test("what has not changed is not sent; a sample carries its time", () => {
    const { sent, map } = mapped();
    const device = new Device();
    map.attach(device, [ROUTE]);
    device.set(0.25);
    map.sample(8);
    map.sample(16);
    device.set(0.5);
    map.sample(24);
    expect(sent).toEqual([
      { stamp: 8, names: ["boom"], values: [0.25] },
      { stamp: 24, names: ["boom"], values: [0.5] },
    ]);
  });

  test("a device without signal holds, and counts again after its middle", () => {
    const { sent, map } = mapped();
    const device = new Device();
    map.attach(device, [ROUTE]);
    device.set(0.8);
    map.sample(0);
    device.sample = null;
    map.sample(8);
    expect(sent.at(-1)?.values).toEqual([0]);
    expect(map.lost).toEqual(["Device"]);
    device.set(0.8);
    map.sample(16);
    expect(sent.length).toBe(2);
    device.set(0.02);
    map.sample(24);
    device.set(0.8);
    map.sample(32);
    expect(sent.at(-1)?.values).toEqual([0.8]);
    expect(map.lost).toEqual([]);
  });

  test("several sources add up to the end of the lever, and no further; the machine scales them", () => {
    const { sent, map } = mapped([{ name: "travel", min: -2, max: 4, value: 0 }]);
    const device = new Device();
    map.attach(device, [{ ...ROUTE, control: "travel" }]);
    map.panel.set("travel", 0.75);
    device.set(0.75);
    map.sample(0);
    expect(sent.at(-1)?.values).toEqual([4]);
    map.scale = () => 0.5;
    map.panel.set("travel", 0);
    device.set(-1);
    map.sample(8);
    expect(sent.at(-1)?.values).toEqual([-1]);
  });

  test("levers go by what they do: a control whose more is less of that, and two tracks by travel and steering", () => {
    const track = (side: string) => ({
      name: `mini-track-${side}`,
      meaning: `track-${side}`,
      min: -2,
      max: 2,
      value: 0,
    });
    const bucket = { name: "loader-bucket", meaning: "bucket", sign: -1 as const, min: -1, max: 1, value: 0 };
    const { sent, map } = mapped([bucket, track("left"), track("right")]);
    expect(map.known).toEqual(["bucket", "track-left", "track-right", "travel", "steer"]);
    map.panel.set("bucket", 0.5);
    map.panel.set("travel", 0.5);
    map.panel.set("steer", 0.25);
    map.sample(0);
    expect(sent).toEqual([
      { stamp: 0, names: ["loader-bucket", "mini-track-left", "mini-track-right"], values: [-0.5, 0.5, 1.5] },
    ]);
    // more than a track can: it goes at its end
    map.panel.set("steer", 1);
    map.sample(8);
    expect(sent.at(-1)).toEqual({ stamp: 8, names: ["mini-track-left", "mini-track-right"], values: [-1, 2] });
  });

  test("after a rewind every lever that was moved is sent again", () => {
    const { sent, map } = mapped();
    map.panel.set("boom", 1);
    map.sample(0);
    map.panel.set("boom", 0);
    map.sample(8);
    map.refresh();
    map.sample(16);
    expect(sent.map(({ values }) => values[0])).toEqual([1, 0, 0]);
  });

  test("a gate that was shut opens near the middle only", () => {
    const gate = new NeutralGate();
    expect(gate.pass(0.9)).toBe(0.9);
    gate.shut();
    expect(gate.pass(0.9)).toBe(0);
    expect(gate.waits).toBe(true);
    expect(gate.pass(0.05)).toBe(0.05);
    expect(gate.pass(0.9)).toBe(0.9);
  });
});

describe("keys", () => {
  test("a key moves its lever out within 0.4 s and lets it back faster", () => {
    const keys = new KeyLevers();
    keys.pairs = [{ control: "boom", keys: ["KeyI", "KeyK"] }];
    expect(keys.press("KeyK")).toBe(true);
    expect(keys.press("KeyQ")).toBe(false);
    const values: number[] = [];
    for (let k = 0; k < 50; k++) {
      keys.advance(0.008);
      values.push(keys.value("boom"));
    }
    expect(values[0]).toBeGreaterThan(0.2);
    expect(values[0]).toBeLessThan(0.3);
    expect(values.at(-1)).toBe(1);
    keys.release("KeyK");
    for (let k = 0; k < 20; k++) keys.advance(0.008);
    expect(keys.value("boom")).toBe(0);
  });

  test("opposite keys go through the middle at once, and Shift is fine", () => {
    expect(rampTo(0.8, -1, 0.001)).toBeLessThan(-0.19);
    const keys = new KeyLevers();
    keys.pairs = [{ control: "boom", keys: ["KeyI", "KeyK"] }];
    keys.fine = true;
    keys.press("KeyI");
    for (let k = 0; k < 100; k++) keys.advance(0.01);
    expect(keys.value("boom")).toBeCloseTo(-0.35, 12);
  });
});

describe("devices", () => {
  const pad = { name: "Pad", axes: 4, buttons: 17, standard: true };
  const target = (routes: ReturnType<typeof usualRoutes>, channel: number) =>
    routes.find((route) => route.channel === channel)?.control;

  test("ISO has the boom on the right stick, SAE on the left", () => {
    expect([0, 1, 2, 3].map((axis) => target(usualRoutes(pad, 0, "iso"), axis))).toEqual([
      "slew",
      "stick",
      "bucket",
      "boom",
    ]);
    expect([0, 1, 2, 3].map((axis) => target(usualRoutes(pad, 0, "sae"), axis))).toEqual([
      "slew",
      "boom",
      "bucket",
      "stick",
    ]);
  });

  test("of two joysticks the first is in the left hand; a wheel steers", () => {
    const joystick = { name: "Joystick", axes: 2, buttons: 4, standard: false };
    expect(usualRoutes(joystick, 0, "iso").map(({ control }) => control)).toEqual(["slew", "stick"]);
    expect(usualRoutes(joystick, 1, "iso").map(({ control }) => control)).toEqual(["bucket", "boom"]);
    expect(usualRoutes({ ...joystick, name: "Racing Wheel" }, 0, "iso")[0].control).toBe("steer");
  });

  test("a HID report gives axes with all their bits, and buttons", () => {
    const fields = [
      { reportSize: 16, reportCount: 2, logicalMinimum: 0, logicalMaximum: 65535 },
      { reportSize: 1, reportCount: 3, logicalMinimum: 0, logicalMaximum: 1 },
      { reportSize: 5, reportCount: 1, logicalMinimum: 0, logicalMaximum: 31, isConstant: true },
      { reportSize: 8, reportCount: 1, logicalMinimum: -127, logicalMaximum: 127 },
    ];
    const bytes = new DataView(new ArrayBuffer(6));
    bytes.setUint16(0, 32769, true);
    bytes.setUint16(2, 65535, true);
    bytes.setUint8(4, 0b101);
    bytes.setInt8(5, -127);
    const { channels, axes } = readReport(fields, bytes);
    expect(axes).toBe(3);
    expect(channels).toEqual([fromCount(32769), 1, -1, 1, 0, 1]);
  });

  test("a serial line is numbers, or nothing", () => {
    expect(readLine("0.5, -0.25;1\r")).toEqual([0.5, -0.25, 1]);
    expect(readLine("7 -9")).toEqual([1, -1]);
    expect(readLine("")).toBeNull();
    expect(readLine("hello 1")).toBeNull();
  });
});

/** A mass that a lever pushes along a line. */
const PUSHED = {
  name: "lever",
  timestep: 0.005,
  duration: 100,
  formulation: "augmented-lagrangian",
  bodies: [{ name: "arm", mass: 1, inertia: [1, 1, 1] }],
  joints: [
    {
      type: "slider",
      name: "slide",
      bodyB: "arm",
      at: [0, 0, 0],
      axis: [1, 0, 0],
      drive: { mode: "speed", target: 0 },
    },
  ],
  controls: [{ name: "push", drives: "joints.slide.drive.target", min: -1, max: 1 }],
};

describe("a source that is silent for two seconds delays no step", () => {
  test("all steps that are due are made, with the last value", async () => {
    const replies: Reply[] = [];
    let now = 0;
    const queue: (() => void)[] = [];
    const simulation = new Simulation({
      post: (reply) => replies.push(reply),
      clock: () => now,
      later: (work) => queue.push(work),
      shared: false,
    });
    simulation.handle({ type: "load", id: 1, source: { kind: "spec", spec: PUSHED }, play: true });
    for (let k = 0; k < 50 && !replies.some(({ type }) => type === "loaded" || type === "failed"); k++)
      await new Promise((resolve) => setTimeout(resolve, 2));
    expect(replies.filter(({ type }) => type === "failed")).toEqual([]);
    simulation.handle({ type: "inputs", stamp: 5, names: ["push"], values: [0.5] });
    // two seconds in which the source says nothing, in ticks of 8 ms
    for (let k = 0; k < 250; k++) {
      now += 8;
      queue.shift()?.();
    }
    const steps = simulation.run?.data.counter[0];
    expect(simulation.run?.data.time).toBeCloseTo(2, 9);
    expect(steps).toBeGreaterThan(0);
    expect(simulation.run?.data.input.includes(0.5)).toBe(true);
  });
});

test("a run by hand, saved by the worker, comes out the same when its inputs are repeated", async () => {
  const replies: Reply[] = [];
  let now = 0;
  const queue: (() => void)[] = [];
  const simulation = new Simulation({
    post: (reply) => replies.push(reply),
    clock: () => now,
    later: (work) => queue.push(work),
    shared: false,
  });
  simulation.handle({ type: "load", id: 1, source: { kind: "spec", spec: PUSHED }, play: true });
  const until = async (type: Reply["type"]) => {
    await expect.poll(() => replies.some((reply) => reply.type === type || reply.type === "failed")).toBe(true);
    expect(replies.filter((reply) => reply.type === "failed")).toEqual([]);
  };
  await until("loaded");
  const tick = () => {
    now += 8;
    queue.shift()?.();
  };
  for (const value of [0.5, -1, 0.25, 0]) {
    simulation.handle({ type: "inputs", stamp: now, names: ["push"], values: [value] });
    for (let k = 0; k < 20; k++) tick();
  }
  simulation.handle({ type: "pause" });
  simulation.handle({ type: "recording-save", id: 2 });
  await until("recording-saved");
  const saved = replies.find((reply) => reply.type === "recording-saved");
  if (saved?.type !== "recording-saved") throw new Error("not saved");
  expect(saved.written.length).toBe(3 * 4);
  const recording = await readRecording(saved.bytes, "seat.mcap");
  const replayed = (written: ArrayLike<number>) => {
    const replay = createReplay(recording, compileUntyped(recording.header.spec));
    repeat(replay, written);
    return replay.result();
  };
  expect(replayed(saved.written)).toMatchObject({ agrees: true, hash: saved.hash, steps: saved.steps });
  expect(replayed([]).agrees).toBe(false);
});

test("latency: from the sample of a lever to the first picture with it", () => {
  const meter = new LatencyMeter();
  meter.sent(100);
  meter.sent(108);
  meter.sent(116);
  meter.seen(108, 130);
  expect(meter.count).toBe(2);
  meter.seen(116, 140);
  // 30, 22 and 24 ms
  expect(meter.median).toBe(24);
});

/** Reads the lowest point of the bucket as the page does. */
function bucketReader(model: Model, data: Data): () => number {
  const gauge = new MachineGauge(describeScene(model, data, [], []), seatMachine(model));
  const poses = new Float32Array(POSE_SIZE * model.nb);
  return () => {
    for (let b = 0; b < model.nb; b++) {
      poses.set(data.bodyPos.subarray(3 * b, 3 * b + 3), POSE_SIZE * b);
      poses.set(data.bodyQuat.subarray(4 * b, 4 * b + 4), POSE_SIZE * b + 3);
    }
    gauge.take(poses);
    return gauge.height;
  };
}

describe("first steps", () => {
  // five thousand steps of the whole machine
  test.runIf(process.env.STICTION_FULL)(
    "somebody who holds the named keys one after the other digs and dumps within two minutes",
    () => {
      const scene = sceneByName("excavator");
      if (!scene) throw new Error("no scene");
      const model = compile(scene.build({ script: false, actuation: "guided" }));
      const data = createData(model);
      const keys = new KeyLevers();
      keys.pairs = FIRST_STEPS.map(({ control }) => ({ control, keys: [`${control}-`, `${control}+`] as const }));
      const height = bucketReader(model, data);
      const sensor = (name: string) => readSensor(model, data, name);
      const machine = seatMachine(model);
      const signals = new Signals();
      signals.open(machine);
      expect(canDig(signals)).toBe(true);
      const state = (): StepState => {
        signals.take(data.time, Float64Array.from(seatSensors(machine), sensor));
        return stepState(signals, height());
      };
      const volumes: number[] = [];
      let start = state();
      let at = 0;
      const most = 120 / 0.005;
      for (let k = 0; k < most && at < FIRST_STEPS.length; k++) {
        const { control, way } = FIRST_STEPS[at];
        keys.clear();
        keys.press(`${control}${way > 0 ? "+" : "-"}`);
        keys.advance(0.005);
        for (const pair of keys.pairs) setControl(model, data, pair.control, 0.81 * keys.value(pair.control));
        step(model, data);
        if (k % 20 !== 0) continue;
        volumes.push(sensor("soil/bucket/volume"));
        const now = state();
        if (!FIRST_STEPS[at].done(now, start)) continue;
        start = now;
        at++;
      }
      expect(at).toBe(FIRST_STEPS.length);
      expect(data.time).toBeLessThan(60);
      // more than a third of the bucket of 0.9 m³ was dug and dumped
      expect(Math.max(...volumes)).toBeGreaterThan(0.3);
      expect(volumes.at(-1)).toBeLessThan(0.06);
    },
  );
});
