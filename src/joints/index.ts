import { angularDriver } from "./angular-driver.js";
import { angularSpring } from "./angular-spring.js";
import { ball } from "./ball.js";
import { bushing } from "./bushing.js";
import { cylindrical } from "./cylindrical.js";
import { distance } from "./distance.js";
import { drag } from "./drag.js";
import { fixed } from "./fixed.js";
import { gear } from "./gear.js";
import { hinge } from "./hinge.js";
import { hydraulic } from "./hydraulic.js";
import { planar } from "./planar.js";
import { pointOnLine } from "./point-on-line.js";
import { pointOnPlane } from "./point-on-plane.js";
import { pulley } from "./pulley.js";
import { rackAndPinion } from "./rack-and-pinion.js";
import { screw } from "./screw.js";
import { slider } from "./slider.js";
import { spring } from "./spring.js";
import { universal } from "./universal.js";
import { weld } from "./weld.js";
import { wheel } from "./wheel.js";

/** Every kind of joint. A new one is a file in this folder and a line here. */
export const joints = {
  ball,
  hinge,
  slider,
  fixed,
  cylindrical,
  universal,
  planar,
  distance,
  screw,
  gear,
  "rack-and-pinion": rackAndPinion,
  pulley,
  wheel,
  "point-on-line": pointOnLine,
  "point-on-plane": pointOnPlane,
  weld,
  bushing,
  spring,
  "angular-spring": angularSpring,
  "angular-driver": angularDriver,
  hydraulic,
  drag,
} as const;
