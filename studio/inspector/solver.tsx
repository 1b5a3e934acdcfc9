import "./inspector.css";
import { routeTo } from "../route.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import { FieldRow } from "./field-row.js";
import { ChangedCount, Fields } from "./fields.js";
import { grouped, groupTitle, useForm } from "./form.js";
import { Section } from "./section.js";
import { StageTable } from "./stage-table.js";

/** Solver settings, which can change while the scene runs, and parameters of a shipped scene. */
export function SolverPanel({ studio }: { studio: Studio }) {
  const form = useForm(studio, { kind: "solver" });
  if (!form) return <section class="inspector" aria-label={texts.solver} />;
  return (
    <section class="inspector" aria-label={texts.solver}>
      <div class="inspector-body">
        <SceneParameters studio={studio} />
        {grouped(form.fields).map(([group, fields]) => (
          <Section
            key={group}
            title={group === "" ? texts.solver : groupTitle(group)}
            aside={<ChangedCount studio={studio} fields={fields} />}
          >
            <Fields studio={studio} fields={fields} />
          </Section>
        ))}
        <StageTable studio={studio} />
        <p class="quiet-note">{texts.solverHint}</p>
      </div>
    </section>
  );
}

/** Parameters of a shipped scene: another value rebuilds the scene, from its start. */
function SceneParameters({ studio }: { studio: Studio }) {
  const scene = useSignal(studio.scene);
  const form = useForm(studio, { kind: "scene" });
  const source = scene?.source;
  if (!form || form.fields.length === 0 || source?.kind !== "shipped") return null;
  const open = async (params: Readonly<Record<string, unknown>>) => {
    const next = { ...source, params };
    await studio.open(next);
    if (studio.scene.value?.source !== next) throw new Error(studio.notice.value?.text ?? "");
    history.replaceState(null, "", routeTo(source.name, params));
  };
  const without = (name: string) => Object.fromEntries(Object.entries(source.params).filter(([key]) => key !== name));
  return (
    <Section title={texts.sceneParameters}>
      <div class="fields">
        {form.fields.map((field) => (
          <FieldRow
            key={field.path}
            field={field}
            changed={field.given ? { from: undefined } : undefined}
            set={(path, value) => open({ ...source.params, [path.split(".")[0]]: value })}
            revert={(path) => open(without(path))}
          />
        ))}
      </div>
      <p class="quiet-note">{texts.rebuildHint}</p>
    </Section>
  );
}
