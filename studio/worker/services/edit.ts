/**
 * Edits of the open scene. What makes them is loaded with the first one: a scene that is only watched needs none of it.
 */
import type { Spec } from "stiction";
import type { Request } from "../protocol.js";
import type { Write } from "./history-parameters.js";
import type { SceneEditor } from "./scene-editor.js";
import type { Host, Run, Service } from "./service.js";

export class EditService implements Service {
  private editor: SceneEditor | null = null;
  private queue: Promise<void> = Promise.resolve();
  /** Called before a number is written into the model. */
  onWrite: (run: Run, write: Write) => void = () => {};

  handle(request: Request, host: Host): boolean {
    if (request.type !== "edit" && request.type !== "scene-spec" && request.type !== "scene-text") return false;
    this.queue = this.queue.then(async () => (await this.load()).answer(request, host));
    return true;
  }

  opened(_host: Host, _run: Run, kept: boolean): void {
    if (!kept) this.editor?.opened();
  }

  restarted(host: Host, run: Run): void {
    this.editor?.restarted(host, run);
  }

  /** The opened and the current scene, for services that use them; null without a scene. */
  async scenes(host: Host): ReturnType<SceneEditor["scenes"]> {
    return (await this.load()).scenes(host);
  }

  /** The run was taken to a time at which the scene was this one. Undo or redo leads back from there. */
  travelled(host: Host, run: Run, scene: Spec | null): void {
    this.editor?.travelled(host, run, scene);
  }

  private async load(): Promise<SceneEditor> {
    const { SceneEditor } = await import("./scene-editor.js");
    this.editor ??= new SceneEditor((run, write) => this.onWrite(run, write));
    return this.editor;
  }
}
