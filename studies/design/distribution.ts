/** Where the values of a sampled factor come from. */
import { normalQuantile } from "./random.js";

/** Uniform, uniform in the logarithm, or normal. */
export type Distribution =
  | { readonly type: "uniform"; readonly low: number; readonly high: number }
  | { readonly type: "log"; readonly low: number; readonly high: number }
  | { readonly type: "normal"; readonly mean: number; readonly deviation: number };

/** The quantile of a distribution: its value below which a share `u` in (0, 1) of all values lies. */
export function quantile(distribution: Distribution, u: number): number {
  switch (distribution.type) {
    case "uniform":
      return distribution.low + u * (distribution.high - distribution.low);
    case "log":
      return distribution.low * (distribution.high / distribution.low) ** u;
    case "normal":
      return distribution.mean + distribution.deviation * normalQuantile(u);
  }
}
