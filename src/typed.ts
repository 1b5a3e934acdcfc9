/** Functions of the library with the types of its registries, but without the registries themselves. */
import type { BodySpec, Scene } from "./defaults.js";
import type { Params } from "./model/params.js";
import { addBody as addBodyTo, type Simulation } from "./pipeline/recompile.js";

/** Declares a scene; `build` gets its parameters with defaults filled in. */
export function defineScene<const P extends Params>(scene: Scene<P>): Scene<P> {
  return scene;
}

/** Adds a body while running. Sleeping bodies go on sleeping until it touches them. */
export const addBody: (simulation: Simulation, body: BodySpec) => Simulation = addBodyTo;
