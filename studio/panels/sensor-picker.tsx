import { useEffect, useRef, useState } from "preact/hooks";
import { unitText } from "../format.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts.js";
import type { SensorEntry } from "../worker/protocol.js";

/** The scene's sensors, to be put on the plot or taken off. */
export function SensorPicker({ studio, columns }: { studio: Studio; columns: readonly SensorEntry[] }) {
  const [open, setOpen] = useState(false);
  const series = useSignal(studio.series);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes on Escape from anywhere inside
    <div
      class="picker"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.preventDefault();
        setOpen(false);
        root.current?.querySelector("button")?.focus();
      }}
    >
      <button type="button" class="button" aria-haspopup="true" aria-expanded={open} onClick={() => setOpen(!open)}>
        {texts.sensors}
        <Icon name="chevronDown" size={12} />
      </button>
      {open && (
        <fieldset class="popover">
          <legend class="visually-hidden">{texts.chooseSensors}</legend>
          {columns.map(({ name, unit }, column) => {
            const chosen = series.includes(column);
            const refused = !chosen && !studio.accepts(column);
            return (
              <label key={name} class={refused ? "refused" : ""} title={refused ? texts.thirdUnit : undefined}>
                <input
                  type="checkbox"
                  checked={chosen}
                  disabled={refused}
                  onChange={() => studio.toggleSeries(column)}
                />
                <span class="tick">{chosen && <Icon name="check" size={10} />}</span>
                <code>{name}</code>
                <i>{unitText(unit)}</i>
              </label>
            );
          })}
        </fieldset>
      )}
    </div>
  );
}
