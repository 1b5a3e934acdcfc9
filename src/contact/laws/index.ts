import { huntCrossley } from "./hunt-crossley.js";

/** Every normal contact law. A new one is a file beside this and a line here; the generic tests pick it up. */
export const contactLaws = { "hunt-crossley": huntCrossley } as const;
