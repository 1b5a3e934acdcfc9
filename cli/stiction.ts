#!/usr/bin/env node
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  // a reader that has gone (`| head`) is not an error
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const { main } = await import("./program.js");
  process.exitCode = await main(process.argv);
} else await import("./study/study-thread.js");
