import "./inspector.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { UNKNOWN } from "../format.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Selection, Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import { LiveCell } from "./live-cell.js";
import { useWatch } from "./live-values.js";
import { type GroupId, MAX_CONTACTS, rowId, type TreeRow, treeKey, treeRows } from "./tree-rows.js";
import { liveText } from "./values.js";

/** Height of a row, px. */
const ROW = 22;
/** Rows that are drawn beyond either edge. */
const SPARE = 8;

const GROUP_ICONS = {
  bodies: "blocks",
  joints: "mechanism",
  forces: "link",
  contacts: "target",
  sensors: "ruler",
} as const;

/** Everything in the scene, with one live value each. */
export function ModelTree({ studio }: { studio: Studio }) {
  const [filter, setFilter] = useState("");
  const [open, setOpen] = useState<ReadonlySet<GroupId>>(new Set(["bodies", "joints", "forces", "contacts"]));
  const outline = useSignal(studio.live.outline);
  const contacts = useSignal(studio.live.contacts);
  const scene = useSignal(studio.scene);
  const bodyNames = useMemo(() => scene?.description.bodies.map(({ name }) => name) ?? [], [scene]);
  const rows = treeRows(outline, contacts, bodyNames, open, filter);
  const toggle = (group: GroupId) => {
    const next = new Set(open);
    if (!next.delete(group)) next.add(group);
    setOpen(next);
  };
  const total = outline.bodies.length;
  return (
    <section class="model-panel" aria-label={texts.model}>
      <div class="filter-field">
        <Icon name="search" size={14} />
        <input
          id="model-filter"
          type="search"
          value={filter}
          placeholder={texts.filterHint(total, outline.joints.length)}
          aria-label={texts.filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && filter !== "") {
              event.stopPropagation();
              setFilter("");
            }
          }}
        />
        <kbd>/</kbd>
      </div>
      <Tree studio={studio} rows={rows} toggle={toggle} />
      {rows.length === 0 && filter !== "" && (
        <p class="quiet-note">
          {texts.nothingFound(filter)}{" "}
          <button type="button" class="text-button" onClick={() => setFilter("")}>
            {texts.clearFilter}
          </button>
        </p>
      )}
      {contacts !== null && contacts.total > MAX_CONTACTS && (
        <p class="quiet-note">{texts.strongest(MAX_CONTACTS, contacts.total)}</p>
      )}
    </section>
  );
}

function Tree({ studio, rows, toggle }: { studio: Studio; rows: readonly TreeRow[]; toggle(group: GroupId): void }) {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState("");
  const selection = useSignal(studio.selection);
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const shown = rows.slice(first, Math.ceil((view.top + view.height) / ROW) + SPARE);
  const keys = shown.flatMap((row) => (row.type === "item" && row.item.key !== "" ? [row.item.key] : []));
  useWatch(studio, keys, MAX_CONTACTS);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  const at = Math.max(
    0,
    rows.findIndex((row) => rowId(row) === active),
  );
  const go = (index: number) => {
    const row = rows[index];
    const element = host.current;
    if (!row || !element) return;
    setActive(rowId(row));
    if (row.type !== "group") studio.selection.value = row.selection;
    if (index * ROW < element.scrollTop) element.scrollTop = index * ROW;
    else if ((index + 1) * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = (index + 1) * ROW - element.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if ((event.key === "Enter" || event.key === " ") && row) {
      event.preventDefault();
      event.stopPropagation();
      if (row.type === "group") toggle(row.id);
      else studio.selection.value = row.selection;
      return;
    }
    const move = event.ctrlKey || event.metaKey || event.altKey ? null : treeKey(rows, at, event.key);
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    if (move.toggle) toggle(move.toggle);
    go(move.to);
  };
  return (
    // HTML has no element for a tree
    <div
      ref={host}
      class="model-tree"
      role="tree"
      aria-label={texts.model}
      tabIndex={0}
      aria-activedescendant={rows[at] ? domId(rows[at]) : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: rows.length * ROW }}>
        {shown.map((row, k) => (
          <Row
            key={rowId(row)}
            studio={studio}
            row={row}
            top={(first + k) * ROW}
            active={first + k === at}
            selected={row.type !== "group" && sameThing(row.selection, selection)}
            onPick={() => {
              setActive(rowId(row));
              if (row.type === "group") toggle(row.id);
              else studio.selection.value = row.selection;
            }}
          />
        ))}
      </div>
    </div>
  );
}

function sameThing(a: Selection, b: Selection | null): boolean {
  return b !== null && a.kind === b.kind && a.name === b.name;
}

function domId(row: TreeRow): string {
  return `tree-${rowId(row).replace(/[^A-Za-z0-9_-]/g, "_")}`;
}

interface RowProps {
  readonly studio: Studio;
  readonly row: TreeRow;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  onPick(): void;
}

function Row({ studio, row, top, active, selected, onPick }: RowProps) {
  const group = row.type === "group";
  const classes = ["tree-row", group ? "group" : "leaf", active && "active", selected && "selected"];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the tree, as its pattern has it
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      id={domId(row)}
      class={classes.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={group ? 1 : 2}
      aria-expanded={group ? row.open : undefined}
      aria-selected={group ? undefined : selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onPick}
    >
      {group ? <GroupContent studio={studio} row={row} /> : <ItemContent studio={studio} row={row} />}
    </div>
  );
}

function GroupContent({ studio, row }: { studio: Studio; row: Extract<TreeRow, { type: "group" }> }) {
  return (
    <>
      <span class={row.open ? "twist open" : "twist"}>
        <Icon name="chevronDown" size={12} />
      </span>
      <Icon name={GROUP_ICONS[row.id]} size={14} />
      <span class="tree-name">{texts.groups[row.id]}</span>
      {row.id === "contacts" ? <ContactCounts studio={studio} /> : <span class="tree-count">{row.count}</span>}
    </>
  );
}

/** `31 · 7`: sticking and sliding. */
function ContactCounts({ studio }: { studio: Studio }) {
  const contacts = useSignal(studio.live.contacts);
  if (!contacts || contacts.stick < 0) return <span class="tree-count">{contacts?.total ?? UNKNOWN}</span>;
  return (
    <span class="tree-count" title={texts.stickSlip(contacts.stick, contacts.slip)}>
      <span class="stick">{contacts.stick}</span> · <span class="slip">{contacts.slip}</span>
    </span>
  );
}

function ItemContent({ studio, row }: { studio: Studio; row: Exclude<TreeRow, { type: "group" }> }) {
  if (row.type === "contact") {
    const text = liveText(row.force, "N");
    return (
      <>
        <span class={row.slips ? "mark slip" : "mark stick"} title={row.slips ? texts.slips : texts.sticks} />
        <span class="tree-name">{row.name}</span>
        <span class={row.slips ? "live-cell slip" : "live-cell stick"}>
          <b>{text.figures}</b>
          <i>{text.unit}</i>
        </span>
      </>
    );
  }
  const { item } = row;
  const sensor = row.group === "sensors" ? item.name : item.key;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is only dragged; the palette adds a sensor by key */}
      <span
        class="tree-name"
        title={item.kind ? `${item.name}, ${item.kind}` : item.name}
        draggable={sensor !== ""}
        onDragStart={(event) =>
          event.dataTransfer?.setData("application/x-stiction-sensor", sensor.replaceAll("|", ""))
        }
      >
        {item.name}
      </span>
      {item.key === "" ? (
        <i class="tree-kind">{item.kind}</i>
      ) : (
        <LiveCell studio={studio} name={item.key} unit={item.unit} />
      )}
    </>
  );
}
