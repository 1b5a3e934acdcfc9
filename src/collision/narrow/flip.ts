import type { ContactSink } from "./types.js";

/** Exchanges A and B of the contacts from `first` on. */
export function flipContacts(sink: ContactSink, first: number): void {
  for (let c = first; c < sink.count; c++) {
    for (let i = 3 * c; i < 3 * c + 3; i++) {
      const point = sink.pointA[i];
      sink.pointA[i] = sink.pointB[i];
      sink.pointB[i] = point;
      sink.normal[i] = -sink.normal[i];
    }
    const feature = sink.featureA[c];
    sink.featureA[c] = sink.featureB[c];
    sink.featureB[c] = feature;
  }
}
