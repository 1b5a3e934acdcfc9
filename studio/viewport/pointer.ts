/**
 * Actions of the pointer in the viewport other than rotating the camera: a click picks, a rest hovers, and a tool may
 * take over.
 */

/** A press that moves by less (px) and ends sooner (ms) is a click. */
export const CLICK_WAY = 4;
const CLICK_TIME = 400;
/** Time before the body under the pointer is outlined, ms. */
const HOVER = 80;

export interface PointerListener {
  /** Asked before the camera gets a press; true when somebody else has taken it. */
  intercept(event: PointerEvent): boolean;
  /** `adds`: with Shift or Ctrl, to select one more. */
  click(x: number, y: number, adds: boolean): void;
  /** The pointer rests here; null when it has left. */
  hover(at: readonly [number, number] | null): void;
}

export class PointerWatch {
  private readonly listener: PointerListener;
  private readonly end = new AbortController();
  private down: { readonly x: number; readonly y: number; readonly time: number; readonly id: number } | null = null;
  private pressed = false;
  private timer = 0;

  /** Listens on `host`, above the element that the camera listens on. */
  constructor(host: HTMLElement, listener: PointerListener) {
    this.listener = listener;
    const { signal } = this.end;
    host.addEventListener("pointerdown", (event) => this.press(event), { capture: true, signal });
    host.addEventListener("pointermove", (event) => this.move(event), { capture: true, passive: true, signal });
    host.addEventListener("pointerleave", () => this.rest(null), { signal });
    addEventListener("pointerup", (event) => this.release(event), { capture: true, signal });
    addEventListener("pointercancel", () => this.cancel(), { capture: true, signal });
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.end.abort();
  }

  private press(event: PointerEvent): void {
    if (!(event.target instanceof HTMLCanvasElement)) return;
    this.pressed = true;
    this.rest(null);
    this.down =
      event.isPrimary && event.button === 0
        ? { x: event.clientX, y: event.clientY, time: event.timeStamp, id: event.pointerId }
        : null;
    if (this.listener.intercept(event)) event.stopPropagation();
  }

  private release(event: PointerEvent): void {
    const { down } = this;
    this.pressed = false;
    this.down = null;
    if (down?.id !== event.pointerId) return;
    const way = Math.hypot(event.clientX - down.x, event.clientY - down.y);
    if (way >= CLICK_WAY || event.timeStamp - down.time >= CLICK_TIME) return;
    this.listener.click(event.clientX, event.clientY, event.shiftKey || event.ctrlKey || event.metaKey);
  }

  private cancel(): void {
    this.pressed = false;
    this.down = null;
  }

  private move(event: PointerEvent): void {
    if (this.pressed || event.pointerType === "touch") return;
    this.rest([event.clientX, event.clientY]);
  }

  private rest(at: readonly [number, number] | null): void {
    clearTimeout(this.timer);
    if (at) this.timer = window.setTimeout(() => this.listener.hover(at), HOVER);
    else this.listener.hover(null);
  }
}
