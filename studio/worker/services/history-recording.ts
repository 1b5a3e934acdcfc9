/**
 * Runs as files (.mcap of `stiction/io`), and files as something to replay. The readers and writers are loaded when
 * they are first needed.
 */
import { COUNTER, createData, type Model, restore, step, takeEvents } from "stiction";
import { POSE_SIZE } from "../frame.js";
import { compileScene } from "../items.js";
import { HeldInputs } from "./held-inputs.js";
import type { InputLog } from "./history-inputs.js";
import type { RecordedRun } from "./history-protocol.js";

/** Longest time without letting other requests pass, ms. */
const SLICE = 12;
/** Rows of sensors in a file at most; longer runs have every second, third … step. */
const MOST_ROWS = 50_000;

export interface RunToWrite {
  readonly model: Model;
  /** State at step 0; null to start from the beginning. */
  readonly first: Uint8Array | null;
  /** External actions; a separate copy. */
  readonly inputs: InputLog | null;
  readonly steps: number;
  /** ms */
  clock(): number;
}

/**
 * Makes a run again from its start, in a separate state, and records it. The file contains the scene, so that `stiction
 * replay` can check it; forces by hand are in the motion only.
 */
export async function writeRun(run: RunToWrite): Promise<{ bytes: Uint8Array; hash: string }> {
  const { attachRecorder, createRecorder } = await import("stiction/io");
  const { model, steps } = run;
  const parts: Uint8Array[] = [];
  const sink = {
    write(bytes: Uint8Array) {
      parts.push(bytes.slice());
    },
  };
  const every = Math.max(1, Math.ceil(steps / MOST_ROWS));
  const recorder = await createRecorder("mcap", model, sink, { program: "stiction studio", every });
  const data = createData(model);
  const held = new HeldInputs();
  held.attach(data);
  if (run.first) restore(model, data, run.first);
  run.inputs?.holdAt(0, held);
  const detach = attachRecorder(data, recorder);
  try {
    let deadline = run.clock() + SLICE;
    while (data.counter[COUNTER.steps] < steps) {
      run.inputs?.apply(data, data.counter[COUNTER.steps], held);
      step(model, data);
      if (data.eventCount[0] !== data.eventCount[1]) recorder.events(data, takeEvents(data));
      if (run.clock() < deadline) continue;
      await recorder.flush();
      await new Promise((resolve) => setTimeout(resolve));
      deadline = run.clock() + SLICE;
    }
    const { hash } = await recorder.close(data);
    return { bytes: joined(parts), hash };
  } finally {
    detach();
  }
}

/** Reads a recording and puts its poses as the page draws them: centres of mass, standing bodies too. */
export async function readRun(name: string, bytes: Uint8Array): Promise<RecordedRun> {
  const { readRecording } = await import("stiction/io");
  const { header, footer, times, steps, columns, poses, events } = await readRecording(bytes, name);
  const model = await compileScene(header.spec);
  return {
    name,
    scene: header.scene,
    spec: header.spec,
    program: header.program,
    timestep: header.timestep,
    hash: footer?.hash ?? "",
    steps: footer?.steps ?? steps.at(-1) ?? 0,
    time: footer?.time ?? times.at(-1) ?? 0,
    columns: header.columns.map(({ name: sensor, unit }) => ({ name: sensor, unit })),
    times,
    values: [...columns],
    frameTimes: Float64Array.from(poses.times),
    frameSteps: Float64Array.from(poses.steps),
    poses: drawnPoses(model, header.bodies, poses.values, poses.steps.length),
    events: events.map(({ code, name: event, time }) => ({
      code,
      who: model.events.findIndex((rule) => rule.name === event),
      time,
    })),
  };
}

function drawnPoses(model: Model, moving: readonly string[], values: Float64Array, frames: number): Float32Array {
  const out = new Float32Array(frames * POSE_SIZE * model.nb);
  const bodies = moving.map((name) => model.bodyIndex.get(name) ?? -1);
  for (let f = 0; f < frames; f++) {
    const at = f * POSE_SIZE * model.nb;
    for (let b = 0; b < model.nb; b++) {
      for (let i = 0; i < 3; i++) out[at + POSE_SIZE * b + i] = model.bodyPos0[3 * b + i];
      for (let i = 0; i < 4; i++) out[at + POSE_SIZE * b + 3 + i] = model.bodyQuat0[4 * b + i];
    }
    bodies.forEach((b, k) => {
      if (b < 0) return;
      const [x, y, z, qx, qy, qz, qw] = values.subarray(7 * (f * bodies.length + k), 7 * (f * bodies.length + k) + 7);
      const [cx, cy, cz] = model.bodyCom.subarray(3 * b, 3 * b + 3);
      // p + R(q) c, with R(q) c = c + 2 w (v × c) + 2 v × (v × c)
      const tx = 2 * (qy * cz - qz * cy);
      const ty = 2 * (qz * cx - qx * cz);
      const tz = 2 * (qx * cy - qy * cx);
      const o = at + POSE_SIZE * b;
      out[o] = x + cx + qw * tx + qy * tz - qz * ty;
      out[o + 1] = y + cy + qw * ty + qz * tx - qx * tz;
      out[o + 2] = z + cz + qw * tz + qx * ty - qy * tx;
      out.set([qx, qy, qz, qw], o + 3);
    });
  }
  return out;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
