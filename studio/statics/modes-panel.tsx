import { significant } from "../format.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts as common } from "../texts/common.js";
import { texts } from "../texts/modes.js";
import type { StaticsResult } from "../worker/statics-protocol.js";
import { type Statics, staticsOf } from "./statics.js";
import "../inspector/inspector.css";
import "./modes.css";

/** Modes about the equilibrium near the present pose; the chosen one swings in the view. */
export function ModesPanel({ studio }: { studio: Studio }) {
  const statics = staticsOf(studio);
  const scene = useSignal(studio.scene);
  const busy = useSignal(statics.busy);
  const result = useSignal(statics.result);
  const problem = useSignal(statics.problem);
  return (
    <section class="modes" aria-label={common.modes}>
      <div class="modes-buttons">
        <button
          type="button"
          class="button"
          disabled={!scene || busy !== null}
          onClick={() => void statics.findModes()}
        >
          <Icon name="waves" size={14} />
          {texts.find}
        </button>
        {busy === null ? (
          <button
            type="button"
            class="button"
            disabled={!scene}
            title={texts.settleHelp}
            onClick={() => void statics.settle()}
          >
            {texts.settle}
          </button>
        ) : (
          <button type="button" class="button" onClick={() => statics.cancel()}>
            {texts.cancel}
          </button>
        )}
      </div>
      <p class="modes-note" role="status">
        {busy !== null ? progressText(busy) : result ? "" : problem === "" ? texts.hint : ""}
      </p>
      {problem !== "" && (
        <p class="modes-note problem" role="alert">
          {texts.failed}: {problem}
        </p>
      )}
      {result && busy === null && <Found statics={statics} result={result} />}
    </section>
  );
}

function progressText(busy: NonNullable<Statics["busy"]["value"]>): string {
  if (busy === "start") return texts.starting;
  const { stage, done, value } = busy;
  const count = stage === "linearisation" ? Math.round(100 * value) : done;
  return texts.progress[stage](String(count), significant(value, 2));
}

function Found({ statics, result }: { statics: Statics; result: StaticsResult }) {
  const shown = useSignal(statics.shown);
  const amplitude = useSignal(statics.amplitude);
  const { modes, found, reason, stable } = result;
  return (
    <>
      <p class="modes-note">{modes.length === 0 ? texts.noModes : texts.found(String(modes.length))}</p>
      {!found && (
        <p class="modes-note problem">
          <Icon name="warning" size={14} /> {texts.notEquilibrium}: {reason}
        </p>
      )}
      {found && !stable && (
        <p class="modes-note problem">
          <Icon name="warning" size={14} /> {texts.unstable}
        </p>
      )}
      {modes.length > 0 && (
        <>
          <div class="modes-amplitude">
            <label for="modes-amplitude">{texts.amplitude}</label>
            <input
              id="modes-amplitude"
              class="slider"
              type="range"
              min="0"
              max="1"
              step="0.05"
              value={amplitude}
              style={{ "--part": `${Math.round(100 * amplitude)}%` }}
              onInput={({ currentTarget }) => statics.setAmplitude(Number(currentTarget.value))}
            />
            <button type="button" class="button" disabled={shown < 0} onClick={() => statics.show(-1)}>
              {texts.none}
            </button>
          </div>
          <table class="modes-table">
            <thead>
              <tr>
                <th scope="col">
                  {texts.frequency} <i>Hz</i>
                </th>
                <th scope="col">{texts.damping}</th>
                <th scope="col">{texts.kind}</th>
              </tr>
            </thead>
            <tbody>
              {modes.map(({ kind, frequency, dampingRatio }, k) => (
                <tr key={k} class={k === shown ? "shown" : ""}>
                  <th scope="row">
                    <button
                      type="button"
                      aria-pressed={k === shown}
                      aria-label={`${texts.show(String(k + 1))}: ${significant(frequency, 4)} Hz`}
                      onClick={() => statics.show(k === shown ? -1 : k)}
                    >
                      {significant(frequency, 4)}
                    </button>
                  </th>
                  <td>{significant(dampingRatio, 3)}</td>
                  <td>{texts.kinds[kind]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}
