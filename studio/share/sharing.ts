/**
 * What can be given to others: a link, a file, a film, a tag. The parts that weigh something are loaded when they are
 * used.
 */

import { download } from "../download.js";
import { quantity } from "../format.js";
import { escaped } from "../markup.js";
import { routeTo } from "../route.js";
import { Signal } from "../signal.js";
import type { OpenScene, Studio } from "../state.js";
import { texts } from "../texts/share.js";
import type { Viewport } from "../viewport/viewport.js";
import type { Film, FilmFormat } from "./film.js";

export class Sharing {
  /** The film that is being recorded. */
  readonly film = new Signal<Film | null>(null);
  private readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
  }

  /**
   * Copies an address that opens the current scene, and puts it into the address bar; reports success or the reason of
   * failure.
   */
  async copyLink(): Promise<void> {
    await this.attempt(async (scene) => {
      const hash = await this.hashOf(scene);
      history.replaceState(null, "", hash);
      const size = quantity(hash.length, "B");
      await this.copy(location.href, texts.linkCopied, texts.linkSize(size));
    });
  }

  /** Copies the tag for another page. */
  async copyTag(): Promise<void> {
    await this.attempt(async (scene) => {
      const hash = await this.hashOf(scene);
      const script = new URL("./stiction-scene.js", document.baseURI).href;
      // the package of the studio comes without the element; a page that is offline cannot know
      const answer = await fetch(script, { method: "HEAD" }).catch(() => null);
      if (answer?.status === 404) throw new Error(texts.noElement);
      const src = hash.startsWith("#/scene/") ? hash.slice("#/scene/".length) : hash;
      const tag = `<script src="${script}" defer></script>\n<stiction-scene src="${escaped(src)}" controls autoplay></stiction-scene>`;
      await this.copy(tag, texts.tagCopied);
    });
  }

  /** Saves the scene, with every edit, as a YAML file. */
  async downloadScene(): Promise<void> {
    await this.attempt(async () => {
      await this.studio.edits.download("yaml");
      this.studio.notice.value = { kind: "info", text: texts.exported, brief: true };
    });
  }

  /** Begins a film of the view. */
  startFilm(format: FilmFormat): void {
    const { viewport } = this.studio;
    if (!viewport || this.film.value) return;
    this.film.value = format.record(viewport);
  }

  /** Runs the scene from its start and films it along the path of its camera, from the first key frame to the last. */
  async filmPath(format: FilmFormat): Promise<void> {
    const { studio } = this;
    const { viewport, cameras, simulation } = studio;
    const keys = cameras.path.value;
    const [first, last] = [keys[0], keys.at(-1)];
    if (!viewport || !first || !last || this.film.value) return;
    cameras.followPath(true);
    simulation.pause();
    studio.restart();
    // the first picture of the run before anything is filmed: the last one is of a later time
    await simulation.hash();
    await nextPicture(viewport);
    let film: Film | null = null;
    const end = viewport.watchPictures(() => {
      const { time } = viewport;
      if (!film) {
        if (time < first.time) return;
        this.startFilm(format);
        film = this.film.value;
        return;
      }
      const over = time >= last.time || studio.status.value?.ended === true;
      if (over || this.film.value !== film) end();
      if (over && this.film.value === film) void this.stopFilm();
    });
    simulation.play();
  }

  /** Ends the film and saves it. */
  async stopFilm(): Promise<void> {
    const { value: film } = this.film;
    if (!film) return;
    this.film.value = null;
    const blob = await film.stop();
    const fileName = `${this.studio.scene.value?.description.name ?? "stiction"}.${film.extension}`;
    download(fileName, blob, blob.type);
    const more = quantity(blob.size, "B");
    this.studio.notice.value = { kind: "info", text: texts.videoSaved, path: fileName, more, brief: true };
  }

  /** The shortest address of a scene: its name when it is a shipped one without edits, else one that carries it. */
  private async hashOf({ source }: OpenScene): Promise<string> {
    const edited = this.studio.edits.canUndo.value || this.studio.edits.changed.value.size > 0;
    if (!edited && source.kind === "shipped") return routeTo(source.name, source.params);
    const { writeLink } = await import("./link.js");
    return `#/s/${writeLink(edited ? { kind: "spec", spec: await this.studio.edits.spec() } : source)}`;
  }

  private async copy(text: string, done: string, more = ""): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.studio.notice.value = { kind: "info", text: done, more, brief: true };
    } catch {
      this.studio.notice.value = { kind: "warning", text: texts.copyFailed };
    }
  }

  private async attempt(work: (scene: OpenScene) => Promise<void>): Promise<void> {
    const { value: scene } = this.studio.scene;
    if (!scene) return;
    try {
      await work(scene);
    } catch (error) {
      this.studio.notice.value = { kind: "error", text: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Waits for another picture. */
function nextPicture(viewport: Viewport): Promise<void> {
  return new Promise((resolve) => {
    const end = viewport.watchPictures(() => {
      end();
      resolve();
    });
    viewport.invalidate();
  });
}
