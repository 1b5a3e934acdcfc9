import type { Command } from "commander";
import { addExamples, numberAbove } from "../options.js";

/** Options of `stiction exercise run`. */
export interface ExerciseRunOptions {
  readonly headless?: boolean;
  readonly inputs?: string;
  readonly record?: string;
  readonly report?: string;
  readonly seed: number;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** `stiction exercise new|check|run|list|replay`: the package stiction-school brings what they do. */
export function addExercise(program: Command): void {
  const exercise = program
    .command("exercise")
    .summary("exercises of the classroom: write, check and run them")
    .description("Exercises of the classroom: a machine, a scene, documents, and a script that watches and grades.")
    .helpCommand(false);
  addExamples(exercise, ["stiction exercise list", "stiction exercise new my-exercise"]);

  const add = exercise
    .command("new")
    .argument("<name>", "name of the exercise and of its folder: small letters, digits, hyphens")
    .summary("write an exercise that runs, with comments")
    .option("--dir <folder>", "folder to write to", ".")
    .action(async (name: string, { dir }: { dir: string }) => (await tools()).newExercise(name, dir));
  addExamples(add, ["stiction exercise new my-exercise"]);

  const check = exercise
    .command("check")
    .argument("<folder>", "folder of the exercise")
    .summary("check manifest, documents, script, scene and sensors; bundle the script")
    .option("--json", "report as JSON")
    .action(async (folder: string, { json }: { json?: boolean }) => {
      process.exitCode = await (await tools()).checkExercise(folder, json === true);
    });
  addExamples(check, ["stiction exercise check my-exercise"]);

  const run = exercise
    .command("run")
    .argument("<folder>", "folder of the exercise, or the name of a shipped one")
    .summary("run an exercise without a seat: a driver moves the levers")
    .option("--headless", "without a seat and as fast as it goes; the only way there is here")
    .option("--inputs <file>", "what the driver does (.yaml, .json); reference.yaml of the folder when it is there")
    .option("--record <file>", "write the session: its frames, from which everything can be made again")
    .option("--report <file>", "write the report: .html, or .pdf")
    .option("--seed <number>", "seed of the script's random numbers", numberAbove(0, true), 1)
    .option("--watch", "run again when a file of the exercise changes")
    .option("--json", "report as JSON")
    .action(async (folder: string, options: ExerciseRunOptions) => {
      process.exitCode = await (await tools()).runExercise(folder, options);
    });
  addExamples(run, [
    "stiction exercise run controls-tour",
    "stiction exercise run my-exercise --watch",
    "stiction exercise run trenching --inputs bad.yaml --report trenching.html --json",
  ]);

  const replay = exercise
    .command("replay")
    .argument("<session>", "file of `run --record`, or a session saved by the server")
    .argument("[folder]", "folder of its exercise; by default the shipped one of that name")
    .summary("give the frames of a session to the script again: messages, events, grade, report")
    .option("--report <file>", "write the report: .html, or .pdf")
    .option("--json", "report as JSON")
    .action(async (session: string, folder: string | undefined, options: { report?: string; json?: boolean }) => {
      process.exitCode = await (await tools()).replaySession(session, folder, options);
    });
  addExamples(replay, ["stiction exercise replay trenching.session --report trenching.html"]);

  const list = exercise
    .command("list")
    .summary("list the shipped exercises")
    .option("--json", "as JSON")
    .action(async ({ json }: { json?: boolean }) => (await tools()).listExercises(json === true));
  addExamples(list, ["stiction exercise list"]);
}

type Tools = typeof import("../../exercises/tools/index.js");

/** The tools, from the sources or from the package stiction-school beside this one. */
async function tools(): Promise<Tools> {
  const { loadExerciseTools } = await import("../exercise-tools.js");
  return loadExerciseTools();
}
