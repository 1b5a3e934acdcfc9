import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../icons.js";
import { subjectOf, useForm } from "../inspector/form.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/palette.js";
import type { Form } from "../worker/services/edit-form-protocol.js";
import { type FoundField, search } from "./sources.js";
import "./palette.css";

/** Everything that can be done or opened, by its name. */
export function Palette({ studio }: { studio: Studio }) {
  const open = useSignal(studio.palette);
  return open ? <PaletteDialog studio={studio} /> : null;
}

/** Fields that the palette finds: those of the solver, and of the selection. */
function useFields(studio: Studio): readonly FoundField[] {
  const subject = subjectOf(studio.selection.value, studio.live.outline.value);
  const solver = useForm(studio, { kind: "solver" });
  const selected = useForm(studio, subject);
  const of = (form: Form | null, panel: string) => form?.fields.map((field) => ({ field, panel })) ?? [];
  return useMemo(() => [...of(selected, "inspector"), ...of(solver, "solver")], [selected, solver]);
}

function PaletteDialog({ studio }: { studio: Studio }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  useSignal(studio.catalogue);
  useEffect(() => void studio.loadCatalogue(), [studio]);
  const groups = search(studio, text, useFields(studio));
  const items = groups.flatMap((group) => group.items);
  const current = items[Math.min(at, items.length - 1)];
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current?.id]);
  const close = () => {
    studio.palette.value = false;
  };
  const run = (item: (typeof items)[number] | undefined) => {
    close();
    item?.run(studio);
  };
  const move = (by: number) => setAt((Math.min(at, items.length - 1) + by + items.length) % Math.max(1, items.length));
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => run(current),
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      class="palette"
      aria-label={texts.palette}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <label class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={current ? `palette-${current.id}` : undefined}
          aria-label={texts.palette}
          placeholder={texts.placeholder}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const action = keys[event.key];
            if (!action) return;
            event.preventDefault();
            action();
          }}
        />
      </label>
      <div class="palette-list" role="listbox" id="palette-list" aria-label={texts.palette}>
        {groups.map(({ heading, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={heading} role="group" aria-label={heading}>
            <h3 role="presentation">{heading}</h3>
            {items.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
              <div
                key={item.id}
                id={`palette-${item.id}`}
                class="palette-item"
                role="option"
                tabIndex={-1}
                aria-selected={item === current}
                onClick={() => run(item)}
              >
                <span>{item.title}</span>
                {item.detail && <i>{item.detail}</i>}
                {item.keys && <kbd>{item.keys}</kbd>}
              </div>
            ))}
          </div>
        ))}
        {items.length === 0 && <p>{texts.nothing}</p>}
      </div>
      <footer>{texts.hint}</footer>
    </dialog>
  );
}
