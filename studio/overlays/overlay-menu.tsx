import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";
import { viewer } from "../texts/viewer.js";
import { OVERLAY_GROUPS, OVERLAY_IDS, OVERLAYS, type OverlayGroup, type OverlayId, type Swatch } from "./catalogue.js";
import { MAGNITUDE, SIGNED } from "./ramps.js";
import { ViewerIcon } from "./viewer-icon.js";
import "./overlays.css";

/** The button at the top right of the view, and the list of overlays under it. */
export function OverlayMenu({ studio }: { studio: Studio }) {
  const { overlays } = studio;
  const open = useSignal(overlays.menu);
  const shown = useSignal(overlays.shown);
  const title = viewer.overlays;
  if (!open)
    return (
      <button
        type="button"
        class="overlay-button"
        aria-expanded={false}
        title={title}
        onClick={() => {
          overlays.menu.value = true;
        }}
      >
        <ViewerIcon name="overlays" />
        {title}
        {shown.size > 0 && <i>{shown.size}</i>}
      </button>
    );
  return (
    <section class="overlay-menu" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span>{viewer.shownOf(shown.size, OVERLAY_IDS.length)}</span>
        <button
          type="button"
          class="icon-button small"
          aria-label={texts.close}
          title={texts.close}
          onClick={() => {
            overlays.menu.value = false;
          }}
        >
          <Icon name="close" size={14} />
        </button>
      </header>
      <div class="overlay-list">
        {OVERLAY_GROUPS.map((group) => (
          <Group key={group} studio={studio} group={group} shown={shown} />
        ))}
      </div>
      {shown.size > 0 && (
        <button type="button" class="overlay-clear" onClick={() => overlays.clear()}>
          {viewer.hideAll}
        </button>
      )}
    </section>
  );
}

interface GroupProps {
  readonly studio: Studio;
  readonly group: OverlayGroup;
  readonly shown: ReadonlySet<OverlayId>;
}

function Group({ studio, group, shown }: GroupProps) {
  return (
    <fieldset>
      <legend>{viewer.groups[group]}</legend>
      {OVERLAY_IDS.filter((id) => OVERLAYS[id].group === group).map((id) => {
        const entry = OVERLAYS[id];
        return (
          <label key={id} title={viewer.help[id]}>
            <input type="checkbox" checked={shown.has(id)} onChange={() => studio.overlays.toggle(id)} />
            <span class="tick">{shown.has(id) && <Icon name="check" size={12} />}</span>
            <span class="overlay-name">{viewer.names[id]}</span>
            <SwatchBar swatch={entry.swatch} />
            {"key" in entry && <kbd>{entry.key}</kbd>}
          </label>
        );
      })}
    </fieldset>
  );
}

const BACKGROUND: Record<NonNullable<Swatch>, string> = {
  "stick-slip": "linear-gradient(90deg, var(--stick) 50%, var(--slip) 50%)",
  pressure: `linear-gradient(90deg, ${MAGNITUDE.join()})`,
  pen: "repeating-linear-gradient(135deg, var(--pen) 0 3px, transparent 3px 5px)",
  signed: `linear-gradient(90deg, ${SIGNED.join()})`,
  accent: "var(--accent-text)",
};

function SwatchBar({ swatch }: { swatch: Swatch }) {
  return swatch ? <span class="overlay-swatch" style={{ background: BACKGROUND[swatch] }} /> : null;
}
