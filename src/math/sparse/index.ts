export { amdOrder } from "./amd.js";
export { ANALYZE_DEFAULTS, type AnalyzeOptions, analyzeSparse, type SparseAnalysis } from "./analyze.js";
export { createSparseLdlt, factorSparseLdlt, type LdltOptions, type SparseLdlt, solveSparseLdlt } from "./ldlt.js";
export { createSparseLu, factorSparseLu, type SparseLu, solveSparseLu } from "./lu.js";
export { FACTOR_DEFAULTS, type FactorOptions } from "./panel-factor.js";
export type { Triangle } from "./pattern.js";
export { type SparseStatistics, sparseStatistics } from "./statistics.js";
