/** The loop of `run`: steps in slices; signals, progress bar and recordings are handled in between. */
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import {
  COUNTER,
  type Data,
  type Model,
  prefersRealTime,
  type RealTimePolicy,
  type RealTimeReport,
  RealTimeRunner,
  STAGES,
  StepTimes,
  startProfile,
  step,
  takeEvents,
  warmUp,
} from "stiction";
import { attachRecorder, describeEvent, type RecordedEvent, type Recorder } from "stiction/io";

/** Duration of a slice, ms. */
const SLICE = 40;
/** Pause between ticks in real time, ms. */
const TICK = 1;
/** Characters that recorders may buffer. */
const MAX_WAITING = 4_000_000;
/**
 * Interval of steps that are timed stage by stage. The first step is not timed, since it includes compilation; timing
 * all would slow small scenes by half.
 */
const PROFILE_EVERY = 16;
/** Events kept for the summary; all are recorded. */
const MAX_EVENTS = 10_000;

export interface SimulateOptions {
  readonly steps: number;
  readonly recorders: readonly Recorder[];
  /** Run in real time: what to do when steps take longer, and simulated over real time. */
  readonly realtime: { readonly policy: RealTimePolicy; readonly scale: number } | null;
  /** Makes a step and returns its status bits; `step` by default. `done` is the number of previous steps. */
  advance?(done: number): number;
  /** True when the user wants it to stop. */
  stopRequested(): boolean;
  /** Called between slices. */
  onProgress(done: number, data: Data): void;
}

export interface SimulateResult {
  readonly steps: number;
  /** Wall time from the first step to the last, s. */
  readonly wall: number;
  readonly stopped: "end" | "event" | "interrupted";
  readonly times: StepTimes;
  /** Of runs in real time. */
  readonly realtime: RealTimeReport | null;
  /** Mean time per step of each stage, s. */
  readonly stages: Readonly<Record<string, number>>;
  /** The first events, and how many there were. */
  readonly events: readonly RecordedEvent[];
  readonly eventCount: number;
  /** Every status bit that a step returned. */
  readonly status: number;
}

/** Runs up to `options.steps` steps. */
export async function simulate(model: Model, data: Data, options: SimulateOptions): Promise<SimulateResult> {
  const { recorders, steps, realtime } = options;
  const clock = () => performance.now();
  const profile = startProfile(data, clock);
  data.profile = null;
  const events: RecordedEvent[] = [];
  let eventCount = 0;
  let status = 0;

  const afterStep = () => {
    if (data.eventCount[0] !== data.eventCount[1]) {
      const taken = takeEvents(data);
      for (const recorder of recorders) recorder.events(data, taken);
      for (const event of taken.slice(0, Math.max(0, MAX_EVENTS - events.length))) {
        events.push(describeEvent(model, event, data.counter[COUNTER.steps]));
      }
      eventCount += taken.length;
    }
    for (const recorder of recorders) recorder.record(data);
  };

  // code is compiled before the clock starts
  if (realtime && prefersRealTime(model)) warmUp({ model, data }, { clock: () => clock() / 1000 });
  const begin = clock();
  let done = 0;
  let stopped: SimulateResult["stopped"] = "end";
  // the initial state is recorded from within the first step, when sensors have been read
  const detach = recorders.map((recorder) =>
    attachRecorder(data, options.advance === undefined ? recorder : atStart(recorder)),
  );
  /** One step with all that follows it. */
  const advance = () => {
    data.profile = done % PROFILE_EVERY === PROFILE_EVERY - 1 ? profile : null;
    const bits = options.advance === undefined ? step(model, data) : options.advance(done);
    status |= bits;
    done++;
    return bits;
  };
  const finish = () => {
    for (const remove of detach.splice(0)) remove();
    afterStep();
    if (data.counter[COUNTER.stop] !== 0) stopped = "event";
  };
  const isFull = () => recorders.some((recorder) => recorder.waiting > MAX_WAITING);
  const runner = realtime && realTimeRunner(model, data, realtime, steps, advance, finish);
  const times = runner?.times ?? new StepTimes();
  while (done < steps && stopped === "end") {
    let late = true;
    if (runner) late = runner.tick().behind;
    else {
      const sliceEnd = clock() + SLICE;
      let before = clock();
      while (done < steps && stopped === "end" && before < sliceEnd && !isFull()) {
        advance();
        const after = clock();
        times.add((after - before) / 1000);
        finish();
        before = recorders.length > 0 ? clock() : after;
      }
    }
    options.onProgress(done, data);
    for (const recorder of recorders) await recorder.flush();
    if (late) await nextTurn();
    else await sleep(TICK);
    if (options.stopRequested() && done < steps) stopped = "interrupted";
  }
  data.profile = null;
  const wall = (clock() - begin) / 1000;
  const stages = Object.fromEntries(
    STAGES.map((name, k) => [name, profile.calls[k] > 0 ? profile.total[k] / profile.calls[k] / 1000 : 0]),
  );
  return { steps: done, wall, stopped, times, realtime: runner?.report() ?? null, stages, events, eventCount, status };
}

/** Runs in real time: what follows a step, recording included, counts as its time. */
function realTimeRunner(
  model: Model,
  data: Data,
  { policy, scale }: { readonly policy: RealTimePolicy; readonly scale: number },
  steps: number,
  advance: () => number,
  finish: () => void,
): RealTimeRunner {
  return new RealTimeRunner(
    { model, data },
    {
      clock: () => performance.now() / 1000,
      policy,
      scale,
      budget: SLICE / 1000,
      end: steps,
      advance: () => {
        const bits = advance();
        finish();
        return bits;
      },
    },
  );
}

/** A recorder of the initial state only: data of a step may be known only after it. */
function atStart(recorder: Recorder): Recorder {
  return {
    ...recorder,
    record: (data) => {
      if (data.counter[COUNTER.steps] === 0) recorder.record(data);
    },
  };
}

/** Number of steps in a duration; a last step due to round-off only is not counted. */
export function stepsFor(duration: number, timestep: number): number {
  if (!Number.isFinite(duration / timestep)) return Number.POSITIVE_INFINITY;
  return Math.ceil(duration / timestep - 1e-9 * Math.max(1, duration / timestep));
}
