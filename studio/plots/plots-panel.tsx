import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import { Timeline } from "../time/timeline.js";
import { PlotCard } from "./plot-card.js";
import { MOST_PLOTS } from "./plots.js";
import "./plots.css";

const PRESETS = ["energy", "residual"] as const;

/** Timeline and plots, which share their time. */
export function PlotsPanel({ studio }: { studio: Studio }) {
  const list = useSignal(studio.plots.list);
  const scene = useSignal(studio.scene);
  return (
    <>
      <Timeline studio={studio} />
      <section class="plots" aria-label={texts.plots}>
        {list.map((plot) => (
          <PlotCard key={plot.id} studio={studio} plot={plot} />
        ))}
        {scene && list.length === 0 && <Empty studio={studio} />}
        {scene && list.length > 0 && list.length < MOST_PLOTS && (
          <button
            type="button"
            class="plot-add"
            aria-label={texts.add}
            title={texts.add}
            onClick={() => studio.plots.add()}
          >
            <Icon name="plus" size={14} />
          </button>
        )}
      </section>
    </>
  );
}

/** Something to begin with. */
function Empty({ studio }: { studio: Studio }) {
  const { plots } = studio;
  return (
    <div class="plot-presets">
      <p>{texts.none}</p>
      <div>
        {PRESETS.filter((preset) => plots.presetSeries(preset).length > 0).map((preset) => (
          <button key={preset} type="button" class="button" onClick={() => plots.addPreset(preset)}>
            {texts[preset]}
          </button>
        ))}
        <button type="button" class="button" onClick={() => plots.add()}>
          {texts.add}
        </button>
      </div>
    </div>
  );
}
