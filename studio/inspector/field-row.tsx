import { useState } from "preact/hooks";
import { unitText } from "../format.js";
import { Icon } from "../icons.js";
import { texts } from "../texts/inspector.js";
import { LoadError } from "../worker/client.js";
import type { Field } from "../worker/services/edit-form-protocol.js";
import { NumberInput, NumberSlider, ScrubLabel, useNumber } from "./number-field.js";
import { fieldText, rangeText } from "./values.js";

export interface FieldProps {
  readonly field: Field;
  /** The value that it had in the file, when that was another one. */
  readonly changed: { readonly from: unknown } | undefined;
  set(path: string, value: unknown): Promise<void>;
  revert(path: string): Promise<void>;
}

const AXES = ["x", "y", "z", "w"];

/** One parameter: dot when changed, label, field with unit, slider. */
export function FieldRow(props: FieldProps) {
  const { field } = props;
  if (field.kind === "number") return <NumberRow {...props} />;
  if (field.kind === "vector") return <VectorRow {...props} />;
  return <OtherRow {...props} />;
}

/** Tooltip of a label. */
function helpText({ help, unit, path, live, initial, ...range }: Field): string {
  const limits = rangeText(range);
  const sentences = [
    help && `${help[0].toUpperCase()}${help.slice(1)}.`,
    limits && texts.allowed(`${limits} ${unitText(unit)}`.trim()),
    initial && texts.initial,
    path,
  ];
  return sentences.filter(Boolean).join("\n");
}

function shown(value: unknown): string {
  return value === undefined ? texts.computed : typeof value === "object" ? JSON.stringify(value) : String(value);
}

function Dot({ field, changed, revert }: Pick<FieldProps, "field" | "changed" | "revert">) {
  if (!changed) return <span class="dot-place" />;
  return (
    <button
      type="button"
      class="changed-dot"
      aria-label={texts.changedFrom(field.label, shown(changed.from))}
      title={texts.changedFrom(field.label, shown(changed.from))}
      onDblClick={() => void revert(field.path)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " " && event.key !== "Delete") return;
        event.preventDefault();
        event.stopPropagation();
        void revert(field.path);
      }}
    />
  );
}

function Problem({ id, text }: { id: string; text: string }) {
  if (text === "") return null;
  return (
    <p class="field-problem" id={`${id}-problem`} role="alert">
      {text}
    </p>
  );
}

/** What acts without a value, as the field shows it. */
function effectText(effect: Field["effect"]): string {
  if (effect === undefined) return "";
  if (typeof effect === "string") return effect;
  if (typeof effect === "object" && "word" in effect) return texts.effects[effect.word];
  if (typeof effect !== "number") return effect.map((value) => fieldText(value, 4)).join(", ");
  return Number.isFinite(effect) ? fieldText(effect) : effect > 0 ? "∞" : "−∞";
}

const idOf = (path: string) => `param-${path.replace(/[^A-Za-z0-9_-]/g, "_")}`;

function NumberRow({ field, changed, set, revert }: FieldProps) {
  const id = idOf(field.path);
  const value = typeof field.value === "number" ? field.value : undefined;
  const control = useNumber({ range: field, value, set: (next) => set(field.path, next) });
  return (
    <div class={field.drive ? "field-row drive" : "field-row"} data-path={field.path}>
      <Dot field={field} changed={changed} revert={revert} />
      <ScrubLabel id={id} label={field.label} help={helpText(field)} value={value} control={control} />
      <NumberInput
        id={id}
        label={field.label}
        unit={field.unit}
        value={value}
        control={control}
        placeholder={effectText(field.effect)}
      />
      {value === undefined ? <span /> : <NumberSlider label={field.label} control={control} />}
      <Problem id={id} text={control.problem} />
    </div>
  );
}

function VectorRow({ field, changed, set, revert }: FieldProps) {
  const values = Array.isArray(field.value) ? (field.value as number[]) : [];
  return (
    <div class="field-row vector" data-path={field.path}>
      <Dot field={field} changed={changed} revert={revert} />
      <span class="plain-label" title={helpText(field)}>
        {field.label} <i>{unitText(field.unit)}</i>
      </span>
      {values.length === 0 ? (
        <button
          type="button"
          class="text-button"
          title={`${texts.computed}; ${texts.give(field.label.toLowerCase())}`}
          onClick={() => void set(field.path, [0, 0, 0])}
        >
          {Array.isArray(field.effect) ? effectText(field.effect) : texts.computed}
        </button>
      ) : (
        <span class="vector-boxes">
          {values.map((value, k) => (
            <Component
              // a component is its place
              key={k}
              field={field}
              axis={values.length <= 4 ? AXES[k] : String(k + 1)}
              path={values.length <= 4 ? `${field.path}.${AXES[k]}` : `${field.path}[${k}]`}
              value={value}
              // a scene that leaves a list out has no place for one of its numbers
              set={
                field.given || values.length <= 3
                  ? set
                  : (_path, next) => set(field.path, values.with(k, next as number))
              }
            />
          ))}
        </span>
      )}
    </div>
  );
}

function Component({
  field,
  axis,
  path,
  value,
  set,
}: {
  field: Field;
  axis: string;
  path: string;
  value: number;
  set: FieldProps["set"];
}) {
  const id = idOf(path);
  const control = useNumber({ range: {}, value, figures: 3, set: (next) => set(path, next) });
  return (
    <span class="component">
      <ScrubLabel id={id} label={axis} help={helpText(field)} value={value} control={control} />
      <NumberInput id={id} label={`${field.label} ${axis}`} unit="" value={value} control={control} />
      <Problem id={id} text={control.problem} />
    </span>
  );
}

/** Choices, flags, texts, and parts that can be added. */
function OtherRow({ field, changed, set, revert }: FieldProps) {
  const id = idOf(field.path);
  const [problem, setProblem] = useState("");
  const change = (value: unknown) => {
    setProblem("");
    set(field.path, value).catch((error) =>
      setProblem(error instanceof LoadError ? (error.problems[0]?.message ?? "") : String(error)),
    );
  };
  return (
    <div class="field-row" data-path={field.path}>
      <Dot field={field} changed={changed} revert={revert} />
      <label class="plain-label" for={id} title={helpText(field)}>
        {field.label}
      </label>
      <Control id={id} field={field} change={change} />
      <Refusal id={id} text={problem} change={change} />
    </div>
  );
}

/** The error message; its suggestions as buttons. */
function Refusal({ id, text, change }: { id: string; text: string; change(value: unknown): void }) {
  const able = /formulations that can: ([\w-]+(?:, [\w-]+)*)/.exec(text)?.[1].split(", ") ?? [];
  return (
    <>
      <Problem id={id} text={text} />
      {able.length > 0 && (
        <span class="alternatives">
          {able.map((word) => (
            <button key={word} type="button" class="button" onClick={() => change(word)}>
              {word}
            </button>
          ))}
        </span>
      )}
    </>
  );
}

function Control({ id, field, change }: { id: string; field: Field; change(value: unknown): void }) {
  if (field.kind === "choice") {
    const value = String(field.value ?? "");
    const choices = field.choices ?? [];
    return (
      <span class="select wide">
        <select id={id} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {!choices.includes(value) && (
            <option value={value}>{value === "" ? effectText(field.effect) || texts.none : value}</option>
          )}
          {choices.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={12} />
      </span>
    );
  }
  if (field.kind === "flag")
    return (
      <button
        id={id}
        type="button"
        class="switch"
        role="switch"
        aria-checked={field.value === true}
        aria-label={field.label}
        onClick={() => change(field.value !== true)}
      />
    );
  if (field.kind === "record")
    return (
      <button id={id} type="button" class="text-button" onClick={() => change({})}>
        <Icon name="plus" size={12} /> {texts.add}
      </button>
    );
  if (field.kind === "text")
    return (
      <span class="field-box wide">
        <input
          id={id}
          type="text"
          value={String(field.value ?? "")}
          placeholder={effectText(field.effect)}
          onChange={({ currentTarget }) => change(currentTarget.value === "" ? undefined : currentTarget.value)}
        />
      </span>
    );
  return <span class="in-source">{texts.inSource}</span>;
}
