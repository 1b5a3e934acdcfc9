/** Names of the pictures of a series: `frames/%04d.png`, as ffmpeg and printf have them. */
import { InputError } from "../errors.js";

/** The name of each picture, by its number from 0; undefined where the name has no place for a number. */
export function pictureNames(pattern: string): ((k: number) => string) | undefined {
  const places = [...pattern.matchAll(/%(?:0(\d+))?d/g)];
  if (places.length === 0) return undefined;
  if (places.length > 1) throw new InputError(`${pattern}: expected one place for the number, such as %04d`);
  const [[place, width = "0"]] = places;
  return (k) => pattern.replace(place, String(k).padStart(Number(width), "0"));
}
