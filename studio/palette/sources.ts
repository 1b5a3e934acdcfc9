/** What the palette finds. A new kind of thing is a source here. */
import { COMMANDS } from "../commands/index.js";
import { routeTo } from "../route.js";
import type { Studio } from "../state.js";
import { texts as common } from "../texts/common.js";
import { texts } from "../texts/palette.js";
import type { Field } from "../worker/services/edit-form-protocol.js";
import { PANELS } from "../workspace/panels.js";
import { rank, rankWithHelp } from "./match.js";

export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  /** In grey behind the title. */
  readonly detail?: string;
  /** Is searched, but not shown. */
  readonly help?: string;
  readonly keys?: string;
  run(studio: Studio): void;
}

export interface PaletteSource {
  readonly heading: string;
  /** The character that selects this source only. */
  readonly prefix?: string;
  items(studio: Studio, query: string, most: number, fields: readonly FoundField[]): PaletteItem[];
}

/** A field of a form, and the panel that shows it. */
export interface FoundField {
  readonly field: Field;
  readonly panel: string;
}

const label = (item: PaletteItem) => `${item.title} ${item.detail ?? ""}`;

const commands: PaletteSource = {
  heading: texts.commands,
  prefix: ">",
  items(_studio, query, most) {
    const panels = PANELS.map(({ id, title }) => ({
      id: `panel ${id}`,
      title: texts.showPanel(title),
      run: (studio: Studio) => studio.dock.value?.show(id),
    }));
    const all = COMMANDS.map(({ id, title, help, keys, shown, run }) => ({
      ...{ id, title, keys: shown ?? keys?.[0] ?? "", run },
      ...(help && { help }),
    }));
    return rankWithHelp<PaletteItem>([...all, ...panels], query, label, most);
  },
};

const scenes: PaletteSource = {
  heading: texts.scenes,
  items(studio, query, most) {
    const all = studio.catalogue.value.map(({ name, title, summary, group }) => ({
      id: `scene ${name}`,
      title,
      help: summary,
      detail: common.groups[group] ?? group,
      run: () => {
        location.hash = routeTo(name);
      },
    }));
    return query.trim() ? rankWithHelp(all, query, label, most) : [];
  },
};

const bodies: PaletteSource = {
  heading: texts.parts,
  items(studio, query, most) {
    const { value } = studio.scene;
    if (!value || !query.trim()) return [];
    const all = value.description.bodies.slice(1).map(({ name }, k) => ({
      id: `body ${name}`,
      title: name,
      detail: texts.body,
      run: () => {
        studio.selection.value = { kind: "body", name, index: k + 1 };
        studio.dock.value?.show("inspector");
      },
    }));
    return rank(all, query, label, most);
  },
};

/** Fields of the scene and of the selection, found by what their help says too. */
const parameters: PaletteSource = {
  heading: texts.parameters,
  items(_studio, query, most, fields) {
    if (!query.trim()) return [];
    const all = fields.map(({ field: { path, label: title, group, help, unit }, panel }) => ({
      id: `field ${path}`,
      title,
      help: `${help} ${path}`,
      detail: [group.replace(/^\w+:/, ""), unit].filter(Boolean).join(", "),
      run: (studio: Studio) => showField(studio, panel, path),
    }));
    return rankWithHelp(all, query, label, most);
  },
};

/** Brings a field of a form into sight, with the focus. */
function showField(studio: Studio, panel: string, path: string): void {
  studio.dock.value?.show(panel);
  const focus = (tries: number) => {
    const row = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
    const field = row?.querySelector<HTMLElement>("input, select, button");
    field?.scrollIntoView({ block: "center" });
    field?.focus();
    // a panel that was behind another one is drawn first
    if (!field && tries > 0) requestAnimationFrame(() => focus(tries - 1));
  };
  requestAnimationFrame(() => focus(30));
}

const sensors: PaletteSource = {
  heading: texts.sensors,
  prefix: "#",
  items(studio, query, most) {
    const columns = studio.scene.value?.description.columns ?? [];
    const all = columns.map(({ name, unit }, column) => ({
      id: `sensor ${name}`,
      title: name,
      detail: unit,
      run: () => studio.toggleSeries(column),
    }));
    return rank(all, query, label, most);
  },
};

/** In the order in which they are shown. */
export const SOURCES: readonly PaletteSource[] = [commands, bodies, parameters, scenes, sensors];

/** What is found, by heading, without empty ones. */
export function search(
  studio: Studio,
  text: string,
  fields: readonly FoundField[] = [],
): { heading: string; items: PaletteItem[] }[] {
  const chosen = SOURCES.filter(({ prefix }) => prefix !== undefined && text.startsWith(prefix));
  const query = chosen.length > 0 ? text.slice(1) : text;
  const most = chosen.length > 0 ? 40 : 8;
  return (chosen.length > 0 ? chosen : SOURCES)
    .map((source) => ({ heading: source.heading, items: source.items(studio, query, most, fields) }))
    .filter(({ items }) => items.length > 0);
}
