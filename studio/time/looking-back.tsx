import { useEffect } from "preact/hooks";
import { fixed } from "../format.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/time.js";

/**
 * Says which moment the picture shows while it is not that of the simulation. Values in the tree and the inspector are
 * those of the simulation, and are dimmed meanwhile.
 */
export function LookingBack({ studio }: { studio: Studio }) {
  const shown = useSignal(studio.time.shown);
  const status = useSignal(studio.status);
  const back = shown !== null;
  useEffect(() => {
    document.documentElement.classList.toggle("looking-back", back);
    return () => document.documentElement.classList.remove("looking-back");
  }, [back]);
  if (!shown) return null;
  return (
    <p class="looking-back-note" role="status">
      {texts.lookingBack(fixed(shown.time, 3), fixed(status?.time ?? 0, 3))}
    </p>
  );
}
