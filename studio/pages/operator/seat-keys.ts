import type { Dialog } from "./header.js";
import type { Seat } from "./seat.js";

/** Keys of the seat: levers first, then views and switches; returns a function that ends it. */
export function bindSeatKeys(seat: Seat, open: (dialog: Dialog) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const { studio, keys } = seat;
  const others: Readonly<Record<string, () => void>> = {
    Space: () => studio.toggle(),
    KeyM: () => void seat.toggleSound(),
    KeyH: () => open("help"),
    Escape: () => open(null),
    Digit0: () => studio.cameras.set("orbit"),
  };
  const down = (event: KeyboardEvent) => {
    keys.fine = event.shiftKey;
    if (event.ctrlKey || event.metaKey || event.altKey || inField(event)) return;
    const { code } = event;
    if (keys.press(code)) take(event);
    else if (event.repeat || (code === "Space" && onButton(event))) return;
    else if (code === "KeyB") seat.horn.value = true;
    else if (others[code]) {
      others[code]();
      take(event);
    } else if (/^Digit[1-9]$/.test(code)) studio.cameras.takeNumber(Number(code.slice(5)) - 1);
  };
  const up = (event: KeyboardEvent) => {
    keys.fine = event.shiftKey;
    if (keys.release(event.code)) take(event);
    if (event.code === "KeyB") seat.horn.value = false;
  };
  addEventListener("keydown", down, { capture: true, signal });
  addEventListener("keyup", up, { capture: true, signal });
  addEventListener("blur", () => keys.clear(), { signal });
  return () => {
    ended.abort();
    keys.clear();
  };
}

function take(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function inField({ target }: Event): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]") !== null
  );
}

function onButton({ target }: Event): boolean {
  return target instanceof Element && target.closest("button, a, input") !== null;
}
