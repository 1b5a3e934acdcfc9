import { useEffect, useState } from "preact/hooks";
import { DISPLAYS, type DisplaySettings } from "../../displays/display-settings.js";
import { fixed } from "../../format.js";
import { useSignal } from "../../signal.js";
import { texts } from "../../texts/operator.js";
import { Card } from "./card.js";
import type { Seat } from "./seat.js";

/** How the picture is made; takes effect at once. */
export function DisplayCard({ seat, close }: { seat: Seat; close(): void }) {
  const settings = useSignal(seat.display);
  const [headset, setHeadset] = useState(false);
  useEffect(() => {
    void navigator.xr?.isSessionSupported("immersive-vr").then(setHeadset, () => undefined);
  }, []);
  const stereo = settings.name === "side-by-side" || settings.name === "anaglyph";
  const dome = settings.name === "dome" || settings.name === "mirrored";
  return (
    <Card title={texts.display} close={close}>
      <div class="options" role="radiogroup" aria-label={texts.display}>
        {DISPLAYS.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="display"
              checked={settings.name === name}
              onChange={() => seat.setDisplay({ name })}
            />
            <b>{texts.displays[name]}</b>
            <span>{texts.displayHelp[name]}</span>
          </label>
        ))}
      </div>
      {stereo && (
        <>
          <Amount seat={seat} name="eyes" label={texts.eyes} min={0} max={0.12} step={0.002} unit="mm" />
          <Amount seat={seat} name="screen" label={texts.screenDistance} min={0.5} max={12} step={0.1} unit="m" />
        </>
      )}
      {dome && (
        <>
          <Tick seat={seat} name="grid" label={texts.grid} />
          <Tick seat={seat} name="blend" label={texts.blend} />
        </>
      )}
      <footer class="row">
        <button type="button" class="button" onClick={openScreens}>
          {texts.openScreens}
        </button>
        <button type="button" class="button" onClick={openPanel}>
          {texts.openPanel}
        </button>
        <button
          type="button"
          class="button"
          disabled={!headset}
          title={headset ? undefined : texts.noHeadset}
          onClick={() => void seat.displays?.enterHeadset()}
        >
          {headset ? texts.headset : texts.noHeadset}
        </button>
      </footer>
    </Card>
  );
}

/** Windows for the screens at the sides, which share the camera of this one. */
function openScreens(): void {
  const [path, query = ""] = location.hash.split("?");
  for (const side of ["left", "right"]) {
    const params = new URLSearchParams(query);
    params.set("screen", side);
    open(`${location.pathname}${path}?${params}`, `stiction-${side}`, "popup,width=960,height=600");
  }
}

/** The touch panel, for a second screen or tablet beside this one. */
function openPanel(): void {
  const [path, query = ""] = location.hash.split("?");
  const params = new URLSearchParams(query);
  params.set("panel", "only");
  open(`${location.pathname}${path}?${params}`, "stiction-panel", "popup,width=1280,height=320");
}

interface AmountProps {
  readonly seat: Seat;
  readonly name: "eyes" | "screen";
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: "mm" | "m";
}

function Amount({ seat, name, label, min, max, step, unit }: AmountProps) {
  const value = useSignal(seat.display)[name];
  const shown = unit === "mm" ? `${fixed(1000 * value, 0)} mm` : `${fixed(value, 1)} m`;
  return (
    <label class="amount">
      <span>{label}</span>
      <input
        {...{ type: "range", min, max, step, value }}
        onInput={(event) => seat.setDisplay({ [name]: Number(event.currentTarget.value) })}
      />
      <output>{shown}</output>
    </label>
  );
}

function Tick({ seat, name, label }: { seat: Seat; name: "grid" | "blend"; label: string }) {
  const settings: DisplaySettings = useSignal(seat.display);
  return (
    <label class="amount">
      <input
        type="checkbox"
        checked={settings[name]}
        onChange={(event) => seat.setDisplay({ [name]: event.currentTarget.checked })}
      />
      <span>{label}</span>
    </label>
  );
}
