/** Forms of the open scene on the page. */
import { useEffect, useState } from "preact/hooks";
import type { Change } from "../edit/differences.js";
import { useSignal } from "../signal.js";
import type { Selection, Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import type { Field, Form, FormSubject } from "../worker/services/edit-form-protocol.js";
import type { Outline } from "../worker/services/live-protocol.js";

/** The form of a part of the scene, kept up to date with edits; null until it is known and when there is none. */
export function useForm(studio: Studio, subject: FormSubject | null): Form | null {
  const [form, setForm] = useState<{ readonly of: string; readonly form: Form } | null>(null);
  const revision = useSignal(studio.edits.revision);
  const scene = useSignal(studio.scene);
  const of = JSON.stringify(subject);
  // an edit, or another scene, gives another form; `of` is the subject
  useEffect(() => {
    let wanted = true;
    if (subject && scene)
      studio.simulation
        .ask((id) => ({ type: "form", id, subject }))
        .then(
          (reply) => wanted && reply.type === "form" && setForm({ of, form: reply.form }),
          () => wanted && setForm(null),
        );
    return () => {
      wanted = false;
    };
  }, [studio, of, revision, scene?.description]);
  return subject && form?.of === of ? form.form : null;
}

/** What the inspector shows of a selection. */
export function subjectOf(selection: Selection | null, outline: Outline): FormSubject | null {
  if (!selection) return null;
  const { kind, name } = selection;
  if (kind === "body") return name === "world" ? null : { kind: "item", section: "bodies", name };
  if (kind === "joint") return { kind: "item", section: "joints", name };
  if (kind === "force") {
    const section = outline.controllers.some((item) => item.name === name) ? "controllers" : "forces";
    return { kind: "item", section, name };
  }
  return { kind, name };
}

/** How a parameter, or a component of it, was in the file, when it is not so now. */
export function changeOf(changed: ReadonlyMap<string, Change>, path: string): Change | undefined {
  const own = changed.get(path);
  if (own) return own;
  for (const [other, change] of changed)
    if (other.startsWith(`${path}.`) || other.startsWith(`${path}[`)) return change;
  return undefined;
}

/** Fields by their headings, in their order. */
export function grouped(fields: readonly Field[]): readonly (readonly [group: string, fields: readonly Field[]])[] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    if (!groups.has(field.group)) groups.set(field.group, []);
    groups.get(field.group)?.push(field);
  }
  // how it starts comes last
  return [...groups].sort(([a], [b]) => Number(a === "start") - Number(b === "start"));
}

/** The heading of a group. */
export function groupTitle(group: string): string {
  const [word, name] = group.split(":");
  if (word === "material" && name) return texts.material(name);
  if (word === "pair" && name) return texts.pair(name);
  if (group === "collision") return texts.collision;
  if (group === "start") return texts.atStart;
  return group === "constants" ? texts.constants : group;
}
