import { useEffect, useRef, useState } from "preact/hooks";
import { decimalsFor, unitText } from "../format.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import { Chart } from "./chart.js";
import { Legend } from "./legend.js";
import { type PlotData, type PlotSpec, plotData } from "./plot-data.js";
import { PlotMenu } from "./plot-menu.js";
import { PlotTable } from "./plot-table.js";
import { SENSOR_TYPE } from "./plots.js";
import { unitsOf } from "./series-name.js";
import { styleOf } from "./style.js";

/** Shortest time between pictures of a plot, ms: without a graphics card plots cost more than the scene. */
const INTERVAL = { hardware: 33, software: 200, spectrum: 500 };
/** How long a refusal is shown, ms. */
const REFUSAL = 3000;

/** One plot: title, unit, legend with live values, curve. Takes sensors that are dropped on it. */
export function PlotCard({ studio, plot }: { studio: Studio; plot: PlotSpec }) {
  const { plots } = studio;
  const scene = useSignal(studio.scene);
  const theme = useSignal(studio.theme);
  const source = useSignal(plots.source);
  const pair = useSignal(plots.pair);
  const columns = useSignal(plots.columns);
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  /** Decimals of each series, fixed by its scale so that live digits do not jump; joined, to be compared as one. */
  const [decimals, setDecimals] = useState("");
  const [refusal, setRefusal] = useState("");
  const [over, setOver] = useState(false);
  const from = plot.kind === "difference" ? (pair?.a ?? source) : source;
  // a spectrum costs milliseconds: legend, table and picture share one
  const kept = useRef<{ plot: PlotSpec; from: unknown; at: number; data: PlotData } | null>(null);
  const data = (): PlotData => {
    if (plot.kind !== "spectrum") return plotData(plot, from, pair?.b);
    const at = performance.now();
    const old = kept.current;
    if (old?.plot === plot && old.from === from && at - old.at < 0.9 * INTERVAL.spectrum) return old.data;
    kept.current = { plot, from, at, data: plotData(plot, from) };
    return kept.current.data;
  };
  const units = unitsOf(plot.series.map((name) => ({ unit: plots.unitOf(name) })));

  // recreated with the theme, since a plot reads its colours at creation
  useEffect(() => {
    if (!host.current || !scene || plot.series.length === 0 || plot.table) return;
    const linked = plot.kind === "time" || plot.kind === "difference";
    const { duration } = scene.description;
    const live = new Chart(host.current, {
      kind: plot.kind,
      spectrumWindow: plot.window,
      log: plot.log,
      logX: plot.logX,
      xUnit: plot.kind === "phase" ? plots.unitOf(plot.x) : plot.kind === "spectrum" ? "Hz" : "s",
      series: plot.series.map((name, k) => ({ unit: plots.unitOf(name), ...styleOf(k) })),
      data,
      window() {
        const max = Math.max(duration, from.times().at(-1) ?? 0);
        return { min: max - duration, max };
      },
      now: () => studio.time.now.time,
      times: () => from.times(),
      events: () => studio.events.value,
      interval() {
        const usual = studio.viewport?.software ? INTERVAL.software : INTERVAL.hardware;
        return plot.kind === "spectrum" ? INTERVAL.spectrum : usual;
      },
      onDraw: () => setDecimals(plot.series.map((_, k) => decimalsFor(live.span(k))).join()),
      onCursor(x) {
        if (linked) studio.time.cursor.value = x;
      },
      onZoom(range) {
        if (linked) plots.zoom.value = range;
        else live.setZoom(range);
      },
    });
    chart.current = live;
    if (linked) live.setZoom(plots.zoom.value);
    const update = () => live.update();
    update();
    const endings = [
      studio.samples.subscribe(update),
      studio.events.subscribe(update),
      studio.time.shown.subscribe(update),
      studio.status.subscribe(update),
    ];
    if (linked) {
      endings.push(plots.zoom.subscribe((range) => live.setZoom(range)));
      endings.push(studio.time.cursor.subscribe((time) => live.setCursor(time)));
    }
    return () => {
      for (const end of endings) end();
      live.dispose();
      chart.current = null;
    };
  }, [studio, scene?.description.name, plot, theme, source, pair, columns]);

  useEffect(() => {
    if (!refusal) return;
    const timer = setTimeout(() => setRefusal(""), REFUSAL);
    return () => clearTimeout(timer);
  }, [refusal]);

  const drop = async (event: DragEvent) => {
    const name = event.dataTransfer?.getData(SENSOR_TYPE) || event.dataTransfer?.getData("text/plain");
    setOver(false);
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(await plots.drop(plot.id, name))) setRefusal(texts.refused);
  };

  return (
    <section
      class={over ? "plot-card over" : "plot-card"}
      aria-label={plots.titleOf(plot)}
      onDragOver={(event) => {
        const types = event.dataTransfer?.types ?? [];
        if (!types.includes(SENSOR_TYPE) && !types.includes("text/plain")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <header>
        <h2 title={plots.titleOf(plot)}>{plots.titleOf(plot)}</h2>
        <span class="plot-units">{units.map((unit) => unitText(unit) || "1").join(", ")}</span>
        <PlotMenu studio={studio} plot={plot} data={data} chart={chart} />
      </header>
      <Legend studio={studio} plot={plot} data={data} decimals={decimals} />
      <p class="plot-refusal" role="status">
        {refusal}
      </p>
      {plot.series.length === 0 && <p class="plot-empty">{texts.dropHere}</p>}
      {plot.table ? (
        <PlotTable studio={studio} plot={plot} data={data} />
      ) : (
        <div class="plot" ref={host} hidden={plot.series.length === 0} />
      )}
    </section>
  );
}
