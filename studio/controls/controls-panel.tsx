import { useState } from "preact/hooks";
import { decimalsFor, fixed, unitText } from "../format.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/controls.js";
import type { Binding, Control } from "./mapping.js";
import "./controls.css";

/** Sliders for everything that the scene lets one drive, and which keys and sticks move it. */
export function ControlsPanel({ studio }: { studio: Studio }) {
  const controls = useSignal(studio.controls.list);
  const bindings = useSignal(studio.controls.bindings);
  const armed = useSignal(studio.controls.armed);
  const gamepad = useSignal(studio.controls.gamepad);
  const pattern = useSignal(studio.controls.pattern);
  const rows = controls.map((control, k) => ({ control, binding: bindings[k] }));
  const others = rows.filter(({ control }) => !control.main);
  if (controls.length === 0) return <p class="controls-empty">{texts.none}</p>;
  return (
    <section class="controls" aria-label={texts.controls}>
      <header>
        <label class="controls-arm">
          <input
            type="checkbox"
            role="switch"
            aria-checked={armed}
            checked={armed}
            onChange={() => {
              studio.controls.armed.value = !armed;
            }}
          />
          {texts.arm}
        </label>
        <button type="button" class="button" onClick={() => studio.controls.release()}>
          {texts.release}
        </button>
      </header>
      {pattern !== null && (
        <div class="controls-pattern" role="radiogroup" aria-label={texts.pattern}>
          {(["iso", "sae"] as const).map((name) => (
            <label key={name} title={texts.patternHelp(name)}>
              <input
                type="radio"
                name="pattern"
                checked={pattern === name}
                onChange={() => studio.controls.setPattern(name)}
              />
              {name.toUpperCase()}
            </label>
          ))}
          <span>{texts.patternHelp(pattern)}</span>
        </div>
      )}
      <div class="controls-list">
        <Rows studio={studio} rows={rows.filter(({ control }) => control.main)} />
        {others.length > 0 && (
          <details open={others.length === rows.length}>
            <summary>{texts.others(others.length)}</summary>
            <Rows studio={studio} rows={others} />
          </details>
        )}
      </div>
      <footer>{gamepad ? texts.gamepad(gamepad) : texts.noGamepad}</footer>
    </section>
  );
}

interface RowProps {
  readonly control: Control;
  readonly binding: Binding | undefined;
}

function Rows({ studio, rows }: { studio: Studio; rows: readonly RowProps[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <Row key={row.control.id} studio={studio} {...row} />
      ))}
    </ul>
  );
}

function Row({ studio, control, binding }: RowProps & { studio: Studio }) {
  const values = useSignal(studio.controls.values);
  const { id, name, unit, min, max, help, paths } = control;
  const value = values.get(id) ?? control.value;
  return (
    <li title={[help, ...paths].filter(Boolean).join("\n")}>
      <div class="controls-value">
        <span>{name}</span>
        <b>{fixed(value, decimalsFor(max - min))}</b>
        <i>{unitText(unit)}</i>
      </div>
      <input
        type="range"
        aria-label={name}
        min={min}
        max={max}
        step={(max - min) / 1000}
        value={value}
        onInput={(event) => studio.controls.set(control, event.currentTarget.valueAsNumber)}
        onDblClick={() => studio.controls.set(control, control.value)}
      />
      {binding && (
        <div class="controls-keys">
          <KeyField
            label={texts.less(name)}
            code={binding.keys[0]}
            set={(c) => studio.controls.bind({ ...binding, keys: [c, binding.keys[1]] })}
          />
          <KeyField
            label={texts.more(name)}
            code={binding.keys[1]}
            set={(c) => studio.controls.bind({ ...binding, keys: [binding.keys[0], c] })}
          />
          <select
            aria-label={texts.axis(name)}
            value={binding.axis}
            onChange={(event) => studio.controls.bind({ ...binding, axis: Number(event.currentTarget.value) })}
          >
            <option value={-1}>{texts.noAxis}</option>
            {[0, 1, 2, 3].map((axis) => (
              <option key={axis} value={axis}>
                {texts.stickAxis(axis)}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="button"
            aria-pressed={binding.inverted}
            aria-label={texts.invert(name)}
            title={texts.invert(name)}
            onClick={() => studio.controls.bind({ ...binding, inverted: !binding.inverted })}
          >
            ±
          </button>
        </div>
      )}
    </li>
  );
}

/** Shows a key; press it, then the key that should take its place. */
function KeyField({ label, code, set }: { label: string; code: string; set(code: string): void }) {
  const [waiting, setWaiting] = useState(false);
  return (
    <button
      type="button"
      class="button key-field"
      aria-label={`${label}: ${shown(code)}`}
      title={label}
      onClick={() => setWaiting(true)}
      onBlur={() => setWaiting(false)}
      onKeyDown={(event) => {
        if (!waiting) return;
        event.preventDefault();
        event.stopPropagation();
        setWaiting(false);
        if (event.key !== "Escape") set(event.key === "Backspace" || event.key === "Delete" ? "" : event.code);
      }}
    >
      {waiting ? texts.pressKey : shown(code)}
    </button>
  );
}

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** `KeyA` → A */
function shown(code: string): string {
  return ARROWS[code] ?? (code.replace(/^(Key|Digit)/, "") || "–");
}
