import type { Studio } from "./state.js";

/** What each key does, wherever the focus is, except in a field or an open menu. */
export function bindKeys(studio: Studio): () => void {
  const actions: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    " ": () => studio.toggle(),
    ".": () => void studio.step(1),
    // Shift and the full stop make another character on most keyboards
    ">": () => void studio.step(10),
    ":": () => void studio.step(10),
    r: () => studio.restart(),
    R: () => studio.restart(),
    Home: () => studio.restart(),
    "[": () => studio.shiftSpeed(-1),
    "]": () => studio.shiftSpeed(1),
    f: () => studio.viewport?.resetCamera(),
    F: () => studio.viewport?.resetCamera(),
    "?": () => {
      studio.help.value = !studio.help.value;
    },
    Escape: () => {
      studio.help.value = false;
      studio.scenesOpen.value = false;
    },
  };
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (!action || (event.key !== "Escape" && keepsKey(event))) return;
    event.preventDefault();
    action(event);
  };
  addEventListener("keydown", listener);
  return () => removeEventListener("keydown", listener);
}

/** Whether the focused element needs the key itself: fields take all, buttons take the space bar. */
function keepsKey({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]), textarea, select, [role=menu], dialog[open]")) return key !== "?";
  return key === " " && target.closest("button, input") !== null;
}
