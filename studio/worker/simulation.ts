/**
 * The simulation behind the page: owns model and data, keeps real time, answers requests. Knows no DOM and no worker.
 */
import {
  COUNTER,
  createData,
  type Data,
  events as eventKinds,
  type Model,
  prefersRealTime,
  refreshSensors,
  resetData,
  SpecError,
  STAGES,
  STATUS,
  startProfile,
  stateHash,
  step,
  takeEvents,
  WarmUp,
} from "stiction";
import { type FrameWriter, SharedFrames, TransferWriter } from "./channel.js";
import { describeScene, streamedColumns, transferables } from "./describe.js";
import { HEAD, POSE_SIZE } from "./frame.js";
import { compileScene } from "./items.js";
import { FactorMeter, Pacer, StepTimes } from "./pacer.js";
import type { Reply, Request, SceneSource, WarningNote } from "./protocol.js";
import { Sampler } from "./sampler.js";
import { createServices } from "./services/index.js";
import type { Host, LiveColumn, Run, Service } from "./services/service.js";
import { problemsOf, type ReadScene, readSource } from "./source.js";
import { StageTimes } from "./stage-times.js";

/** What the simulation needs of its surroundings. */
export interface Surroundings {
  post(reply: Reply, transfer?: ArrayBuffer[]): void;
  /** ms */
  clock(): number;
  /** Calls `work` later, after at least `delay` ms and after the requests that have come meanwhile. */
  later(work: () => void, delay: number): void;
  /** Whether memory can be shared with the page. */
  readonly shared: boolean;
}

/** Longest time that a tick may take, ms: requests wait at most this long. */
const BUDGET = 12;
/** Pause between ticks that are on time, ms: about two to a frame of the screen. */
const TICK = 8;
/** Time between status messages and between sensor batches, ms. */
const STATUS_PERIOD = 100;
const SAMPLE_PERIOD = 30;

/** Longest time for which a scene is prepared while it waits, and once it is to run, ms. */
const PREPARATION = 6000;
const HURRIED_PREPARATION = 1500;

interface Preparation {
  readonly warmUp: WarmUp;
  /** Time that is left for it, ms. */
  left: number;
}

/** A compiled scene and its data. */
interface Loaded extends Run {
  readonly frames: FrameWriter;
}

export class Simulation implements Host {
  private readonly around: Surroundings;
  private readonly services: readonly Service[] = createServices();
  private readonly live: readonly LiveColumn[];
  private readonly beforeStep: readonly Service[];
  private readonly afterStep: readonly Service[];
  private readonly times = new StepTimes();
  private readonly pacer: Pacer;
  private readonly meter = new FactorMeter();
  private readonly stageTimes = new StageTimes();
  private loaded: Loaded | null = null;
  private generation = 0;
  private ticket = 0;
  running = false;
  private ended = false;
  /** The run pauses when it gets here, s. */
  private endAt = Infinity;
  /** Whether the pause requested by an event has been made. */
  private stopped = false;
  private speed = 1;
  private behind = false;
  /** Whether a state from outside goes on; null: none comes from there. */
  private followed: boolean | null = null;
  private factor = Number.NaN;
  private load = 0;
  private pending: { readonly id: number; count: number } | null = null;
  private scheduled = false;
  /** What is done before time begins to count, for scenes that are made for real time. */
  private preparation: Preparation | null = null;
  private restart = true;
  private lastStatus = 0;
  private lastSamples = 0;
  private busyBefore = 0;
  /** Stamp of the newest inputs, and of those that the last step was made with, ms. */
  private newestStamp = 0;
  private usedStamp = 0;

  constructor(around: Surroundings) {
    this.around = around;
    this.pacer = new Pacer(around.clock, this.times);
    this.live = this.services.flatMap((service) => service.columns ?? []);
    this.beforeStep = this.services.filter((service) => service.beforeStep);
    this.afterStep = this.services.filter((service) => service.afterStep);
  }

  get run(): Run | null {
    return this.loaded;
  }

  post(reply: Reply, transfer?: ArrayBuffer[]): void {
    this.around.post(reply, transfer);
  }

  clock(): number {
    return this.around.clock();
  }

  sampled(stamp: number): void {
    this.newestStamp = stamp;
  }

  handle(request: Request): void {
    if (request.type === "load") {
      void this.open(request.id, request.source, request.play);
      return;
    }
    if (request.type === "recycle") {
      if (this.loaded?.frames instanceof TransferWriter) this.loaded.frames.recycle(request.buffer);
      return;
    }
    for (const service of this.services) if (service.handle?.(request, this)) return;
    if (request.type === "profile") this.stageTimes.wanted = request.wanted;
    else if (request.type === "speed") this.speed = request.factor;
    else if (request.type === "play") this.play();
    else if (request.type === "pause") this.pause();
    else if (request.type === "reset") this.reset();
    else if (request.type === "step") this.startSteps(request.id, request.count);
    else if (request.type === "hash") this.sendHash(request.id);
    if (request.type === "play" || request.type === "step" || request.type === "hash") return;
    this.report();
  }

  /** Loads a scene; on failure the old one continues. */
  private async open(id: number, source: SceneSource, play: boolean): Promise<void> {
    const ticket = ++this.ticket;
    let place: ReadScene["place"] | undefined;
    try {
      const read = await readSource(source);
      if (ticket !== this.ticket) throw new SpecError([]); // another scene was requested meanwhile
      place = read.place;
      const model = await compileScene(read.spec, source.kind === "text" ? source.files : undefined);
      if (ticket !== this.ticket) throw new SpecError([]);
      const data = createData(model);
      this.show(id, model, data, source, false);
      this.times.clear();
      this.pacer.whole.clear();
      this.running = false;
      this.reset();
      if (prefersRealTime(model)) {
        this.preparation = { warmUp: new WarmUp({ model, data }), left: PREPARATION };
        this.schedule(0);
      }
      if (play) this.play();
      else this.report();
    } catch (error) {
      this.around.post({ type: "failed", id, problems: problemsOf(error, place) });
    }
  }

  replace(model: Model, data: Data): void {
    if (this.loaded) this.show(null, model, data, this.loaded.source, true);
    this.report();
  }

  rewound(): void {
    if (!this.loaded) return;
    const { model, data, sampler } = this.loaded;
    sampler.clear();
    if (data.time < model.spec.duration - model.options.timestep / 2) this.endAt = model.spec.duration;
    this.ended = false;
    this.stopped = false;
    this.pacer.start();
    this.meter.clear();
    this.report();
    for (const service of this.services) service.rewound?.(this, this.loaded);
  }

  follow(goesOn: boolean | null): void {
    if (this.followed === goesOn) return;
    this.followed = goesOn;
    this.meter.clear();
    this.factor = Number.NaN;
    this.report();
  }

  shown(): void {
    if (!this.loaded) return;
    this.publish();
    for (const service of this.services) service.ticked?.(this, this.loaded);
    if (this.around.clock() - this.lastStatus >= STATUS_PERIOD) this.report();
  }

  /** Makes a compiled scene the open one and describes it to the page. `kept`: it is the same run, which continues. */
  private show(id: number | null, model: Model, data: Data, source: SceneSource, kept: boolean): void {
    const generation = this.generation + 1;
    const streamed = streamedColumns(model);
    const scene = describeScene(model, data, streamed, this.live);
    const frames = this.around.shared
      ? new SharedFrames(model.nb)
      : new TransferWriter(model.nb, (buffer) => this.around.post({ type: "frame", generation, buffer }, [buffer]));
    this.abandonSteps();
    this.preparation = null;
    this.generation = generation;
    this.loaded = { generation, model, data, frames, source, sampler: new Sampler(model, streamed, this.live) };
    this.around.post({ type: "loaded", id, generation, kept, scene, frames: frames.link }, transferables(scene));
    for (const service of this.services) service.opened?.(this, this.loaded, kept);
  }

  play(): void {
    if (!this.loaded) return;
    this.abandonSteps();
    const { model, data } = this.loaded;
    // beyond its end a run continues indefinitely
    if (data.time >= this.endAt - model.options.timestep / 2) this.endAt = Infinity;
    this.running = true;
    this.ended = false;
    this.behind = false;
    if (this.preparation) this.preparation.left = Math.min(this.preparation.left, HURRIED_PREPARATION);
    this.pacer.start();
    this.meter.clear();
    this.meter.mark(this.around.clock(), data.time);
    this.report();
    this.schedule(0);
  }

  pause(): void {
    this.running = false;
    this.behind = false;
    if (this.loaded) this.loaded.data.profile = null;
    this.abandonSteps();
  }

  reset(): void {
    if (!this.loaded) return;
    const { model, data, sampler } = this.loaded;
    this.abandonSteps();
    sampler.clear();
    senseStart(model, data, () => sampler.add(data, 0));
    this.endAt = model.spec.duration;
    this.ended = false;
    this.stopped = false;
    this.restart = true;
    this.meter.clear();
    this.factor = Number.NaN;
    this.pacer.start();
    this.publish();
    for (const service of this.services) service.restarted?.(this, this.loaded);
  }

  private startSteps(id: number, count: number): void {
    this.pause();
    if (!this.loaded || count < 1) {
      this.around.post({ type: "stepped", id });
      return;
    }
    this.pending = { id, count };
    this.schedule(0);
  }

  private abandonSteps(): void {
    if (this.pending) this.around.post({ type: "stepped", id: this.pending.id });
    this.pending = null;
  }

  private sendHash(id: number): void {
    if (!this.loaded) {
      this.around.post({ type: "hash", id, hash: "", steps: 0, time: 0 });
      return;
    }
    const { data } = this.loaded;
    const steps = data.counter[COUNTER.steps];
    this.around.post({ type: "hash", id, hash: stateHash(data), steps, time: data.time });
  }

  private schedule(delay: number): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.around.later(() => {
      this.scheduled = false;
      this.tick();
    }, delay);
  }

  private tick(): void {
    if (!this.loaded) return;
    if (this.pending) this.tickSteps(this.loaded, this.pending);
    else if (this.preparation) this.tickPreparation(this.preparation);
    else if (this.running) this.tickRun(this.loaded);
  }

  /** Runs a copy of the scene ahead, so that its code is compiled when time begins to count. */
  private tickPreparation(preparation: Preparation): void {
    const begin = this.around.clock();
    const done = preparation.warmUp.run(() => this.around.clock() < begin + BUDGET);
    preparation.left -= this.around.clock() - begin;
    if (done || preparation.left <= 0) {
      this.preparation = null;
      this.pacer.start();
      this.meter.clear();
    }
    if (this.preparation || this.running) this.schedule(0);
  }

  private tickSteps(loaded: Loaded, pending: { readonly id: number; count: number }): void {
    const deadline = this.around.clock() + BUDGET;
    pending.count -= this.pacer.run(pending.count, deadline, (n) => this.advance(loaded, n, false)).steps;
    this.publish();
    for (const service of this.services) service.ticked?.(this, loaded);
    if (pending.count > 0) {
      this.schedule(0);
      return;
    }
    this.pending = null;
    this.report();
    this.around.post({ type: "stepped", id: pending.id });
  }

  private tickRun(loaded: Loaded): void {
    const { model, data } = loaded;
    const h = model.options.timestep;
    const { behind } = this.pacer.tick(h, this.speed, BUDGET, (n) => this.advanceToEnd(loaded, n));
    this.publish();
    for (const service of this.services) service.ticked?.(this, loaded);
    const now = this.around.clock();
    if (behind) {
      this.behind = true;
      if (!data.profile) startProfile(data, this.around.clock); // from now on, to name the slowest stage
    }
    this.stageTimes.follow(data, this.around.clock);
    const over = this.ended;
    if (over) {
      this.running = false;
      data.profile = null;
    }
    if (over || now - this.lastStatus >= STATUS_PERIOD) this.report();
    else if (now - this.lastSamples >= SAMPLE_PERIOD) this.sendSamples();
    if (this.running) this.schedule(behind ? 0 : TICK);
  }

  /** Steps until the run's end or an event that stops it; returns how many. */
  private advanceToEnd(loaded: Loaded, count: number): number {
    const { model, data } = loaded;
    const left = Math.ceil((this.endAt - data.time) / model.options.timestep - 1e-6);
    const made = this.advance(loaded, Math.max(0, Math.min(count, left)), !this.stopped);
    const stop = data.counter[COUNTER.stop] !== 0 && !this.stopped;
    if (!stop && made === count) return made;
    this.stopped ||= stop;
    this.ended = true;
    return Math.min(made, count - 1);
  }

  /** Makes `count` steps and samples the sensors; returns how many, fewer if an event stops the run. */
  private advance(run: Loaded, count: number, heedStop: boolean): number {
    const { model, data, sampler } = run;
    const { beforeStep, afterStep } = this;
    if (count > 0) this.usedStamp = this.newestStamp;
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < beforeStep.length; i++) beforeStep[i].beforeStep?.(run);
      step(model, data);
      if (data.counter[COUNTER.steps] % sampler.every === 0) sampler.add(data, data.time);
      for (let i = 0; i < afterStep.length; i++) afterStep[i].afterStep?.(run);
      if (heedStop && data.counter[COUNTER.stop] !== 0) return k + 1;
    }
    return count;
  }

  /** Hands the present poses to the page. */
  publish(): void {
    if (!this.loaded) return;
    const { generation, model, data, frames } = this.loaded;
    const frame = frames.begin();
    if (!frame) return;
    frame.head[HEAD.generation] = generation;
    frame.head[HEAD.time] = data.time;
    frame.head[HEAD.steps] = data.counter[COUNTER.steps];
    frame.head[HEAD.stamp] = this.usedStamp;
    const { poses } = frame;
    for (let b = 0; b < model.nb; b++) {
      for (let i = 0; i < 3; i++) poses[POSE_SIZE * b + i] = data.bodyPos[3 * b + i];
      for (let i = 0; i < 4; i++) poses[POSE_SIZE * b + 3 + i] = data.bodyQuat[4 * b + i];
      poses[POSE_SIZE * b + 7] = data.bodyState[b];
    }
    frames.publish();
  }

  private sendSamples(): void {
    if (!this.loaded) return;
    const { generation, model, data, sampler } = this.loaded;
    this.lastSamples = this.around.clock();
    const rows = sampler.take();
    if (rows) {
      this.around.post({ type: "samples", generation, rows, restart: this.restart }, [rows.buffer as ArrayBuffer]);
      this.restart = false;
    }
    const events = takeEvents(data).map(({ code, who, time }) => ({
      code,
      who: who[0],
      time,
      ...(isOfForce(code) && { force: model.forces[who[0]]?.names[who[1]] ?? "" }),
    }));
    if (events.length > 0) this.around.post({ type: "events", generation, events });
  }

  /** Sends all that the page shows of the run. */
  report(): void {
    if (!this.loaded) return;
    this.publish();
    this.sendSamples();
    const { generation, data } = this.loaded;
    const now = this.around.clock();
    const elapsed = now - this.lastStatus;
    const goesOn = this.running || this.followed === true;
    if (goesOn) {
      this.factor = this.meter.mark(now, data.time);
      if (elapsed > 0) this.load = Math.min(1, (this.pacer.busy - this.busyBefore) / elapsed);
    }
    this.lastStatus = now;
    this.busyBefore = this.pacer.busy;
    const stages = this.stageTimes.take(data, now);
    const [p50, p99] = this.times.quantiles(0.5, 0.99);
    const status = {
      running: goesOn,
      ended: this.ended,
      time: data.time,
      steps: data.counter[COUNTER.steps],
      speed: this.speed,
      factor: this.factor,
      load: this.running ? this.load : 0,
      behind: this.behind,
      stage: this.behind ? slowestStage(data) : "",
      stages,
      p50,
      p99,
      overruns: this.pacer.whole.overruns,
      warnings: warningsOf(this.loaded.model, data),
    };
    this.around.post({ type: "status", generation, status });
    // a tick that is late again will say so again
    if (!this.behind && !this.stageTimes.wanted) data.profile = null;
    this.behind = false;
  }
}

/** Events whose `who` are a table of forces and a place in it. */
function isOfForce(code: number): boolean {
  return code === eventKinds.reliefValve.code || code === eventKinds.engineStalled.code;
}

/** Back to the start, with `sense` called while the sensors show the initial values. */
function senseStart(model: Model, data: Data, sense: () => void): void {
  resetData(model, data);
  refreshSensors(model, data);
  sense();
}

function slowestStage(data: Data): string {
  const { profile } = data;
  if (!profile) return "";
  let slowest = 0;
  for (let k = 1; k < STAGES.length; k++) if (profile.total[k] > profile.total[slowest]) slowest = k;
  return profile.total[slowest] > 0 ? STAGES[slowest] : "";
}

/** Status bits whose culprit is a joint, and a body. */
const OF_JOINTS = STATUS.contradiction | STATUS.openJoint;
const OF_BODIES =
  STATUS.nonFinite | STATUS.slowed | STATUS.unresolved | STATUS.gained | STATUS.overlapping | STATUS.sunk;

function warningsOf({ joints, bodyNames }: Model, data: Data): WarningNote[] {
  const notes: WarningNote[] = [];
  data.warningCount.forEach((count, bit) => {
    if (count === 0) return;
    const names = ((OF_JOINTS >> bit) & 1) === 1 ? joints.names : ((OF_BODIES >> bit) & 1) === 1 ? bodyNames : [];
    notes.push({ bit, count, who: names[data.warningWho[bit]] ?? "" });
  });
  return notes;
}
