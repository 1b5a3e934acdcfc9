import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fixed } from "../format.js";
import { Icon } from "../icons.js";
import { useMenu } from "../menu.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts as common } from "../texts/common.js";
import { texts } from "../texts/share.js";
import { type Film, type FilmFormat, filmFormats } from "./film.js";
import "./share.css";

/** What can be given to others, under one button; while a film is recorded the button ends it. */
export function ShareMenu({ studio }: { studio: Studio }) {
  const scene = useSignal(studio.scene);
  const film = useSignal(studio.sharing.film);
  const path = useSignal(studio.cameras.path);
  const { open, root, list, onKeyDown, toggle, close } = useMenu();
  if (film) return <StopButton studio={studio} film={film} />;
  const { sharing } = studio;
  const act = (work: () => void | Promise<void>) => () => {
    close();
    void work();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside
    <div ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="icon-button"
        disabled={!scene}
        aria-label={texts.share}
        title={texts.share}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={toggle}
      >
        <Icon name="share" />
      </button>
      {open && (
        <div class="share-menu" role="menu" aria-label={texts.share} popover="manual" ref={list}>
          <Item icon="link" title={texts.copyLink} help={texts.copyLinkHelp} act={act(() => sharing.copyLink())} />
          <Item icon="code" title={texts.embed} help={texts.embedHelp} act={act(() => sharing.copyTag())} />
          <hr />
          <Item
            icon="download"
            title={texts.downloadScene}
            help={texts.downloadSceneHelp}
            act={act(() => sharing.downloadScene())}
          />
          <Item
            icon="download"
            title={texts.downloadRecording}
            help={texts.downloadRecordingHelp}
            act={act(() => studio.recordings.save())}
          />
          <FilmItems
            path={path.length > 1}
            start={(format) => act(() => sharing.startFilm(format))()}
            along={(format) => act(() => sharing.filmPath(format))()}
          />
        </div>
      )}
    </div>
  );
}

interface FilmProps {
  /** Whether the scene has a path for its camera. */
  readonly path: boolean;
  start(format: FilmFormat): void;
  along(format: FilmFormat): void;
}

function FilmItems({ path, start, along }: FilmProps): ComponentChildren {
  const formats = filmFormats();
  if (formats.length === 0) return <p>{texts.noVideo}</p>;
  return (
    <>
      {formats.map((format) => (
        <Item
          key={format.name}
          icon="video"
          title={`${texts.recordVideo}, ${format.name}`}
          help={texts.recordVideoHelp(format.name)}
          act={() => start(format)}
        />
      ))}
      {path && (
        <Item
          icon="video"
          title={`${texts.filmPath}, ${formats[0].name}`}
          help={texts.filmPathHelp(formats[0].name)}
          act={() => along(formats[0])}
        />
      )}
    </>
  );
}

interface ItemProps {
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly title: string;
  readonly help: string;
  act(): void;
}

function Item({ icon, title, help, act }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={act}>
      <Icon name={icon} />
      <span>
        <b>{title}</b>
        {help}
      </span>
    </button>
  );
}

/** Ends the film; shows how long it has become. */
function StopButton({ studio, film }: { studio: Studio; film: Film }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  const time = `${fixed(film.seconds, 0)} ${common.seconds}`;
  return (
    <button
      type="button"
      class="recording"
      aria-label={texts.stopVideo}
      title={`${texts.stopVideo}. ${texts.recording(time)}`}
      onClick={() => void studio.sharing.stopFilm()}
    >
      <i /> {time}
    </button>
  );
}
