/**
 * `stiction/studies`: a scene run over its parameters: designs, metrics, statistics, optimisers, identification, and
 * environments for learning. Knows no file system, no threads and no network.
 *
 * @module stiction/studies
 */

export { fitOrder, type Order } from "./analysis/convergence.js";
export { type EffectLevel, mainEffect } from "./analysis/effects.js";
export { type SobolIndex, sobolIndices } from "./analysis/sobol-indices.js";
export { type Summary, sampleQuantile, studentQuantile, summarize } from "./analysis/statistics.js";
export { type Design, designOf, type Run } from "./design/design.js";
export { type Distribution, quantile } from "./design/distribution.js";
export { latinHypercube } from "./design/latin-hypercube.js";
export { createRandom, normalQuantile, type Random, uniform } from "./design/random.js";
export { MAX_SOBOL_AXES, sobolCoordinate } from "./design/sobol.js";
export {
  createEnvironment,
  createEnvironmentBatch,
  type Environment,
  type EnvironmentAction,
  type EnvironmentBatch,
  type EnvironmentOptions,
  type RandomSetting,
  type Transition,
} from "./environment/environment.js";
export { act, episode, type PolicyShape, type TrainingOptions, trainPolicy, weightsOf } from "./environment/policy.js";
export { STUDY_FILES, studyJsonSchema } from "./json-schema.js";
export { cmaEs } from "./optimise/cma-es.js";
export { type GradientOf, gradientDescent } from "./optimise/gradient-descent.js";
export {
  type Fit,
  type FitOptions,
  type FittedParameter,
  fitLeastSquares,
  type Residuals,
} from "./optimise/least-squares.js";
export { nelderMead } from "./optimise/nelder-mead.js";
export { objectiveGradient } from "./optimise/objective-gradient.js";
export {
  type IdentifyFile,
  identifySchema,
  type OptimiseFile,
  optimiseSchema,
  readIdentify,
  readOptimise,
} from "./optimise/optimise-file.js";
export {
  type Best,
  type Evaluate,
  type Evaluation,
  type OptimiserOptions,
  type Optimum,
  type Problem,
  startOf,
  toVariable,
  type Variable,
} from "./optimise/problem.js";
export { type Compared, createTraceModel, parseTrace, type Trace, type TraceModel } from "./optimise/trace.js";
export { HEAT_STYLE, type HeatMap, heatMapSvg } from "./plots/heat-map.js";
export { escapeXml, PLOT_STYLE, type Plot, type PlotLine, plotSvg, ticks, verticalRange } from "./plots/line-plot.js";
export { MAX_RUNS, RESERVED, readStudy } from "./read-study.js";
export { type FromReference, fromReference } from "./report/curve-plots.js";
export { type Beside, besidePublished } from "./report/published.js";
export { type StudyFigure, type StudyHead, type StudyReport, studyReport } from "./report/report-page.js";
export { combinations, type ResultTable, tableOf } from "./report/result-table.js";
export { checkStudy } from "./run/check-study.js";
export { type CurveDifference, type Curves, curveDifferences } from "./run/curves.js";
export { systemEnergy } from "./run/energy.js";
export { type PackedRow, packRow, unpackRow } from "./run/packed-row.js";
export {
  createRowRunner,
  type Row,
  type RowRunner,
  type RowState,
  type StudyParts,
} from "./run/run-row.js";
export {
  type Change,
  createSpecBuilder,
  type SceneSource,
  type SpecBuilder,
  withFormulation,
} from "./run/scene-source.js";
export { type ScriptFunction, type ScriptRun, type StudyScript, studyScript } from "./run/script.js";
export {
  FACTOR_KINDS,
  type Factor,
  factorName,
  METRIC_KINDS,
  type Metric,
  type MetricKind,
  type Study,
  type StudyInput,
  studySchema,
} from "./study-file.js";
