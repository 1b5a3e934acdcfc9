/** Sends the data of overlays: only on request, at most 30 times a second and never faster than the page reads it. */
import { COUNTER } from "stiction";
import type { Request } from "../protocol.js";
import type { OverlayModel, OverlayPart, OverlayParts, OverlayReply } from "./overlay-protocol.js";
import type { Host, Run, Service } from "./service.js";

/** ms */
const PERIOD = 1000 / 30;
/** Gathering may take this part of the time at most; parts that take longer come less often. */
const SHARE = 0.2;
/** A page that has not answered for so long has lost a message (ms). */
const LOST = 2000;

export class OverlayService implements Service {
  private wanted: ReadonlySet<OverlayPart> = new Set();
  private described: OverlayModel | null = null;
  private next = 0;
  private sentAt = Number.NEGATIVE_INFINITY;
  private waiting = false;
  /** Loaded with the first overlay that is asked for: the contact models that it draws from are large. */
  private source: typeof import("./overlay-gather.js") | null = null;

  handle(request: Request, host: Host): boolean {
    if (request.type === "overlays-taken") {
      this.waiting = false;
      return true;
    }
    if (request.type !== "overlays") return false;
    this.wanted = new Set(request.parts);
    if (this.wanted.size > 0) void this.begin(host);
    return true;
  }

  private async begin(host: Host): Promise<void> {
    this.source ??= await import("./overlay-gather.js");
    if (!host.run || this.wanted.size === 0) return;
    this.describe(host, host.run);
    this.send(host, host.run);
  }

  opened(host: Host, run: Run): void {
    this.described = null;
    this.waiting = false;
    this.next = 0;
    if (this.wanted.size > 0) this.describe(host, run);
  }

  restarted(host: Host, run: Run): void {
    if (this.wanted.size > 0) this.send(host, run);
  }

  ticked(host: Host, run: Run): void {
    if (this.wanted.size === 0) return;
    const now = host.clock();
    if (now < this.next || (this.waiting && now < this.sentAt + LOST)) return;
    this.send(host, run);
  }

  private describe(host: Host, { model, generation }: Run): void {
    if (this.described || !this.source) return;
    this.described = this.source.overlayModel(model);
    host.post({ type: "overlay-model", generation, model: this.described });
  }

  private send(host: Host, run: Run): void {
    if (!this.source) return;
    const begun = host.clock();
    const parts = this.source.gather(run, this.wanted);
    const { generation, data } = run;
    const reply: OverlayReply = {
      type: "overlays",
      generation,
      time: data.time,
      steps: data.counter[COUNTER.steps],
      parts,
    };
    host.post(reply, buffersOf(parts));
    const now = host.clock();
    this.sentAt = now;
    this.waiting = true;
    this.next = Math.max(begun + PERIOD, now + (now - begun) / SHARE);
  }
}

function buffersOf(parts: OverlayParts): ArrayBuffer[] {
  const { footprints, volumes, ...rest } = parts;
  const arrays: ArrayBufferView[] = Object.values(rest);
  if (footprints) arrays.push(footprints.points, footprints.pressure);
  if (volumes) arrays.push(volumes.points);
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}
