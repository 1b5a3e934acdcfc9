import { ball } from "./ball.js";
import { cylindrical } from "./cylindrical.js";
import { fixed } from "./fixed.js";
import { hinge } from "./hinge.js";
import { planar } from "./planar.js";
import { slider } from "./slider.js";

/** Every kind of joint. A new one is a file beside this and a line here. */
export const joints = { ball, hinge, slider, fixed, cylindrical, planar } as const;
