/** A film of the view, recorded by the browser: WebM everywhere it can record at all, MP4 where it can. */
import { token } from "../theme.js";
import type { Viewport } from "../viewport/viewport.js";

export interface FilmFormat {
  readonly name: "WebM" | "MP4";
  readonly type: string;
  readonly extension: string;
  /** Starts to record the view. */
  record(view: Viewport): Film;
}

const CANDIDATES: readonly Omit<FilmFormat, "record">[] = [
  // VP8 before VP9: where no circuit does it, it takes a third of the processor's time
  { name: "WebM", type: "video/webm;codecs=vp8", extension: "webm" },
  { name: "WebM", type: "video/webm;codecs=vp9", extension: "webm" },
  { name: "WebM", type: "video/webm", extension: "webm" },
  { name: "MP4", type: "video/mp4;codecs=avc1.640028", extension: "mp4" },
  { name: "MP4", type: "video/mp4;codecs=avc1.42E01F", extension: "mp4" },
  { name: "MP4", type: "video/mp4", extension: "mp4" },
];

/** What this browser can record, at most one of each name. */
export function filmFormats(): FilmFormat[] {
  if (typeof MediaRecorder === "undefined") return [];
  const supported = CANDIDATES.filter(({ type }) => MediaRecorder.isTypeSupported(type));
  return supported
    .filter(({ name }, k) => supported.findIndex((other) => other.name === name) === k)
    .map((format) => ({ ...format, record: (view) => new Film(view, format.extension, format.type) }));
}

/** Pictures per second of the film, and bits per second. */
const RATE = 30;
const BITS = 8_000_000;

export class Film {
  readonly extension: string;
  private readonly recorder: MediaRecorder;
  private readonly parts: Blob[] = [];
  private readonly unwatch: () => void;
  private readonly begun = performance.now();
  private ended = false;

  /** Starts to record the view. */
  constructor(view: Viewport, extension: string, mimeType: string) {
    this.extension = extension;
    // The view itself is transparent: its background is the page's. Codecs want even sizes.
    const canvas = document.createElement("canvas");
    canvas.width = 2 * Math.floor(view.canvas.width / 2);
    canvas.height = 2 * Math.floor(view.canvas.height / 2);
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("no 2D canvas");
    this.recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType, videoBitsPerSecond: BITS });
    this.recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) this.parts.push(data);
    };
    const paint = () => {
      context.fillStyle = background(context, canvas.height);
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(view.canvas, 0, 0, canvas.width, canvas.height);
      // a recorder that begins before the first picture may end up with none
      if (this.recorder.state === "inactive" && !this.ended) this.recorder.start(1000);
    };
    // a drawing buffer holds its picture until the browser has shown it: it is copied right after it was drawn
    this.unwatch = view.watchPictures(paint);
    view.invalidate();
  }

  /** How long it has been recording, s. */
  get seconds(): number {
    return (performance.now() - this.begun) / 1000;
  }

  /** Ends the recording. */
  async stop(): Promise<Blob> {
    this.unwatch();
    this.ended = true;
    if (this.recorder.state !== "inactive") {
      const ended = new Promise((resolve) => {
        this.recorder.onstop = resolve;
      });
      this.recorder.stop();
      await ended;
    }
    for (const track of this.recorder.stream.getTracks()) track.stop();
    return new Blob(this.parts, { type: this.recorder.mimeType.split(";")[0] });
  }
}

/** The stage's gradient of the present theme. */
function background(context: CanvasRenderingContext2D, height: number): CanvasGradient {
  const [top = "#1b1f23", bottom = "#101214"] = token("stage").match(/#[0-9a-f]{3,8}/gi) ?? [];
  const gradient = context.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, top);
  gradient.addColorStop(1, bottom);
  return gradient;
}
