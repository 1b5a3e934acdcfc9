import { language } from "../../texts/language.js";
import { texts } from "../../texts/operator.js";
import type { Seat } from "./seat.js";

/** What people read of a lever: as the machine calls it, in other languages by what it does. */
export function leverName(seat: Seat, meaning: string): string {
  const said = seat.levers.value.find((lever) => lever.meaning === meaning)?.label;
  const known = texts.levers[meaning];
  return (language === "en" ? (said ?? known) : (known ?? said)) ?? meaning;
}
