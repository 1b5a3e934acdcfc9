import { useEffect, useRef, useState } from "preact/hooks";
import { given } from "../format.js";
import { Icon } from "../icons.js";
import type { Studio } from "../state.js";
import { texts } from "../texts.js";

interface Grid {
  readonly cell: number;
  readonly height: number;
}

/** The viewport and what lies over it. three.js is loaded here, after the rest of the page. */
export function StagePanel({ studio }: { studio: Studio }) {
  const host = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<Grid | null>(null);
  useEffect(() => attachViewport(studio, host.current, setGrid), [studio]);
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
      <div class="viewport-tools">
        <button
          type="button"
          class="icon-button"
          aria-label={texts.fit}
          title={`${texts.fit} (F)`}
          onClick={() => studio.viewport?.resetCamera()}
        >
          <Icon name="fit" />
        </button>
      </div>
      {grid && <div class="legend">{gridText(grid)}</div>}
    </>
  );
}

function gridText({ cell, height }: Grid): string {
  const size = given(cell, "m");
  return height === 0 ? texts.grid(size) : texts.gridAt(size, given(height, "m"));
}

/** Loads the viewport and keeps it in step with the studio; returns what ends that. */
function attachViewport(studio: Studio, host: HTMLElement | null, setGrid: (grid: Grid) => void): () => void {
  if (!host) return () => undefined;
  let ended = false;
  const endings: (() => void)[] = [];
  const attach = async () => {
    const { Viewport } = await import("../viewport/viewport.js");
    if (ended) return;
    const view = new Viewport(host, { grid: (cell, height) => setGrid({ cell, height }) });
    studio.viewport = view;
    view.setTheme(studio.theme.value);
    const { value } = studio.scene;
    if (value) view.show(value.description, value.frames);
    view.setRunning(studio.status.value?.running ?? false);
    endings.push(
      () => view.dispose(),
      studio.theme.subscribe((theme) => view.setTheme(theme)),
      studio.scene.subscribe((scene) => scene && view.show(scene.description, scene.frames)),
      studio.status.subscribe((status) => view.setRunning(status?.running ?? false)),
    );
  };
  attach().catch((error) => {
    console.warn(error);
    studio.notice.value = { kind: "error", text: texts.noGraphics };
  });
  return () => {
    ended = true;
    studio.viewport = null;
    for (const end of endings) end();
  };
}
