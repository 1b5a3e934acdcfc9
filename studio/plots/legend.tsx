import { fixed, significant, unitText } from "../format.js";
import { nearest } from "../history.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { type PlotData, type PlotSpec, shortName } from "./plot-data.js";
import { SENSOR_TYPE } from "./plots.js";
import { DASHES } from "./style.js";

interface Props {
  studio: Studio;
  plot: PlotSpec;
  data(): PlotData;
  decimals: string;
}

const MOST_DECIMALS = 6;

/**
 * A plot's series with their values: under the cursor, else where one is in time. Names can be dragged to other plots.
 */
export function Legend({ studio, plot, data, decimals }: Props) {
  useSignal(studio.status); // ten times a second, whatever the frame rate
  useSignal(studio.plots.columns);
  const shown = useSignal(studio.time.shown);
  const cursor = useSignal(studio.time.cursor);
  const { source } = studio.plots;
  const time = cursor ?? shown?.time ?? studio.status.value?.time ?? 0;
  const row = nearest(source.value.times(), time);
  const digits = decimals.split(",");
  const valueAt = (name: string, k: number) => {
    if (plot.kind === "spectrum") return peakOf(data(), k);
    if (plot.kind === "difference") return atTime(data(), k, time);
    return source.value.values(name)[row] ?? Number.NaN;
  };
  return (
    <ul class="values">
      {plot.series.map((name, k) => {
        const value = valueAt(name, k);
        const places = Number(digits[k] || 3);
        // zeros behind the point say nothing of a value that is tiny throughout
        const text = plot.log || places > MOST_DECIMALS ? significant(value, 2) : fixed(value, places);
        return (
          <li
            key={name}
            title={name}
            draggable
            onDragStart={(event) => {
              event.dataTransfer?.setData(SENSOR_TYPE, name);
              event.dataTransfer?.setData("text/plain", name);
            }}
          >
            <svg class="swatch" width="12" height="4" aria-hidden="true">
              <line x2="12" y1="2" y2="2" stroke={`var(--s${k + 1})`} stroke-dasharray={DASHES[k]?.join(" ")} />
            </svg>
            <span>{shortName(name)}</span>
            <b title={String(value)}>{text}</b>
            <i>{unitText(studio.plots.unitOf(name))}</i>
          </li>
        );
      })}
    </ul>
  );
}

function atTime({ x, series }: PlotData, k: number, time: number): number {
  return series[k]?.values[nearest(x, time)] ?? Number.NaN;
}

/** Largest amplitude other than the mean. */
function peakOf({ x, series }: PlotData, k: number): number {
  const values = series[k]?.values ?? new Float64Array(0);
  // the main lobe of the mean is eight bins wide, each padded eight times
  return values.reduce((best, value, at) => (x[at] > 0 && at > 32 && value > best ? value : best), 0);
}
