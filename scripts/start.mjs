// @ts-check
/** `npm start`: builds the studio if its sources changed, and serves it. */
import { parseArgs } from "node:util";
import { ensureDependencies, runMain, SetupError } from "./setup.mjs";
import { buildStudio, serveStudio, studioIsStale } from "./studio.mjs";

const help = `Usage: npm start -- [options]

Builds the studio when its sources changed, and serves it on this computer.

  --port <n>     port to serve on; the next free one if it is taken (5173)
  --host <name>  address to listen on; 0.0.0.0 lets other computers in (localhost)
  --dev          serve the sources with vite's development server, without a build
  --open         open the page in the browser
  --help         show this text`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "5173" },
        host: { type: "string", default: "localhost" },
        dev: { type: "boolean", default: false },
        open: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Error(`--port ${values.port} is not a port number`);
    return { ...values, port };
  } catch (error) {
    throw new SetupError(`${/** @type {Error} */ (error).message}\n\n${help}`);
  }
}

await runMain(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return;
  }
  ensureDependencies();
  if (!options.dev && studioIsStale()) {
    console.log("Building the studio …");
    await buildStudio();
  }
  const address = await serveStudio(options);
  console.log(`Stiction studio: ${address}\nPress Ctrl+C to stop.`);
});
