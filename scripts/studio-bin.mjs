#!/usr/bin/env node
// @ts-check
/** The command of the package stiction-studio: serves the built studio, which lies beside this file in `web`. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openInBrowser, serveFolder } from "./serve.mjs";

const HELP = `Usage: stiction-studio [options]

Serves the studio on this computer.

  --port <n>     port to serve on; the next free one if it is taken (5173)
  --host <name>  address to listen on; 0.0.0.0 lets other computers in (localhost)
  --open         open the page in the browser
  --help         show this text`;

try {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "5173" },
      host: { type: "string", default: "localhost" },
      open: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port ${values.port} is not a port number`);
  if (values.help) console.log(HELP);
  else {
    const { url } = await serveFolder(fileURLToPath(new URL("./web", import.meta.url)), { port, host: values.host });
    console.log(`Stiction studio: ${url}\nPress Ctrl+C to stop.`);
    if (values.open) openInBrowser(url);
  }
} catch (error) {
  console.error(`error: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 2;
}
