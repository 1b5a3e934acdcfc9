import { createData, type Data, type Model } from "stiction";
import { InputError } from "./errors.js";

/** The arrays of a model; a scene that needs more memory than available gets one error line. */
export function allocate(model: Model, label: string): Data {
  try {
    return createData(model);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InputError(
      `${label}: capacity: the arrays of this scene do not fit into memory; expected smaller tables`,
    );
  }
}
