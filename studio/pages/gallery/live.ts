/** Runs a scene in a card. One view and one worker serve all cards, made when the first card wants them. */
import { ScenePlayer } from "../../embed/player.js";

/** How long the pointer or the focus must rest on a card, ms. */
const DELAY = 600;
/** Scenes with more bodies than this are not run for a glance. */
const MAX_BODIES = 250;

export class LiveCard {
  private readonly host = document.createElement("div");
  private player: ScenePlayer | null = null;
  private timer = 0;
  /** The scene that is wanted now. */
  private wanted = "";

  constructor() {
    this.host.className = "live";
    this.host.setAttribute("aria-hidden", "true");
    // the card takes the clicks, not the view
    this.host.inert = true;
  }

  /** The pointer or the focus has come to a card. */
  enter(picture: Element, name: string, bodies: number): void {
    this.leave();
    if (bodies > MAX_BODIES || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.wanted = name;
    this.timer = window.setTimeout(() => void this.run(picture, name), DELAY);
  }

  leave(): void {
    clearTimeout(this.timer);
    this.wanted = "";
    this.player?.simulation.pause();
    this.host.remove();
  }

  dispose(): void {
    this.leave();
    this.player?.dispose();
  }

  private async run(picture: Element, name: string): Promise<void> {
    this.host.style.opacity = "0";
    picture.append(this.host);
    // pictures in the gallery are dark in both themes
    this.player ??= new ScenePlayer(this.host, { theme: "dark", broken: () => this.leave() });
    try {
      await this.player.open({ kind: "shipped", name, params: {} }, true);
    } catch {
      return; // the picture stays
    }
    if (this.wanted === name) this.host.style.opacity = "1";
    else if (this.wanted === "") this.player.simulation.pause();
  }
}
