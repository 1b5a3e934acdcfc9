import { download } from "../download.js";
import { Icon } from "../icons.js";
import { useMenu } from "../menu.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import { token } from "../theme.js";
import type { Chart } from "./chart.js";
import { csvOf, svgOf } from "./export.js";
import { FormulaField } from "./formula-field.js";
import type { PlotData, PlotKind, PlotSpec } from "./plot-data.js";
import { pngOf } from "./png.js";
import { SensorPicker } from "./sensor-picker.js";
import { DASHES, styleOf } from "./style.js";
import { WINDOWS } from "./windows.js";

interface Props {
  studio: Studio;
  plot: PlotSpec;
  data(): PlotData;
  chart: { readonly current: Chart | null };
}

const KINDS: readonly PlotKind[] = ["time", "phase", "spectrum"];

/** What can be done with a plot: its kind, its sensors, files of it. */
export function PlotMenu(props: Props) {
  const { open, root, list, onKeyDown, toggle, close } = useMenu();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes on Escape from anywhere inside
    <div class="picker" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="icon-button small"
        aria-label={texts.menuOf(props.studio.plots.titleOf(props.plot))}
        title={texts.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={toggle}
      >
        <Icon name="more" size={14} />
      </button>
      {open && (
        <div class="popover plot-menu" role="dialog" aria-label={texts.menu} popover="manual" ref={list}>
          <Settings {...props} />
          <SensorPicker studio={props.studio} plot={props.plot} />
          <FormulaField studio={props.studio} plot={props.plot} />
          <Actions {...props} close={close} />
        </div>
      )}
    </div>
  );
}

function Settings({ studio, plot }: Props) {
  const { plots } = studio;
  const set = (change: Partial<PlotSpec>) => plots.change(plot.id, change);
  const first = plots.columns.value[0]?.name ?? "";
  return (
    <div class="plot-settings">
      <div class="segments" role="radiogroup" aria-label={texts.against}>
        {KINDS.map((kind) => (
          // biome-ignore lint/a11y/useSemanticElements: buttons that look like one control
          <button
            key={kind}
            type="button"
            role="radio"
            aria-checked={plot.kind === kind}
            onClick={() => set({ kind, ...(kind === "phase" && !plot.x ? { x: first } : {}) })}
          >
            {texts.kinds[kind]}
          </button>
        ))}
      </div>
      {plot.kind === "phase" && (
        <label class="plot-field">
          <span>{texts.along}</span>
          <select value={plot.x} onChange={(event) => set({ x: event.currentTarget.value })}>
            {plots.columns.value.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {plot.kind === "spectrum" && (
        <label class="plot-field">
          <span>{texts.window}</span>
          <select
            value={plot.window}
            onChange={(event) => set({ window: event.currentTarget.value as PlotSpec["window"] })}
          >
            {WINDOWS.map((name) => (
              <option key={name} value={name}>
                {texts.windows[name]}
              </option>
            ))}
          </select>
        </label>
      )}
      {plot.kind !== "phase" && (
        <label class="plot-check">
          <input type="checkbox" checked={plot.log} onChange={() => set({ log: !plot.log })} />
          <span class="tick">{plot.log && <Icon name="check" size={10} />}</span>
          {texts.log}
        </label>
      )}
      {plot.kind === "spectrum" && (
        <label class="plot-check">
          <input type="checkbox" checked={plot.logX} onChange={() => set({ logX: !plot.logX })} />
          <span class="tick">{plot.logX && <Icon name="check" size={10} />}</span>
          {texts.logX}
        </label>
      )}
      <label class="plot-check">
        <input type="checkbox" checked={plot.table} onChange={() => set({ table: !plot.table })} />
        <span class="tick">{plot.table && <Icon name="check" size={10} />}</span>
        {texts.table}
      </label>
    </div>
  );
}

function Actions({ studio, plot, data, chart, close }: Props & { close(): void }) {
  const title = studio.plots.titleOf(plot);
  const file = `${studio.scene.value?.description.name ?? "plot"}-${title.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
  const svg = () =>
    svgOf(data(), {
      title: `${studio.scene.value?.description.title ?? ""}: ${title}`,
      width: 720,
      height: 400,
      background: token("bg-1"),
      line: token("line"),
      text: token("text-1"),
      faint: token("text-3"),
      colors: plot.series.map((_, k) => styleOf(k).color),
      dashes: DASHES,
      log: plot.log,
      logX: plot.logX && plot.kind === "spectrum",
      x: chart.current?.limits ?? null,
    });
  const empty = plot.series.length === 0;
  const act = (work: () => void) => () => {
    work();
    close();
  };
  return (
    <div class="plot-actions">
      <span>{texts.save}</span>
      <button
        type="button"
        class="button"
        disabled={empty}
        onClick={act(() => void pngOf(svg(), 2).then((blob) => download(`${file}.png`, blob, "image/png")))}
      >
        PNG
      </button>
      <button
        type="button"
        class="button"
        disabled={empty}
        onClick={act(() => download(`${file}.svg`, svg(), "image/svg+xml"))}
      >
        SVG
      </button>
      <button
        type="button"
        class="button"
        disabled={empty}
        onClick={act(() => download(`${file}.csv`, csvOf(data()), "text/csv"))}
      >
        CSV
      </button>
      <button type="button" class="button" onClick={() => studio.plots.remove(plot.id)}>
        {texts.remove}
      </button>
    </div>
  );
}
