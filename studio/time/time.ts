/** Where in time one is: the run's history, looking at it, going back to it. */

import { nearest } from "../history.js";
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/time.js";
import type { FrameReader } from "../worker/channel.js";
import type { StoredHistory } from "../worker/services/history-protocol.js";
import { HeldFrames } from "./held-frames.js";
import { frameWidth, type OpenRecording } from "./recordings.js";

/** A moment of the run. */
export interface Moment {
  readonly step: number;
  /** s */
  readonly time: number;
}

export class Time {
  /** What the worker has stored; null until a scene is open. */
  readonly stored = new Signal<StoredHistory | null>(null);
  /**
   * The moment on show while it is not that of the simulation: a recording, or the way to a step of the history. Values
   * of any other moment are not shown meanwhile.
   */
  readonly shown = new Signal<Moment | null>(null);
  /** Time under the cursor of a plot or of the timeline, s; null for none. All plots show it. */
  readonly cursor = new Signal<number | null>(null);
  /** The recording that is replayed instead of the run. */
  readonly replayed = new Signal<OpenRecording | null>(null);
  private readonly studio: Studio;
  private frames: HeldFrames | null = null;
  private ticket = 0;
  /** The step that the simulation is going to. */
  private target: number | null = null;
  /** The step whose picture is requested, and whether a request is pending. */
  private wanted = -1;
  private asking = false;
  private wasRunning = false;
  /** What is stored of the run. */
  private live: StoredHistory | null = null;
  private liveEvents: Studio["events"]["value"] = [];
  private picture = 0;

  constructor(studio: Studio) {
    this.studio = studio;
    studio.simulation.on("history", ({ stored }) => {
      this.live = stored;
      if (!this.replayed.value) this.stored.value = stored;
    });
    // the worker reports less often than steps are made
    studio.status.subscribe((status) => {
      const { value } = this.stored;
      if (value && status && !this.replayed.value && status.steps > value.lastStep)
        this.stored.value = { ...value, lastStep: status.steps, lastTime: status.time };
    });
    studio.simulation.on("history-cut", ({ time }) => {
      studio.history.cut(time);
      studio.events.value = studio.events.value.filter((event) => event.time <= time);
      studio.samples.value++;
    });
  }

  /** The frames of a scene, which this can replace by others. */
  through(frames: FrameReader): FrameReader {
    if (this.replayed.value) this.endReplay();
    this.frames = new HeldFrames(frames);
    this.ticket++;
    this.target = null;
    this.shown.value = null;
    return this.frames;
  }

  /** Where one is. */
  get now(): Moment {
    const { status } = this.studio;
    return this.shown.value ?? { step: status.value?.steps ?? 0, time: status.value?.time ?? 0 };
  }

  /** The step at a time; steps are equally long unless the step was edited, and then nearly. */
  stepAt(time: number): number {
    const { value } = this.stored;
    if (!value || value.lastTime <= value.firstTime) return 0;
    const { firstStep, firstTime, lastStep, lastTime } = value;
    const part = (time - firstTime) / (lastTime - firstTime);
    return Math.max(firstStep, Math.min(lastStep, Math.round(firstStep + part * (lastStep - firstStep))));
  }

  private timeOf(step: number): number {
    const { value } = this.stored;
    if (!value || value.lastStep === value.firstStep) return value?.lastTime ?? 0;
    const part = (step - value.firstStep) / (value.lastStep - value.firstStep);
    return value.firstTime + part * (value.lastTime - value.firstTime);
  }

  /** Begins to look along the history; the simulation waits. */
  grab(): void {
    this.wasRunning = this.studio.status.value?.running ?? false;
    this.ticket++;
    if (this.replayed.value) {
      this.stopReplay();
      return;
    }
    this.studio.simulation.pause();
  }

  /** Goes to a step while one looks along the history: shows the stored frame that is nearest, then the step itself. */
  look(step: number): void {
    if (this.replayed.value) {
      this.showRecorded(this.timeOf(step));
      return;
    }
    this.shown.value = { step, time: this.timeOf(step) };
    this.wanted = step;
    if (!this.asking) void this.fetch();
  }

  /** Sets the simulation to the visible moment, and continues if it was running before. */
  async release(): Promise<void> {
    if (this.replayed.value) {
      if (this.wasRunning) this.toggleReplay();
      return;
    }
    const { value } = this.shown;
    if (value) await this.goTo(this.wanted >= 0 ? this.wanted : value.step);
    if (this.wasRunning && !this.shown.value) this.studio.simulation.play();
    this.wasRunning = false;
  }

  /** Puts the simulation to a step of its history, bit for bit; a later call overtakes. */
  async goTo(step: number): Promise<void> {
    if (this.replayed.value) {
      this.stopReplay();
      this.showRecorded(this.timeOf(step));
      return;
    }
    const { studio } = this;
    const ticket = ++this.ticket;
    this.target = step;
    for (;;) {
      const reply = await studio.simulation.ask((id) => ({ type: "history-seek", id, step }));
      if (ticket !== this.ticket) return;
      if (reply.type !== "history-sought" || !reply.done) continue;
      if (!reply.exact) studio.notice.value = { kind: "info", text: texts.inexact };
      break;
    }
    this.target = null;
    this.wanted = -1;
    this.frames?.release();
    this.shown.value = null;
    studio.viewport?.invalidate();
  }

  back(count: number): void {
    const at = this.target ?? this.now.step;
    void this.goTo(Math.max(this.stored.value?.resumable ?? 0, at - count));
  }

  /** Within the history the same steps are shown again; at its end new ones are made. */
  forward(count: number): void {
    const at = this.target ?? this.now.step;
    const last = this.stored.value?.lastStep ?? 0;
    if (this.replayed.value) void this.goTo(Math.min(last, at + count));
    else if (at < last && !this.studio.status.value?.running) void this.goTo(Math.min(last, at + count));
    else void this.studio.step(count);
  }

  /** Replays a recording in place of the run, which waits. */
  replay(recording: OpenRecording): void {
    const { studio } = this;
    const { run } = recording;
    if (!run || run.frameTimes.length === 0) return;
    studio.simulation.pause();
    if (!this.replayed.value) this.liveEvents = studio.events.value;
    this.replayed.value = recording;
    this.stored.value = {
      firstStep: run.frameSteps[0],
      firstTime: run.frameTimes[0],
      lastStep: run.steps,
      lastTime: run.time,
      resumable: run.frameSteps[0],
      frames: run.frameTimes.length,
      checkpoints: 0,
      bytes: run.poses.byteLength + run.times.byteLength * (1 + run.values.length),
      budget: 0,
    };
    studio.events.value = run.events;
    studio.plots.source.value = recording;
    this.showRecorded(run.frameTimes[0]);
    this.toggleReplay();
  }

  /** Back to the run. */
  endReplay(): void {
    const { studio } = this;
    this.stopReplay();
    this.replayed.value = null;
    this.stored.value = this.live;
    this.shown.value = null;
    studio.events.value = this.liveEvents;
    studio.plots.source.value = studio.plots.live;
    this.frames?.release();
    studio.simulation.pause(); // it answers with its own poses and status
  }

  /** Plays or pauses the recording. */
  toggleReplay(): void {
    if (this.picture) {
      this.stopReplay();
      return;
    }
    const { value } = this.replayed;
    if (!value?.run) return;
    if (this.now.time >= value.run.time) this.showRecorded(0);
    let last = performance.now();
    const next = () => {
      const now = performance.now();
      const time = this.now.time + ((now - last) / 1000) * this.studio.speed.value;
      last = now;
      this.picture = requestAnimationFrame(next);
      if (time >= (value.run?.time ?? 0)) this.stopReplay();
      this.showRecorded(time);
    };
    this.picture = requestAnimationFrame(next);
    this.showRecorded(this.now.time);
  }

  private stopReplay(): void {
    cancelAnimationFrame(this.picture);
    this.picture = 0;
    if (this.replayed.value) this.showRecorded(this.now.time);
  }

  /** The recorded picture nearest to a time. */
  private showRecorded(wanted: number): void {
    const { studio } = this;
    const run = this.replayed.value?.run;
    if (!run) return;
    const time = Math.max(0, Math.min(run.time, wanted));
    const width = frameWidth(run);
    const k = nearest(run.frameTimes, time);
    this.frames?.hold(run.poses.subarray(k * width, (k + 1) * width), run.frameSteps[k], run.frameTimes[k]);
    this.shown.value = { step: Math.round(time / run.timestep), time };
    const { value } = studio.status;
    if (value)
      studio.status.value = {
        ...value,
        running: this.picture !== 0,
        ended: false,
        ...this.shown.value,
        steps: this.shown.value.step,
      };
    studio.viewport?.invalidate();
  }

  toStart(): void {
    void this.goTo(this.stored.value?.resumable ?? 0);
  }

  toEnd(): void {
    void this.goTo(this.stored.value?.lastStep ?? 0);
  }

  /** To the next (1) or previous (−1) event; beyond the last one, to the end or the start. */
  toEvent(direction: 1 | -1): void {
    const at = this.target ?? this.now.step;
    const steps = this.studio.events.value.map(({ time }) => this.stepAfter(time)).sort((a, b) => a - b);
    const next = direction > 0 ? steps.find((step) => step > at) : steps.findLast((step) => step < at);
    if (next !== undefined) void this.goTo(next);
    else if (direction > 0) this.toEnd();
    else this.toStart();
  }

  /** The first step that is not before a time: an event lies within the step that ends there. */
  private stepAfter(time: number): number {
    const { value } = this.stored;
    if (!value || value.lastTime <= value.firstTime) return 0;
    const perSecond = (value.lastStep - value.firstStep) / (value.lastTime - value.firstTime);
    return Math.ceil(value.firstStep + (time - value.firstTime) * perSecond - 1e-6);
  }

  private async fetch(): Promise<void> {
    this.asking = true;
    const step = this.wanted;
    const reply = await this.studio.simulation.ask((id) => ({ type: "history-frame", id, step }));
    this.asking = false;
    if (reply.type !== "history-frame" || this.wanted < 0) return;
    if (reply.poses.length > 0) {
      this.frames?.hold(reply.poses, reply.step, reply.time);
      this.shown.value = { step: reply.step, time: reply.time };
      this.studio.viewport?.invalidate();
    }
    if (this.wanted !== step) void this.fetch();
    else void this.goTo(step);
  }
}
