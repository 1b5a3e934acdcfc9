import { fixed, significant, unitText } from "../format.js";
import { nearest } from "../history.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import { type PlotData, type PlotSpec, seriesValues } from "./plot-data.js";
import { SENSOR_TYPE } from "./plots.js";
import { shortName } from "./series-name.js";
import { spectrumPeaks } from "./spectrum.js";
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
  // of a spectrum the highest peak is told, and its frequency
  const spectra = plot.kind === "spectrum" ? data() : null;
  const peaks = spectra?.series.map(({ values }) => spectrumPeaks(spectra.x, values, plot.window, 1)[0]) ?? [];
  const valueAt = (name: string, k: number) => {
    if (plot.kind === "spectrum") return peaks[k]?.amplitude ?? Number.NaN;
    if (plot.kind === "difference") return atTime(data(), k, time);
    return seriesValues(source.value, name)[row] ?? Number.NaN;
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
            {peaks[k] && (
              <b title={`${peaks[k].frequency} Hz`}>{texts.atFrequency(significant(peaks[k].frequency, 4))}</b>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function atTime({ x, series }: PlotData, k: number, time: number): number {
  return series[k]?.values[nearest(x, time)] ?? Number.NaN;
}
