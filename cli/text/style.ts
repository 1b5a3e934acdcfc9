import picocolors from "picocolors";

/** Colours for a stream: none unless it is a terminal, or the environment says otherwise (NO_COLOR, FORCE_COLOR). */
export function style(stream: NodeJS.WriteStream): ReturnType<typeof picocolors.createColors> {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const wanted = FORCE_COLOR !== undefined ? FORCE_COLOR !== "0" : stream.isTTY === true && TERM !== "dumb";
  return picocolors.createColors(wanted && (NO_COLOR === undefined || NO_COLOR === ""));
}
