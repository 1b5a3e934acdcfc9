import { useEffect, useRef, useState } from "preact/hooks";
import { fixed } from "../format.js";
import { Icon } from "../icons.js";
import { useWatch } from "../inspector/live-values.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/time.js";
import type { EventNote } from "../worker/protocol.js";
import { type Bundle, bundled } from "./bundles.js";
import { clockText, fitting, ticks } from "./scale.js";
import "./timeline.css";

/** Width of a letter of a label, px. */
const LETTER = 5.8;

/** The run along a line: history, events, playhead. Dragging looks back, releasing resumes from there. */
export function Timeline({ studio }: { studio: Studio }) {
  return (
    <section class="timeline" aria-label={texts.timeline}>
      <Clock studio={studio} />
      <Track studio={studio} />
      <Memory studio={studio} />
    </section>
  );
}

function Clock({ studio }: { studio: Studio }) {
  useSignal(studio.status);
  useSignal(studio.time.shown);
  const { step, time } = studio.time.now;
  return (
    <div class="timeline-clock">
      <code>{clockText(time)}</code>
      <span>{texts.step(fixed(step, 0))}</span>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.toStart}
        title={`${texts.toStart} (Home)`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => studio.time.toStart()}
      >
        <Icon name="first" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.toEnd}
        title={`${texts.toEnd} (End)`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => studio.time.toEnd()}
      >
        <Icon name="last" />
      </button>
    </div>
  );
}

function Track({ studio }: { studio: Studio }) {
  const stored = useSignal(studio.time.stored);
  const events = useSignal(studio.events);
  const scene = useSignal(studio.scene);
  const cursor = useSignal(studio.time.cursor);
  const slips = useSignal(studio.live.slips);
  // for the phases: whether any contact slips
  useWatch(studio, [], 1);
  useSignal(studio.status);
  useSignal(studio.time.shown);
  const track = useRef<HTMLDivElement>(null);
  const width = useWidth(track);
  const { time } = studio.time.now;
  const end = Math.max(scene?.description.duration ?? 1, stored?.lastTime ?? 0, time) || 1;
  const percent = (t: number) => `${(100 * Math.max(0, Math.min(end, t))) / end}%`;
  const timeUnder = ({ clientX }: MouseEvent) => {
    const box = track.current?.getBoundingClientRect();
    return box ? (Math.max(0, Math.min(box.width, clientX - box.left)) / box.width) * end : 0;
  };
  const look = (event: PointerEvent) => studio.time.look(studio.time.stepAt(timeUnder(event)));
  const marks = ticks(end, Math.max(2, width / 80));
  return (
    <div
      class="timeline-track"
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label={texts.time}
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={time}
      aria-valuetext={`${fixed(time, 3)} s`}
      onPointerDown={(event) => {
        if (event.button !== 0 || !stored) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        studio.time.cursor.value = null;
        studio.time.grab();
        look(event);
      }}
      onPointerMove={(event) => {
        const held = event.currentTarget.hasPointerCapture(event.pointerId);
        // the playhead is the cursor while it is dragged
        studio.time.cursor.value = held ? null : timeUnder(event);
        if (held) look(event);
      }}
      onPointerUp={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) void studio.time.release();
      }}
      onPointerCancel={() => void studio.time.release()}
      onPointerLeave={() => {
        studio.time.cursor.value = null;
      }}
      onKeyDown={(event) => {
        if (slide(studio, event)) event.preventDefault();
      }}
    >
      <div class="timeline-rail" />
      {stored && (
        <div
          class="timeline-band"
          style={{ left: percent(stored.firstTime), right: `calc(100% - ${percent(stored.lastTime)})` }}
        />
      )}
      {slips.map(({ from, to }) => (
        <div
          key={from}
          class="timeline-band slip"
          title={texts.slipping(`${fixed(from, 2)} … ${fixed(to, 2)} s`)}
          style={{ left: percent(from), right: `calc(100% - ${percent(to)})` }}
        />
      ))}
      {marks.map((mark, k) => (
        <span key={mark} class="timeline-tick" style={{ left: percent(mark) }}>
          {mark}
          {k === marks.length - 1 && " s"}
        </span>
      ))}
      <Events events={events} rules={scene?.description.rules ?? []} end={end} width={width} />
      {cursor !== null && cursor <= end && <div class="timeline-cursor" style={{ left: percent(cursor) }} />}
      <div class="timeline-head" style={{ left: percent(time) }} />
    </div>
  );
}

/** Keys on the line; returns whether it was one of them. */
function slide(studio: Studio, { key, shiftKey }: KeyboardEvent): boolean {
  const { time } = studio;
  const page = Math.max(1, Math.round((time.stored.value?.lastStep ?? 0) / 20));
  if (key === "ArrowLeft" || key === "ArrowDown") time.back(shiftKey ? 10 : 1);
  else if (key === "ArrowRight" || key === "ArrowUp") time.forward(shiftKey ? 10 : 1);
  else if (key === "PageDown") time.back(page);
  else if (key === "PageUp") time.forward(page);
  else return false;
  return true;
}

function Events(props: { events: readonly EventNote[]; rules: readonly string[]; end: number; width: number }) {
  const { events, rules, end, width } = props;
  const bundles = bundled(
    events,
    (event) => nameOf(event, rules),
    (time) => (time / end) * width,
  );
  const marks = bundles.map((bundle) => ({ ...bundle, text: labelOf(bundle) }));
  const labelled = new Set(fitting(marks, LETTER, width));
  return (
    <>
      {marks
        .filter(({ at }) => at <= width)
        .map((mark) => (
          <span
            key={`${mark.first.code} ${mark.first.who} ${mark.first.time}`}
            class={mark.first.code === 1 ? "timeline-event" : "timeline-event minor"}
            style={{ left: `${mark.at}px` }}
            title={`${mark.text}, ${timesOf(mark)}`}
          >
            {mark.count > 1 && <span class="timeline-bundle" style={{ width: `${mark.to - mark.at}px` }} />}
            {labelled.has(mark) && <b>{mark.text}</b>}
          </span>
        ))}
    </>
  );
}

function labelOf({ name, count }: Bundle): string {
  return count > 1 ? `${name} ×${count}` : name;
}

function timesOf({ first, last, count }: Bundle): string {
  return count > 1 ? `${fixed(first.time, 3)} … ${fixed(last.time, 3)} s` : `${fixed(first.time, 3)} s`;
}

/** The name of a rule, or the kind of an event. */
export function nameOf({ code, who, force = "" }: EventNote, rules: readonly string[]): string {
  const { event } = texts;
  if (code === 1) return rules[who] ?? "";
  if (code === 2) return event.aside;
  if (code >= 10 && code < 20) return event.contact;
  if (code === 60) return event.relief(force);
  if (code === 61) return event.stalled(force);
  if (code === 20) return event.sleep;
  if (code === 21) return event.wake;
  return code === 30 ? event.broke : "";
}

function Memory({ studio }: { studio: Studio }) {
  const stored = useSignal(studio.time.stored);
  const replayed = useSignal(studio.time.replayed);
  const busy = useSignal(studio.recordings.busy);
  if (!stored) return null;
  if (replayed)
    return (
      <div class="timeline-right">
        <span class="chip replay" title={replayed.name}>
          {texts.replaying(replayed.name)}
        </span>
        <button
          type="button"
          class="icon-button small"
          aria-label={texts.endReplay}
          title={texts.endReplay}
          onClick={() => studio.time.endReplay()}
        >
          <Icon name="close" size={14} />
        </button>
      </div>
    );
  const size = (bytes: number) => `${fixed(bytes / 2 ** 20, bytes < 10 * 2 ** 20 ? 1 : 0)} ${texts.megabytes}`;
  const help = texts.memoryHelp(fixed(stored.frames, 0), fixed(stored.checkpoints, 0), size(stored.budget));
  return (
    <div class="timeline-right">
      <span class="chip" title={help}>
        <Icon name="record" size={11} />
        {texts.recording} {size(stored.bytes)}
      </span>
      <button
        type="button"
        class="icon-button small"
        disabled={busy}
        aria-label={texts.save}
        title={texts.save}
        onClick={() => void studio.recordings.save()}
      >
        <Icon name="download" size={14} />
      </button>
      <button type="button" class="button" onClick={() => studio.dock.value?.show("compare")}>
        {texts.compare}
      </button>
    </div>
  );
}

function useWidth(ref: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
