/**
 * The state stream of a seat on its way to viewers. The seat's page is the authority and keeps a subscription for every
 * viewer (`stiction/link`); the server passes messages on without a look at the state, so it needs no model, and late
 * viewers, losses and reconnects are the link's own affair.
 */
import { decodeLink, LinkError } from "stiction/link";
import { RELAY, RELAY_HEAD } from "../protocol.js";
import type { LiveSeat } from "./live-seat.js";

/** A packet of the state stream, or a viewer that the seat lets go. */
export function relayFrom(seat: LiveSeat, bytes: Uint8Array): void {
  if (bytes.length < RELAY_HEAD) return;
  const viewer = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
  if (bytes[0] === RELAY.data) seat.toViewer(viewer, bytes.subarray(RELAY_HEAD));
  else if (bytes[0] === RELAY.closed) seat.dropViewer(viewer);
}

/** Puts kind and viewer in front of a message of the link. */
export function framed(kind: number, viewer: number, bytes: Uint8Array): Uint8Array {
  const wire = new Uint8Array(RELAY_HEAD + bytes.length);
  wire[0] = kind;
  new DataView(wire.buffer).setUint32(1, viewer, true);
  wire.set(bytes, RELAY_HEAD);
  return wire;
}

/** Whether a message of the link only watches: nobody moves a lever of a seat from here. */
export function isViewing(bytes: Uint8Array): boolean {
  try {
    const { message } = decodeLink(bytes);
    if (message.type === "hello") return message.role === "viewer" && message.controls.length === 0;
    return message.type === "taken" || message.type === "bye";
  } catch (error) {
    if (error instanceof LinkError) return false;
    throw error;
  }
}
