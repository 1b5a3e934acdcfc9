/** A thread that runs rows of a study. */
import { parentPort, workerData } from "node:worker_threads";
import { createRowRunner, packRow, type Run } from "stiction/studies";
import { type StudyPackage, unpackStudy } from "./study-package.js";

const port = parentPort;
if (port === null) throw new Error("study-thread is a thread of `stiction study`");

/** s */
const clock = () => performance.now() / 1000;

try {
  const runner = createRowRunner({ ...(await unpackStudy(workerData as StudyPackage)), clock });
  port.on("message", (rows: readonly (number | Run)[]) => {
    port.postMessage(rows.map((row) => packRow(typeof row === "number" ? runner.run(row) : runner.runValues(row))));
  });
  port.postMessage("ready");
} catch (error) {
  port.postMessage({ error: error instanceof Error ? error.message : String(error) });
}
