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
  const own = useSignal(studio.plots.own);
  return (
    <>
      <Timeline studio={studio} />
      <section class="plots" aria-label={texts.plots}>
        {list.map((plot) => (
          <PlotCard key={plot.id} studio={studio} plot={plot} />
        ))}
        {scene && list.length === 0 && <Empty studio={studio} />}
        {scene && list.length > 0 && (list.length < MOST_PLOTS || own) && (
          <div class="plot-edge">
            {list.length < MOST_PLOTS && <EdgeButton icon="plus" label={texts.add} act={() => studio.plots.add()} />}
            {own && <EdgeButton icon="restart" label={texts.reset} act={() => studio.plots.reset()} />}
          </div>
        )}
      </section>
    </>
  );
}

function EdgeButton({ icon, label, act }: { icon: "plus" | "restart"; label: string; act(): void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={act}>
      <Icon name={icon} size={14} />
    </button>
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
        <button type="button" class="button" onClick={() => plots.reset()}>
          {texts.reset}
        </button>
      </div>
    </div>
  );
}
