import { testExperiments } from "./run-experiments.js";

testExperiments(2, 4);
