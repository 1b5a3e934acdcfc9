import "./inspector.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { UNKNOWN } from "../format.js";
import { Icon } from "../icons.js";
import { sameThing } from "../selections.js";
import { useSignal } from "../signal.js";
import type { Selection, Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import { LiveCell } from "./live-cell.js";
import { useWatch } from "./live-values.js";
import { bunchOf, MAX_CONTACTS, rowId, type TreeRow, treeKey, treeRows } from "./tree-rows.js";
import { liveText } from "./values.js";

/** Height of a row, px; fingers need more. */
const ROW = matchMedia("(pointer: coarse)").matches ? 44 : 22;
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
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(["bodies", "joints", "forces", "contacts"]));
  const outline = useSignal(studio.live.outline);
  const contacts = useSignal(studio.live.contacts);
  const scene = useSignal(studio.scene);
  const bodyNames = useMemo(() => scene?.description.bodies.map(({ name }) => name) ?? [], [scene]);
  const rows = treeRows(outline, contacts, bodyNames, open, filter);
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const unfold = (id: string) => setOpen((before) => (before.has(id) ? before : new Set(before).add(id)));
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
      <Tree studio={studio} rows={rows} toggle={toggle} unfold={unfold} />
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

interface TreeProps {
  readonly studio: Studio;
  readonly rows: readonly TreeRow[];
  /** Opens or closes a group or a bunch. */
  toggle(id: string): void;
  unfold(id: string): void;
}

function Tree({ studio, rows, toggle, unfold }: TreeProps) {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState("");
  const selected = useSignal(studio.selections.all);
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
    if ("selection" in row) studio.selection.value = { ...row.selection };
    bring(element, index);
  };
  // a body that was picked in the view comes into sight: its bunch opens, and the tree scrolls
  const primary = selected.length === 1 ? selected[0] : null;
  useEffect(() => {
    if (primary?.kind === "body" && !rows.some((row) => "selection" in row && sameThing(row.selection, primary)))
      unfold(bunchOf("bodies", primary.name));
  }, [primary]);
  const place = primary ? rows.findIndex((row) => "selection" in row && sameThing(row.selection, primary)) : -1;
  useEffect(() => {
    if (host.current && place >= 0) bring(host.current, place);
  }, [primary, place >= 0]);
  const pick = (row: TreeRow, event: MouseEvent) => {
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    const before = active;
    setActive(rowId(row));
    if (row.type === "bunch" && adds) studio.selections.take(row.members, true);
    else if (!("selection" in row)) toggle(row.id);
    else if (!adds) studio.selection.value = { ...row.selection };
    else if (event.shiftKey) studio.selections.take(between(rows, before, row), true);
    else studio.selections.toggle(row.selection);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if ((event.key === "Enter" || event.key === " ") && row) {
      event.preventDefault();
      event.stopPropagation();
      if (!("selection" in row)) toggle(row.id);
      else if (event.ctrlKey || event.metaKey) studio.selections.toggle(row.selection);
      else studio.selection.value = { ...row.selection };
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
      aria-multiselectable="true"
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
            selected={"selection" in row && selected.some((one) => sameThing(row.selection, one))}
            onPick={(event) => pick(row, event)}
          />
        ))}
      </div>
    </div>
  );
}

/** Scrolls as little as needed to show a row. */
function bring(element: HTMLElement, index: number): void {
  if (index * ROW < element.scrollTop) element.scrollTop = index * ROW;
  else if ((index + 1) * ROW > element.scrollTop + element.clientHeight)
    element.scrollTop = (index + 1) * ROW - element.clientHeight;
}

/** What stands between two rows of one list, both included. */
function between(rows: readonly TreeRow[], from: string, to: TreeRow): Selection[] {
  const [start, end] = [rows.findIndex((row) => rowId(row) === from), rows.indexOf(to)];
  const part = start < 0 ? [to] : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
  return part.flatMap((row) => ("selection" in row && "group" in to && row.group === to.group ? [row.selection] : []));
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
  onPick(event: MouseEvent): void;
}

function Row({ studio, row, top, active, selected, onPick }: RowProps) {
  const folds = !("selection" in row);
  const level = row.type === "group" ? 1 : row.type === "item" && row.bunch !== "" ? 3 : 2;
  const kind = row.type === "group" || row.type === "bunch" ? row.type : "leaf";
  const classes = ["tree-row", kind, level === 3 && "deep", active && "active", selected && "selected"];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the tree, as its pattern has it
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      id={domId(row)}
      class={classes.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={level}
      aria-expanded={folds ? row.open : undefined}
      aria-selected={folds ? undefined : selected}
      style={{ transform: `translateY(${top}px)`, height: `${ROW}px` }}
      onClick={onPick}
    >
      {row.type === "group" ? (
        <GroupContent studio={studio} row={row} />
      ) : row.type === "bunch" ? (
        <BunchContent row={row} />
      ) : (
        <ItemContent studio={studio} row={row} />
      )}
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

function BunchContent({ row }: { row: Extract<TreeRow, { type: "bunch" }> }) {
  const names = row.members.map(({ name }) => name);
  return (
    <>
      <span class={row.open ? "twist open" : "twist"}>
        <Icon name="chevronDown" size={12} />
      </span>
      <span class="tree-name" title={`${names[0]} … ${names.at(-1)}\n${texts.bunchHelp}`}>
        {row.stem}
      </span>
      <span class="tree-count">{names.length}</span>
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

function ItemContent({ studio, row }: { studio: Studio; row: Extract<TreeRow, { type: "item" | "contact" }> }) {
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
