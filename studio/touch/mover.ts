/**
 * Moves and turns the selected bodies by handles. They are placed where the scene has them at its start, so that the
 * file, undo and the forms agree with the picture: choosing such a tool takes the run back there.
 */
import type { RigidMotion } from "../edit/placing.js";
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { followPointer } from "./drag.js";
import type { Tool } from "./touch.js";

/** Whether a tool places bodies. */
export function isPlacing(tool: Tool): tool is "move" | "turn" {
  return tool === "move" || tool === "turn";
}

export class Mover {
  /** Whether bodies can be placed: the run is at its start. */
  readonly ready = new Signal(false);
  private readonly studio: Studio;
  private readonly tool: Signal<Tool>;
  private shown = "";

  constructor(studio: Studio, tool: Signal<Tool>) {
    this.studio = studio;
    this.tool = tool;
    tool.subscribe((value) => {
      if (isPlacing(value)) this.toStart();
    });
  }

  /** Keeps the handles up to date; returns a function that ends it. */
  connect(host: HTMLElement): () => void {
    const { selections, scene, status, theme, cameras } = this.studio;
    const refresh = () => this.refresh();
    const again = () => {
      this.shown = "";
      this.refresh();
    };
    const hover = (event: PointerEvent) => {
      if (event.buttons === 0) this.studio.viewport?.handles.hover(event.clientX, event.clientY);
    };
    host.addEventListener("pointermove", hover, { passive: true });
    const ends = [
      this.tool.subscribe(refresh),
      selections.all.subscribe(refresh),
      status.subscribe(refresh),
      scene.subscribe(again),
      theme.subscribe(again),
      cameras.mode.subscribe(again),
    ];
    return () => {
      host.removeEventListener("pointermove", hover);
      for (const end of ends) end();
    };
  }

  /** A press on the view; returns whether it was on a handle. */
  press(event: PointerEvent): boolean {
    const { viewport, selections, scene } = this.studio;
    if (!viewport?.handles.grab(event.clientX, event.clientY)) return false;
    const bodies = selections.bodies;
    const names = bodies.flatMap((index) => scene.value?.description.bodies[index]?.name ?? []);
    let motion: RigidMotion | null = null;
    followPointer(event, {
      move: ({ clientX, clientY, shiftKey }) => {
        motion = viewport.handles.drag(clientX, clientY, shiftKey);
        viewport.handles.preview(bodies, motion);
      },
      end: (_event, cancelled) => {
        viewport.handles.release();
        if (motion && !cancelled && moves(motion)) void this.write(bodies, names, motion);
        else viewport.handles.preview(bodies, null);
      },
    });
    return true;
  }

  private async write(bodies: readonly number[], names: readonly string[], motion: RigidMotion): Promise<void> {
    const { edits, viewport } = this.studio;
    try {
      await edits.move(names, motion);
    } catch (error) {
      edits.complain(error);
      viewport?.handles.preview(bodies, null);
    }
    this.shown = "";
    this.refresh();
  }

  /** Takes the run back to its start; later history stays until a step is made. */
  private toStart(): void {
    const { status, simulation, time } = this.studio;
    if ((status.value?.steps ?? 0) === 0) return;
    simulation.pause();
    // an edit that recompiled the scene has cut the history: then only a restart leads to the start
    if ((time.stored.value?.resumable ?? 0) === 0) time.toStart();
    else this.studio.restart();
  }

  private refresh(): void {
    const { status, selections, viewport } = this.studio;
    const { value } = status;
    this.ready.value = value !== null && value.steps === 0 && !value.running;
    const tool = this.tool.value;
    const mode = this.ready.value && isPlacing(tool) ? tool : null;
    const wanted = mode ? `${mode} ${selections.bodies.join()}` : "";
    if (wanted === this.shown) return;
    this.shown = wanted;
    viewport?.handles.show(mode, selections.bodies);
  }
}

function moves({ shift, turn }: RigidMotion): boolean {
  return shift.some((x) => x !== 0) || Math.abs(turn[3]) < 1;
}
