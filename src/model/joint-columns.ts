import { metaOf, type Params } from "./params.js";

/** Where the parameters of a joint kind stand among the numbers of a joint, and which of them are inputs. */
export interface JointColumns<K extends string = string> {
  /**
   * Offset from `joints.ownStart[i]` in `joints.own`: numbers, vectors (3), flags (0 or 1) and choices (position of the
   * word).
   */
  readonly own: Readonly<Record<K, number>>;
  /**
   * Offset from `joints.inputStart[i]` in `joints.input`, for parameters declared with `input`; a vector has three
   * inputs.
   */
  readonly input: Readonly<Record<K, number>>;
  /** Numbers in all; what a kind derives for itself stands behind them. */
  readonly size: number;
  readonly inputs: number;
}

/** The columns of a kind's parameters, in the order in which they are declared. */
export function jointColumns<P extends Params>(params: P): JointColumns<Extract<keyof P, string>> {
  const own: Record<string, number> = {};
  const input: Record<string, number> = {};
  let size = 0;
  let inputs = 0;
  for (const [key, schema] of Object.entries(params)) {
    const meta = metaOf(schema);
    if (meta === undefined || !["number", "vector", "flag", "choice"].includes(meta.kind)) continue;
    own[key] = size;
    size += meta.kind === "vector" ? 3 : 1;
    if (meta.input) {
      input[key] = inputs;
      inputs++;
    }
  }
  return { own, input, size, inputs } as JointColumns<Extract<keyof P, string>>;
}
