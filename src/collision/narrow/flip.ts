import type { ContactSink, Separation } from "./types.js";

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

/** Exchanges A and B of a separation. */
export function flipSeparation(out: Separation): void {
  const { values } = out;
  for (let k = 0; k < 3; k++) {
    const point = values[4 + k];
    values[4 + k] = values[7 + k];
    values[7 + k] = point;
    values[1 + k] = -values[1 + k];
  }
  const feature = out.featureA;
  out.featureA = out.featureB;
  out.featureB = feature;
}
