import type { Data, Model } from "stiction";
import { ROW, writeJointRows } from "../../src/joints/system.js";

/** Largest error of a lock, or of a limit beyond its end, where the bodies are: m or rad. */
export function jointGap(model: Model, data: Data): number {
  writeJointRows(model, data);
  const { rowKind, rowError } = data.items.joints;
  return rowError.reduce((worst, error, r) => {
    if (rowKind[r] === ROW.lock) return Math.max(worst, Math.abs(error));
    return rowKind[r] === ROW.limit ? Math.max(worst, -error) : worst;
  }, 0);
}
