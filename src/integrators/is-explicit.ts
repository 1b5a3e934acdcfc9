import type { Model } from "../model/model.js";

/** Whether forces are integrated explicitly: by an integrator, or by an explicit method of augmented-lagrangian. */
export function isExplicit({ integrator, formulation }: Model): boolean {
  const { method = "index-3" } = formulation.params as { method?: string };
  return integrator !== null || (formulation.kind.name === "augmented-lagrangian" && method !== "index-3");
}
