/** What the workspace can show. A new panel is a file and a line here. */
import type { ComponentType } from "preact";
import { ControlsPanel } from "../controls/controls-panel.js";
import { Inspector } from "../inspector/inspector.js";
import { ModelTree } from "../inspector/model-tree.js";
import { SolverPanel } from "../inspector/solver.js";
import { Scenes } from "../panels/scenes.js";
import { PlotsPanel } from "../plots/plots-panel.js";
import { SourcePanel } from "../source/source-panel.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";
import { texts as controls } from "../texts/controls.js";
import { texts as inspectorTexts } from "../texts/inspector.js";
import { texts as sourceTexts } from "../texts/source.js";
import { texts as time } from "../texts/time.js";
import { ComparePanel } from "../time/compare-panel.js";

export interface Panel {
  readonly id: string;
  readonly title: string;
  /** Where it stands until the user moves it. Panels of one place are tabs, in this order; the first is in front. */
  readonly place: "left" | "right" | "bottom";
  readonly component: ComponentType<{ studio: Studio }>;
}

export const PANELS: readonly Panel[] = [
  { id: "model", title: inspectorTexts.model, place: "left", component: ModelTree },
  { id: "source", title: sourceTexts.source, place: "left", component: SourcePanel },
  { id: "library", title: texts.scenes, place: "left", component: Scenes },
  { id: "inspector", title: inspectorTexts.inspector, place: "right", component: Inspector },
  { id: "solver", title: inspectorTexts.solver, place: "right", component: SolverPanel },
  { id: "controls", title: controls.controls, place: "right", component: ControlsPanel },
  { id: "compare", title: time.compare, place: "right", component: ComparePanel },
  { id: "plots", title: texts.plot, place: "bottom", component: PlotsPanel },
];
