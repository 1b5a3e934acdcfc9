/**
 * The panels of the workspace. A new panel is a file and a line here; its code is loaded when it is first shown, after
 * the picture of the scene.
 */
import type { ComponentType } from "preact";
import { lazy } from "../pages/lazy.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";
import { texts as controls } from "../texts/controls.js";
import { texts as inspectorTexts } from "../texts/inspector.js";
import { texts as sourceTexts } from "../texts/source.js";
import { texts as time } from "../texts/time.js";

export interface Panel {
  readonly id: string;
  readonly title: string;
  /** Its initial place. Panels of one place are tabs, in this order; the first is in front. */
  readonly place: "left" | "right" | "bottom";
  readonly component: ComponentType<{ studio: Studio }>;
}

export const PANELS: readonly Panel[] = [
  {
    id: "model",
    title: inspectorTexts.model,
    place: "left",
    component: lazy(async () => (await import("../inspector/model-tree.js")).ModelTree),
  },
  {
    id: "source",
    title: sourceTexts.source,
    place: "left",
    component: lazy(async () => (await import("../source/source-panel.js")).SourcePanel),
  },
  {
    id: "library",
    title: texts.scenes,
    place: "left",
    component: lazy(async () => (await import("../panels/scenes.js")).Scenes),
  },
  {
    id: "inspector",
    title: inspectorTexts.inspector,
    place: "right",
    component: lazy(async () => (await import("../inspector/inspector.js")).Inspector),
  },
  {
    id: "solver",
    title: inspectorTexts.solver,
    place: "right",
    component: lazy(async () => (await import("../inspector/solver.js")).SolverPanel),
  },
  {
    id: "controls",
    title: controls.controls,
    place: "right",
    component: lazy(async () => (await import("../controls/controls-panel.js")).ControlsPanel),
  },
  {
    id: "compare",
    title: time.compare,
    place: "right",
    component: lazy(async () => (await import("../time/compare-panel.js")).ComparePanel),
  },
  {
    id: "modes",
    title: texts.modes,
    place: "right",
    component: lazy(async () => (await import("../statics/modes-panel.js")).ModesPanel),
  },
  {
    id: "plots",
    title: texts.plot,
    place: "bottom",
    component: lazy(async () => (await import("../plots/plots-panel.js")).PlotsPanel),
  },
];
