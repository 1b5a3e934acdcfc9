import { testExperiments } from "./run-experiments.js";

testExperiments(1, 4);
