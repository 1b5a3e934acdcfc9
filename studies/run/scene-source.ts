/** The scene of a study with the values of a run in it. */
import { applySetting, buildScene, defaultFormulation, defaultItems, type Scene, type UntypedSpec } from "stiction";
import type { Run } from "../design/design.js";
import type { Study } from "../study-file.js";

/** Where the scene comes from: built from parameters, or as it stands. */
export type SceneSource =
  | { readonly kind: "built"; readonly scene: Scene }
  | { readonly kind: "written"; readonly spec: UntypedSpec };

/** A setting by its path. */
export interface Change {
  readonly path: string;
  readonly value: unknown;
}

/**
 * A change inside the formulation needs a formulation: a scene without one gets the default by name first. Another
 * type has other options, so it starts without the previous ones.
 */
export function withFormulation(spec: UntypedSpec, { path, value }: Change): UntypedSpec {
  if (!path.startsWith("formulation.") || typeof spec !== "object" || spec === null) return spec;
  const { formulation } = spec;
  const type =
    typeof formulation === "object" && formulation !== null ? (formulation as { type?: unknown }).type : formulation;
  if (path === "formulation.type" && value !== type) return { ...spec, formulation: { type: String(value) } };
  return formulation !== undefined ? spec : { ...spec, formulation: { type: defaultFormulation(spec, defaultItems) } };
}

/** A value of a study that a run puts into its scene, and where the study file says it: `factors[0]`, `set.timestep`. */
interface Placed extends Change {
  readonly place: string;
}

/** Makes the scene of each run of a study. */
export interface SpecBuilder {
  /** The scene with the values of a run, before metrics are added; `without` leaves out what one place says. */
  spec(run: Run, without?: string): UntypedSpec;
  /** The places of the study file whose values a run takes. */
  readonly places: readonly string[];
}

/** Prepares the scene of a study. Scenes that are built from parameters are built once per set of parameters. */
export function createSpecBuilder(source: SceneSource, study: Study): SpecBuilder {
  const params = source.kind === "built" ? Object.keys(source.scene.params) : [];
  let built: { readonly key: string; readonly spec: UntypedSpec } | undefined;
  const base = (values: Record<string, unknown>): UntypedSpec => {
    if (source.kind === "written") return source.spec;
    const key = JSON.stringify(values);
    if (built?.key !== key) built = { key, spec: buildScene(source.scene, values) };
    return built.spec;
  };
  const placed = (run: Run): Placed[] => [
    ...Object.entries(study.set ?? {}).map(([path, value]) => ({ place: `set.${path}`, path, value })),
    ...study.factors.map(({ path }, i) => ({ place: `factors[${i}]`, path, value: run.values[i] })),
    ...(study.seedPath === undefined ? [] : [{ place: "seedPath", path: study.seedPath, value: run.seed }]),
  ];
  return {
    places: [
      ...Object.keys(study.set ?? {}).map((path) => `set.${path}`),
      ...study.factors.map((_, i) => `factors[${i}]`),
      ...(study.seedPath === undefined ? [] : ["seedPath"]),
    ],
    spec(run, without) {
      const values: Record<string, unknown> = { ...study.params };
      const changes: Change[] = [];
      for (const { place, path, value } of placed(run)) {
        if (place === without) continue;
        if (params.includes(path) && !place.startsWith("set.")) values[path] = value;
        else changes.push({ path, value });
      }
      // the type of a formulation comes before its options, wherever they stand
      changes.sort((a, b) => Number(b.path === "formulation.type") - Number(a.path === "formulation.type"));
      return changes.reduce(
        (spec, change) => applySetting(withFormulation(spec, change), change.path, change.value),
        base(values),
      );
    },
  };
}
