import { fixed, given, quantity, UNKNOWN } from "../format.js";
import { useSignal } from "../signal.js";
import { LOAD_BARS, type Studio } from "../state.js";
import { texts } from "../texts/common.js";

/** Below this fraction of the requested speed a scene counts as slow. */
const SLOW = 0.98;
const WIDTH = 3 * LOAD_BARS;
const HEIGHT = 22;

/** How well the simulation keeps up: factor, load against the deadline, time per step. */
export function Meter({ studio }: { studio: Studio }) {
  const status = useSignal(studio.status);
  const loads = useSignal(studio.loads);
  const scene = useSignal(studio.scene);
  const { factor = Number.NaN, speed = 1, stage = "", p50 = Number.NaN, p99 = Number.NaN, overruns = 0 } = status ?? {};
  const slow = factor < SLOW * speed;
  const shown = Number.isNaN(factor) ? UNKNOWN : `${fixed(factor, 2)}×`;
  const step = scene ? given(scene.description.timestep, "s") : "";
  return (
    <div class={slow ? "meter slow" : "meter"}>
      <div class="factor" title={slow && stage ? texts.slowHelp(stage) : texts.factorHelp}>
        <b>{slow ? texts.slow(shown, stage) : shown}</b>
        <span>{texts.realTime}</span>
      </div>
      <svg class="loads" width={WIDTH} height={HEIGHT} role="img" aria-label={texts.loadHelp}>
        <title>{texts.loadHelp}</title>
        <line x1="0" x2={WIDTH} y1="1.5" y2="1.5" stroke-dasharray="2 2" />
        {loads.map((load, k) => {
          const height = Math.max(1, (HEIGHT - 2) * load);
          const x = WIDTH - 3 * (loads.length - k);
          return <rect key={k} class={load > 0.9 ? "full" : ""} x={x} y={HEIGHT - height} width="2" height={height} />;
        })}
      </svg>
      <dl class="step-time" title={`${texts.stepTimeHelp(step)}; ${texts.overruns(overruns)}`}>
        <dt>{texts.median}</dt>
        <dd>{duration(p50)}</dd>
        <dt>{texts.ninetyNinth}</dt>
        <dd>
          {duration(p99)} {step && <i>{texts.of(step)}</i>}
        </dd>
      </dl>
    </div>
  );
}

/** A time in ms as µs, ms or s. */
function duration(ms: number): string {
  return Number.isNaN(ms) ? UNKNOWN : quantity(ms / 1000, "s");
}
