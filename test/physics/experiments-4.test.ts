import { testExperiments } from "./run-experiments.js";

testExperiments(3, 4);
