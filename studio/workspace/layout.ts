/** Layout of the panels, remembered per group of scenes. */
import type { DockviewApi, SerializedDockview } from "dockview-core";
import { texts } from "../texts/palette.js";
import { PANELS, type Panel } from "./panels.js";

/** The component of the view in the middle, which is not a panel: it cannot be closed. */
export const VIEW = "view";

/** Sizes at 1440 × 900, px; `text`: of a panel whose text is to be read. */
export const SIZE = { left: 248, right: 308, bottom: 290, text: 560 } as const;

/** Panels until the user moves them: left and bottom of the view, right over the full height. */
export function defaultLayout(api: DockviewApi): void {
  api.clear();
  api.addPanel({ id: VIEW, component: VIEW });
  for (const place of ["bottom", "left", "right"] as const) {
    const panels = PANELS.filter((panel) => panel.place === place);
    for (const panel of panels) addPanel(api, panel);
    if (panels.length > 0) api.getPanel(panels[0].id)?.api.setActive();
  }
  // each new group has taken its share of the others
  for (const place of ["right", "left", "bottom"] as const) {
    const panel = PANELS.find((entry) => entry.place === place);
    const size = place === "bottom" ? { height: SIZE.bottom } : { width: SIZE[place] };
    if (panel) api.getPanel(panel.id)?.api.setSize(size);
  }
  settle(api);
}

/** Puts a panel with others of its place, or next to the view. */
export function addPanel(api: DockviewApi, panel: Panel): void {
  const { id, title, place } = panel;
  const neighbour = PANELS.find((other) => other.place === place && other.id !== id && api.getPanel(other.id));
  const position = neighbour
    ? { referencePanel: neighbour.id, direction: "within" as const }
    : place === "right"
      ? { direction: "right" as const }
      : { referencePanel: VIEW, direction: place === "left" ? ("left" as const) : ("below" as const) };
  const size = place === "bottom" ? { initialHeight: SIZE.bottom } : { initialWidth: SIZE[place] };
  api.addPanel({ id, component: id, title, position, ...(neighbour ? {} : size) });
}

/** The view has no tab; a group with one panel in the bottom place needs none either. */
export function settle(api: DockviewApi): void {
  for (const group of api.groups) {
    const lone = group.panels.length === 1 ? group.panels[0].id : "";
    group.header.hidden = lone === VIEW || PANELS.some(({ id, place }) => id === lone && place === "bottom");
    // a panel whose tab is hidden still has a name
    const shown = PANELS.find(({ id }) => id === group.activePanel?.id)?.title ?? texts.view;
    const body = group.element.querySelector(".dv-content-container");
    if (group.panels.some(({ id }) => id === VIEW)) {
      for (const element of [group.element, body]) leavePlain(element);
      continue;
    }
    body?.setAttribute("role", "tabpanel");
    body?.setAttribute("aria-label", shown);
    const titles = group.panels.map(({ id }) => PANELS.find((panel) => panel.id === id)?.title ?? shown);
    nameGroup(group.element, group.id, titles);
  }
  const view = api.getPanel(VIEW);
  if (view) view.group.locked = "no-drop-target";
}

/** The view is the main landmark of the page: what dockview puts around it has no part and no name. */
function leavePlain(element: Element | null): void {
  for (const name of ["role", "aria-label", "aria-labelledby"]) element?.removeAttribute(name);
}

/** A group is a landmark around its panels, which are landmarks too: its name has all of theirs. */
function nameGroup(element: HTMLElement, id: string, titles: readonly string[]): void {
  const name = `group-name-${id}`;
  element.setAttribute("role", "region");
  let label = document.getElementById(name);
  if (!label || !element.contains(label)) {
    label = document.createElement("span");
    label.id = name;
    label.hidden = true;
    element.append(label);
    element.setAttribute("aria-labelledby", name);
  }
  label.textContent = `${texts.layout}: ${titles.join(", ")}`;
}

const key = (group: string) => `stiction.layout.${group}`;

/** A stored layout that still fits the studio; null otherwise. */
export function rememberedLayout(group: string): SerializedDockview | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key(group)) ?? "null") as SerializedDockview | null;
    const known = new Set([VIEW, ...PANELS.map(({ id }) => id)]);
    const ids = Object.keys(stored?.panels ?? {});
    if (!stored || !ids.includes(VIEW) || !ids.every((id) => known.has(id))) return null;
    // layouts of earlier versions drew the view behind the panels, and so it came last for the Tab key
    delete stored.panels[VIEW].renderer;
    return stored;
  } catch {
    return null;
  }
}

export function storeLayout(group: string, layout: SerializedDockview | null): void {
  try {
    if (layout) localStorage.setItem(key(group), JSON.stringify(layout));
    else localStorage.removeItem(key(group));
  } catch {
    // a private window, or no room: then it is not remembered
  }
}
