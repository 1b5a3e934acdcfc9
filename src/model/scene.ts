import type * as z from "zod/mini";
import { SpecError, show } from "./errors.js";
import { type Params, type ParamsInput, type ParamsOutput, parse, problemsOf, record } from "./params.js";
import type { UntypedSpec } from "./typed-spec.js";

/** Groups of the gallery. */
export type SceneGroup =
  | "basics"
  | "mechanisms"
  | "piles"
  | "conforming contact"
  | "soft contact"
  | "exact geometry"
  | "machines"
  | "benchmarks";

/**
 * A shipped scene: one file in `scenes/`, used by tests, bench, command line, studio, docs and `verify`. `P` are its
 * parameters, `S` is the type of the scene it builds.
 */
export interface SceneOf<P extends Params = Params, S extends UntypedSpec = UntypedSpec> {
  readonly name: string;
  readonly title: string;
  /** One line of what is special. */
  readonly summary: string;
  readonly group: SceneGroup;
  /** What may be varied when the scene is built; each with unit, help and default. */
  readonly params: P;
  build(params: ParamsOutput<P>): S;
}

/** The spec of a scene for the given parameters; throws a SpecError for unknown or wrong ones. */
export function buildScene<P extends Params, S extends UntypedSpec>(
  scene: SceneOf<P, S>,
  params: Partial<ParamsInput<P>> = {},
): S {
  if (typeof scene?.build !== "function") throw new RangeError(`expected a scene with build, got ${show(scene)}`);
  const schema = record(scene.params, { help: scene.summary }) as z.ZodMiniObject;
  const parsed = parse(schema, params);
  if (!parsed.success) throw new SpecError(problemsOf(parsed.error as z.core.$ZodError, params, ""));
  const spec = scene.build(parsed.data as ParamsOutput<P>);
  return { name: scene.name, title: scene.title, description: scene.summary, ...spec };
}
