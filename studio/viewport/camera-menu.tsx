import { useMenu } from "../menu.js";
import { ViewerIcon } from "../overlays/viewer-icon.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { viewer } from "../texts/viewer.js";
import { SIDES } from "./camera-modes.js";
import "./camera-menu.css";

/** Views along the axes, the cameras of the scene, and the path of the film, under one button. */
export function CameraMenu({ studio }: { studio: Studio }) {
  const { cameras } = studio;
  const mode = useSignal(cameras.mode);
  const named = useSignal(cameras.named);
  const planar = useSignal(studio.scene)?.description.planar ?? false;
  const { open, root, list, onKeyDown, toggle, close } = useMenu();
  const act = (work: () => void | Promise<void>) => () => {
    close();
    void work();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside
    <div class="segment" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-label={viewer.views}
        title={viewer.viewsHelp}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-pressed={named !== null || mode === "path"}
        onClick={toggle}
      >
        <ViewerIcon name="views" />
        {named !== null && <b class="camera-name">{named}</b>}
      </button>
      {open && (
        <div class="camera-menu" role="menu" aria-label={viewer.views} popover="manual" ref={list}>
          <Item title={viewer.homeView} keys="Alt 0" act={act(() => cameras.home())} />
          {!planar &&
            SIDES.map((side, k) => (
              <Item
                key={side}
                title={viewer.sideView[side]}
                keys={`Alt ${k + 1}`}
                act={act(() => cameras.lookFrom(side))}
              />
            ))}
          <SceneCameras studio={studio} planar={planar} act={act} />
          <FilmPath studio={studio} act={act} />
        </div>
      )}
    </div>
  );
}

interface PartProps {
  readonly studio: Studio;
  act(work: () => void | Promise<void>): () => void;
}

function SceneCameras({ studio, planar, act }: PartProps & { planar: boolean }) {
  const { cameras } = studio;
  const known = useSignal(cameras.list);
  const named = useSignal(cameras.named);
  const insets = useSignal(cameras.insets);
  return (
    <>
      <h3>{viewer.sceneCameras}</h3>
      {known.length === 0 && <p>{viewer.noCameras}</p>}
      {known.map((camera, k) => (
        <div class="camera-row" key={camera.name}>
          <Item
            title={camera.name}
            keys={k < 4 ? `Alt Shift ${k + 1}` : ""}
            current={camera.name === named}
            act={act(() => cameras.take(camera))}
          />
          {!planar && (
            <button
              type="button"
              role="menuitemcheckbox"
              tabIndex={-1}
              class="inset-button"
              aria-checked={insets.includes(camera.name)}
              aria-label={viewer.inset(camera.name)}
              title={viewer.inset(camera.name)}
              onClick={() => cameras.toggleInset(camera.name)}
            >
              <ViewerIcon name="inset" />
            </button>
          )}
        </div>
      ))}
    </>
  );
}

function FilmPath({ studio, act }: PartProps) {
  const { cameras } = studio;
  const path = useSignal(cameras.path);
  const mode = useSignal(cameras.mode);
  return (
    <>
      <h3>{viewer.filmPath(path.length)}</h3>
      <Item title={viewer.addKey} act={act(() => cameras.addKey())} />
      {path.length > 0 && (
        <>
          <Item title={viewer.followPath} current={mode === "path"} act={act(() => cameras.followPath())} />
          <Item title={viewer.clearPath} act={act(() => cameras.clearPath())} />
        </>
      )}
    </>
  );
}

interface ItemProps {
  readonly title: string;
  readonly keys?: string;
  readonly current?: boolean;
  act(): void;
}

function Item({ title, keys, current = false, act }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} class={current ? "current" : ""} onClick={act}>
      <span>{title}</span>
      {keys && <kbd>{keys}</kbd>}
    </button>
  );
}
