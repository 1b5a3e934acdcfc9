/** A film picture by picture, by the browser's codec. Its time is given, not measured. */

/** One encoded picture. */
export interface EncodedPicture {
  /** µs since the beginning. */
  readonly time: number;
  readonly key: boolean;
  /** base64 */
  readonly bytes: string;
}

/** Seconds between pictures that need no other ones: as far as a player jumps. */
const KEY_EVERY = 2;

/** VP9, which every browser reads, in a level that holds for 4K. */
const CODEC = "vp09.00.50.08";

export class FilmEncoder {
  private readonly encoder: VideoEncoder;
  private readonly rate: number;
  private done: EncodedPicture[] = [];
  private failure: Error | null = null;
  private count = 0;

  private constructor(rate: number) {
    this.rate = rate;
    this.encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.done.push({ time: chunk.timestamp, key: chunk.type === "key", bytes: base64(bytes) });
      },
      error: (error) => {
        this.failure = error;
      },
    });
  }

  static async start(width: number, height: number, rate: number, bits: number): Promise<FilmEncoder> {
    if (typeof VideoEncoder === "undefined") throw new Error("this browser encodes no films (WebCodecs)");
    const config = { codec: CODEC, width, height, framerate: rate, bitrate: bits };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (!supported) throw new Error(`this browser does not encode VP9 of ${width} × ${height}`);
    const film = new FilmEncoder(rate);
    film.encoder.configure(config);
    return film;
  }

  /** Encodes a picture; returns what is ready, which may be earlier ones. */
  async add(canvas: HTMLCanvasElement): Promise<readonly EncodedPicture[]> {
    const time = Math.round((this.count * 1e6) / this.rate);
    const duration = Math.round(1e6 / this.rate);
    const frame = new VideoFrame(canvas, { timestamp: time, duration });
    this.encoder.encode(frame, { keyFrame: this.count % Math.round(KEY_EVERY * this.rate) === 0 });
    frame.close();
    this.count++;
    // not faster than it encodes
    while (this.encoder.encodeQueueSize > 4 && !this.failure) await new Promise((resolve) => setTimeout(resolve, 2));
    return this.ready();
  }

  async end(): Promise<readonly EncodedPicture[]> {
    await this.encoder.flush();
    this.encoder.close();
    return this.ready();
  }

  private ready(): readonly EncodedPicture[] {
    if (this.failure) throw this.failure;
    const out = this.done;
    this.done = [];
    return out;
  }
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
