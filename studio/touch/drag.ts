/** Follows a pointer from its press to its release. */
export interface DragListener {
  move(event: PointerEvent): void;
  /** `cancelled`: the browser has taken the pointer away. */
  end(event: PointerEvent, cancelled: boolean): void;
}

/** Calls the listener for the pointer of `press` until that is released. */
export function followPointer(press: PointerEvent, listener: DragListener): void {
  const ended = new AbortController();
  const { signal } = ended;
  const own = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === press.pointerId) act(event);
  };
  const end = (cancelled: boolean) =>
    own((event) => {
      ended.abort();
      listener.end(event, cancelled);
    });
  addEventListener(
    "pointermove",
    own((event) => listener.move(event)),
    { signal },
  );
  addEventListener("pointerup", end(false), { signal });
  addEventListener("pointercancel", end(true), { signal });
}
