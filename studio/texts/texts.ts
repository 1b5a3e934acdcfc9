/** Parts of the studio's texts: English in the part's file, each other language in a folder, loaded when chosen. */
import { translated } from "./translated.js";

/** The English texts of each part that was loaded, by name; for the test that compares languages. */
export const defined = new Map<string, unknown>();

/** The texts of one part of the studio in the present language. English comes with the part, the others as a whole. */
export function defineTexts<T>(part: string, english: T): T {
  defined.set(part, english);
  return (translated()[part] as T | undefined) ?? english;
}
