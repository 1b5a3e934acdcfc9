/** Sends the data of overlays: only on request, at most 30 times a second and never faster than the page reads it. */
import { COUNTER } from "stiction";
import type { Request } from "../protocol.js";
import { contactRows } from "./overlay-contacts.js";
import { footprintTriangles, volumeTriangles } from "./overlay-fields.js";
import { overlayModel } from "./overlay-model.js";
import { boxRows, islandRows, jointRows, linkTensions, matrixRows, treeRows } from "./overlay-parts.js";
import {
  CONTACT_ROW,
  CONTACT_STATE,
  type OverlayModel,
  type OverlayPart,
  type OverlayParts,
  type OverlayReply,
} from "./overlay-protocol.js";
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

  handle(request: Request, host: Host): boolean {
    if (request.type === "overlays-taken") {
      this.waiting = false;
      return true;
    }
    if (request.type !== "overlays") return false;
    this.wanted = new Set(request.parts);
    if (host.run && this.wanted.size > 0) {
      this.describe(host, host.run);
      this.send(host, host.run);
    }
    return true;
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
    if (this.described) return;
    this.described = overlayModel(model);
    host.post({ type: "overlay-model", generation, model: this.described });
  }

  private send(host: Host, run: Run): void {
    const begun = host.clock();
    const parts = gather(run, this.wanted);
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

/** The wanted parts of the present state. */
export function gather({ model, data }: Pick<Run, "model" | "data">, wanted: ReadonlySet<OverlayPart>): OverlayParts {
  const has = (part: OverlayPart) => wanted.has(part);
  const contacts = has("contacts") || has("islands") ? contactRows(model, data) : undefined;
  return {
    ...(contacts && has("contacts") && { contacts }),
    ...(has("boxes") && { boxes: boxRows(model, data) }),
    ...(has("trees") && { trees: treeRows(model, data) }),
    ...(has("joints") && { joints: jointRows(model, data) }),
    ...(has("links") && { links: linkTensions(model, data) }),
    ...(contacts && has("islands") && { islands: islandRows(model, data, bearing(contacts)) }),
    ...(has("footprints") && { footprints: footprintTriangles(model, data) }),
    ...(has("volumes") && { volumes: volumeTriangles(model, data) }),
    ...(has("matrix") && { matrix: matrixRows(model, data) }),
  };
}

/** Pairs of bodies that press on each other. */
function bearing(contacts: Float32Array): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let o = 0; o < contacts.length; o += CONTACT_ROW.size)
    if (contacts[o + CONTACT_ROW.state] !== CONTACT_STATE.open)
      pairs.push([contacts[o + CONTACT_ROW.bodyA], contacts[o + CONTACT_ROW.bodyB]]);
  return pairs;
}

function buffersOf(parts: OverlayParts): ArrayBuffer[] {
  const { footprints, volumes, ...rest } = parts;
  const arrays: ArrayBufferView[] = Object.values(rest);
  if (footprints) arrays.push(footprints.points, footprints.pressure);
  if (volumes) arrays.push(volumes.points);
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}
