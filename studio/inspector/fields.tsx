import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import type { Field } from "../worker/services/edit-form-protocol.js";
import { FieldRow } from "./field-row.js";
import { changeOf } from "./form.js";

/** Parameters of the scene, to be edited while it runs. */
export function Fields({ studio, fields }: { studio: Studio; fields: readonly Field[] }) {
  const changed = useSignal(studio.edits.changed);
  const { edits } = studio;
  return (
    <div class="fields">
      {fields.map((field) => (
        <FieldRow
          key={field.path}
          field={field}
          changed={changeOf(changed, field.path)}
          set={(path, value) => edits.set(path, value)}
          revert={(path) => edits.revert(path).catch((error) => edits.complain(error))}
        />
      ))}
    </div>
  );
}

/** How many of some fields are not as in the file. */
export function ChangedCount({ studio, fields }: { studio: Studio; fields: readonly Field[] }) {
  const changed = useSignal(studio.edits.changed);
  const count = fields.filter((field) => changeOf(changed, field.path)).length;
  return count > 0 ? <span class="chip">{texts.changedCount(count)}</span> : null;
}
