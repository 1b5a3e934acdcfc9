// @ts-check
/**
 * A reporter of vitest that says now and then which files run and for how long, so that a slow machine shows a sign of life.
 * Silent while files end at a usual pace.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./setup.mjs";

/** Time of a test file on the clock, and of the processor. @typedef {{ file: string, seconds: number, processorSeconds: number }} FileTime */

/** A line appears after this many seconds without one. */
const EVERY_S = 30;

export default class ProgressReporter {
  /** Start of each running file, ms. @type {Map<string, number>} */
  #running = new Map();
  /** What each file took. @type {FileTime[]} */
  #times = [];
  #done = 0;
  #all = 0;
  #begin = performance.now();
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {readonly unknown[]} specifications */
  onTestRunStart(specifications) {
    this.#all = specifications.length;
    this.#begin = performance.now();
    this.#timer = setInterval(() => this.#say(), 1000 * EVERY_S);
  }

  /** @param {{ moduleId: string }} module */
  onTestModuleQueued({ moduleId }) {
    this.#running.set(relative(root, moduleId), performance.now());
  }

  /** @param {import("vitest/node").TestModule} module */
  onTestModuleEnd(module) {
    const file = relative(root, module.moduleId);
    this.#running.delete(file);
    this.#done++;
    const { duration, collectDuration } = module.diagnostic();
    this.#times.push({
      file,
      seconds: (duration + collectDuration) / 1000,
      processorSeconds: module.meta().processorSeconds ?? 0,
    });
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
    const path = process.env.STICTION_TEST_TIMES;
    if (path) writeFileSync(path, JSON.stringify(this.#times));
  }

  #say() {
    const running = [...this.#running].map(([file, since]) => `${file} (${seconds(since)})`);
    console.log(`… ${this.#done} of ${this.#all} files after ${seconds(this.#begin)}; running: ${running.join(", ")}`);
  }
}

/** @param {number} since */
function seconds(since) {
  return `${Math.round((performance.now() - since) / 1000)} s`;
}
