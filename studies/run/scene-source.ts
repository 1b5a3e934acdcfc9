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

/** Makes the specs of the runs of one study. */
export interface SpecBuilder {
  /** The scene with the values of a run, before metrics are added. */
  spec(run: Run): UntypedSpec;
}

/** Prepares the scene of a study. Scenes that are built from parameters are built once per set of parameters. */
export function createSpecBuilder(source: SceneSource, study: Study): SpecBuilder {
  const params = source.kind === "built" ? Object.keys(source.scene.params) : [];
  const paths = study.factors.map(({ path }) => path);
  let built: { readonly key: string; readonly spec: UntypedSpec } | undefined;
  const base = (values: Record<string, unknown>): UntypedSpec => {
    if (source.kind === "written") return source.spec;
    const key = JSON.stringify(values);
    if (built?.key !== key) built = { key, spec: buildScene(source.scene, values) };
    return built.spec;
  };
  return {
    spec(run) {
      const values: Record<string, unknown> = { ...study.params };
      const changes: Change[] = Object.entries(study.set ?? {}).map(([path, value]) => ({ path, value }));
      const put = (path: string, value: unknown) => {
        if (params.includes(path)) values[path] = value;
        else changes.push({ path, value });
      };
      paths.forEach((path, i) => {
        put(path, run.values[i]);
      });
      if (study.seedPath !== undefined) put(study.seedPath, run.seed);
      // the type of a formulation comes before its options, wherever they stand
      changes.sort((a, b) => Number(b.path === "formulation.type") - Number(a.path === "formulation.type"));
      return changes.reduce(
        (spec, change) => applySetting(withFormulation(spec, change), change.path, change.value),
        base(values),
      );
    },
  };
}
