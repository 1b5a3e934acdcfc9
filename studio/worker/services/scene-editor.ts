/**
 * Edits of the open scene: a number goes to its place in the model, anything else recompiles the scene with its state
 * carried over.
 */
import {
  COUNTER,
  type Data,
  findParameter,
  type Model,
  recompile,
  refreshSensors,
  resetData,
  type Spec,
  SpecError,
  setParameter,
  setView,
} from "stiction";
import type { WrittenScene } from "../../edit/amended-text.js";
import { type Change, differences } from "../../edit/differences.js";
import { freeName, namesOf, withItem, withoutItems } from "../../edit/items.js";
import { isComponent, itemName, valueAt, withoutValue, withValue, writtenPath } from "../../edit/paths.js";
import { withCopies, withMotion } from "../../edit/placing.js";
import { fileNameOf, sceneText, type TextFormat } from "../../edit/scene-writer.js";
import { drawnCameras } from "../describe.js";
import { loadRecompile } from "../recompiling.js";
import { problemsOf, readSource } from "../source.js";
import type { EditAction, EditRequest, EditState } from "./edit-protocol.js";
import type { Write } from "./history-parameters.js";
import type { Host, Run } from "./service.js";

/** States that can be undone. */
const MAX_UNDO = 200;
/** Edits of one value that follow within this time are one for undo, ms. */
const SAME_EDIT = 1000;

/** The opened scene, the current one, and the undo and redo stacks. Scenes are never changed, only replaced. */
interface Book {
  readonly original: Spec;
  /** The opened scene with its defaults. */
  readonly full: unknown;
  spec: Spec;
  readonly undo: Spec[];
  readonly redo: Spec[];
  /** Computed values of the opened scene, by path. */
  readonly derived: Map<string, number>;
  /** The text that a scene, or the one it came from by edits, was read from. */
  readonly written: WeakMap<Spec, WrittenScene>;
  lastPath: string;
  lastTime: number;
}

/** What an action makes of the scene. */
interface Outcome {
  readonly spec: Spec;
  readonly names?: readonly string[];
  /** A number that has a place in the model: no recompile. */
  readonly slot?: Slot | undefined;
  /** Only the way in which the scene is shown differs: the run goes on, with its history. */
  readonly looks?: boolean;
}

interface Slot {
  readonly path: string;
  readonly value: number;
}

/** What `EditService` loads when somebody edits. */
export class SceneEditor {
  private book: Promise<Book> | null = null;
  private read: Book | null = null;
  /** Counts opened scenes. */
  private scene = 0;
  /**
   * Whether the model has numbers that were written into it: at the next start it is recompiled, so that it equals the
   * saved one bit for bit.
   */
  private written = false;
  /** Called before a number is written into the model. */
  private readonly onWrite: (run: Run, write: Write) => void;

  constructor(onWrite: (run: Run, write: Write) => void) {
    this.onWrite = onWrite;
  }

  /** Another scene was opened. */
  opened(): void {
    this.scene++;
    this.book = null;
    this.read = null;
    this.written = false;
  }

  restarted(host: Host, run: Run): void {
    if (!this.written) return;
    this.written = false;
    const { model, data } = recompile(run, this.read?.spec ?? run.model.spec);
    resetData(model, data);
    host.replace(model, data);
    host.reset();
  }

  /** The opened and the current scene, for services that use them; null without a scene. */
  async scenes(host: Host): Promise<{ readonly original: Spec; readonly present: Spec } | null> {
    if (!host.run) return null;
    const { original, spec } = await this.open(host.run);
    return { original, present: spec };
  }

  /** The run was taken to a time at which the scene was this one. Undo or redo leads back from there. */
  travelled(host: Host, run: Run, scene: Spec | null): void {
    const { read: book } = this;
    if (!book || !scene || book.spec === scene) return;
    if (book.undo.includes(scene)) while (book.spec !== scene) move(book, book.undo, book.redo);
    else if (book.redo.includes(scene)) while (book.spec !== scene) move(book, book.redo, book.undo);
    else enter(book, scene, "", host.clock());
    this.written = true;
    host.post({ type: "edit-state", state: stateOf(book, run) });
  }

  /** Answers a request; the next one has to wait for the end. */
  async answer(request: EditRequest, host: Host): Promise<void> {
    const { id } = request;
    let place: Parameters<typeof problemsOf>[1];
    try {
      if (!host.run) throw new SpecError([{ path: "", message: "no scene is open" }]);
      const { scene } = this;
      const book = await this.open(host.run);
      if (request.type === "scene-spec") host.post({ type: "scene-spec", id, spec: book.spec });
      else if (request.type === "scene-text") {
        const text = await textOf(book, request.format);
        host.post({ type: "scene-text", id, text, fileName: fileNameOf(host.run.model.name, request.format) });
      } else {
        const { action } = request;
        const read =
          action.kind === "text"
            ? await readSource({ kind: "text", fileName: action.fileName, text: action.text })
            : null;
        place = read?.place;
        const { run } = host;
        if (scene !== this.scene || !run) throw new SpecError([{ path: "", message: "another scene was opened" }]);
        const outcome = read ? { spec: read.spec } : this.outcome(book, action, run);
        if (read && action.kind === "text") book.written.set(read.spec, writtenAs(action, read.spec));
        if (outcome) {
          if (outcome.looks) showAnother(outcome.spec, host, run);
          else if (outcome.slot) this.write(outcome.slot, outcome.spec, book.spec, host, run);
          else {
            const compiler = await loadRecompile(outcome.spec);
            if (scene !== this.scene) throw new SpecError([{ path: "", message: "another scene was opened" }]);
            this.replace(compiler(host.run ?? run), host, host.run ?? run);
          }
          this.remember(book, action, outcome.spec, host.clock());
        }
        host.post({ type: "edited", id, names: outcome?.names ?? [], state: stateOf(book, host.run as Run) });
      }
    } catch (error) {
      host.post({ type: "failed", id, problems: problemsOf(error, place) });
    }
  }

  /** The scene as its author wrote it: the model's own has every default filled in. */
  private open(run: Run): Promise<Book> {
    const { scene } = this;
    const { source } = run;
    this.book ??= readSource(source).then(({ spec }) => {
      const book: Book = {
        original: spec,
        full: run.model.spec,
        spec,
        undo: [],
        redo: [],
        derived: new Map(),
        written: new WeakMap(source.kind === "text" ? [[spec, writtenAs(source, spec)]] : []),
        lastPath: "",
        lastTime: 0,
      };
      if (scene === this.scene) this.read = book;
      return book;
    });
    return this.book;
  }

  /** The scene after an action; null when there is nothing to do. Throws a SpecError for an invalid action. */
  private outcome(book: Book, action: EditAction, { model, data }: Run): Outcome | null {
    if (action.kind === "set") return setting(book, model, data, action.path, action.value);
    if (action.kind === "add") {
      const taken = namesOf(book.spec, model, action.section);
      const name =
        typeof action.item.name === "string" ? action.item.name : freeName(taken, action.section, action.item);
      return { spec: withItem(book.spec, action.section, { name, ...action.item }), names: [name] };
    }
    if (action.kind === "remove") {
      const removal = withoutItems(book.spec, model, action.items);
      const path = action.items.map(({ section, name }) => `${section}.${name}`).join(", ");
      if (!removal) throw new SpecError([{ path, message: "there is no such item" }]);
      return { spec: removal.spec, names: removal.removed };
    }
    if (action.kind === "set-all") {
      const kind = model.formulation.kind.name;
      const change = (spec: Spec, { path, value }: (typeof action.changes)[number]) =>
        withValue(spec, writtenPath(model, path), value, kind);
      return action.changes.length > 0 ? { spec: action.changes.reduce(change, book.spec) } : null;
    }
    if (action.kind === "move") return { spec: withMotion(book.spec, model, action.bodies, action.motion) };
    if (action.kind === "duplicate") return withCopies(book.spec, model, data, action.bodies, action.shift);
    if (action.kind === "revert") return reverting(book, model, data, action.path);
    if (action.kind === "revert-all") return book.spec === book.original ? null : { spec: book.original };
    if (action.kind === "text") return null;
    const spec = (action.kind === "undo" ? book.undo : book.redo).at(-1);
    return spec ? toScene(book, model, data, spec) : null;
  }

  /** A number to its place in the model. */
  private write(slot: Slot, spec: Spec, before: Spec, host: Host, run: Run): void {
    const { model, data } = run;
    this.onWrite(run, { ...slot, before, after: spec });
    setParameter(model, data, slot.path, slot.value);
    this.written = true;
    if (!host.running) refreshSensors(model, data);
    host.report();
  }

  /** Another model of the scene, with the state carried over. */
  private replace(next: { readonly model: Model; readonly data: Data }, host: Host, { data }: Run): void {
    this.written = false;
    if (data.counter[COUNTER.steps] === 0) {
      // at the start there is no state to keep: positions and velocities are those of the current scene
      resetData(next.model, next.data);
      host.replace(next.model, next.data);
      host.reset();
      host.report();
      return;
    }
    refreshSensors(next.model, next.data);
    host.replace(next.model, next.data);
  }

  private remember(book: Book, action: EditAction, spec: Spec, now: number): void {
    if (action.kind === "undo") move(book, book.undo, book.redo);
    else if (action.kind === "redo") move(book, book.redo, book.undo);
    else enter(book, spec, action.kind === "set" && isScrubbed(action.value) ? action.path : "", now);
  }
}

/** Undo, or redo: the last scene of one stack becomes current, and the current one goes to the other. */
function move(book: Book, from: Spec[], to: Spec[]): void {
  const spec = from.pop();
  if (!spec) return;
  to.push(book.spec);
  book.spec = spec;
  book.lastPath = "";
}

/** Whether a value changes by dragging: key frames of a film, for instance, are made one by one. */
function isScrubbed(value: unknown): boolean {
  return typeof value !== "object" || (Array.isArray(value) && value.every((entry) => typeof entry !== "object"));
}

/** A new scene of the book. `path`: of the one value that makes it differ. */
function enter(book: Book, spec: Spec, path: string, now: number): void {
  const written = book.written.get(book.spec);
  if (written && !book.written.has(spec)) book.written.set(spec, written);
  // a scrub is one edit
  if (path === "" || path !== book.lastPath || now - book.lastTime > SAME_EDIT) book.undo.push(book.spec);
  if (book.undo.length > MAX_UNDO) book.undo.shift();
  book.redo.length = 0;
  book.lastPath = path;
  book.lastTime = now;
  book.spec = spec;
}

function writtenAs({ fileName, text }: { readonly fileName: string; readonly text: string }, spec: Spec): WrittenScene {
  return { text, format: /\.json$/i.test(fileName) ? "json" : "yaml", spec };
}

/** The current scene, in its original text if there is one. */
async function textOf({ spec, written }: Book, format: TextFormat): Promise<string> {
  const own = written.get(spec);
  if (own?.format !== format) return sceneText(spec, format);
  const { amendedText } = await import("../../edit/amended-text.js");
  const amended = await amendedText(own, spec);
  return amended ?? sceneText(spec, format);
}

function setting(book: Book, model: Model, data: Data, path: string, value: unknown): Outcome {
  const written = writtenPath(model, path);
  const spec = withValue(book.spec, written, value, model.formulation.kind.name);
  if (isLook(path)) return { spec, looks: true };
  const slot = slotOf(model, data, path, value);
  if (slot && valueAt(book.original, written) === undefined && !book.derived.has(path)) {
    const before = findParameter(model, data, path)?.get();
    if (before !== undefined) book.derived.set(path, before);
  }
  return { spec, slot };
}

/**
 * The place in the model for a number, when it has one and takes the value. The step is in the description of the
 * scene, which must follow.
 */
function slotOf(model: Model, data: Data, path: string, value: unknown): Outcome["slot"] {
  if (typeof value !== "number" || path === "timestep") return undefined;
  return findParameter(model, data, path)?.allows(value) ? { path, value } : undefined;
}

/** One value as it was when the scene was opened. */
function reverting(book: Book, model: Model, data: Data, path: string): Outcome | null {
  const written = writtenPath(model, path);
  const before = valueAt(book.original, written);
  if (before !== undefined || isComponent(path)) {
    const from = before ?? changesOf(book, model).get(path)?.from;
    return from === undefined ? null : setting(book, model, data, path, from);
  }
  if (valueAt(book.spec, written) === undefined) return null;
  return {
    spec: withoutValue(book.spec, book.original, written),
    looks: isLook(path),
    slot: slotOf(model, data, path, book.derived.get(path)),
  };
}

/** Another scene of the book; a single number that differs needs no recompile. */
function toScene(book: Book, model: Model, data: Data, spec: Spec): Outcome {
  const changes = [...differences(book.spec, spec, (list, index) => itemName(model, list, index))];
  if (changes.length > 0 && changes.every(([path]) => isLook(path))) return { spec, looks: true };
  if (changes.length !== 1) return { spec };
  const [path, { to }] = changes[0];
  return { spec, slot: slotOf(model, data, path, to ?? book.derived.get(path)) };
}

/** Whether a path is of cameras, which nothing but the picture has to do with. */
function isLook(path: string): boolean {
  return /^view\.(cameras|path)\b/.test(path);
}

/** The run goes on and is shown in another way. */
function showAnother(spec: Spec, host: Host, { model, generation }: Run): void {
  setView(model, spec.view);
  host.post({ type: "view", generation, cameras: drawnCameras(model), path: model.spec.view?.path ?? [] });
}

function changesOf(book: Book, model: Model): Map<string, Change> {
  return differences(book.original, book.spec, (list, index) => itemName(model, list, index));
}

/** What stood for a value that the opened scene left out: worked out, or its default. */
function usual(book: Book, model: Model, path: string): unknown {
  return book.derived.get(path) ?? valueAt(book.full, writtenPath(model, path));
}

function stateOf(book: Book, { model }: Run): EditState {
  const changed = [...changesOf(book, model)]
    .map(([path, { from, to }]) => [path, from ?? usual(book, model, path), to] as const)
    .filter(([, from, to]) => !Object.is(from, to));
  return { canUndo: book.undo.length > 0, canRedo: book.redo.length > 0, changed };
}
