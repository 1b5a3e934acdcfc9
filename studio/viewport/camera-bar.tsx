import { fixed } from "../format.js";
import { ViewerIcon } from "../overlays/viewer-icon.js";
import { lazy } from "../pages/lazy.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { viewer } from "../texts/viewer.js";
import { CAMERA_MODES } from "./camera-modes.js";

/** Menus come after the first picture. */
const CameraMenu = lazy(async () => (await import("./camera-menu.js")).CameraMenu);
const EnvironmentMenu = lazy(async () => (await import("./environment-menu.js")).EnvironmentMenu);

const AXES = ["x", "y", "z"] as const;

/** Cameras and section, at the top left of the view; and, for screen readers, the body that `Tab` has reached. */
export function CameraBar({ studio }: { studio: Studio }) {
  const { cameras } = studio;
  const mode = useSignal(cameras.mode);
  const named = useSignal(cameras.named);
  const cut = useSignal(cameras.cut);
  const spoken = useSignal(cameras.walk.spoken);
  const scene = useSignal(studio.scene);
  const pictured = useSignal(studio.pictured);
  const planar = scene?.description.planar ?? false;
  const help = {
    orbit: viewer.orbitHelp,
    follow: viewer.followHelp,
    chase: viewer.chaseHelp,
    first: viewer.firstHelp,
  };
  return (
    <div class="camera-bar" role="toolbar" aria-label={viewer.cameras}>
      <div class="segment">
        {CAMERA_MODES.filter((name) => !(planar && name === "first")).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name && named === null}
            aria-label={viewer[name]}
            title={`${help[name]} (C)`}
            onClick={() => cameras.set(name)}
          >
            <ViewerIcon name={name} />
            <span>{viewer[name]}</span>
          </button>
        ))}
      </div>
      {pictured && <CameraMenu studio={studio} />}
      {pictured && <EnvironmentMenu studio={studio} />}
      <div class="segment">
        <button type="button" aria-label={viewer.frame} title={`${viewer.frame} (F)`} onClick={() => cameras.frame()}>
          <ViewerIcon name="frame" />
        </button>
        {!planar && (
          <button
            type="button"
            aria-pressed={cut !== null}
            aria-label={viewer.section}
            title={`${viewer.section} (X)`}
            onClick={() => cameras.toggleCut()}
          >
            <ViewerIcon name="section" />
          </button>
        )}
      </div>
      {cut && (
        <div class="segment section-bar">
          {AXES.map((axis) => (
            <button
              key={axis}
              type="button"
              aria-pressed={cut.axis === axis}
              aria-label={viewer.sectionAxis(axis)}
              title={viewer.sectionAxis(axis)}
              onClick={() => cameras.setCut(axis)}
            >
              {axis}
            </button>
          ))}
          <input
            type="range"
            aria-label={viewer.sectionAt}
            title={viewer.sectionAt}
            min={cut.low}
            max={cut.high}
            step={(cut.high - cut.low) / 400}
            value={cut.offset}
            onInput={(event) => cameras.setCut(cut.axis, Number(event.currentTarget.value))}
          />
          <output>{fixed(cut.offset, 2)} m</output>
        </div>
      )}
      <span class="visually-hidden walked" role="status">
        {spoken}
      </span>
    </div>
  );
}
