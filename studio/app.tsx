import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { bindKeys } from "./commands/keys.js";
import { lazy } from "./pages/lazy.js";
import type { Page } from "./route.js";
import { type Signal, useSignal } from "./signal.js";
import type { Studio } from "./state.js";
import { texts } from "./texts/common.js";

/** What each page shows. */
const VIEWS: Readonly<Record<Page, ComponentType<{ studio: Studio }>>> = {
  gallery: lazy(async () => (await import("./pages/gallery/gallery.js")).Gallery),
  operator: lazy(async () => (await import("./pages/operator/operator.js")).Operator),
  proof: lazy(async () => (await import("./pages/proof/page.js")).ProofPage),
  study: lazy(async () => (await import("./pages/study/page.js")).StudyPage),
  workspace: lazy(async () => (await import("./workspace/workspace.js")).Workspace),
};

const Help = afterPanels(
  ({ help }) => help,
  async () => (await import("./panels/help.js")).Help,
);
const Palette = afterPanels(
  ({ palette }) => palette,
  async () => (await import("./palette/palette.js")).Palette,
);

/**
 * A dialog whose code comes once the panels are there, so that a picture need not wait for it, or when it is opened.
 */
function afterPanels(
  opening: (studio: Studio) => Signal<boolean>,
  load: () => Promise<ComponentType<{ studio: Studio }>>,
): ComponentType<{ studio: Studio }> {
  const Content = lazy(load);
  return function AfterPanels({ studio }) {
    const open = useSignal(opening(studio));
    const dock = useSignal(studio.dock);
    const wanted = useRef(false);
    wanted.current ||= open || dock !== null;
    return wanted.current ? <Content studio={studio} /> : null;
  };
}

/**
 * The whole window. The workspace stays, out of sight, once it has been opened: its view and panels cost more than
 * other pages. The seat has a view of its own, and soil that moves goes to one view only.
 */
export function App({ studio }: { studio: Studio }) {
  const page = useSignal(studio.page);
  const opened = useRef(false);
  opened.current ||= page === "workspace";
  const dragging = useFileDrop(studio);
  useEffect(() => bindKeys(studio), [studio]);
  const View = VIEWS[page];
  return (
    <>
      {opened.current && page !== "operator" && (
        <div class="page" inert={page !== "workspace"}>
          <VIEWS.workspace studio={studio} />
        </div>
      )}
      {page !== "workspace" && (
        <div class="page" key={page}>
          <View studio={studio} />
        </div>
      )}
      <Help studio={studio} />
      <Palette studio={studio} />
      {dragging && <div class="drop-target">{texts.dropNow}</div>}
    </>
  );
}

/** Opens the files of a drop, those inside of folders too. */
async function openDropped(studio: Studio, transfer: DataTransfer): Promise<void> {
  // the browser forgets what was dropped when this function waits
  const loose = [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) {
    if (loose.length > 0) await studio.openFiles(loose);
    return;
  }
  const { filesIn } = await import("./dropped-folder.js");
  const found = await filesIn(entries);
  if (found.size > 0) await studio.openFiles([...found.values()], [...found.keys()]);
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
      const { dataTransfer } = event;
      if (dataTransfer !== null) void openDropped(studio, dataTransfer);
    };
    const listeners = { dragover: over, dragleave: leave, drop } as const;
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener);
    };
  }, [studio]);
  return dragging;
}
