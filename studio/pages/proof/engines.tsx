import { useEffect, useRef, useState } from "preact/hooks";
import { fixed, given, significant, UNKNOWN } from "../../format.js";
import { Icon } from "../../icons.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts } from "../../texts/proof-engines.js";
import type { OpenedEngine } from "../../worker/engines-protocol.js";
import type { ExperimentEntry } from "../../worker/proof-protocol.js";
import { ENGINE_NAMES, ENGINES, EnginesState, type Session, SPEEDS } from "./engines-state.js";
import { withUnit } from "./numbers.js";
import type { SmallViewer } from "./viewer.js";
import "./engines.css";

type Pair = NonNullable<ExperimentEntry["pair"]>;

/** Shortest and longest time between two pictures of the cards, and the time between two looks at the figures, ms. */
const INTERVAL = 60;
const LONGEST_REST = 600;
const TEXT_INTERVAL = 100;

/** Whether the engines were requested in this session: then the next experiment starts them too. */
let wanted = false;

/** The scene in four engines with one clock. Nothing is loaded before it is requested. */
export function Engines({ studio, pair }: { studio: Studio; pair: Pair }) {
  const [state, setState] = useState<EnginesState | null>(null);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    if (!asked) return;
    wanted = true;
    const made = new EnginesState(pair.test);
    setState(made);
    return () => made.dispose();
  }, [asked, pair.test]);
  return (
    <section class="proof-engines" aria-label={texts.engines}>
      <header>
        <h2>{texts.engines}</h2>
        <p>{texts.enginesHelp}</p>
        <span class="spacer" />
        {state && <Transport state={state} />}
      </header>
      {state ? (
        <Cards studio={studio} state={state} pair={pair} />
      ) : (
        <div class="engine-start">
          <button type="button" class="button" title={texts.startHelp} onClick={() => setAsked(true)}>
            <Icon name="play" size={14} />
            {texts.start}
          </button>
          <span>
            {ENGINES.map((name) => ENGINE_NAMES[name]).join(", ")}. {texts.startHelp}.
          </span>
        </div>
      )}
    </section>
  );
}

function Transport({ state }: { state: EnginesState }) {
  const playing = useSignal(state.playing);
  const speed = useSignal(state.speed);
  const linked = useSignal(state.linked);
  return (
    <div class="engine-transport" role="toolbar" aria-label={texts.engines}>
      <button
        type="button"
        class="icon-button small"
        aria-label={texts.restart}
        title={texts.restart}
        onClick={() => state.restart()}
      >
        <Icon name="restart" size={14} />
      </button>
      <button
        type="button"
        class="icon-button small"
        aria-label={playing ? texts.pause : texts.play}
        title={playing ? texts.pause : texts.play}
        onClick={() => state.toggle()}
      >
        <Icon name={playing ? "pause" : "play"} size={14} />
      </button>
      <fieldset class="proof-segments" aria-label={texts.speed}>
        {SPEEDS.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === speed}
            onClick={() => {
              state.speed.value = value;
            }}
          >
            {Number.isFinite(value) ? `${value}×` : texts.fastest}
          </button>
        ))}
      </fieldset>
      <label class="proof-switch">
        <input
          type="checkbox"
          role="switch"
          checked={linked}
          aria-checked={linked}
          onChange={(event) => {
            state.linked.value = event.currentTarget.checked;
          }}
        />
        <i />
        {texts.linked}
      </label>
    </div>
  );
}

function Cards({ studio, state, pair }: { studio: Studio; state: EnginesState; pair: Pair }) {
  const theme = useSignal(studio.theme);
  const [, redraw] = useState(0);
  const canvases = useRef(new Map<string, HTMLCanvasElement>());

  // names, times and figures
  useEffect(() => {
    let timer = 0;
    const end = state.changes.subscribe(() => {
      timer ||= window.setTimeout(() => {
        timer = 0;
        redraw((n) => n + 1);
      }, TEXT_INTERVAL);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [state]);

  // pictures: as soon as there is a scene to be drawn, and then with rests, since without a graphics card they take
  // long
  useEffect(() => {
    let viewer: SmallViewer | null = null;
    let timer = 0;
    let over = false;
    const draw = () => {
      timer = 0;
      const begun = performance.now();
      for (const { name, opened, latest } of state.sessions) {
        const canvas = canvases.current.get(name);
        if (canvas && opened) viewer?.draw(canvas, latest?.poses ?? opened.poses);
      }
      rest = Math.min(LONGEST_REST, Math.max(INTERVAL, 3 * (performance.now() - begun)));
    };
    let rest = INTERVAL;
    const later = () => {
      if (viewer) timer ||= window.setTimeout(draw, rest);
    };
    const begin = async (first: OpenedEngine) => {
      const { SmallViewer } = await import("./viewer.js");
      if (over) return;
      viewer = newViewer(() => new SmallViewer(first, theme));
      later();
    };
    let begun = false;
    const changed = () => {
      const first = state.sessions.find(({ opened }) => opened)?.opened;
      if (first && !begun) void begin(first);
      begun ||= first !== undefined;
      later();
    };
    changed();
    const end = state.changes.subscribe(changed);
    return () => {
      over = true;
      clearTimeout(timer);
      end();
      viewer?.dispose();
    };
  }, [state, theme]);

  const range = rangeOf(state.sessions);
  return (
    <div class="engine-cards">
      {state.sessions.map((session) => (
        <Card
          key={session.name}
          session={session}
          pair={pair}
          range={range}
          canvas={(element) => {
            if (element) canvases.current.set(session.name, element);
            else canvases.current.delete(session.name);
          }}
        />
      ))}
    </div>
  );
}

/** Without WebGL there are no pictures; curves and figures need none. */
function newViewer(make: () => SmallViewer): SmallViewer | null {
  try {
    return make();
  } catch {
    return null;
  }
}

interface CardProps {
  readonly session: Session;
  readonly pair: Pair;
  readonly range: readonly [number, number];
  canvas(element: HTMLCanvasElement | null): void;
}

/** Why an engine shows nothing. */
function wordsOf(ended: NonNullable<Session["ended"]>): string {
  if (ended.type === "absent") return texts.absentEngine;
  return ended.type === "refused" ? texts.refused(ended.reason) : texts.failedEngine(ended.message);
}

function Card({ session, pair, range, canvas }: CardProps) {
  const { name, opened, ended, latest } = session;
  const title = ENGINE_NAMES[name];
  const version = opened?.version ?? (ended?.type === "refused" ? ended.version : "");
  const settings = opened
    ? texts.settings(version, opened.settings, given(opened.timestep, "s"))
    : ended?.type === "refused"
      ? `${version}, ${ended.settings}`
      : "";
  return (
    <article class={name === "stiction" ? "proof-engine own" : "proof-engine"} data-engine={name} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span title={settings}>{settings || (ended ? "" : texts.loadingEngine)}</span>
        {name === "stiction" && <b class="proof-chip">{texts.thisBuild}</b>}
      </header>
      <div class="engine-view">
        {!ended && <canvas ref={canvas} role="img" aria-label={texts.view(title)} />}
        {ended && <p>{wordsOf(ended)}</p>}
        {!ended && <output>{latest ? `${fixed(latest.time, 2)} s` : UNKNOWN}</output>}
      </div>
      {opened && <MiniCurve session={session} opened={opened} range={range} />}
      <dl>
        <Figure label={texts.deviation} text={shownDeviation(session)} />
        {pair.figures.map((key) => (
          <Figure key={key} label={texts.figures[key] ?? key} text={figureText(key, latest?.figures[key])} />
        ))}
        <Figure
          label={texts.stepTime}
          text={latest && Number.isFinite(latest.stepMs) ? `${significant(latest.stepMs, 2)} ms` : ""}
        />
      </dl>
      <p class="proof-note">{texts.limits[name]?.[pair.topic]}</p>
    </article>
  );
}

function Figure({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function shownDeviation({ latest, opened }: Session): string {
  if (!latest || !opened || Number.isNaN(latest.deviation)) return "";
  return withUnit(latest.deviation, opened.trace.unit);
}

/** Units of figures whose names do not end with one. */
const UNITS: Readonly<Record<string, string>> = { jointGap: "m", meanSpeed: "m/s" };
const TOLD = /^(.*) (%|°|s|mm|m\/s|mm\/s|rad\/s)$/;

function figureText(key: string, value: number | undefined): string {
  if (value === undefined) return "";
  const unit = UNITS[key];
  if (unit !== undefined) return withUnit(value, unit);
  const told = TOLD.exec(key)?.[2] ?? "";
  const digits = Number.isInteger(value) ? fixed(value, 0) : significant(value, 3);
  return told === "°" ? `${digits}°` : `${digits} ${told}`.trim();
}

const CURVE = { width: 270, height: 40, margin: 3 } as const;

/** The traced quantity so far, over the closed form; the scale is that of all cards. */
function MiniCurve(props: { session: Session; opened: OpenedEngine; range: readonly [number, number] }) {
  const { session, opened, range } = props;
  const { exact, key, unit } = opened.trace;
  const [low, high] = range;
  const x = (t: number) => CURVE.margin + (t / opened.seconds) * (CURVE.width - 2 * CURVE.margin);
  const y = (v: number) => CURVE.height - CURVE.margin - ((v - low) / (high - low)) * (CURVE.height - 2 * CURVE.margin);
  const name = texts.traces[key] ?? "";
  return (
    <figure class="mini-curve">
      <svg
        viewBox={`0 0 ${CURVE.width} ${CURVE.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.curveOf(name)}
      >
        {exact && <path class="exact" d={path(exact, x, y)} />}
        <path class="measured" d={path(session.samples, x, y)} />
      </svg>
      <figcaption>
        {name}, {unit}
      </figcaption>
    </figure>
  );
}

/** Range of the closed form, and of all curves as far as they stay near it: one that runs away is cut off. */
function rangeOf(sessions: readonly Session[]): [number, number] {
  const exact = sessions.find(({ opened }) => opened)?.opened?.trace.exact ?? null;
  const own = exact ? extent([exact]) : null;
  const all = extent([...(exact ? [exact] : []), ...sessions.map(({ samples }) => samples)]);
  let [low, high] = all;
  if (own && own[1] - own[0] > 0) {
    const half = own[1] - own[0];
    low = Math.max(low, own[0] - half);
    high = Math.min(high, own[1] + half);
  }
  // values that differ by rounding only give a level line
  const least = 1e-6 * Math.max(Math.abs(low), Math.abs(high), 1e-3);
  return high - low > least ? [low, high] : [low - least - 1e-9, high + least + 1e-9];
}

/** Smallest and largest value of pairs of time and value. */
function extent(lists: readonly ArrayLike<number>[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const pairs of lists) {
    for (let k = 1; k < pairs.length; k += 2) {
      low = Math.min(low, pairs[k]);
      high = Math.max(high, pairs[k]);
    }
  }
  return low <= high ? [low, high] : [0, 0];
}

function path(pairs: ArrayLike<number>, x: (t: number) => number, y: (v: number) => number): string {
  let text = "";
  for (let k = 0; k + 1 < pairs.length; k += 2) {
    text += `${k === 0 ? "M" : "L"}${x(pairs[k]).toFixed(1)} ${y(pairs[k + 1]).toFixed(1)}`;
  }
  return text;
}
