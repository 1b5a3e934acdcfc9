import { bristle } from "./bristle.js";
import { coulomb } from "./coulomb.js";
import { dwellTime } from "./dwell-time.js";
import { lugre } from "./lugre.js";
import { stribeck } from "./stribeck.js";
import { viscous } from "./viscous.js";

/** Every friction law. A new one is a file in this folder and a line here; the generic tests pick it up. */
export const frictionLaws = { coulomb, bristle, lugre, viscous, stribeck, "dwell-time": dwellTime } as const;
