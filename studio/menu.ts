import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useFloating } from "./floating.js";

/** Items of a menu (`role="menu"`) that can have the focus. */
const ITEMS = "[role=menuitem]:not(:disabled), [role=menuitemcheckbox]:not(:disabled)";

/** What a button and the menu or dialog under it need. */
export interface Menu {
  readonly open: boolean;
  /** For the element that holds the button, as its first, and the menu. */
  readonly root: RefObject<HTMLDivElement | null>;
  /** For the menu itself, which needs `popover="manual"`. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** For `root`: Escape, and in a menu the arrow keys, Home and End. */
  onKeyDown(event: KeyboardEvent): void;
  toggle(): void;
  /** Closes it and gives the focus back to the button. */
  close(): void;
}

/**
 * A menu or dialog under a button. It closes on Escape and on a press outside; a menu takes the focus when it opens,
 * and its items take turns by arrow keys.
 */
export function useMenu(): Menu {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useFloating(open, root, list);
  // at once: a key may come before the next picture
  useLayoutEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    // the focus may be elsewhere: a menu that is open closes first
    const closes = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || root.current?.contains(event.target as Node)) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    };
    addEventListener("pointerdown", outside);
    addEventListener("keydown", closes, { capture: true });
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("keydown", closes, { capture: true });
    };
  }, [open]);
  useEffect(() => {
    if (open) itemsOf(list.current)[0]?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === "Escape") close();
    else if (!moveFocus(itemsOf(list.current), event.key)) return;
    event.preventDefault();
  };
  return { open, root, list, onKeyDown, toggle: () => setOpen(!open), close };
}

/** The items of a menu; a dialog has none, so it keeps its keys and its order of focus. */
function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return list?.getAttribute("role") === "menu" ? [...list.querySelectorAll<HTMLElement>(ITEMS)] : [];
}

/** Goes to the item that a key leads to; returns whether it leads to one. */
function moveFocus(items: readonly HTMLElement[], key: string): boolean {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const to = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, Home: 0, End: last }[key];
  if (to === undefined || last < 0) return false;
  items[to].focus();
  return true;
}
