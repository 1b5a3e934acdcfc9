import { decodeBinary, encodeBinary } from "./binary.js";
import { decodeJson, encodeJson } from "./json.js";
import { type LinkEnvelope, LinkError } from "./messages.js";

/** Form of a peer's messages; a peer is answered in its own. */
export type LinkForm = "binary" | "json";

/** A message as it goes over the wire: bytes, or text in JSON. */
export function encodeLink(envelope: LinkEnvelope, form: LinkForm = "binary"): Uint8Array | string {
  return form === "json" ? encodeJson(envelope) : encodeBinary(envelope);
}

/** What came over the wire: a text is JSON, and so are bytes that begin with "{". Throws a LinkError. */
export function decodeLink(wire: Uint8Array | string): LinkEnvelope & { readonly form: LinkForm } {
  if (typeof wire === "string") return { ...decodeJson(wire), form: "json" };
  if (wire[0] !== OPEN) return { ...decodeBinary(wire), form: "binary" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(wire);
  } catch {
    throw new LinkError("malformed", "expected text in UTF-8");
  }
  return { ...decodeJson(text), form: "json" };
}

/** "{" */
const OPEN = 0x7b;
