/** The ruler in the hand: two clicks, or a drag, from one place to another. */
import type { Studio } from "../state.js";
import type { Spot } from "./touch.js";

/** A press that moves by more than this is a drag, px. */
const DRAG = 6;

export class RulerTool {
  private readonly studio: Studio;
  private readonly spotAt: (x: number, y: number) => Spot | null;

  constructor(studio: Studio, spotAt: (x: number, y: number) => Spot | null) {
    this.studio = studio;
    this.spotAt = spotAt;
  }

  /** A press on a place; the first of two, the second, or the begin of a drag. */
  press(event: PointerEvent, spot: Spot): void {
    const { touch, viewport } = this.studio;
    const { value: first } = touch.first;
    if (first) {
      viewport?.measure(first, spot);
      touch.first.value = null;
      return;
    }
    touch.first.value = spot;
    viewport?.measure(spot, spot);
    const ended = new AbortController();
    const { signal } = ended;
    const move = (at: PointerEvent) => {
      if (touch.tool.value !== "ruler" || !touch.first.value) ended.abort();
      else if (at.isPrimary) this.reach(at.clientX, at.clientY, touch.first.value);
    };
    // a drag ends with the button; after a click the ruler follows the pointer until the next one
    const release = (up: PointerEvent) => {
      if (up.pointerId !== event.pointerId) return;
      if (Math.hypot(up.clientX - event.clientX, up.clientY - event.clientY) <= DRAG) return;
      move(up);
      touch.first.value = null;
      ended.abort();
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", release, { signal, once: true });
    addEventListener("pointercancel", () => ended.abort(), { signal });
  }

  private reach(x: number, y: number, first: Spot): void {
    const spot = this.spotAt(x, y);
    if (spot) this.studio.viewport?.measure(first, spot);
  }
}
