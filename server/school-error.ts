/** Something that the person who runs the school can mend: the message says what and how. */
export class SchoolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SchoolError";
  }
}
