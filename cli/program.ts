import { Command, CommanderError } from "commander";
import { addBench } from "./commands/bench.js";
import { addExercise } from "./commands/exercise.js";
import { addExport } from "./commands/export.js";
import { addImport } from "./commands/import.js";
import { addInfo } from "./commands/info.js";
import { addLink } from "./commands/link.js";
import { addMigrate } from "./commands/migrate.js";
import { addModes } from "./commands/modes.js";
import { addNew } from "./commands/new.js";
import { addIdentify, addOptimise } from "./commands/optimise.js";
import { addRender } from "./commands/render.js";
import { addReplay } from "./commands/replay.js";
import { addRun } from "./commands/run.js";
import { addSchema } from "./commands/schema.js";
import { addServe } from "./commands/serve.js";
import { addSettle } from "./commands/settle.js";
import { addSolve } from "./commands/solve.js";
import { addStudio } from "./commands/studio.js";
import { addStudy } from "./commands/study.js";
import { addVerify } from "./commands/verify.js";
import { addWorker } from "./commands/worker.js";
import { EXIT, reportError } from "./errors.js";
import { addExamples } from "./options.js";
import { style } from "./text/style.js";
import { version } from "./version.js";

/** The whole tool. Commands load their modules when they run, so that help is fast. */
export function createProgram(): Command {
  const program = new Command("stiction")
    .description("Multibody dynamics whose contacts can be trusted: simulate, record, replay and check scenes.")
    .version(version)
    .usage("<command> [options]")
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) });
  for (const add of [
    addRun,
    addStudy,
    addWorker,
    addOptimise,
    addIdentify,
    addLink,
    addReplay,
    addExport,
    addRender,
    addImport,
    addInfo,
    addServe,
    addSettle,
    addModes,
    addSchema,
    addMigrate,
    addNew,
    addSolve,
    addStudio,
    addExercise,
    addVerify,
    addBench,
  ])
    add(program);
  addExamples(program, ["stiction run pendulum", "stiction run --help"]);
  return program;
}

/** The parser's message and its suggestion in one line. */
function oneLine(text: string): string {
  const { red } = style(process.stderr);
  const words = text
    .replace(/^error: /, "")
    .replace(/\n?\(Did you mean (?:one of )?([^?]*)\?\)/, '; did you mean "$1"?')
    .replace(/'([^']*)'/g, '"$1"')
    .replace(/\s*\n\s*/g, " ")
    .trim();
  return `${red("error:")} ${words}\n`;
}

/** Runs the tool and returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    if (argv.length <= 2) {
      program.outputHelp();
      return EXIT.ok;
    }
    await program.parseAsync(argv);
    return Number(process.exitCode ?? EXIT.ok);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.wrongInput;
    return reportError(error);
  }
}
