import { fixed, quantity, significant, UNKNOWN } from "../format.js";
import { Icon, Mark } from "../icons.js";
import { lazy } from "../pages/lazy.js";
import { GALLERY, seatOf } from "../route.js";
import { useSignal } from "../signal.js";
import { SPEEDS } from "../speed.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";
import { texts as search } from "../texts/palette.js";
import { texts as time } from "../texts/time.js";
import { BarButton, keepFocus } from "./bar-button.js";
import { LanguageMenu } from "./language-menu.js";
import { Meter } from "./meter.js";
import { ThemeButton } from "./theme-button.js";

/** Not needed for the first picture. */
const LayoutMenu = lazy(async () => (await import("../workspace/layout-menu.js")).LayoutMenu);
const ShareMenu = lazy(async () => (await import("../share/share-menu.js")).ShareMenu);

/** Current page, transport, and speed. */
export function TopBar({ studio }: { studio: Studio }) {
  const scene = useSignal(studio.scene);
  const catalogue = useSignal(studio.catalogue);
  const loading = useSignal(studio.loading);
  const changed = useSignal(studio.edits.changed);
  const pictured = useSignal(studio.pictured);
  const group =
    scene?.source.kind === "shipped" && catalogue.find(({ name }) => name === scene.description.name)?.group;
  return (
    <header class="top">
      <div class="top-left">
        <button
          type="button"
          class="icon-button drawer-button"
          aria-label={texts.scenesToggle}
          title={texts.scenesToggle}
          onClick={() => {
            studio.scenesOpen.value = !studio.scenesOpen.value;
          }}
        >
          <Icon name="panelLeft" />
        </button>
        <a class="brand" href={GALLERY} aria-label={texts.mark} title={texts.mark}>
          <Mark />
        </a>
        <h1 class="crumbs">
          {group && <span class="group">{texts.groups[group] ?? group}</span>}
          <b>{scene?.description.title ?? texts.title}</b>
          {changed.size > 0 && (
            <span class="edited" title={texts.editedHelp(changed.size)}>
              {texts.edited}
            </span>
          )}
        </h1>
        <SeatLink studio={studio} />
      </div>
      <Transport studio={studio} />
      <Meter studio={studio} />
      <div class="top-right">
        <button
          type="button"
          class="search-button"
          title={`${search.openPalette} (Ctrl K)`}
          onMouseDown={keepFocus}
          onClick={() => {
            studio.palette.value = true;
          }}
        >
          <Icon name="search" size={14} />
          <span>{search.search}</span>
          <kbd>Ctrl K</kbd>
        </button>
        {pictured && <ShareMenu studio={studio} />}
        {pictured && <LayoutMenu studio={studio} />}
        <ThemeButton studio={studio} />
        <LanguageMenu />
        <BarButton
          icon="keyboard"
          class="icon-button keys-button"
          name={texts.keys}
          keys="?"
          act={() => {
            studio.help.value = true;
          }}
        />
      </div>
      {loading && <div class="loading-line" role="progressbar" aria-label={texts.loading} />}
    </header>
  );
}

/** To the operator's seat, in scenes that have one. */
function SeatLink({ studio }: { studio: Studio }) {
  const { value: scene } = studio.scene;
  if (!scene?.description.seat || scene.source.kind !== "shipped") return null;
  return (
    <a
      class="button seat-link"
      href={seatOf(scene.source.name, scene.source.params)}
      aria-label={texts.takeSeat}
      title={texts.takeSeat}
    >
      <Icon name="tractor" size={14} />
      <span>{texts.takeSeat}</span>
    </a>
  );
}

function Transport({ studio }: { studio: Studio }) {
  const status = useSignal(studio.status);
  useSignal(studio.time.shown);
  const speed = useSignal(studio.speed);
  const slowed = useSignal(studio.slowed);
  const scene = useSignal(studio.scene);
  const running = status?.running ?? false;
  const name = running ? texts.pause : texts.play;
  return (
    <div class="transport" role="toolbar" aria-label={texts.transport}>
      <BarButton icon="restart" name={texts.restart} keys="R" disabled={!scene} act={() => studio.restart()} />
      <BarButton icon="stepBack" name={time.back} keys="," disabled={!scene} act={() => studio.time.back(1)} />
      <BarButton
        icon={running ? "pause" : "play"}
        name={name}
        keys="Space"
        class="play"
        disabled={!scene}
        act={() => studio.toggle()}
      />
      <BarButton icon="step" name={texts.step} keys="." disabled={!scene} act={() => studio.time.forward(1)} />
      <span class="select">
        <select
          aria-label={texts.speed}
          title={`${texts.speed} ([ ])`}
          value={String(speed)}
          onChange={(event) => studio.setSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((factor) => (
            <option key={factor} value={String(factor)}>
              {significant(factor, factor === 0.25 ? 2 : 1)}×
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={12} />
      </span>
      {slowed && (
        <span class="slowed" title={texts.slowedHelp(quantity(scene?.description.duration ?? 0, texts.seconds))}>
          {texts.slowed}
        </span>
      )}
      <output class="clock" aria-label={texts.time} title={texts.time}>
        {status ? fixed(studio.time.now.time, 3) : UNKNOWN} <i>{texts.seconds}</i>
      </output>
    </div>
  );
}
