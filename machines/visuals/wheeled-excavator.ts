import type { VisualSpec } from "stiction";
import { boomVisuals, bucketVisuals, stickVisuals } from "./excavator-arm.js";
import { bladeVisuals, knuckleVisuals, outriggerVisuals, undercarriageVisuals, wheelAbout } from "./excavator-under.js";
import { upperVisuals } from "./excavator-upper.js";

/** What the parts of the wheeled excavator look like, by name. */
export function wheeledExcavatorVisuals(): Readonly<Record<string, readonly VisualSpec[]>> {
  const wheel = wheelAbout(0.52, 0.5);
  return {
    undercarriage: undercarriageVisuals(),
    uppercarriage: upperVisuals(),
    boom: boomVisuals(),
    stick: stickVisuals(),
    bucket: bucketVisuals(1.1),
    blade: bladeVisuals(),
    "outrigger-left": outriggerVisuals(1),
    "outrigger-right": outriggerVisuals(-1),
    "knuckle-left": knuckleVisuals(1),
    "knuckle-right": knuckleVisuals(-1),
    "wheel-front-left": wheel,
    "wheel-front-right": wheel,
    "wheel-rear-left": wheel,
    "wheel-rear-right": wheel,
  };
}
