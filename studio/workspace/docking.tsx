/** Panels that can be moved, stacked and sized; loaded after the first picture. */
import type {
  DockviewApi,
  DockviewTheme,
  GroupPanelPartInitParameters,
  IContentRenderer,
  ITabRenderer,
} from "dockview-core";
import { createDockview } from "dockview-core/dist/dockview-core.min.js";
import { type ComponentType, render } from "preact";
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { addPanel, defaultLayout, rememberedLayout, SIZE, settle, storeLayout, VIEW } from "./layout.js";
import { PANELS } from "./panels.js";

const THEME: DockviewTheme = { name: "stiction", className: "dockview-theme-stiction" };
/** Time after the last change until a layout is stored, ms. */
const STORE_AFTER = 400;

/** What the rest of the studio can ask of the layout. */
export interface DockControl {
  /** Ids of the panels that are there, in front or not. */
  readonly open: Signal<ReadonlySet<string>>;
  /** Brings a panel to the front, and back if it was closed. */
  show(id: string): void;
  /** Closes a panel, or shows it again. */
  toggle(id: string): void;
  /** Makes a panel wide enough for a text, or as narrow as it was at first. */
  widen(id: string): void;
  /** The view alone, or everything again. */
  toggleView(): void;
  reset(): void;
}

/** Puts the panels around the view; returns a function that ends it. */
export function openDock(studio: Studio, host: HTMLElement, view: IContentRenderer): () => void {
  const api = createDockview(host, {
    theme: THEME,
    disableFloatingGroups: true,
    createComponent: ({ name }) => (name === VIEW ? view : content(studio, name)),
    createTabComponent: () => tab(),
    defaultTabComponent: "tab",
  });
  // its own observer comes later, and would scale the sizes that are set before
  api.layout(host.clientWidth, host.clientHeight);
  let group = groupOf(studio);
  let timer = 0;
  let restoring = false;
  const arrange = () => {
    restoring = true;
    const stored = rememberedLayout(group);
    try {
      if (stored) api.fromJSON(stored);
      else defaultLayout(api);
    } catch (error) {
      console.info("the stored layout does not fit", error);
      defaultLayout(api);
    }
    settle(api);
    restoring = false;
  };
  arrange();
  const control = createControl(api, () => {
    storeLayout(group, null);
    defaultLayout(api);
  });
  studio.dock.value = control;
  const changes = api.onDidLayoutChange(() => {
    settle(api);
    (control.open as Signal<ReadonlySet<string>>).value = new Set(api.panels.map(({ id }) => id));
    if (restoring || api.hasMaximizedGroup()) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => storeLayout(group, api.toJSON()), STORE_AFTER);
  });
  // layouts belong to groups of scenes
  const scenes = studio.scene.subscribe(() => {
    const next = groupOf(studio);
    if (next === group || (!rememberedLayout(next) && !rememberedLayout(group))) {
      group = next;
      return;
    }
    group = next;
    arrange();
  });
  return () => {
    clearTimeout(timer);
    scenes();
    changes.dispose();
    studio.dock.value = null;
    api.dispose();
  };
}

function createControl(api: DockviewApi, reset: () => void): DockControl {
  const show = (id: string) => {
    const panel = PANELS.find((entry) => entry.id === id);
    if (api.hasMaximizedGroup()) api.exitMaximizedGroup();
    if (panel && !api.getPanel(id)) addPanel(api, panel);
    api.getPanel(id)?.api.setActive();
  };
  return {
    open: new Signal<ReadonlySet<string>>(new Set(api.panels.map(({ id }) => id))),
    show,
    toggle(id) {
      const panel = api.getPanel(id);
      if (panel) api.removePanel(panel);
      else show(id);
    },
    widen(id) {
      const panel = api.getPanel(id);
      if (!panel) return;
      const wide = panel.api.width < (SIZE.left + SIZE.text) / 2;
      panel.api.setSize({ width: wide ? Math.min(SIZE.text, innerWidth / 2) : SIZE.left });
    },
    toggleView() {
      const view = api.getPanel(VIEW);
      if (api.hasMaximizedGroup()) api.exitMaximizedGroup();
      else if (view) api.maximizeGroup(view);
    },
    reset,
  };
}

/** The group of the open scene; one's own scenes are a group as well. */
function groupOf(studio: Studio): string {
  const { value } = studio.scene;
  const name = value?.source.kind === "shipped" ? value.source.name : "";
  return studio.catalogue.value.find((entry) => entry.name === name)?.group ?? "own";
}

/** A component in an element that dockview moves about. */
function content(studio: Studio, name: string): IContentRenderer {
  const element = document.createElement("div");
  element.className = "dock-content";
  const Content: ComponentType<{ studio: Studio }> | undefined = PANELS.find(({ id }) => id === name)?.component;
  return {
    element,
    init: () => Content && render(<Content studio={studio} />, element),
    dispose: () => render(null, element),
  };
}

function tab(): ITabRenderer {
  const element = document.createElement("div");
  element.className = "dock-tab";
  return {
    element,
    init({ title, api }: GroupPanelPartInitParameters) {
      element.textContent = PANELS.find(({ id }) => id === api.id)?.title ?? title;
    },
  };
}
