import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../icons.js";
import type { Studio } from "../state.js";
import { quantityName } from "../texts/quantities.js";
import type { LiveField } from "../worker/services/edit-form-protocol.js";
import { LiveCell, Spark } from "./live-cell.js";

/** Part of a panel that folds. */
export function Section({
  title,
  aside,
  folded = false,
  children,
}: {
  title: string;
  aside?: ComponentChildren;
  folded?: boolean;
  children: ComponentChildren;
}) {
  const [open, setOpen] = useState(!folded);
  return (
    <section class="fold">
      <header>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span class={open ? "twist open" : "twist"}>
            <Icon name="chevronDown" size={12} />
          </span>
          {title}
        </button>
        <span class="fold-aside">{aside}</span>
      </header>
      {open && <div class="fold-body">{children}</div>}
    </section>
  );
}

/** Live values, each with its last seconds; a name can be dragged into a plot. */
export function LiveRows({ studio, fields }: { studio: Studio; fields: readonly LiveField[] }) {
  return (
    <ul class="live-rows">
      {fields.map(({ key, label, unit, help }) => (
        <li key={key} title={[help, key].filter(Boolean).join("\n")}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it is only dragged; the palette adds a sensor by key */}
          <span
            class="live-label"
            draggable
            onDragStart={(event) =>
              event.dataTransfer?.setData("application/x-stiction-sensor", key.replaceAll("|", ""))
            }
          >
            {key.startsWith("|") ? `|${nameOf(key, label)}|` : nameOf(key, label)}
          </span>
          <Spark studio={studio} name={key} />
          <LiveCell studio={studio} name={key} unit={unit} />
        </li>
      ))}
    </ul>
  );
}

/** What a value is called: `body/box/position.x` → "Position x". Totals of the scene have a label of their own. */
function nameOf(key: string, label: string): string {
  const [kind, , quantity] = key.replaceAll("|", "").split("/");
  if (quantity === undefined || kind === "system") return label;
  const [word, ...components] = quantity.split(".");
  const name = [quantityName(word), ...components].join(" ");
  return name[0].toUpperCase() + name.slice(1);
}
