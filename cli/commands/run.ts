import { type Command, Option } from "commander";
import type { RealTimePolicy } from "stiction";
import { EXIT, FailedError, InputError } from "../errors.js";
import {
  addExamples,
  addSceneOptions,
  collect,
  countFromOne,
  numberAbove,
  policyName,
  portNumber,
} from "../options.js";
import { isStandardOutput } from "../output-name.js";
import type { RecordingFiles } from "../recordings.js";
import type { SceneOptions } from "../scene-settings.js";

interface RunOptions extends SceneOptions {
  readonly out?: readonly string[];
  readonly recordEvery: number;
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly realtime?: boolean;
  readonly policy?: RealTimePolicy;
  readonly speed?: number;
  readonly gradient?: readonly string[];
  readonly problems?: string;
  readonly stepBudget?: number;
  readonly control?: readonly string[];
  readonly foxglove?: number;
  readonly rosbridge?: string;
  readonly mqtt?: string;
}

/** Steps are counted in 32 bits. */
const MAX_STEPS = 2 ** 31 - 1;

/** `stiction run <scene>` */
export function addRun(program: Command): void {
  const command = program
    .command("run")
    .argument(
      "<scene>",
      "scene file (.yaml, .json), module (.ts, .mjs), the name of a shipped scene, or - for standard input",
    )
    .summary("simulate a scene and report")
    .description(
      "Simulate a scene, record it on request, and report times, events, final sensor values and the hash of the final state.",
    );
  addSceneOptions(command)
    .option(
      "--out <file>",
      "record to .mcap (opens in Foxglove), .csv (sensors) or .jsonl (repeatable); - is standard output as .jsonl, -.csv and -.mcap the others",
      collect,
    )
    .option("--poses", "also record position and orientation of every body, as columns of a .csv")
    .option("--record-every <n>", "record sensors at every n-th step", countFromOne, 1)
    .option(
      "--gradient <wrt=path>",
      "derivatives of all sensors with respect to a number or a parameter of the scene: wrt=bodies.rod.mass, wrt=length (repeatable)",
      collect,
    )
    .option(
      "--problems <file.h5|folder>",
      "write the complementarity problem of every recorded step: one .h5 file, or a folder of .json files for stiction solve",
    )
    .option(
      "--control <name=value@time>",
      "move a named input at a time: boom=0.4@1.5s; without a time at the start (repeatable)",
      collect,
    )
    .option("--realtime", "run in real time, and report how well steps kept their deadlines")
    .option(
      "--policy <name>",
      "with --realtime, when steps take too long: catch-up, slow-down (time runs slower) or drop-frames (compute all that is due)",
      policyName,
    )
    .option("--speed <factor>", "with --realtime: simulated over real time, 0.25 is slow motion", numberAbove(0))
    .option(
      "--step-budget <microseconds>",
      "cut steps with contact forces no further once they took so long; such a run cannot be reproduced",
      numberAbove(0),
    )
    .addOption(
      new Option("--foxglove [port]", "serve the run to Foxglove in real time (default port: 8765; 0: a free one)")
        .argParser(portNumber)
        .preset("8765"),
    )
    .option("--rosbridge <url>", "publish the run to ROS in real time: ws://robot:9090")
    .option("--mqtt <url>", "publish the run to an MQTT broker in real time: mqtt://broker:1883")
    .option("--strict", "exit with 1 if a step reports numerical trouble, the scene has warnings or a body left")
    .option("--json", "one JSON object on stdout, numbers at full precision")
    .option("--quiet", "no progress and no summary")
    .action(async (scene: string, options: RunOptions) => {
      process.exitCode = await run(scene, options);
    });
  addExamples(command, [
    "stiction run pendulum",
    "stiction run pendulum --param stiffness=1e7 --duration 2 --out run.mcap",
    "stiction run scene.yaml --set bodies.ball.mass=2 --set gravity.z=-1.62 --json",
    "stiction run - --out - < scene.yaml | head -1",
    "stiction run staggered-stack --problems problems --record-every 10",
    "stiction run machine-arm --realtime --policy slow-down",
    "stiction run ragdoll --foxglove --duration 60",
    "stiction run pendulum-rigid --gradient wrt=length --gradient wrt=gravity.y --out run.csv",
  ]);
}

async function run(argument: string, options: RunOptions): Promise<number> {
  const { checkRecordingNames, openRecordings } = await import("../recordings.js");
  checkRecordingNames(options.out ?? []);
  const streamed = (options.out ?? []).some(isStandardOutput);
  if (streamed && options.json) throw new InputError("--json and --out - both write to standard output");
  const { compileScene } = await import("../scene-settings.js");
  const { simulate, stepsFor } = await import("../simulate.js");
  const { createProgress } = await import("../text/progress.js");
  const { allocate } = await import("../allocate.js");
  const { onInterrupt } = await import("../interrupt.js");

  const scene = await compileScene(argument, options);
  const { model, loaded } = scene;
  const { warnAll } = await import("../text/print.js");
  warnAll(model.warnings);
  const steps = stepsFor(model.spec.duration, model.options.timestep);
  if (steps > MAX_STEPS) {
    throw new InputError(
      `${loaded.label}: ${model.spec.duration} s in steps of ${model.options.timestep} s are more than ${MAX_STEPS} steps`,
    );
  }
  const { followRun, gradientColumns, gradientData, gradientReports, unsolved } = await import("../gradient.js");
  const out = options.out ?? [];
  const samples = { steps, every: options.recordEvery, recorded: out.length > 0 };
  const followed = options.gradient === undefined ? undefined : followRun(scene, options.gradient, samples);
  const { keepProblems } = await import("../step-problems.js");
  const problems =
    options.problems === undefined ? undefined : await keepProblems(options.problems, model, options.recordEvery);
  const { limitStepTime, STATUS, step } = await import("stiction");
  const data = followed === undefined ? allocate(model, loaded.label) : gradientData(followed);
  if (options.control !== undefined) {
    const { moveControls } = await import("../controls.js");
    moveControls(model, data, options.control);
  }
  if (options.stepBudget !== undefined) {
    limitStepTime(data, () => performance.now(), options.stepBudget);
    warnAll(["--step-budget: results depend on the speed of this machine and cannot be replayed to the bit"]);
  }
  const { openLive } = await import("../live-run.js");
  const live = await openLive(model, options);
  const realtime = options.realtime === true || live.recorders.length > 0;
  const progress = createProgress(options.quiet === true);
  // before the first file: a signal that comes while one is opened must not leave it behind
  let files: RecordingFiles | undefined;
  const interrupt = onInterrupt(async () => files?.discard());
  try {
    files = await openRecordings(out, model, options.recordEvery, followed && gradientColumns(followed));
    const result = await simulate(model, data, {
      steps,
      recorders: [...files.recorders, ...live.recorders],
      realtime: realtime ? { policy: options.policy ?? "catch-up", scale: options.speed ?? 1 } : null,
      ...(followed && { advance: (done: number) => followed.advance(done) }),
      ...(problems && {
        advance: () => {
          const status = step(model, data);
          problems.take(data);
          return status;
        },
      }),
      stopRequested: () => interrupt.requested,
      onProgress: (done) => progress.update(done, steps, data.clock[0]),
    });
    progress.end();
    const recordings = await files.close(data);
    const written = await problems?.write();
    const { summarize, summaryLines } = await import("../run-summary.js");
    const gradients = followed && gradientReports(followed);
    const summary = summarize(model, data, loaded, steps, result, recordings, gradients);
    if (options.json) {
      const { exactJson } = await import("stiction/io");
      process.stdout.write(`${exactJson(summary, 2)}\n`);
    } else if (!options.quiet) {
      const stream = streamed ? process.stderr : process.stdout;
      stream.write(`${summaryLines(summary).join("\n")}\n`);
      if (written !== undefined) stream.write(`problems   ${written} in ${options.problems}\n`);
    }
    if (result.stopped === "interrupted") return interrupt.exitCode;
    // a run without one of its bodies is not the run that was asked for
    if ((options.strict && result.status !== 0) || (result.status & STATUS.nonFinite) !== 0) {
      throw new FailedError(`numerical trouble: ${summary.status.map((report) => report.text).join("; ")}`);
    }
    if (options.strict && summary.left.length > 0) throw new FailedError(`body left: ${summary.left[0]}`);
    if (options.strict && summary.warnings.length > 0) {
      throw new FailedError(`warnings of the scene count with --strict: ${summary.warnings[0]}`);
    }
    const open = gradients?.find(({ unsolvedSteps }) => unsolvedSteps > 0);
    if (options.strict && open !== undefined) throw new FailedError(unsolved(open));
    return EXIT.ok;
  } finally {
    progress.end();
    interrupt.end();
    await live.close();
    await files?.discard();
    await problems?.discard();
  }
}
