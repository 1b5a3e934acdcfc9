import { useEffect, useState } from "preact/hooks";
import { fixed, significant, unitText } from "../format.js";
import { Icon } from "../icons.js";
import type { Source } from "../plots/plot-data.js";
import { SENSOR_TYPE } from "../plots/plots.js";
import { shortName } from "../plots/series-name.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/time.js";
import { type Apart, compareRuns } from "./compare.js";
import "./compare.css";

/**
 * Two runs side by side: this one, others that were kept, recordings. Each sensor's largest difference, to be plotted
 * by a click.
 */
export function ComparePanel({ studio }: { studio: Studio }) {
  const { plots, recordings } = studio;
  const list = useSignal(recordings.list);
  const pair = useSignal(plots.pair);
  const busy = useSignal(recordings.busy);
  const scene = useSignal(studio.scene);
  const sources: readonly Source[] = [plots.live, ...list];
  const a = pair?.a ?? plots.live;
  const b = pair?.b ?? list.at(-1) ?? null;
  const choose = (side: "a" | "b", index: number) => {
    const chosen = sources[index];
    if (side === "a" && b) plots.pair.value = { a: chosen, b };
    else if (side === "b") plots.pair.value = { a, b: chosen };
  };
  return (
    <section class="compare" aria-label={texts.compare}>
      <div class="compare-buttons">
        <button type="button" class="button" disabled={!scene} onClick={() => recordings.keepRun()}>
          {texts.keep}
        </button>
        <button type="button" class="button" disabled={!scene || busy} onClick={() => void recordings.save()}>
          <Icon name="download" size={14} />
          {texts.save}
        </button>
      </div>
      {list.length > 0 && (
        <ul class="compare-list">
          {list.map((recording) => (
            <li key={recording.id}>
              <span title={recording.name}>{recording.name}</span>
              {recording.run && (
                <button
                  type="button"
                  class="icon-button small"
                  aria-label={texts.replay(recording.name)}
                  title={texts.replay(recording.name)}
                  onClick={() => studio.time.replay(recording)}
                >
                  <Icon name="play" size={12} />
                </button>
              )}
              <button
                type="button"
                class="icon-button small"
                aria-label={texts.forget(recording.name)}
                title={texts.forget(recording.name)}
                onClick={() => recordings.remove(recording)}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {b ? (
        <>
          <div class="compare-pair">
            <Choice label={texts.first} sources={sources} chosen={a} choose={(k) => choose("a", k)} />
            <Choice label={texts.second} sources={sources} chosen={b} choose={(k) => choose("b", k)} />
          </div>
          <Differences studio={studio} a={a} b={b} />
        </>
      ) : (
        <p class="compare-hint">{texts.compareHint}</p>
      )}
    </section>
  );
}

function Choice(props: { label: string; sources: readonly Source[]; chosen: Source; choose(index: number): void }) {
  const { label, sources, chosen, choose } = props;
  return (
    <label>
      <span>{label}</span>
      <select value={sources.indexOf(chosen)} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {sources.map(({ name }, k) => (
          <option key={k} value={k}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Polling interval of running runs, ms. */
const PERIOD = 1000;

function Differences({ studio, a, b }: { studio: Studio; a: Source; b: Source }) {
  const [rows, setRows] = useState<readonly Apart[]>([]);
  useEffect(() => {
    let seen = "";
    const look = () => {
      const now = [a, b].map((source) => `${source.times().length} ${source.times().at(-1)}`).join();
      if (now !== seen) setRows(compareRuns(a, b));
      seen = now;
    };
    look();
    const timer = setInterval(look, PERIOD);
    return () => clearInterval(timer);
  }, [a, b]);
  const plot = (name: string) => {
    studio.plots.pair.value = { a, b };
    studio.plots.addDifference(name);
    studio.dock.value?.show("plots");
  };
  const same = rows.length > 0 && rows.every(({ most }) => most === 0);
  return (
    <>
      <table class="compare-table">
        <caption>{same ? texts.same : texts.mostApart}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.sensor}</th>
            <th scope="col">{texts.most}</th>
            <th scope="col">{texts.at}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, unit, most, at, first }) => (
            <tr key={name} title={Number.isNaN(first) ? texts.neverApart : texts.apartFrom(`${fixed(first, 4)} s`)}>
              <th scope="row">
                <button
                  type="button"
                  draggable
                  onDragStart={(event) => event.dataTransfer?.setData(SENSOR_TYPE, name)}
                  onClick={() => plot(name)}
                  title={texts.plotDifference(name)}
                >
                  {shortName(name)}
                </button>
              </th>
              <td>
                {significant(most, 3)} <i>{unitText(unit)}</i>
              </td>
              <td>
                {fixed(at, 3)} <i>s</i>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="compare-hint">{texts.nothingCommon}</p>}
    </>
  );
}
