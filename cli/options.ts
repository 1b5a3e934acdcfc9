/** Options that several commands share, and the parsers of their values. */
import { type Command, InvalidArgumentError } from "commander";
import type { RealTimePolicy } from "stiction";

/** Collects an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** A finite number above (or from) `min`. */
export function numberAbove(min: number, inclusive = false): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (!Number.isFinite(value) || value < min || (!inclusive && value === min)) {
      throw new InvalidArgumentError(`Expected a number ${inclusive ? ">=" : ">"} ${min}.`);
    }
    return value;
  };
}

/** A whole number from 1 on. */
export function countFromOne(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 1e9) throw new InvalidArgumentError("Expected a whole number >= 1.");
  return value;
}

export function countFromZero(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 1e9) throw new InvalidArgumentError("Expected a whole number >= 0.");
  return value;
}

/** A port; 0 is any free one. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65535) throw new InvalidArgumentError("Expected a port from 0 to 65535.");
  return value;
}

/** The policies of the library, which is not loaded to print help. */
const POLICIES: readonly RealTimePolicy[] = ["catch-up", "slow-down", "drop-frames"];

/** What to do when steps take longer than real time allows. */
export function policyName(text: string): RealTimePolicy {
  const found = POLICIES.find((policy) => policy === text);
  if (found === undefined) throw new InvalidArgumentError(`Expected ${POLICIES.join(", ")}.`);
  return found;
}

/** The options with which a scene can be changed. */
export function addSceneOptions(command: Command): Command {
  return command
    .option(
      "--set <path=value>",
      "change a value of the scene: bodies.ball.mass=2, gravity.z=-1.62 (repeatable)",
      collect,
    )
    .option("--param <name=value>", "parameter of a scene module (repeatable)", collect)
    .option("--dt <seconds>", "step of the simulation", numberAbove(0))
    .option("--duration <seconds>", "simulated time", numberAbove(0, true))
    .option("--formulation <name>", "method that computes the motion")
    .option("--integrator <name>", "integrator of the formulation");
}

/** Examples at the end of a command's help. */
export function addExamples(command: Command, examples: readonly string[]): Command {
  const title = examples.length === 1 ? "Example" : "Examples";
  return command.addHelpText("after", `\n${title}:\n${examples.map((line) => `  $ ${line}`).join("\n")}`);
}
