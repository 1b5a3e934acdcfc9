/** Edits of the open scene, from the page. Everything goes through the worker, which owns the scene. */

import type { Spec } from "stiction";
import { download } from "../download.js";
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { LoadError } from "../worker/client.js";
import type { SceneSource } from "../worker/protocol.js";
import type { EditAction, EditState } from "../worker/services/edit-protocol.js";
import type { Change } from "./differences.js";
import type { ItemName, Section } from "./items.js";
import type { RigidMotion } from "./placing.js";
import type { TextFormat } from "./scene-writer.js";

/** Values that wait while an earlier one of the same path is being sent; only the newest counts. */
interface Waiting {
  value: unknown;
  readonly done: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** A text that was to be opened and does not hold. */
export interface RefusedText {
  readonly fileName: string;
  readonly text: string;
  readonly problems: LoadError["problems"];
}

export class Edits {
  readonly canUndo = new Signal(false);
  readonly canRedo = new Signal(false);
  /** Path → value in the opened scene, and current value. */
  readonly changed = new Signal<ReadonlyMap<string, Change>>(new Map());
  /** Counts edits, for components that show values of the scene. */
  readonly revision = new Signal(0);
  /** The last dropped text that could not be opened; the source panel shows it for correction. */
  readonly refused = new Signal<RefusedText | null>(null);
  private readonly studio: Studio;
  private readonly waiting = new Map<string, Waiting | null>();

  constructor(studio: Studio) {
    this.studio = studio;
    studio.simulation.on("edit-state", ({ state }) => this.show(state));
    studio.simulation.on("loaded", ({ kept }) => {
      if (kept) return;
      this.refused.value = null;
      this.show({ canUndo: false, canRedo: false, changed: [] });
    });
  }

  /**
   * Changes a value of the scene, by its path as in `stiction --set`: `bodies.box.mass`, `gravity.z`,
   * `formulation.contacts`. It acts at once, while running. Throws the engine's objection as a LoadError, and then
   * nothing has changed. Calls that arrive before the worker answers are merged.
   */
  async set(path: string, value: unknown): Promise<void> {
    if (this.waiting.has(path)) return this.later(path, value);
    this.waiting.set(path, null);
    try {
      await this.edit({ kind: "set", path, value });
    } finally {
      this.next(path);
    }
  }

  /** Adds an item; returns its name, which is made up when it has none. */
  async add(section: Section, item: Readonly<Record<string, unknown>>): Promise<string> {
    return (await this.edit({ kind: "add", section, item }))[0];
  }

  /** Removes items and their dependents; returns the removed paths. */
  async remove(items: readonly ItemName[]): Promise<readonly string[]> {
    return this.edit({ kind: "remove", items });
  }

  /** Changes several values; one undo takes all of them back. */
  async setAll(changes: readonly { readonly path: string; readonly value: unknown }[]): Promise<void> {
    await this.edit({ kind: "set-all", changes });
  }

  /** Puts bodies elsewhere at the start of the scene. */
  async move(bodies: readonly string[], motion: RigidMotion): Promise<void> {
    await this.edit({ kind: "move", bodies, motion });
  }

  /** Copies bodies and what joins them, by a shift (m); returns the names of the new bodies. */
  async duplicate(bodies: readonly string[], shift: readonly number[]): Promise<readonly string[]> {
    return this.edit({ kind: "duplicate", bodies, shift });
  }

  async undo(): Promise<void> {
    await this.edit({ kind: "undo" });
  }

  async redo(): Promise<void> {
    await this.edit({ kind: "redo" });
  }

  /** One value as it was when the scene was opened. */
  async revert(path: string): Promise<void> {
    await this.edit({ kind: "revert", path });
  }

  async revertAll(): Promise<void> {
    await this.edit({ kind: "revert-all" });
  }

  /**
   * The whole scene from a text; the run goes on with it. The problems of a LoadError have `file:line:column` as path.
   */
  async setText(text: string, format: TextFormat): Promise<void> {
    await this.edit({ kind: "text", text, fileName: `scene.${format}` });
  }

  /** The current scene in its original text, with the edits. */
  async spec(): Promise<Spec> {
    const reply = await this.studio.simulation.ask((id) => ({ type: "scene-spec", id }));
    if (reply.type !== "scene-spec") throw new Error(`unexpected ${reply.type}`);
    return reply.spec;
  }

  /** The current scene as a file that opens as the same scene to the bit. */
  async saveText(format: TextFormat): Promise<string> {
    return (await this.file(format)).text;
  }

  /** Saves the scene as a file. */
  async download(format: TextFormat = "yaml"): Promise<void> {
    const { text, fileName } = await this.file(format);
    const type = format === "json" ? "application/json" : "application/yaml";
    download(fileName, text, type);
  }

  /** A scene could not be opened: a text is shown where it is wrong. */
  refuse(source: SceneSource, error: unknown): void {
    if (source.kind !== "text" || !(error instanceof LoadError) || error.problems.length === 0) return;
    this.refused.value = { fileName: source.fileName, text: source.text, problems: error.problems };
    this.showSource();
  }

  /** Brings the source panel to the front, once the panels are there: a file may be dropped while they load. */
  private showSource(): void {
    const { dock } = this.studio;
    if (dock.value) {
      dock.value.show("source");
      return;
    }
    const end = dock.subscribe((control) => {
      if (!control) return;
      end();
      if (this.refused.value) control.show("source");
    });
  }

  /** Shows why an edit was refused. */
  complain(error: unknown): void {
    const problem = error instanceof LoadError ? error.problems[0] : { path: "", message: String(error) };
    if (problem) this.studio.notice.value = { kind: "error", path: problem.path, text: problem.message };
  }

  private async file(format: TextFormat): Promise<{ readonly text: string; readonly fileName: string }> {
    const reply = await this.studio.simulation.ask((id) => ({ type: "scene-text", id, format }));
    if (reply.type !== "scene-text") throw new Error(`unexpected ${reply.type}`);
    return reply;
  }

  private async edit(action: EditAction): Promise<readonly string[]> {
    const reply = await this.studio.simulation.ask((id) => ({ type: "edit", id, action }));
    if (reply.type !== "edited") throw new Error(`unexpected ${reply.type}`);
    this.show(reply.state);
    return reply.names;
  }

  private show({ canUndo, canRedo, changed }: EditState): void {
    this.canUndo.value = canUndo;
    this.canRedo.value = canRedo;
    this.changed.value = new Map(changed.map(([path, from, to]) => [path, { from, to }]));
    this.revision.value++;
  }

  private later(path: string, value: unknown): Promise<void> {
    const held = this.waiting.get(path);
    if (held) {
      held.value = value;
      return held.done;
    }
    let settle = { resolve() {}, reject(_error: unknown) {} };
    const done = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.waiting.set(path, { value, done, ...settle });
    return done;
  }

  /** The newest value that came meanwhile, if one did. */
  private next(path: string): void {
    const held = this.waiting.get(path);
    this.waiting.delete(path);
    if (held) this.set(path, held.value).then(held.resolve, held.reject);
  }
}
