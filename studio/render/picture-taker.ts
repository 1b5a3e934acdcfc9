/** Copies of what a view shows, with the stage behind it. */
import { token } from "../theme.js";
import type { Viewport } from "../viewport/viewport.js";

/** Longest wait for a picture, ms: software may take seconds for one of a large scene. */
const PATIENCE = 60_000;

/** Edges stay sharp, at a fifth of the size of a PNG. */
const WEBP_QUALITY = 0.8;

export class PictureTaker {
  /** The last picture. Codecs want even sizes. */
  readonly canvas = document.createElement("canvas");
  private readonly view: Viewport;
  private readonly context: CanvasRenderingContext2D;
  private taken = 0;

  constructor(view: Viewport) {
    this.view = view;
    this.canvas.width = 2 * Math.floor(view.canvas.width / 2);
    this.canvas.height = 2 * Math.floor(view.canvas.height / 2);
    const context = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (!context) throw new Error("no 2D canvas");
    this.context = context;
    // a drawing buffer holds its picture until the browser has shown it: it is copied right after it was drawn
    view.watchPictures(() => this.take());
  }

  get size(): { readonly width: number; readonly height: number } {
    return this.canvas;
  }

  private take(): void {
    const { width, height } = this.canvas;
    const [top = "#1b1f23", bottom = "#101214"] = token("stage").match(/#[0-9a-f]{3,8}/gi) ?? [];
    const gradient = this.context.createLinearGradient(0, 0, 0, height);
    gradient.addColorStop(0, top);
    gradient.addColorStop(1, bottom);
    this.context.fillStyle = gradient;
    this.context.fillRect(0, 0, width, height);
    this.context.drawImage(this.view.canvas, 0, 0, width, height);
    this.taken++;
  }

  /** Waits until the view shows a simulated time (s), drawn as well as it can be; `again` has the last frame sent. */
  async until(time: number, tolerance: number, again: () => void): Promise<void> {
    const begin = performance.now();
    const before = this.taken;
    this.view.invalidate();
    while (this.taken === before || Math.abs(this.view.time - time) > tolerance || !this.view.settled) {
      if (performance.now() - begin > PATIENCE)
        throw new Error(
          this.taken === before
            ? "the view draws nothing"
            : `the view shows ${this.view.time} s instead of ${time} s, or is still drawing after ${PATIENCE / 1000} s`,
        );
      // a frame may have been left out
      if (Math.abs(this.view.time - time) > tolerance) again();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** The last picture as a file, base64. */
  file(type: "png" | "webp"): string {
    return this.canvas.toDataURL(`image/${type}`, WEBP_QUALITY).split(",")[1];
  }
}
