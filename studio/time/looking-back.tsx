import { fixed } from "../format.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/time.js";

/** Says which instant is shown everywhere while the run has already been further. */
export function LookingBack({ studio }: { studio: Studio }) {
  const shown = useSignal(studio.time.shown);
  const status = useSignal(studio.status);
  const stored = useSignal(studio.time.stored);
  const { step, time } = studio.time.now;
  if (!stored || status?.running || (shown === null && step >= stored.lastStep)) return null;
  return (
    <p class="looking-back-note" role="status">
      {texts.lookingBack(fixed(time, 3), fixed(stored.lastTime, 3))}
    </p>
  );
}
