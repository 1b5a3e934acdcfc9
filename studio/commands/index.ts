import type { Command } from "./command.js";
import { editCommands } from "./edit.js";
import { runCommands } from "./run.js";
import { timeCommands } from "./time.js";
import { touchCommands } from "./touch.js";
import { viewerCommands } from "./viewer.js";
import { windowCommands } from "./window.js";

/** Every command of the studio. A new group is a file and a line here. */
export const COMMANDS: readonly Command[] = [
  ...windowCommands,
  ...runCommands,
  ...viewerCommands,
  ...timeCommands,
  ...editCommands,
  ...touchCommands,
];
