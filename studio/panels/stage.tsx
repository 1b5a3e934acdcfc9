import { useEffect, useRef, useState } from "preact/hooks";
import { fixed, given } from "../format.js";
import { Legend } from "../overlays/legend.js";
import { OverlayMenu } from "../overlays/overlay-menu.js";
import { lazy } from "../pages/lazy.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";
import { viewer } from "../texts/viewer.js";
import { LookingBack } from "../time/looking-back.js";
import { SelectionBox } from "../touch/selection-box.js";
import { ToolBar } from "../touch/tool-bar.js";
import { CameraBar } from "../viewport/camera-bar.js";
import type { EnvironmentChoice } from "../viewport/environments.js";
import { followGround } from "../viewport/follow-ground.js";
import { loadViewport } from "../viewport/load.js";

interface Grid {
  readonly cell: number;
  readonly height: number;
}

const MatrixInset = lazy(async () => (await import("../overlays/matrix-inset.js")).MatrixInset);

/** The viewport and its overlays. three.js is loaded here, after the rest of the page. */
export function StagePanel({ studio }: { studio: Studio }) {
  const host = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<Grid | null>(null);
  const [rate, setRate] = useState(Number.NaN);
  const bars = useRef<HTMLDivElement>(null);
  const shown = useSignal(studio.overlays.shown);
  useEffect(() => attachViewport(studio, host.current, setGrid, setRate, bars.current), [studio]);
  return (
    <>
      <div
        class="viewport"
        ref={host}
        role="application"
        aria-label={texts.viewport}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows turn the view, so it takes the focus
        tabIndex={0}
        onKeyDown={(event) => {
          if (studio.viewport?.key(event)) event.preventDefault();
        }}
      />
      <SelectionBox studio={studio} />
      <div class="stage-top" ref={bars}>
        <CameraBar studio={studio} />
        <ToolBar studio={studio} />
      </div>
      <LookingBack studio={studio} />
      <OverlayMenu studio={studio} />
      {shown.has("matrix") && <MatrixInset studio={studio} />}
      <Legend
        studio={studio}
        base={grid && grid.cell > 0 ? gridText(grid) : null}
        rate={studio.viewport?.software && !Number.isNaN(rate) ? viewer.frameRate(fixed(rate, 0)) : null}
      />
    </>
  );
}

function gridText({ cell, height }: Grid): string {
  const size = given(cell, "m");
  return height === 0 ? texts.grid(size) : texts.gridAt(size, given(height, "m"));
}

/** Makes a body the selection, or adds it to that; −1: nothing. */
function select(studio: Studio, body: number, adds: boolean): void {
  const entry = studio.scene.value?.description.bodies[body];
  const selection = entry ? { kind: "body" as const, name: entry.name, index: body } : null;
  if (!adds) studio.selection.value = selection;
  else if (selection) studio.selections.toggle(selection);
}

/** Loads the viewport and keeps it in step with the studio; returns a function that ends it. */
function attachViewport(
  studio: Studio,
  host: HTMLElement | null,
  setGrid: (grid: Grid) => void,
  setRate: (rate: number) => void,
  bars: HTMLElement | null,
): () => void {
  if (!host) return () => undefined;
  let ended = false;
  const endings: (() => void)[] = [];
  const attach = async () => {
    const { Viewport } = await loadViewport();
    if (ended) return;
    const view = new Viewport(host, {
      grid: (cell, height) => setGrid({ cell, height }),
      picked: (body, adds) => select(studio, body, adds),
      frameRate: setRate,
      legend: (legend) => {
        studio.overlays.legend.value = legend;
      },
      stands: (steps) => studio.overlays.follow(steps),
      cameraLeft: () => studio.cameras.hear(),
    });
    studio.viewport = view;
    studio.overlays.connect();
    const { overlays } = studio;
    view.overlays.setShown(overlays.shown.value);
    view.overlays.setModel(overlays.model.value);
    view.intercept = (event) => studio.touch.press(event);
    const outline = () => {
      const { selection, selections } = studio;
      view.select(selection.value?.kind === "body" ? selection.value.index : -1, selections.bodies);
    };
    const pictured = view.watchPictures(() => {
      pictured();
      studio.pictured.value = true;
    });
    view.setTheme(studio.theme.value);
    const surround = (choice: EnvironmentChoice) => view.setEnvironment(choice === "scene" ? null : choice);
    surround(studio.environments.chosen.value);
    const { value } = studio.scene;
    if (value) view.show(value.description, value.frames);
    view.setRunning(studio.status.value?.running ?? false);
    const covered = new ResizeObserver(() => view.setCovered(bars ? bars.offsetTop + bars.offsetHeight : 0));
    if (bars) covered.observe(bars);
    endings.push(
      () => covered.disconnect(),
      () => view.dispose(),
      overlays.shown.subscribe((shown) => {
        view.overlays.setShown(shown);
        view.invalidate();
      }),
      overlays.model.subscribe((model) => view.overlays.setModel(model)),
      overlays.state.subscribe((state) => {
        view.overlays.take(state);
        view.invalidate();
      }),
      ...followGround(studio.simulation, view),
      studio.theme.subscribe((theme) => view.setTheme(theme)),
      studio.environments.chosen.subscribe(surround),
      studio.scene.subscribe((scene) => {
        if (!scene) return;
        if (!scene.kept) studio.cameras.reset();
        view.show(scene.description, scene.frames, scene.kept);
        outline();
        if (scene.kept) studio.cameras.drawInsets();
      }),
      studio.status.subscribe((status) => view.setRunning(status?.running ?? false)),
      studio.selection.subscribe(outline),
      studio.selections.all.subscribe(outline),
      studio.touch.follow(host),
    );
  };
  attach().catch((error) => {
    console.warn(error);
    studio.pictured.value = true;
    studio.notice.value = { kind: "error", text: texts.noGraphics };
  });
  return () => {
    ended = true;
    studio.viewport = null;
    for (const end of endings) end();
  };
}
