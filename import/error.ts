/** A file that cannot be imported: what is wrong, with file, line and column. */
export class ImportError extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(`${formatPlace(place)}: ${message}`);
    this.name = "ImportError";
    this.place = place;
  }
}

/** Where something stands in a file; lines and columns from 1, line 0 for the file as a whole or a binary one. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const wholeFile = (file: string): Place => ({ file, line: 0, column: 0 });

export function formatPlace({ file, line, column }: Place): string {
  return line === 0 ? file : `${file}:${line}:${column}`;
}
