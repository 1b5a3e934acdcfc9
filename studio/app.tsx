import { useEffect, useState } from "preact/hooks";
import { bindKeys } from "./keys.js";
import { Help } from "./panels/help.js";
import { Notices } from "./panels/notices.js";
import { PlotPanel } from "./panels/plot.js";
import { Scenes } from "./panels/scenes.js";
import { StagePanel } from "./panels/stage.js";
import { TopBar } from "./panels/top-bar.js";
import { useSignal } from "./signal.js";
import type { Studio } from "./state.js";
import { texts } from "./texts.js";

/** The whole window. */
export function App({ studio }: { studio: Studio }) {
  const dragging = useFileDrop(studio);
  const drawer = useSignal(studio.scenesOpen);
  useEffect(() => bindKeys(studio), [studio]);
  return (
    <div class={drawer ? "app scenes-open" : "app"}>
      <TopBar studio={studio} />
      <Scenes studio={studio} />
      <main class="stage-area">
        <StagePanel studio={studio} />
        <Notices studio={studio} />
      </main>
      <PlotPanel studio={studio} />
      <Help studio={studio} />
      {dragging && <div class="drop-target">{texts.dropNow}</div>}
    </div>
  );
}

/** Opens a file that is dropped anywhere on the page; returns whether one is being dragged over it. */
function useFileDrop(studio: Studio): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      const file = event.dataTransfer?.files[0];
      if (file) void studio.openFile(file);
    };
    const listeners = { dragover: over, dragleave: leave, drop } as const;
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener);
    };
  }, [studio]);
  return dragging;
}
