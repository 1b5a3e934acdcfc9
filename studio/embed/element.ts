/**
 * `<stiction-scene src="…" controls autoplay>`: a scene in any page. Attributes:
 *
 *   src       a shipped scene's name, a link of the studio, or the address of a scene file
 *   autoplay  runs as soon as it is in view (not with reduced motion)
 *   controls  play, restart and the time in a corner
 *   loop      starts again when the run is over
 *   theme     dark or light; by default that of the system
 *   environment  void, lab or site; by default that of the scene
 *
 * Events: `ready` when the scene is loaded, `problem` with `detail.message` when it cannot be loaded; the message is
 * shown in the element as well.
 */
import { fixed } from "../format.js";
import { texts } from "../texts/common.js";
import { setTokenSource, type Theme } from "../theme.js";
import { type EnvironmentType, ScenePlayer } from "./player.js";
import { readSrc } from "./source.js";
import { STYLES } from "./styles.js";

/** Drawings of the buttons, on a grid of 24. */
const DRAWINGS = {
  play: '<path d="M6 4v16l14-8z" fill="currentColor"/>',
  pause: '<path d="M6 4h4v16H6zM14 4h4v16h-4z" fill="currentColor"/>',
  restart:
    '<path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5" fill="none" stroke="currentColor" stroke-width="2"/>',
};

export class StictionScene extends HTMLElement {
  static readonly observedAttributes = ["src", "controls", "theme", "environment"];
  /** How workers are made; the built script carries theirs in itself. */
  static makeWorker: (() => Worker) | undefined;

  player: ScenePlayer | null = null;
  private readonly view = make("div", "view");
  private readonly bar = make("div", "controls");
  private readonly playButton = make("button", "play");
  private readonly clock = make("output", "");
  private readonly problem = make("p", "problem");
  private sight: IntersectionObserver | null = null;
  private visible = false;
  private loaded = "";
  private paused = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = STYLES;
    this.problem.setAttribute("role", "alert");
    this.problem.hidden = true;
    this.bar.setAttribute("role", "toolbar");
    this.bar.setAttribute("aria-label", texts.transport);
    this.playButton.addEventListener("click", () => this.toggle());
    const restart = make("button", "");
    name(restart, texts.restart, "restart");
    restart.addEventListener("click", () => this.restart());
    name(this.playButton, texts.play, "play");
    this.clock.setAttribute("aria-label", texts.time);
    this.bar.append(this.playButton, restart, this.clock);
    root.append(style, this.view, this.bar, this.problem);
  }

  connectedCallback(): void {
    setTokenSource(this);
    if (!this.hasAttribute("role")) this.setAttribute("role", "group");
    this.applyTheme();
    this.bar.hidden = !this.hasAttribute("controls");
    this.sight = new IntersectionObserver(([entry]) => this.seen(entry.isIntersecting));
    this.sight.observe(this);
  }

  disconnectedCallback(): void {
    this.sight?.disconnect();
    this.player?.dispose();
    this.player = null;
    this.loaded = "";
  }

  attributeChangedCallback(attribute: string): void {
    if (attribute === "controls") this.bar.hidden = !this.hasAttribute("controls");
    else if (attribute === "theme") this.applyTheme();
    else if (attribute === "environment") this.player?.setEnvironment(this.environment());
    else if (this.visible) void this.load();
  }

  play(): void {
    this.paused = false;
    this.player?.simulation.play();
  }

  pause(): void {
    this.paused = true;
    this.player?.simulation.pause();
  }

  restart(): void {
    this.player?.simulation.reset();
  }

  /** Simulated time, s. */
  get time(): number {
    return this.player?.status.value?.time ?? 0;
  }

  private toggle(): void {
    if (this.player?.status.value?.running) this.pause();
    else this.play();
  }

  /** Out of sight, nothing runs. */
  private seen(visible: boolean): void {
    this.visible = visible;
    if (visible && !this.loaded) void this.load();
    else if (!visible) this.player?.simulation.pause();
    else if (this.runsByItself() && !this.paused) this.player?.simulation.play();
  }

  private runsByItself(): boolean {
    return this.hasAttribute("autoplay") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private async load(): Promise<void> {
    const src = this.getAttribute("src") ?? "";
    if (src === this.loaded) return;
    this.loaded = src;
    this.problem.hidden = true;
    try {
      const source = await readSrc(src, document.baseURI);
      if (this.loaded !== src) return;
      this.player ??= this.makePlayer();
      await this.player.open(source, this.runsByItself());
      if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", this.player.scene?.title ?? src);
      this.dispatchEvent(new CustomEvent("ready"));
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
  }

  private makePlayer(): ScenePlayer {
    const { makeWorker } = StictionScene;
    const player = new ScenePlayer(this.view, {
      theme: this.theme(),
      environment: this.environment(),
      broken: (message) => this.tell(texts.workerBroken(message)),
      ...(makeWorker && { makeWorker }),
    });
    player.status.subscribe((status) => {
      if (!status) return;
      name(this.playButton, status.running ? texts.pause : texts.play, status.running ? "pause" : "play");
      this.clock.textContent = `${fixed(status.time, 2)} ${texts.seconds}`;
      if (status.ended && this.hasAttribute("loop")) {
        player.simulation.reset();
        player.simulation.play();
      }
    });
    return player;
  }

  private tell(message: string): void {
    const title = document.createElement("b");
    title.textContent = this.getAttribute("src") ?? "stiction-scene";
    this.problem.replaceChildren(title, message);
    this.problem.hidden = false;
    this.dispatchEvent(new CustomEvent("problem", { detail: { message } }));
  }

  private theme(): Theme {
    const wanted = this.getAttribute("theme");
    if (wanted === "dark" || wanted === "light") return wanted;
    return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  }

  private environment(): EnvironmentType | null {
    const wanted = this.getAttribute("environment");
    return wanted === "void" || wanted === "lab" || wanted === "site" ? wanted : null;
  }

  private applyTheme(): void {
    const theme = this.theme();
    this.classList.toggle("light", theme === "light");
    this.player?.setTheme(theme);
  }
}

function make<T extends keyof HTMLElementTagNameMap>(tag: T, className: string): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  return element;
}

/** Gives a button its drawing, its name and its tooltip. */
function name(button: HTMLButtonElement, text: string, drawing: keyof typeof DRAWINGS): void {
  if (button.title === text) return;
  button.type = "button";
  button.title = text;
  button.setAttribute("aria-label", text);
  button.innerHTML = `<svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">${DRAWINGS[drawing]}</svg>`;
}
