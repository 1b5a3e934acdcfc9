import type { Studio } from "../state.js";
import type { Command } from "./command.js";
import { COMMANDS } from "./index.js";

/**
 * Runs the command of a key, wherever the focus is, except in a field or an open menu; returns a function that ends it.
 */
export function bindKeys(studio: Studio): () => void {
  const byKey = new Map<string, Command>();
  for (const command of COMMANDS) for (const key of command.keys ?? []) byKey.set(key, command);
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      closeTop(studio);
      return;
    }
    const command = byKey.get(nameOf(event));
    if (!command || (!command.inFields && keepsKey(event))) return;
    if (!command.anywhere && studio.page.value !== "workspace") return;
    if (command.when && !command.when(studio, event.target)) return;
    event.preventDefault();
    command.run(studio);
  };
  const focused = () => studio.cameras.walk.enter();
  addEventListener("keydown", listener);
  addEventListener("focusin", focused);
  return () => {
    removeEventListener("keydown", listener);
    removeEventListener("focusin", focused);
  };
}

/** Escape: closes what was opened last, one thing at a time. A menu or a dialog that has the focus closes itself. */
function closeTop(studio: Studio): void {
  const { help, overlays, scenesOpen, touch, selections, cameras } = studio;
  cameras.walk.leave();
  if (help.value) help.value = false;
  else if (overlays.menu.value) overlays.menu.value = false;
  else if (scenesOpen.value) scenesOpen.value = false;
  else if (touch.drop()) return;
  else if (selections.all.value.length > 1) studio.selection.value = null;
  else if (studio.notice.value) studio.closeNotice();
}

function nameOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  // with Alt the keys make other characters on some systems: digits go by their place
  if (altKey) return ctrlKey || metaKey ? "" : `Alt+${shiftKey ? "Shift+" : ""}${code.replace("Digit", "")}`;
  // of keys without a character, only these mean something else with Shift
  if ((key === "Tab" || key === "F6") && shiftKey) return `Shift+${key}`;
  const letter = key.length === 1 && !shiftKey ? key.toLowerCase() : key;
  return (ctrlKey || metaKey ? "Ctrl+" : "") + letter;
}

/**
 * Whether the focused element needs the key itself: fields take all but those with Ctrl, buttons take the space bar.
 */
function keepsKey({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], dialog[open]"))
    return key !== "?" && !((ctrlKey || metaKey) && key === "k");
  return key === " " && target.closest("button, input") !== null;
}
