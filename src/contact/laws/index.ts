import { dashpot } from "./dashpot.js";
import { flores } from "./flores.js";
import { hertz } from "./hertz.js";
import { huntCrossley } from "./hunt-crossley.js";
import { lankaraniNikravesh } from "./lankarani-nikravesh.js";
import { linear } from "./linear.js";
import { popov } from "./popov.js";
import { rim } from "./rim.js";
import { tyre } from "./tyre.js";
import { volumetric } from "./volumetric.js";

/** Every normal contact law. A new one is a file in this folder and a line here; the generic tests pick it up. */
export const contactLaws = {
  linear,
  dashpot,
  hertz,
  "hunt-crossley": huntCrossley,
  "lankarani-nikravesh": lankaraniNikravesh,
  flores,
  popov,
  rim,
  volumetric,
  tyre,
} as const;
