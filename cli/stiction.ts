#!/usr/bin/env node
import { main } from "./program.js";

// a reader that has gone (`| head`) is not an error
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv);
