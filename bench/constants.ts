import type { Vector } from "./scene.js";

/** m/s² */
export const G = 9.81;

/** Gravity of spatial scenes. */
export const STANDARD_GRAVITY: Vector = [0, 0, -G];
