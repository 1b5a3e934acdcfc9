/** `stiction identify`: fits parameters of a scene to a trace. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SpecError } from "stiction";
import {
  createTraceModel,
  type Fit,
  fitLeastSquares,
  type IdentifyFile,
  parseTrace,
  readIdentify,
} from "stiction/studies";
import { EXIT, systemReason } from "../errors.js";
import { onInterrupt } from "../interrupt.js";
import { formatNumber } from "../text/numbers.js";
import { print, printJson } from "../text/print.js";
import { createStageProgress } from "../text/progress.js";
import { style } from "../text/style.js";
import { formatTable } from "../text/table.js";
import { inFile, type LoadedStudy, loadFile, packStudy } from "./study-package.js";

/** The study with a factor for each parameter; its metric only makes sure that the first sensor exists. */
function studyOf({ scene, params, set, parameters, fit }: IdentifyFile, loaded: LoadedStudy): LoadedStudy {
  const content = {
    study: 1,
    scene,
    ...(params ? { params } : {}),
    ...(set ? { set } : {}),
    factors: parameters.map(({ path, name, unit, low, high }) => ({
      path,
      unit,
      ...(name ? { name } : {}),
      uniform: { low, high },
    })),
    metrics: Object.fromEntries(fit.map(({ sensor }, k) => [`fit_${k}`, { final: sensor }])),
  };
  const rename = (path: string) =>
    path.replace(/^factors\[/, "parameters[").replace(/^metrics\.fit_(\d+)\.final/, (_, k) => `fit[${k}].sensor`);
  return { ...loaded, content, rename };
}

/** Runs the fit and prints its result; exit code 1 if it did not converge. */
export async function identifyCommand(
  argument: string,
  options: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<number> {
  const loaded = await loadFile(argument);
  const file = await inFile(loaded, () => readIdentify(loaded.content));
  const { package: packed, parts } = await packStudy(studyOf(file, loaded));
  const model = await inFile(loaded, async () => {
    const text = await readFile(resolve(loaded.folder, file.trace), "utf8").catch((error) => {
      throw new SpecError([{ path: "trace", message: `cannot read ${file.trace}: ${systemReason(error)}` }]);
    });
    return createTraceModel(parts.source, packed.study, parseTrace(text, file.trace), file.fit);
  });
  const interrupt = onInterrupt(async () => {});
  const progress = createStageProgress();
  try {
    const variables = file.parameters.map(({ name, path, low, high, start, scale }) => ({
      name: name ?? path,
      low,
      high,
      scale,
      ...(start === undefined ? {} : { start }),
    }));
    const fit = await fitLeastSquares(variables, async (values) => model.residuals(values), {
      iterations: file.iterations,
      tolerance: file.tolerance,
      onIteration(cost, iteration) {
        if (options.quiet !== true)
          progress.show(iteration / file.iterations, `iteration ${iteration}, sum of squares ${formatNumber(cost)}`);
        return interrupt.requested;
      },
    });
    progress.end();
    if (options.json) await printJson(fit);
    else show(file, fit);
    if (interrupt.requested) return interrupt.exitCode;
    return fit.converged ? EXIT.ok : EXIT.failed;
  } finally {
    progress.end();
    interrupt.end();
  }
}

function show(file: IdentifyFile, fit: Fit): void {
  const { bold, dim, yellow } = style(process.stdout);
  print(bold(file.title ?? `parameters from ${file.trace}`));
  const rows = fit.parameters.map(({ name, value, error, interval }, i) => [
    name,
    formatNumber(value),
    file.parameters[i].unit,
    `± ${formatNumber(Number(error.toPrecision(2)))}`,
    `${formatNumber(Number(interval[0].toPrecision(5)))} … ${formatNumber(Number(interval[1].toPrecision(5)))}`,
  ]);
  const columns = [
    { title: "" },
    { title: "value", align: "right" as const },
    { title: "" },
    { title: "standard error" },
    { title: "95 %" },
  ];
  for (const line of formatTable(columns, rows, { indent: 2, titleStyle: dim })) print(line);
  print(
    dim(
      `  ${fit.residuals} values, rms of the residuals ${formatNumber(fit.rms)} deviations, ${fit.iterations} iterations`,
    ),
  );
  for (const warning of fit.warnings) print(yellow(`  ${warning}`));
}
