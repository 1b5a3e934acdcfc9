import { useEffect, useState } from "preact/hooks";
import { TopBar } from "../panels/top-bar.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { loadViewport } from "../viewport/load.js";
import { Dock } from "./dock.js";
import { Region } from "./region.js";
import { View } from "./view.js";
import "./workspace.css";

/** From this width on, panels dock; below, they come from a drawer and a sheet. */
const WIDE = "(min-width: 1024px)";

/** The open scene: top bar, view, panels around it. */
export function Workspace({ studio }: { studio: Studio }) {
  const wide = useMedia(WIDE);
  return wide ? (
    <div class="app docked">
      <TopBar studio={studio} />
      <Dock studio={studio} />
    </div>
  ) : (
    <Narrow studio={studio} />
  );
}

function Narrow({ studio }: { studio: Studio }) {
  const drawer = useSignal(studio.scenesOpen);
  useEffect(() => {
    const load = () => void studio.loadCatalogue();
    loadViewport().then(load, load); // the picture first
  }, [studio]);
  return (
    <div class={drawer ? "app scenes-open" : "app"}>
      <TopBar studio={studio} />
      <Region studio={studio} side="left" places={["left"]} first="library" />
      <View studio={studio} />
      <Region studio={studio} side="bottom" places={["bottom", "right"]} />
    </div>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const listener = () => setMatches(list.matches);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  }, [query]);
  return matches;
}
