/** What can be known of a study before it runs: that its paths, values, formulas and events exist. */
import { compileUntyped, type Model, type Problem, SpecError } from "stiction";
import { designOf, type Run } from "../design/design.js";
import { FACTOR_KINDS, type Study } from "../study-file.js";
import { checkMetricsAgainst, metricProblem, withMetrics } from "./metrics.js";
import type { StudyParts } from "./run-row.js";
import { createSpecBuilder, type SpecBuilder } from "./scene-source.js";

/** Runs that are compiled to find one in which a value works, and in all. */
const TRIES = 8;
const MAX_COMPILED = 200;
/** The check of values ends after so much time, s. */
const MAX_TIME = 3;

/**
 * Compiles the first run of a study, and one for each value of its lists, so that a misspelt path, word or metric is found
 * before anything runs. A value that works in some runs only is no mistake: the others are rows that failed. Problems are
 * in terms of the study file.
 */
export function checkStudy(parts: StudyParts): Model {
  const { study, source, script } = parts;
  if (source.kind === "written" && Object.keys(study.params ?? {}).length > 0)
    throw new SpecError([{ path: "params", message: "a scene that is written out has no parameters; use set" }]);
  const builder = createSpecBuilder(source, study);
  const run = designOf(study).run(0);
  const combined = workingRun(parts, builder, run);
  const model = compileAt(builder, study, combined ?? run);
  checkMetricsAgainst(model, study);
  if (study.factors.length > 0) checkValues(parts, builder, combined ?? run);
  script?.start(model, run);
  return model;
}

/** The first run, or one of the next ones if that combination of listed values does not work. */
function workingRun({ study }: StudyParts, builder: SpecBuilder, first: Run): Run | undefined {
  const works = (run: Run) => {
    try {
      compileAt(builder, study, run);
      return true;
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return false;
    }
  };
  if (works(first)) return first;
  const lists = study.factors.map(({ values }, i) => values ?? [first.values[i]]);
  return combinationsWith(lists, -1, first.values[0])
    .slice(0, TRIES)
    .map((values) => ({ ...first, values }))
    .find(works);
}

/** Combinations of lists, the last fastest, in which list `fixed` has one value. */
function combinationsWith(lists: readonly (readonly unknown[])[], fixed: number, value: unknown): unknown[][] {
  let all: unknown[][] = [[]];
  lists.forEach((list, i) => {
    const own = i === fixed ? [value] : list;
    all = all.flatMap((before) => own.map((entry) => [...before, entry])).slice(0, 1000);
  });
  return all;
}

function checkValues({ study, clock }: StudyParts, builder: SpecBuilder, run: Run): void {
  const begin = clock?.() ?? 0;
  const lists = study.factors.map(({ values }, i) => values ?? [run.values[i]]);
  let compiled = 0;
  for (const [i, { values }] of study.factors.entries()) {
    for (const [k, value] of (values ?? []).entries()) {
      if (JSON.stringify(value) === JSON.stringify(run.values[i])) continue;
      const others = combinationsWith(lists, i, value).slice(0, TRIES);
      const candidates = [run.values.map((own, j) => (j === i ? value : own)), ...others];
      let first: SpecError | undefined;
      for (const candidate of candidates) {
        if (compiled++ >= MAX_COMPILED || (clock?.() ?? 0) - begin > MAX_TIME) return;
        try {
          compileAt(builder, study, { ...run, values: candidate });
          first = undefined;
          break;
        } catch (error) {
          if (!(error instanceof SpecError)) throw error;
          first ??= error;
        }
      }
      if (first === undefined) continue;
      const own = `factors[${i}]`;
      throw new SpecError(
        first.problems.map(({ path, message }) =>
          path.startsWith(own)
            ? { path: `${own}.values[${k}]`, message }
            : { path: `${own}.values[${k}]`, message: `works in no run: ${path}: ${message}` },
        ),
      );
    }
  }
}

/** Compiles a run; problems name the place in the study that made them. */
function compileAt(builder: SpecBuilder, study: Study, run: Run): Model {
  const compile = (without?: string) => {
    const spec = builder.spec(run, without);
    const sensors = (spec as { readonly sensors?: readonly unknown[] }).sensors?.length ?? 0;
    try {
      return { model: compileUntyped(withMetrics(spec, study)) };
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      throw new SpecError(
        error.problems.map((problem) => ({
          ...problem,
          path: metricProblem(problem.path, sensors, study) ?? `scene${problem.path === "" ? "" : `.${problem.path}`}`,
        })),
      );
    }
  };
  const problemsWithout = (place: string): readonly Problem[] => {
    try {
      compile(place);
      return [];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return error.problems;
    }
  };
  try {
    return compile().model;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const left = builder.places.map((place) => ({ place, problems: problemsWithout(place) }));
    const judged = error.problems.map((problem) => {
      const { path, message } = problem;
      // the place whose value, left out, takes the problem away
      const behind = left.find(({ problems }) =>
        problems.every((other) => other.message !== message || other.path !== path),
      );
      return { problem, behind: /^metrics\.|^stop\.when$/.test(path) ? undefined : behind };
    });
    // a scene that is wrong by itself gives problems to every value that is put into it
    const own = judged.filter(({ behind }) => behind === undefined);
    throw new SpecError(
      (own.length > 0 ? own : judged).map(({ problem, behind }) => {
        const inScene = problem.path.replace(/^scene\.?/, "");
        const message = inScene === "" ? problem.message : `${inScene}: ${problem.message}`;
        if (behind !== undefined) return { path: blamed(behind.place, problem.message, study), message };
        if (typeof study.scene === "object" || !problem.path.startsWith("scene")) return problem;
        return { path: "scene", message: `${study.scene}: ${message}` };
      }),
    );
  }
}

/** Whether it is the path of a factor that is wrong, or its value. */
function blamed(place: string, message: string, study: Study): string {
  const index = /^factors\[(\d+)\]$/.exec(place)?.[1];
  if (index === undefined) return place;
  if (/^unknown (key|entry|parameter)|and has no /.test(message)) return `${place}.path`;
  const factor = study.factors[Number(index)];
  return `${place}.${FACTOR_KINDS.find((kind) => factor[kind] !== undefined)}`;
}
