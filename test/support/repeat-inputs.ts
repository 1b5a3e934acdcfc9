import type { Replay } from "stiction/io";

/** Makes all steps of a replay with the inputs that hands wrote: step before which, place, value; three numbers each. */
export function repeat(replay: Replay, written: ArrayLike<number>): void {
  let at = 0;
  for (let step = 0; step < replay.steps; step++) {
    for (; at < written.length && written[at] === step; at += 3) replay.data.input[written[at + 1]] = written[at + 2];
    replay.advance(1);
  }
}
