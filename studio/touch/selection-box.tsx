import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";

/** The rectangle that is being drawn around bodies. */
export function SelectionBox({ studio }: { studio: Studio }) {
  const box = useSignal(studio.touch.box);
  if (!box) return null;
  const [x0, y0, x1, y1] = box;
  return (
    <div
      class="selection-box"
      style={{ left: `${x0}px`, top: `${y0}px`, width: `${x1 - x0}px`, height: `${y1 - y0}px` }}
    />
  );
}
