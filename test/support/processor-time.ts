/**
 * Set-up of every test file: the processor time that the file takes, its child processes included, goes to the reporter (scripts/progress-reporter.mjs).
 * Other than the time on a clock it does not depend on what else the machine does.
 */
import { afterAll } from "vitest";
import { processorSeconds } from "../../scripts/processor-time.mjs";

declare module "vitest" {
  interface TaskMeta {
    processorSeconds?: number;
  }
}

const begin = processorSeconds();
// the first hook to be registered is the last one to run; vitest wants a pattern as its first argument
// biome-ignore lint/correctness/noEmptyPattern: as said
afterAll(({}, { file }) => {
  file.meta.processorSeconds = processorSeconds() - begin;
});
