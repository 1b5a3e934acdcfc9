import { useState } from "preact/hooks";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { PANELS, type Panel } from "./panels.js";

type Place = Panel["place"];

/** The panels of some places on one side of a narrow window, as tabs when there are several. */
export function Region(props: { studio: Studio; side: Place; places: readonly Place[]; first?: string }) {
  const { studio, side, places, first } = props;
  const panels = places.flatMap((place) => PANELS.filter((panel) => panel.place === place));
  const [shown, show] = useState(first ?? panels[0]?.id);
  const pictured = useSignal(studio.pictured);
  const current = panels.find(({ id }) => id === shown);
  if (!current) return null;
  const { component: Content } = current;
  return (
    <div class={`region ${side}`}>
      {panels.length > 1 && (
        <div class="tabs" role="tablist">
          {panels.map(({ id, title }) => (
            <button key={id} type="button" role="tab" aria-selected={id === shown} onClick={() => show(id)}>
              {title}
            </button>
          ))}
        </div>
      )}
      <div class="region-body">{pictured && <Content studio={studio} />}</div>
    </div>
  );
}
