import { useEffect, useRef, useState } from "preact/hooks";
import { useFloating } from "../floating.js";
import { Icon } from "../icons.js";
import { Signal, useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/palette.js";
import { PANELS } from "./panels.js";

const NONE = new Signal<ReadonlySet<string>>(new Set());

/** Which panels are shown; back to how they were. */
export function LayoutMenu({ studio }: { studio: Studio }) {
  const dock = useSignal(studio.dock);
  const shown = useSignal(dock?.open ?? NONE);
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useFloating(open, root, menu);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  if (!dock) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes on Escape from anywhere inside
    <div
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.preventDefault();
        setOpen(false);
        root.current?.querySelector("button")?.focus();
      }}
    >
      <button
        type="button"
        class="icon-button"
        aria-label={texts.layout}
        title={texts.layout}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="layout" />
      </button>
      {open && (
        <div class="layout-menu" role="menu" aria-label={texts.layout} popover="manual" ref={menu}>
          {PANELS.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="menuitemcheckbox"
              aria-checked={shown.has(id)}
              onClick={() => dock.toggle(id)}
            >
              <i>{shown.has(id) && <Icon name="check" size={14} />}</i>
              {title}
            </button>
          ))}
          <hr />
          <button type="button" role="menuitem" onClick={() => dock.reset()}>
            <i />
            {texts.resetLayout}
          </button>
        </div>
      )}
    </div>
  );
}
