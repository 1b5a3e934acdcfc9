import { EXIT } from "./errors.js";

/** Ctrl-C and termination requests, handled between slices of a run. */
export interface Interrupt {
  readonly requested: boolean;
  readonly exitCode: number;
  /** Restores the default handling of signals. */
  end(): void;
}

/** The first signal asks for an orderly end; a second one ends at once, after `cleanUp`. */
export function onInterrupt(cleanUp: () => Promise<void>): Interrupt {
  let requested = false;
  let exitCode: number = EXIT.interrupted;
  const handle = (signal: NodeJS.Signals) => {
    exitCode = signal === "SIGINT" ? EXIT.interrupted : 143;
    if (requested) cleanUp().finally(() => process.exit(exitCode));
    requested = true;
  };
  process.on("SIGINT", handle);
  process.on("SIGTERM", handle);
  return {
    get requested() {
      return requested;
    },
    get exitCode() {
      return exitCode;
    },
    end() {
      process.off("SIGINT", handle);
      process.off("SIGTERM", handle);
    },
  };
}
