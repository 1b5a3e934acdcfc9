import { useEffect, useState } from "preact/hooks";
import { unitText } from "../format.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import type { PlotSpec } from "./plot-data.js";
import { SENSOR_TYPE } from "./plots.js";

/** Rows of the list at most; the search finds the others. */
const ROWS = 60;

/** Sensors to be put on a plot or taken off: those of the scene first, then everything that can be read. */
export function SensorPicker({ studio, plot }: { studio: Studio; plot: PlotSpec }) {
  const { plots } = studio;
  const columns = useSignal(plots.columns);
  const offered = useSignal(plots.offered);
  const [query, setQuery] = useState("");
  useEffect(() => void plots.offer(), [plots]);
  const known = new Set(columns.map(({ name }) => name));
  const all = [...columns, ...offered.filter(({ name }) => !known.has(name))];
  const words = query.toLowerCase().split(/\s+/);
  const found = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const chosenFirst = [...found].sort(
    (a, b) => Number(plot.series.includes(b.name)) - Number(plot.series.includes(a.name)),
  );
  return (
    <fieldset class="sensor-picker">
      <legend class="visually-hidden">{texts.chooseSensors}</legend>
      <input
        type="search"
        class="plot-search"
        placeholder={texts.filterSensors(all.length)}
        aria-label={texts.filterSensors(all.length)}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      {chosenFirst.slice(0, ROWS).map(({ name, unit }) => {
        const chosen = plot.series.includes(name);
        const refused = !chosen && !plots.accepts(plot, name);
        return (
          <label
            key={name}
            class={refused ? "refused" : ""}
            title={refused ? texts.refused : undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer?.setData(SENSOR_TYPE, name);
              event.dataTransfer?.setData("text/plain", name);
            }}
          >
            <input type="checkbox" checked={chosen} disabled={refused} onChange={() => plots.toggle(plot.id, name)} />
            <span class="tick">{chosen && <Icon name="check" size={10} />}</span>
            <code>{name}</code>
            <i>{unitText(unit)}</i>
          </label>
        );
      })}
      {found.length > ROWS && <p class="plot-note">{texts.more(found.length - ROWS)}</p>}
      {found.length === 0 && <p class="plot-note">{texts.nothingFound}</p>}
    </fieldset>
  );
}
