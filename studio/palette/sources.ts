/** What the palette finds. A new kind of thing is a source here. */
import { COMMANDS } from "../commands/index.js";
import { routeTo } from "../route.js";
import type { Studio } from "../state.js";
import { texts as common } from "../texts/common.js";
import { texts } from "../texts/palette.js";
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
  items(studio: Studio, query: string, most: number): PaletteItem[];
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
    const all = COMMANDS.map(({ id, title, keys, shown, run }) => ({ id, title, keys: shown ?? keys?.[0] ?? "", run }));
    return rank<PaletteItem>([...all, ...panels], query, label, most);
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
export const SOURCES: readonly PaletteSource[] = [commands, bodies, scenes, sensors];

/** What is found, by heading, without empty ones. */
export function search(studio: Studio, text: string): { heading: string; items: PaletteItem[] }[] {
  const chosen = SOURCES.filter(({ prefix }) => prefix !== undefined && text.startsWith(prefix));
  const query = chosen.length > 0 ? text.slice(1) : text;
  const most = chosen.length > 0 ? 40 : 8;
  return (chosen.length > 0 ? chosen : SOURCES)
    .map((source) => ({ heading: source.heading, items: source.items(studio, query, most) }))
    .filter(({ items }) => items.length > 0);
}
