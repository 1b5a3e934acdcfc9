import { useEffect, useState } from "preact/hooks";
import { significant, unitText } from "../format.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import type { PlotData, PlotSpec } from "./plot-data.js";
import { shortName } from "./series-name.js";

/** Rows at most; between them others are left out, and that is said. */
const ROWS = 200;
/** Time between refreshes, ms: a table that is read should not run away. */
const PERIOD = 1000;

/** A plot's numbers as a table. */
export function PlotTable({ studio, plot, data }: { studio: Studio; plot: PlotSpec; data(): PlotData }) {
  const [shown, setShown] = useState(data);
  useEffect(() => {
    const timer = setInterval(() => setShown(copy(data())), PERIOD);
    setShown(copy(data()));
    return () => clearInterval(timer);
  }, [plot]);
  const { x, xName, xUnit, series } = shown;
  const every = Math.max(1, Math.ceil(x.length / ROWS));
  const rows = Array.from({ length: Math.ceil(x.length / every) }, (_, k) => k * every);
  const head = (name: string, unit: string) => `${shortName(name)} (${unitText(unit) || "1"})`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <div class="plot-table" tabIndex={0}>
      <table>
        <caption>
          {studio.plots.titleOf(plot)}
          {every > 1 && `, ${texts.everyRow(every)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              {head(xName === "time" ? texts.time : xName === "frequency" ? texts.frequency : xName, xUnit)}
            </th>
            {series.map(({ name, unit }) => (
              <th key={name} scope="col">
                {head(name, unit)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{significant(x[row], 5)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{significant(values[row], 5)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The history is overwritten in place. */
function copy(data: PlotData): PlotData {
  return {
    ...data,
    x: data.x.slice(),
    series: data.series.map((series) => ({ ...series, values: series.values.slice() })),
  };
}
