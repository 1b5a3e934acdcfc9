import type { IContentRenderer } from "dockview-core";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Studio } from "../state.js";
import { View } from "./view.js";

/** The panels around the view, to be moved, stacked and sized. */
export function Dock({ studio }: { studio: Studio }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    let ended = false;
    let end: (() => void) | null = null;
    // The picture comes first: the view is alone until the panels have been loaded.
    const view = createView(studio);
    host.current.append(view.element);
    const dock = async () => {
      await firstPicture(studio);
      const docking = import("./docking.js");
      await studio.loadCatalogue().catch(() => undefined); // without it, every scene has the layout of one's own
      const { openDock } = await docking;
      if (!ended && host.current) end = openDock(studio, host.current, view);
    };
    void dock();
    return () => {
      ended = true;
      end?.();
      render(null, view.element);
      view.element.remove();
    };
  }, [studio]);
  return <div class="dock" ref={host} />;
}

/** Resolves once there is a picture, or there will be none: without graphics the panels still work. */
function firstPicture({ pictured }: Studio): Promise<void> {
  return new Promise((resolve) => {
    if (pictured.value) {
      resolve();
      return;
    }
    const end = pictured.subscribe(() => {
      end();
      resolve();
    });
  });
}

/**
 * The view in an element that is moved into the dock once there is one; moving keeps the picture and its graphics
 * context.
 */
function createView(studio: Studio): IContentRenderer {
  const element = document.createElement("div");
  element.className = "dock-content dock-first";
  render(<View studio={studio} />, element);
  return { element, init: () => element.classList.remove("dock-first") };
}
