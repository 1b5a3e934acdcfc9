import { ball } from "./ball.js";
import { distance } from "./distance.js";
import { fixed } from "./fixed.js";
import { hinge } from "./hinge.js";
import { slider } from "./slider.js";

/** Joints of most scenes, which a page loads at once; `index.ts` has all of them. */
export const commonJoints = { ball, hinge, slider, fixed, distance } as const;
