/** What overlays draw of the present state. */
import { contactRows } from "./overlay-contacts.js";
import { footprintTriangles, volumeTriangles } from "./overlay-fields.js";
import { boxRows, islandRows, jointRows, linkTensions, matrixRows, treeRows } from "./overlay-parts.js";
import { CONTACT_ROW, CONTACT_STATE, type OverlayPart, type OverlayParts } from "./overlay-protocol.js";
import { supportRows } from "./overlay-support.js";
import type { Run } from "./service.js";

export { overlayModel } from "./overlay-model.js";

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
    ...(has("support") && { support: supportRows(model, data) }),
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
