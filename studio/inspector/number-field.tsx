import { useEffect, useRef, useState } from "preact/hooks";
import { unitText } from "../format.js";
import { texts } from "../texts/inspector.js";
import { LoadError } from "../worker/client.js";
import { fieldText, inRange, parseNumber, type Range, rangeText, rounded, sliderRange, stepOf } from "./values.js";

/** Pixels that a scrub needs before it is one. */
const SLACK = 3;

export interface NumberProps {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly range: Range;
  readonly value: number | undefined;
  readonly slider: boolean;
  /** Rejects when the engine refuses. */
  set(value: number): Promise<void>;
}

/** What a number says when it is refused. */
function objection(error: unknown): string {
  if (error instanceof LoadError) return error.problems[0]?.message ?? "";
  return error instanceof Error ? error.message : String(error);
}

/**
 * A number: typed, moved by arrow keys, slid, or scrubbed on its label. What is not allowed stays in the field, in red
 * and with the reason; nothing is clamped silently.
 */
export function useNumber({
  range,
  value,
  set,
  figures,
}: Pick<NumberProps, "range" | "value" | "set"> & { figures?: number }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const sliding = useRef<{ low: number; high: number } | null>(null);
  // a value that changed elsewhere replaces a refused one
  // only the value counts
  useEffect(() => {
    if (sliding.current === null) {
      setDraft(null);
      setProblem("");
    }
  }, [value]);

  const limits = sliding.current ?? sliderRange(value ?? 0, range);
  const step = stepOf(limits, range.integer);

  const offer = (next: number | undefined, text: string) => {
    setDraft(text);
    if (next === undefined || !inRange(next, range)) {
      const allowed = rangeText(range);
      setProblem(allowed ? texts.allowed(allowed) : texts.notNumber);
      return;
    }
    setProblem("");
    if (next === value) {
      setDraft(null);
      return;
    }
    set(next).then(
      () => {
        if (sliding.current === null) setDraft(null);
      },
      (error) => setProblem(objection(error)),
    );
  };
  /** Moves by steps from where a gesture began. */
  const nudge = (from: number, steps: number, factor: number) => {
    const next = rounded(from + steps * step * factor, range.integer ? 1 : step * Math.min(1, factor));
    offer(next, fieldText(next));
  };
  return {
    text: draft ?? fieldText(value, figures),
    /** What is in the field, to all its digits. */
    present: (draft === null ? undefined : parseNumber(draft)) ?? value ?? 0,
    problem,
    limits,
    step,
    offer,
    nudge,
    type: (text: string) => setDraft(text),
    commit: () => draft !== null && offer(parseNumber(draft), draft),
    cancel: () => {
      setDraft(null);
      setProblem("");
    },
    hold: () => {
      sliding.current = sliderRange(value ?? 0, range);
    },
    release: () => {
      sliding.current = null;
      if (problem === "") setDraft(null);
    },
  };
}

type NumberControl = ReturnType<typeof useNumber>;

/** How much faster or slower a gesture goes. */
const factorOf = ({ shiftKey, altKey }: { shiftKey: boolean; altKey: boolean }) => (shiftKey ? 0.1 : altKey ? 10 : 1);

export function NumberInput({
  id,
  label,
  unit,
  value,
  control,
  placeholder = "",
}: Pick<NumberProps, "id" | "label" | "unit" | "value"> & { control: NumberControl; placeholder?: string }) {
  return (
    <span class={control.problem ? "field-box bad" : "field-box"}>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        value={control.text}
        placeholder={placeholder}
        title={value === undefined ? undefined : `${value} ${unitText(unit)}`.trim()}
        aria-label={label}
        aria-invalid={control.problem !== ""}
        aria-describedby={control.problem ? `${id}-problem` : undefined}
        onInput={({ currentTarget }) => control.type(currentTarget.value)}
        onBlur={() => control.commit()}
        onKeyDown={(event) => {
          if (event.key === "Enter") control.commit();
          else if (event.key === "Escape") {
            event.stopPropagation();
            control.cancel();
          } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            event.preventDefault();
            control.nudge(control.present, event.key === "ArrowUp" ? 1 : -1, factorOf(event));
          }
        }}
      />
      {/* a word in place of a number has no unit */}
      <i>{control.text === "" && /[a-z]/i.test(placeholder) ? "" : unitText(unit)}</i>
    </span>
  );
}

export function NumberSlider({ label, control }: Pick<NumberProps, "label"> & { control: NumberControl }) {
  const { low, high } = control.limits;
  const at = control.present;
  return (
    <input
      class="slider"
      type="range"
      min={low}
      max={high}
      step={control.step}
      value={at}
      style={{ "--part": `${(100 * Math.max(0, Math.min(1, (at - low) / (high - low)))).toFixed(1)}%` }}
      aria-label={texts.slider(label)}
      onPointerDown={() => control.hold()}
      onPointerUp={() => control.release()}
      onPointerCancel={() => control.release()}
      onInput={({ currentTarget }) => {
        const next = rounded(Number(currentTarget.value), control.step);
        control.offer(next, fieldText(next));
      }}
    />
  );
}

/** A label on which a drag to the side changes the value. */
export function ScrubLabel({
  id,
  label,
  help,
  value,
  control,
}: Pick<NumberProps, "id" | "label" | "value"> & { help: string; control: NumberControl }) {
  const start = useRef<{ x: number; value: number; moved: boolean } | null>(null);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes arrow keys
    <label
      for={id}
      class="scrub"
      title={help}
      onPointerDown={(event) => {
        if (event.button !== 0 || value === undefined) return;
        start.current = { x: event.clientX, value, moved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (!from) return;
        const way = event.clientX - from.x;
        if (!from.moved && Math.abs(way) < SLACK) return;
        if (!from.moved) control.hold();
        from.moved = true;
        control.nudge(from.value, way, factorOf(event));
      }}
      onPointerUp={() => {
        if (start.current?.moved) control.release();
      }}
      onPointerCancel={() => {
        if (start.current?.moved) control.release();
        start.current = null;
      }}
      onClick={(event) => {
        // the end of a drag does not start typing
        if (start.current?.moved) event.preventDefault();
        start.current = null;
      }}
    >
      {label}
    </label>
  );
}
