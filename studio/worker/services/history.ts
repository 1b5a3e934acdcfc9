/**
 * The past of a run, to look at and to go back to. Keeps display frames (poses at equal steps) and checkpoints (states
 * that resume bit for bit), each within a budget of memory, and external actions in between: forces, numbers of the
 * model. Going back to a step restores the checkpoint before it, with the numbers at that time, and repeats the steps;
 * later history is kept until a new step is made or something is written. A recompiled scene starts a new history: its
 * states do not fit the old ones.
 *
 * Other services change the state in `handle` or `beforeStep`, and come before this one in the list, so that it sees
 * every change.
 */
import { COUNTER, type Data, step as makeStep, refreshSensors, restore, snapshot } from "stiction";
import type { Request } from "../protocol.js";
import { problemsOf } from "../source.js";
import type { EditService } from "./edit.js";
import type { HeldInputs } from "./held-inputs.js";
import { CheckpointStore } from "./history-checkpoints.js";
import { FrameStore } from "./history-frames.js";
import { InputLog } from "./history-inputs.js";
import { ParameterLog, type Write } from "./history-parameters.js";
import type { Host, Run, Service } from "./service.js";

/** Most memory for frames and for checkpoints, bytes. */
export const HISTORY_BUDGET = { frames: 64 * 2 ** 20, checkpoints: 64 * 2 ** 20 };

/** Frames are at most this far apart at first, s, and at least this many in the duration of the scene. */
const FRAME_TIME = 1 / 240;
const FRAMES_PER_RUN = 2000;
/** Simulated time between checkpoints at first, s, and the bounds of that in steps. */
const CHECKPOINT_TIME = 0.25;
const SPACING = { least: 50, most: 1000 };
/** Longest time that a request may take, ms. */
const SLICE = 12;
/** Time between reports to the page, ms. */
const REPORT_PERIOD = 100;
/** Number of states kept before the requested step, so that further steps back are fast. */
const NEAR = 12;
const NEAR_BYTES = 8 * 2 ** 20;

export class HistoryService implements Service {
  private host: Host | null = null;
  private frames = new FrameStore(1, 1, 0);
  private checkpoints = new CheckpointStore(1, 0);
  private readonly inputs = new InputLog();
  private readonly parameters = new ParameterLog();
  private readonly edits: EditService;
  private readonly held: HeldInputs;
  /** States just before a step that was sought, oldest first. */
  private near: { step: number; bytes: Uint8Array }[] = [];
  /** The last step that was ever made. */
  private last = 0;
  private lastTime = 0;
  /** As the last step has left them, to notice changes by hand. */
  private epoch = -1;
  private bodies = { pos: new Float64Array(0), quat: new Float64Array(0), vel: new Float64Array(0) };
  private states = new Uint8Array(0);
  /** The step that is sought, while steps are still being made. */
  private sought = -1;
  private lastReport = Number.NEGATIVE_INFINITY;

  constructor(edits: EditService, held: HeldInputs) {
    this.edits = edits;
    this.held = held;
    edits.onWrite = (run, write) => this.written(run, write);
  }

  opened(host: Host, run: Run, kept: boolean): void {
    this.host = host;
    if (!kept || this.frames.width !== 8 * run.model.nb) this.makeStores(run);
    if (!kept) return; // `restarted` follows
    // another model: its states do not fit the old ones
    const now = run.data.counter[COUNTER.steps];
    this.cut(run.data, now);
    this.checkpoints.clear();
    this.near = [];
    this.parameters.clear();
    this.settle(run.data);
    this.inputs.clear(run.data, this.held);
    this.checkpoints.add(now, snapshot(run.data), false);
    this.frames.add(run.data, now);
    this.report(true);
  }

  restarted(host: Host, run: Run): void {
    this.host = host;
    this.makeStores(run);
    this.near = [];
    this.parameters.clear();
    this.sought = -1;
    this.last = run.data.counter[COUNTER.steps];
    this.lastTime = run.data.time;
    this.inputs.clear(run.data, this.held);
    this.settle(run.data);
    this.checkpoints.add(this.last, snapshot(run.data), false);
    this.frames.add(run.data, this.last);
    this.report(true);
  }

  beforeStep({ data }: Run): void {
    const now = data.counter[COUNTER.steps];
    this.sought = -1;
    if (now < this.last) this.cut(data, now);
    if (data.epoch !== this.epoch) this.disturbed(data, now);
    this.inputs.note(data, now, this.held);
  }

  afterStep({ data }: Run): void {
    const now = data.counter[COUNTER.steps];
    this.last = now;
    this.lastTime = data.clock[0];
    this.settle(data);
    this.frames.add(data, now);
    if (now % this.checkpoints.spacing === 0) this.checkpoints.add(now, snapshot(data), false);
  }

  ticked(host: Host): void {
    this.report(!host.running);
  }

  handle(request: Request, host: Host): boolean {
    if (request.type === "history-frame") {
      const found = this.frames.nearest(request.step) ?? { step: 0, time: 0, poses: new Float32Array(0) };
      host.post({ type: "history-frame", id: request.id, ...found }, [found.poses.buffer as ArrayBuffer]);
      return true;
    }
    if (request.type === "recording-save") {
      void this.save(host, request.id);
      return true;
    }
    if (request.type === "recording-read") {
      void read(host, request.id, request.name, request.bytes);
      return true;
    }
    if (request.type !== "history-seek") return false;
    if (host.run) this.seek(host, host.run, request.id, request.step);
    else host.post({ type: "history-sought", id: request.id, done: true, step: 0, time: 0, exact: false });
    return true;
  }

  /** Repeats the steps to `target`, for a while; another call continues. */
  private seek(host: Host, run: Run, id: number, target: number): void {
    const { model, data } = run;
    const wanted = Math.max(this.checkpoints.first?.step ?? 0, Math.min(Math.round(target), this.last));
    const deadline = host.clock() + SLICE;
    if (this.sought !== wanted) this.beginSeek(host, run, wanted);
    const warnings = [data.warningCount.slice(), data.warningWho.slice()] as const;
    while (data.counter[COUNTER.steps] < wanted && host.clock() < deadline) {
      const now = data.counter[COUNTER.steps];
      if (wanted - now <= NEAR) this.remember(data, now);
      this.parameters.apply(model, data, now);
      this.inputs.apply(data, now, this.held);
      makeStep(model, data);
    }
    // these steps were heard of when they were made first
    data.eventCount[1] = data.eventCount[0];
    data.warningCount.set(warnings[0]);
    data.warningWho.set(warnings[1]);
    const step = data.counter[COUNTER.steps];
    const done = step === wanted;
    this.settle(data);
    this.inputs.settleHeld(this.held);
    if (done) {
      this.sought = -1;
      if (!data.sensed) refreshSensors(model, data);
      this.settle(data);
      // writes here are seen here; the next step notes, by the epoch, that they were made by hand
      this.parameters.apply(model, data, step);
      if (!data.sensed) refreshSensors(model, data);
      host.rewound();
      this.report(true);
    }
    this.edits.travelled(host, run, this.parameters.scene);
    const { parameters, inputs, checkpoints } = this;
    const exact = step >= Math.max(parameters.exactFrom, inputs.exactFrom, checkpoints.exactFrom);
    host.post({ type: "history-sought", id, done, step, time: data.time, exact });
  }

  /** Puts the run to the nearest known state that is not after `wanted`: the present one, or a stored one. */
  private beginSeek(host: Host, { model, data }: Run, wanted: number): void {
    host.pause();
    host.report(); // rows and events so far
    // a change by hand that no step has followed yet is kept as the state of its step
    const now = data.counter[COUNTER.steps];
    if (now === this.last && data.epoch !== this.epoch) this.disturbed(data, now);
    this.sought = wanted;
    const stored = this.checkpoints.before(wanted);
    const near = this.near.findLast(({ step }) => step <= wanted);
    const best = near && near.step > (stored?.step ?? -1) ? near : stored;
    const goesOn = now <= wanted && now >= (best?.step ?? 0) && data.epoch === this.epoch;
    if (!best || goesOn) return;
    this.parameters.moveTo(model, data, best.step);
    if (best === stored && stored.pinned) this.parameters.apply(model, data, best.step);
    restore(model, data, best.bytes);
    this.inputs.holdAt(best.step, this.held);
  }

  /** A number is about to be written into the model. In the past it begins another future. */
  private written({ model, data }: Run, write: Write): void {
    const now = data.counter[COUNTER.steps];
    if (now < this.last) this.cut(data, now);
    this.parameters.note(model, now, write);
  }

  private async save(host: Host, id: number): Promise<void> {
    const { run } = host;
    const first = this.checkpoints.first;
    const steps = this.last;
    try {
      if (!run || !first) throw new Error("there is no run to write down");
      const whole = first.step === 0;
      const wanted = {
        model: run.model,
        first: whole ? first.bytes : null,
        inputs: whole ? this.inputs.copy() : null,
        steps,
        clock: () => host.clock(),
      };
      const { writeRun } = await import("./history-recording.js");
      const { bytes, hash } = await writeRun(wanted);
      const { parameters, inputs, checkpoints } = this;
      const unedited = parameters.count === 0 && parameters.exactFrom === 0;
      const exact = whole && unedited && inputs.exactFrom === 0 && checkpoints.onlySteps;
      const written = inputs.written();
      host.post({ type: "recording-saved", id, bytes, hash, steps, exact, written }, [bytes.buffer as ArrayBuffer]);
    } catch (error) {
      host.post({ type: "failed", id, problems: problemsOf(error) });
    }
  }

  private remember(data: Data, now: number): void {
    if (this.near.some(({ step }) => step === now)) return;
    this.near.push({ step: now, bytes: snapshot(data) });
    this.near.sort((a, b) => a.step - b.step);
    while (this.near.length > NEAR || (this.near.length > 1 && this.nearBytes > NEAR_BYTES)) this.near.shift();
  }

  private get nearBytes(): number {
    return this.near.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** Something but a step has changed the state. What can be done again is noted; else the state itself is kept. */
  private disturbed(data: Data, now: number): void {
    if (this.sameBodies(data)) this.inputs.noteMark(data, now);
    else {
      this.near = this.near.filter(({ step }) => step < now);
      this.checkpoints.add(now, snapshot(data), true);
      this.inputs.cut(now); // the state has them
      this.inputs.settle(data);
    }
    this.epoch = data.epoch;
  }

  private sameBodies(data: Data): boolean {
    const { pos, quat, vel } = this.bodies;
    return (
      sameNumbers(data.bodyPos, pos) &&
      sameNumbers(data.bodyQuat, quat) &&
      sameNumbers(data.bodyVel, vel) &&
      sameNumbers(data.bodyState, this.states)
    );
  }

  /** Takes the current state and inputs as the result of steps. */
  private settle(data: Data): void {
    const { pos, quat, vel } = this.bodies;
    this.epoch = data.epoch;
    this.inputs.settle(data);
    if (this.states.length !== data.bodyState.length) {
      this.bodies = { pos: data.bodyPos.slice(), quat: data.bodyQuat.slice(), vel: data.bodyVel.slice() };
      this.states = data.bodyState.slice();
      return;
    }
    pos.set(data.bodyPos);
    quat.set(data.bodyQuat);
    vel.set(data.bodyVel);
    this.states.set(data.bodyState);
  }

  /** The run continues from here: drops later history, and informs the page. */
  private cut(data: Data, now: number): void {
    this.frames.cut(now);
    this.checkpoints.cut(now);
    this.inputs.cut(now);
    this.parameters.cut(now);
    this.near = this.near.filter(({ step }) => step <= now);
    const cut = now < this.last;
    this.last = now;
    this.lastTime = data.time;
    const generation = this.host?.run?.generation;
    if (cut && generation !== undefined)
      this.host?.post({ type: "history-cut", generation, step: now, time: data.time });
  }

  private makeStores({ model }: Run): void {
    const h = model.options.timestep;
    const stride = Math.round(Math.min(FRAME_TIME, model.spec.duration / FRAMES_PER_RUN) / h);
    const spacing = Math.round(CHECKPOINT_TIME / h);
    this.frames = new FrameStore(model.nb, Math.max(1, stride), HISTORY_BUDGET.frames);
    this.checkpoints = new CheckpointStore(
      Math.max(SPACING.least, Math.min(SPACING.most, spacing)),
      HISTORY_BUDGET.checkpoints,
    );
  }

  private report(now: boolean): void {
    const { host } = this;
    const generation = host?.run?.generation;
    if (!host || generation === undefined) return;
    const clock = host.clock();
    if (!now && clock - this.lastReport < REPORT_PERIOD) return;
    this.lastReport = clock;
    const { frames, checkpoints, inputs } = this;
    const stored = {
      firstStep: frames.firstStep,
      firstTime: frames.firstTime,
      lastStep: this.last,
      lastTime: this.lastTime,
      resumable: checkpoints.first?.step ?? this.last,
      frames: frames.count,
      checkpoints: checkpoints.count,
      bytes: frames.bytes + checkpoints.bytes + inputs.bytes + this.nearBytes,
      budget: HISTORY_BUDGET.frames + HISTORY_BUDGET.checkpoints,
    };
    host.post({ type: "history", generation, stored });
  }
}

async function read(host: Host, id: number, name: string, bytes: Uint8Array): Promise<void> {
  try {
    const { readRun } = await import("./history-recording.js");
    const run = await readRun(name, bytes);
    const buffers = [run.times, run.frameTimes, run.frameSteps, run.poses, ...run.values].map(({ buffer }) => buffer);
    host.post({ type: "recording-read", id, run }, buffers as ArrayBuffer[]);
  } catch (error) {
    host.post({ type: "failed", id, problems: problemsOf(error) });
  }
}

function sameNumbers(a: Float64Array | Uint8Array, b: Float64Array | Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return false;
  return true;
}
