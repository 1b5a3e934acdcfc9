import { useEffect, useRef, useState } from "preact/hooks";
import { decimalsFor, fixed, unitText } from "../format.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts.js";
import { token } from "../theme.js";
import type { SensorEntry } from "../worker/protocol.js";
import { LivePlot } from "./live-plot.js";
import { SensorPicker } from "./sensor-picker.js";

/** Shortest time between pictures of the plot, ms: without a graphics card a plot costs more than the scene. */
const INTERVAL = { hardware: 30, software: 150 };

/** From the fourth series on, lines are dashed as well. */
const DASHES = [[], [], [], [4, 3], [1, 3], [8, 3, 2, 3]] as const;

/** Sensors over time, live: which ones, their present values, and the curve. */
export function PlotPanel({ studio }: { studio: Studio }) {
  const scene = useSignal(studio.scene);
  const series = useSignal(studio.series);
  const theme = useSignal(studio.theme);
  const columns = scene?.description.columns ?? [];
  const host = useRef<HTMLDivElement>(null);
  /** Decimals of each series, fixed by its scale so that live digits do not jump; joined, to be compared as one. */
  const [decimals, setDecimals] = useState("");
  /** Row under the cursor, or null for the newest. */
  const [row, setRow] = useState<number | null>(null);

  // made anew with the theme, since a plot reads its colours when it is made
  useEffect(() => {
    if (!host.current || !scene || series.length === 0) return;
    const live = new LivePlot(host.current, {
      history: studio.history,
      duration: scene.description.duration,
      rules: scene.description.rules,
      series: series.map((column, k) => ({ column, unit: columns[column]?.unit ?? "", ...style(k) })),
      interval: () => (studio.viewport?.software ? INTERVAL.software : INTERVAL.hardware),
      onDraw: () => setDecimals(series.map((_, k) => decimalsFor(live.span(k))).join()),
      onCursor: setRow,
    });
    const update = () => live.update(studio.events.value);
    update();
    const endings = [studio.samples.subscribe(update), studio.events.subscribe(update)];
    return () => {
      for (const end of endings) end();
      live.dispose();
    };
  }, [studio, scene, series, theme]);

  return (
    <section class="bottom" aria-label={texts.plot}>
      <header class="plot-head">
        {columns.length > 0 && <SensorPicker studio={studio} columns={columns} />}
        <ul class="values">
          {series.map((column, k) => (
            <Value
              key={column}
              studio={studio}
              index={k}
              decimals={Number(decimals.split(",")[k] ?? 3)}
              column={column}
              sensor={columns[column]}
              row={row}
            />
          ))}
        </ul>
        {columns.length === 0 && scene && <span class="hint">{texts.noSensors}</span>}
      </header>
      {series.length === 0 && columns.length > 0 && <p class="empty-plot">{texts.nothingPlotted}</p>}
      <div class="plot" ref={host} hidden={series.length === 0} />
    </section>
  );
}

function style(k: number): { color: string; dash: number[] } {
  return { color: token(`s${k + 1}`), dash: [...(DASHES[k] ?? [])] };
}

/** A series in the legend: colour, name, value and unit; the sensor's full name on hover. */
function Value(props: {
  studio: Studio;
  index: number;
  decimals: number;
  column: number;
  sensor: SensorEntry | undefined;
  row: number | null;
}) {
  const { studio, index, decimals, column, sensor, row } = props;
  useTenTimesASecond(studio);
  if (!sensor) return null;
  const value = row === null ? studio.history.latest(column + 1) : studio.history.column(column + 1)[row];
  return (
    <li title={sensor.name}>
      <svg class="swatch" width="12" height="4" aria-hidden="true">
        <line x2="12" y1="2" y2="2" stroke={`var(--s${index + 1})`} stroke-dasharray={DASHES[index]?.join(" ")} />
      </svg>
      <span>{shortName(sensor.name)}</span>
      <b title={String(value)}>{fixed(value ?? Number.NaN, decimals)}</b>
      <i>{unitText(sensor.unit)}</i>
    </li>
  );
}

/** Draws a component again when the status changes: live numbers refresh at 10 Hz, whatever the frame rate. */
function useTenTimesASecond(studio: Studio): void {
  useSignal(studio.status);
}

/** `body/box/angularMomentum.x` → `box angular momentum x` */
export function shortName(name: string): string {
  const parts = name.split("/");
  if (parts.length !== 3) return name;
  const [kind, who, quantity] = parts;
  const words = quantity.replaceAll(".", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return kind === "system" ? words : `${who} ${words}`;
}
