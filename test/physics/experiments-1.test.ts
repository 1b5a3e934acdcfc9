import { testExperiments } from "./run-experiments.js";

testExperiments(0, 4);
