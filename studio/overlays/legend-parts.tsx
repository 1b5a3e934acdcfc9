/** Meaning, scale and unit of each overlay; loaded with the first one that is shown. */
import { fixed, given, quantity } from "../format.js";
import { viewer } from "../texts/viewer.js";
import { rounded } from "./force-scale.js";
import type { LegendState } from "./overlays.js";
import { NEAR, SAFE } from "./paint-support.js";
import { MAGNITUDE, SIGNED } from "./ramps.js";
import type { Thinned } from "./strongest.js";

/** Length that the sample arrow has about, px. */
const SAMPLE = 56;

type Shown = ReadonlySet<string>;

export function legendParts(legend: LegendState, shown: Shown, selected: boolean) {
  const has = (...ids: string[]) => ids.some((id) => shown.has(id));
  const parts = [];
  if (has("forces", "friction"))
    parts.push(
      <Part key="force" title={viewer.force}>
        {legend.scale > 0 ? <ForceSample legend={legend} /> : <span>{viewer.none}</span>}
      </Part>,
    );
  if (has("points", "forces", "friction"))
    parts.push(
      <div key="states" class="legend-states">
        <span class="state-mark stick" /> {viewer.stick} <b>{legend.sticking}</b>
        <span class="state-mark slip" /> {viewer.slip} <b>{legend.slipping}</b>
        {has("points") && legend.open > 0 && (
          <>
            <span class="state-mark open" /> {viewer.open} <b>{legend.open}</b>
          </>
        )}
        <Share of={legend.contacts} text={viewer.strongestOf} />
      </div>,
    );
  if (has("footprints"))
    parts.push(
      <Part key="pressure" title={viewer.pressure}>
        {legend.pressure > 0 ? <Ramp colors={MAGNITUDE} low="0" high={given(legend.pressure, "Pa")} /> : viewer.none}
      </Part>,
    );
  if (has("springs"))
    parts.push(
      <Part key="tension" title={viewer.tension}>
        {legend.tension > 0 ? (
          <Ramp
            colors={SIGNED}
            low={`−${given(legend.tension, "N")} ${viewer.push}`}
            high={`${given(legend.tension, "N")} ${viewer.pull}`}
          />
        ) : (
          viewer.none
        )}
      </Part>,
    );
  if (has("penetration"))
    parts.push(
      <Part key="deepest" title={viewer.deepest}>
        <span class="pen-mark" /> <b>{quantity(legend.deepest, "m")}</b>
        <Share of={legend.penetrations} text={viewer.deepestOf} />
      </Part>,
    );
  if (has("volumes"))
    parts.push(
      <Part key="volume" title={viewer.volume}>
        <span class="pen-mark" /> <b>{legend.volume > 0 ? volumeText(legend.volume) : viewer.none}</b>
      </Part>,
    );
  if (!has("points", "forces", "friction") && has("normals") && isThinned(legend.contacts))
    parts.push(
      <Part key="normals" title={viewer.names.normals}>
        <Share of={legend.contacts} text={viewer.strongestOf} />
      </Part>,
    );
  for (const id of ["boxes", "trees"] as const)
    if (has(id) && isThinned(legend[id]))
      parts.push(
        <Part key={id} title={viewer.names[id]}>
          <Share of={legend[id]} text={viewer.largestOf} />
        </Part>,
      );
  if (has("support"))
    parts.push(
      <Part key="support" title={viewer.margin}>
        <b class={`margin-${legend.margin < NEAR ? "err" : legend.margin < SAFE ? "warn" : "ok"}`}>
          {Number.isNaN(legend.margin) ? viewer.none : fixed(legend.margin, 2)}
        </b>
      </Part>,
    );
  if (has("islands"))
    parts.push(
      <Part key="islands" title={viewer.names.islands}>
        {viewer.islandCount(legend.islands, legend.asleep)}
      </Part>,
    );
  if (has("trail") && !selected)
    parts.push(
      <Part key="trail" title={viewer.names.trail}>
        {viewer.noSelection}
      </Part>,
    );
  return parts;
}

function Part({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <div class="legend-part">
      <b>{title}</b>
      <div>{children}</div>
    </div>
  );
}

const isThinned = ({ drawn, all }: Thinned) => drawn < all;

/** How many are drawn, where that is not all of them. */
function Share({ of, text }: { of: Thinned; text: (drawn: number, all: number) => string }) {
  return isThinned(of) ? <span class="thinned">{text(of.drawn, of.all)}</span> : null;
}

/** A round force and the arrow that it has where the camera looks. */
function ForceSample({ legend: { scale, pixel } }: { legend: LegendState }) {
  const force = rounded(SAMPLE * pixel * scale);
  const length = Math.max(8, Math.min(140, force / scale / pixel));
  return (
    <span class="force-sample">
      <svg width={length} height="10" aria-hidden="true">
        <line x1="0" y1="5" x2={length - 8} y2="5" stroke="currentColor" stroke-width="3" />
        <path d={`M${length - 9} 0 L${length} 5 L${length - 9} 10 Z`} fill="currentColor" />
      </svg>
      <b>{given(force, "N")}</b>
    </span>
  );
}

function Ramp({ colors, low, high }: { colors: readonly string[]; low: string; high: string }) {
  return (
    <span class="legend-ramp">
      <span style={{ background: `linear-gradient(90deg, ${colors.join()})` }} />
      <i>{low}</i>
      <i>{high}</i>
    </span>
  );
}

/** m³ as cm³ or mm³ where it is small. */
function volumeText(volume: number): string {
  if (volume >= 0.01) return `${fixed(volume, 3)} m³`;
  return volume >= 1e-7 ? `${fixed(volume * 1e6, 2)} cm³` : `${fixed(volume * 1e9, 3)} mm³`;
}
