import { useEffect, useState } from "preact/hooks";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { viewer } from "../texts/viewer.js";
import { ofState } from "./catalogue.js";

/** Meaning of the visible overlays, with scale and unit; `children` are notes of the view. */
export function Legend({ studio, base, rate }: { studio: Studio; base: string | null; rate: string | null }) {
  const { overlays } = studio;
  const shown = useSignal(overlays.shown);
  const legend = useSignal(overlays.legend);
  const selection = useSignal(studio.selection);
  const past = useSignal(overlays.past);
  const told = past ? new Set([...shown].filter((id) => !ofState(id))) : shown;
  const source = useParts(told.size > 0);
  const parts = legend && source && told.size > 0 ? source.legendParts(legend, told, selection?.kind === "body") : [];
  if (told.size < shown.size)
    parts.push(
      <div key="past" class="legend-part" role="status">
        {viewer.lookingBack}
      </div>,
    );
  if (!base && parts.length === 0) return null;
  return (
    <div class="legend overlay-legend">
      {parts}
      <div class="legend-base">
        {base}
        {rate && <span class="frame-rate">{rate}</span>}
      </div>
    </div>
  );
}

/** What describes overlays, once one was wanted. */
function useParts(wanted: boolean): typeof import("./legend-parts.js") | null {
  const [source, setSource] = useState<typeof import("./legend-parts.js") | null>(null);
  useEffect(() => {
    if (wanted && !source) void import("./legend-parts.js").then(setSource);
  }, [wanted, source]);
  return source;
}
