import type { Scene } from "stiction";
import { flippingBody } from "./flipping-body.js";
import { freeFall } from "./free-fall.js";
import { pendulum } from "./pendulum.js";
import { pendulumAngle } from "./pendulum-angle.js";
import { servo } from "./servo.js";
import { springMass } from "./spring-mass.js";

/** Every shipped scene, in the order of the gallery. A new one is a file beside this and a line here. */
export const scenes: readonly Scene[] = [
  freeFall,
  springMass,
  servo,
  flippingBody,
  pendulum,
  pendulumAngle,
] as unknown as Scene[];

/** A shipped scene by name. */
export function sceneByName(name: string): Scene | undefined {
  return scenes.find((scene) => scene.name === name);
}
