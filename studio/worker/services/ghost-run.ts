/**
 * A second run from the same state with a change: after every step of the run the ghost advances to the same time,
 * whatever its own step.
 */
import {
  COUNTER,
  type Data,
  type Model,
  recompile,
  refreshSensors,
  resetData,
  restore,
  type Spec,
  SpecError,
  snapshot,
  step,
} from "stiction";
import { withValue, writtenPath } from "../../edit/paths.js";
import { type FrameWriter, SharedFrames, TransferWriter } from "../channel.js";
import { HEAD, POSE_SIZE } from "../frame.js";
import type { Request } from "../protocol.js";
import { loadRecompile } from "../recompiling.js";
import { problemsOf } from "../source.js";
import type { EditService } from "./edit.js";
import type { GhostOrigin, GhostVariant } from "./ghost-protocol.js";
import type { Host, Run, Service } from "./service.js";

/** Time between values, ms. */
const PERIOD = 100;
/** Sensors that are compared. */
const MAX_SENSORS = 40;
/** A ghost whose step is this many times smaller is refused: it would hold up the run. */
const MAX_STEPS = 64;

interface Ghost {
  model: Model;
  data: Data;
  origin: GhostOrigin;
  /** s */
  since: number;
  readonly variant: GhostVariant;
  readonly frames: FrameWriter & { readonly link: FrameWriterLink };
}

type Beginning = Pick<Ghost, "model" | "data">;
type FrameWriterLink = SharedFrames["link"] | TransferWriter["link"];

/** What `GhostService` loads for the first ghost. */
export class GhostRun implements Service {
  private readonly edits: EditService;
  private ghost: Ghost | null = null;
  private lastTime = Number.NEGATIVE_INFINITY;
  /** The scene of the run that the ghost knows of. */
  private followed: unknown = null;

  constructor(edits: EditService) {
    this.edits = edits;
  }

  handle(request: Request, host: Host): boolean {
    if (request.type === "ghost") void this.start(request.id, request.variant, host);
    else if (request.type === "ghost-recycle") {
      if (this.ghost?.frames instanceof TransferWriter) this.ghost.frames.recycle(request.buffer);
    } else return false;
    return true;
  }

  /** An edit of the scene reaches the ghost too, unless it is the ghost of the file. Other bodies end it. */
  opened(host: Host, run: Run, kept: boolean): void {
    const { ghost } = this;
    if (!ghost) return;
    const same = kept && run.model.bodyNames.join() === ghost.model.bodyNames.join();
    if (!same) this.end(host, "");
    else if (ghost.variant.kind === "setting") this.follow(host, ghost, run);
  }

  restarted(host: Host, run: Run): void {
    const { ghost } = this;
    if (!ghost) return;
    resetData(ghost.model, ghost.data);
    refreshSensors(ghost.model, ghost.data);
    ghost.origin = "start";
    ghost.since = 0;
    this.show(host, run);
  }

  /** Taken to another time, the run takes the ghost with it: it begins again from there. */
  rewound(host: Host, run: Run): void {
    const { ghost } = this;
    if (!ghost) return;
    const apart = Math.abs(ghost.data.clock[0] - run.data.clock[0]);
    if (apart > Math.max(run.model.options.timestep, ghost.model.options.timestep) / 2) this.beginAgain(ghost, run);
    this.show(host, run);
  }

  afterStep({ data }: Run): void {
    const { ghost } = this;
    if (!ghost) return;
    const now = data.clock[0];
    const half = ghost.model.options.timestep / 2;
    for (let k = 0; ghost.data.clock[0] < now - half && k < MAX_STEPS; k++) step(ghost.model, ghost.data);
  }

  ticked(host: Host, run: Run): void {
    const { ghost } = this;
    if (!ghost) return;
    // a number that was written into the model came without a word
    if (ghost.variant.kind === "setting" && run.model.spec !== this.followed) this.follow(host, ghost, run);
    this.publish(run);
    if (!host.running || host.clock() - this.lastTime >= PERIOD) this.tell(host, run);
  }

  private beginAgain(ghost: Ghost, run: Run): void {
    if (originOf(run, ghost) === "names") Object.assign(ghost, recompile(run, ghost.model.spec, ghost.model.items));
    Object.assign(ghost, begin(run, ghost));
  }

  private async start(id: number, variant: GhostVariant | null, host: Host): Promise<void> {
    this.ghost = null;
    if (variant === null || !host.run) {
      host.post({ type: "ghost-started", id, frames: null });
      return;
    }
    try {
      const compiler = await loadRecompile(await this.specOf(variant, host));
      const { run } = host;
      if (!run) throw new SpecError([{ path: "", message: "no scene is open" }]);
      const { model, data } = compiler(run);
      if (model.nb !== run.model.nb)
        throw new SpecError([{ path: "bodies", message: "the ghost must have the same bodies as the run" }]);
      if (run.model.options.timestep / model.options.timestep > MAX_STEPS)
        throw new SpecError([
          { path: "timestep", message: `expected a step of at least a ${MAX_STEPS}th of the run's` },
        ]);
      const shared = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";
      const frames = shared
        ? new SharedFrames(model.nb)
        : new TransferWriter(model.nb, (buffer) => host.post({ type: "ghost-frame", buffer }, [buffer]));
      this.ghost = { model, data, ...begin(run, { model, data }), variant, frames };
      this.followed = run.model.spec;
      host.post({ type: "ghost-started", id, frames: frames.link });
      this.show(host, run);
    } catch (error) {
      host.post({ type: "failed", id, problems: problemsOf(error) });
    }
  }

  private async specOf(variant: GhostVariant, host: Host): Promise<Spec> {
    const book = await this.edits.scenes(host);
    const { run } = host;
    if (!book || !run) throw new SpecError([{ path: "", message: "no scene is open" }]);
    if (variant.kind === "file") return book.original;
    return withValue(
      book.present,
      writtenPath(run.model, variant.path),
      variant.value,
      run.model.formulation.kind.name,
    );
  }

  /** The present scene with the ghost's own setting; it keeps its state. */
  private follow(host: Host, ghost: Ghost, run: Run): void {
    this.followed = run.model.spec;
    void this.build(host, ghost);
  }

  private async build(host: Host, ghost: Ghost): Promise<void> {
    try {
      const compiler = await loadRecompile(await this.specOf(ghost.variant, host));
      if (this.ghost !== ghost) return;
      const next = compiler(ghost);
      ghost.model = next.model;
      ghost.data = next.data;
      refreshSensors(ghost.model, ghost.data);
    } catch (error) {
      this.end(host, problemsOf(error)[0]?.message ?? "");
    }
  }

  private end(host: Host, reason: string): void {
    this.ghost = null;
    host.post({ type: "ghost-ended", reason });
  }

  private show(host: Host, run: Run): void {
    this.publish(run);
    this.tell(host, run);
  }

  private publish({ generation }: Run): void {
    const frame = this.ghost?.frames.begin();
    if (!this.ghost || !frame) return;
    const { model, data, frames } = this.ghost;
    frame.head[HEAD.generation] = generation;
    frame.head[HEAD.time] = data.time;
    frame.head[HEAD.steps] = data.counter[COUNTER.steps];
    const { poses } = frame;
    for (let b = 0; b < model.nb; b++) {
      for (let i = 0; i < 3; i++) poses[POSE_SIZE * b + i] = data.bodyPos[3 * b + i];
      for (let i = 0; i < 4; i++) poses[POSE_SIZE * b + 3 + i] = data.bodyQuat[4 * b + i];
      poses[POSE_SIZE * b + 7] = data.bodyState[b];
    }
    frames.publish();
  }

  private tell(host: Host, { model, data }: Run): void {
    const { ghost } = this;
    if (!ghost) return;
    this.lastTime = host.clock();
    const columns = model.sensors.columns.slice(0, MAX_SENSORS);
    const values = new Float64Array(2 * columns.length);
    columns.forEach(({ name, slot }, k) => {
      const other = ghost.model.sensors.columns.find((column) => column.name === name);
      values[2 * k] = data.slot[slot];
      values[2 * k + 1] = other ? ghost.data.slot[other.slot] : Number.NaN;
    });
    const names = columns.map(({ name }) => name);
    const units = columns.map(({ unit }) => unit);
    const { body, distance } = furthest(model, data, ghost.data);
    const { origin, since } = ghost;
    host.post({ type: "ghost-values", names, units, values, origin, since, body, distance }, [values.buffer]);
  }
}

/** The state of a run for a ghost that already has the common state by name: all further matching fields. */
function begin(run: Run, ghost: Beginning): Pick<Ghost, "origin" | "since"> {
  const { model, data } = ghost;
  const origin = originOf(run, ghost);
  if (origin === "start") resetData(model, data);
  else if (origin === "state") restore(model, data, snapshot(run.data));
  refreshSensors(model, data);
  return { origin, since: data.clock[0] };
}

function originOf(run: Run, { model, data }: Beginning): GhostOrigin {
  if (run.data.counter[COUNTER.steps] === 0) return "start";
  // centres of mass are where poses are taken, and inputs of the scene are for the scene to say
  const alike =
    model.formulation.kind === run.model.formulation.kind &&
    stateLayout(data) === stateLayout(run.data) &&
    sameNumbers(model.bodyCom, run.model.bodyCom) &&
    sameNumbers(model.input0, run.model.input0);
  return alike ? "state" : "names";
}

/** Names and sizes of the state fields. */
function stateLayout({ layout }: Data): string {
  const fields = layout.fields.filter(({ role }) => role === "state");
  return fields.map(({ owner, name, type, length }) => `${owner}/${name} ${type} ${length}`).join();
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, k) => Object.is(value, b[k]));
}

function furthest(model: Model, a: Data, b: Data): { readonly body: string; readonly distance: number } {
  let [most, who] = [0, 0];
  for (let k = 1; k < model.nb; k++) {
    let square = 0;
    for (let i = 0; i < 3; i++) square += (a.bodyPos[3 * k + i] - b.bodyPos[3 * k + i]) ** 2;
    if (square > most) [most, who] = [square, k];
  }
  return { body: most > 0 ? model.bodyNames[who] : "", distance: Math.sqrt(most) };
}
