/** Events that follow each other too closely to be distinguished on the line, as one mark. */
import type { EventNote } from "../worker/protocol.js";

/** One event, or several of a kind. */
export interface Bundle {
  /** Place of the first and of the last, px. */
  readonly at: number;
  readonly to: number;
  readonly first: EventNote;
  readonly last: EventNote;
  readonly count: number;
  readonly name: string;
}

/** Events of one name that are closer than this are one bundle, px. */
const CLOSE = 24;

/** Events that a rule of the scene has raised. */
const RULE = 1;

/**
 * Bundles events that follow each other closely: a pile has hundreds of contacts. Those raised by a rule of the scene
 * stay single. `place` is where a time is on the line, px.
 */
export function bundled(
  events: readonly EventNote[],
  nameOf: (event: EventNote) => string,
  place: (time: number) => number,
): Bundle[] {
  const bundles: Bundle[] = [];
  /** Index of the newest bundle of a name. */
  const newest = new Map<string, number>();
  for (const event of events) {
    const name = nameOf(event);
    const at = place(event.time);
    const k = newest.get(name);
    const before = k === undefined ? undefined : bundles[k];
    if (k !== undefined && before && event.code !== RULE && at >= before.at && at - before.to < CLOSE)
      bundles[k] = { ...before, to: at, last: event, count: before.count + 1 };
    else newest.set(name, bundles.push({ at, to: at, first: event, last: event, count: 1, name }) - 1);
  }
  return bundles;
}
