import { fixed, given, significant, unitText } from "../format.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import type { Form } from "../worker/services/edit-form-protocol.js";
import type { GhostVariant } from "../worker/services/ghost-protocol.js";
import { useForm } from "./form.js";
import { Section } from "./section.js";
import { FIXED, liveText } from "./values.js";

/** A second run from the same state. */
export function GhostSection({ studio }: { studio: Studio }) {
  const { ghost } = studio;
  const variant = useSignal(ghost.variant);
  const refusal = useSignal(ghost.refusal);
  const changed = useSignal(studio.edits.changed);
  const form = useForm(studio, { kind: "solver" });
  const options = optionsOf(form, changed.size > 0, studio.scene.value?.description.timestep ?? 0);
  const current = variant ? JSON.stringify(variant) : "";
  const control = (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={variant !== null}
      aria-label={texts.ghost.title}
      title={`${texts.ghost.help} (G)`}
      onClick={() => void ghost.toggle()}
    />
  );
  return (
    <Section title={texts.ghost.title} aside={control} folded={false}>
      <div class="field-row ghost-choice">
        <span />
        <label class="plain-label" for="ghost-variant" title={texts.ghost.help}>
          {texts.ghost.setting}
        </label>
        <span class="select wide">
          <select
            id="ghost-variant"
            value={current}
            onChange={({ currentTarget }) =>
              void (currentTarget.value === ""
                ? ghost.stop()
                : ghost.start(JSON.parse(currentTarget.value) as GhostVariant))
            }
          >
            <option value="">{texts.none}</option>
            {current !== "" && !options.some(({ value }) => value === current) && (
              <option value={current}>{nameOf(variant)}</option>
            )}
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={12} />
        </span>
        {refusal !== "" && (
          <p class="field-problem" role="alert">
            {texts.ghost.refused}: {refusal}
          </p>
        )}
      </div>
      {variant && <Differences studio={studio} />}
    </Section>
  );
}

function nameOf(variant: GhostVariant | null): string {
  return variant?.kind === "setting" ? `${variant.path} = ${String(variant.value)}` : texts.ghost.file;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The file, other steps, and every other word that a choice of the solver has. */
function optionsOf(form: Form | null, edited: boolean, timestep: number): readonly Option[] {
  const setting = (path: string, value: unknown, label: string): Option => ({
    value: JSON.stringify({ kind: "setting", path, value } satisfies GhostVariant),
    label,
  });
  const file: Option = { value: JSON.stringify({ kind: "file" } satisfies GhostVariant), label: texts.ghost.file };
  const steps = timestep > 0 ? [timestep / 4, timestep * 4] : [];
  const choices = (form?.fields ?? []).filter(({ kind, path }) => kind === "choice" && !path.startsWith("collision"));
  return [
    ...(edited ? [file] : []),
    ...steps.map((step) => setting("timestep", step, `${texts.step}: ${given(step, "s")}`)),
    ...choices.flatMap(({ path, label, choices: words = [], value }) =>
      words.filter((word) => word !== value).map((word) => setting(path, word, `${label}: ${word}`)),
    ),
  ];
}

/** Without a prefix, so that the columns of a row are in one unit. */
function plainText(value: number, unit: string): string {
  return unit in FIXED ? liveText(value, unit).figures : significant(value, 4);
}

/** Sensors of both runs side by side, and their difference. */
function Differences({ studio }: { studio: Studio }) {
  const values = useSignal(studio.ghost.values);
  if (!values) return null;
  const far = liveText(values.distance, "m");
  return (
    <>
      <p class="quiet-note">{texts.ghost.origin[values.origin](`${fixed(values.since, 3)} s`)}</p>
      <dl class="fact-list">
        <div>
          <dt>{texts.ghost.largest}</dt>
          <dd>
            {values.body} {far.figures} {far.unit}
          </dd>
        </div>
      </dl>
      {values.rows.length === 0 ? (
        <p class="quiet-note">{texts.ghost.noSensors}</p>
      ) : (
        <table class="ghost-table" aria-label={texts.ghost.difference}>
          <thead>
            <tr>
              <th scope="col">{texts.groups.sensors}</th>
              <th scope="col">{texts.ghost.thisRun}</th>
              <th scope="col">{texts.ghost.other}</th>
              <th scope="col">Δ</th>
            </tr>
          </thead>
          <tbody>
            {values.rows.map(({ name, unit, mine, ghost }) => {
              const difference = plainText(ghost - mine, unit);
              const sign = ghost > mine && difference !== plainText(0, unit) ? "+" : "";
              return (
                <tr key={name}>
                  <th scope="row" title={name}>
                    {name.split("/").slice(1).join(" ") || name} <i>{unitText(unit)}</i>
                  </th>
                  <td>{plainText(mine, unit)}</td>
                  <td>{plainText(ghost, unit)}</td>
                  <td>
                    {sign}
                    {difference}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}
