import { Icon } from "../icons.js";
import { useMenu } from "../menu.js";
import { Signal, useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/palette.js";
import { PANELS } from "./panels.js";

const NONE = new Signal<ReadonlySet<string>>(new Set());

/** Which panels are shown; back to how they were. */
export function LayoutMenu({ studio }: { studio: Studio }) {
  const dock = useSignal(studio.dock);
  const shown = useSignal(dock?.open ?? NONE);
  const { open, root, list, onKeyDown, toggle } = useMenu();
  if (!dock) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes on Escape from anywhere inside
    <div ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.layout}
        title={texts.layout}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={toggle}
      >
        <Icon name="layout" />
      </button>
      {open && (
        <div class="layout-menu" role="menu" aria-label={texts.layout} popover="manual" ref={list}>
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
