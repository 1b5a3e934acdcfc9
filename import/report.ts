import type { Place } from "./error.js";

/**
 * What an importer tells of an element: `left-out`, it has no counterpart and is not in the scene; `changed`, it is in
 * the scene, but not as the file has it; `mended`, something was wrong and was put right.
 */
export type NoteKind = "left-out" | "changed" | "mended";

export interface Note extends Place {
  readonly kind: NoteKind;
  readonly text: string;
}

/** Collects notes in the order of reading. */
export class Report {
  readonly notes: Note[] = [];

  add(kind: NoteKind, { file, line, column }: Place, text: string): void {
    this.notes.push({ file, line, column, kind, text });
  }

  leftOut(place: Place, text: string): void {
    this.add("left-out", place, text);
  }

  changed(place: Place, text: string): void {
    this.add("changed", place, text);
  }

  mended(place: Place, text: string): void {
    this.add("mended", place, text);
  }
}
