import { cylinder } from "./cylinder.js";
import { motor } from "./motor.js";
import { pump } from "./pump.js";

/** Kinds of forces that make up hydraulic circuits. */
export const hydraulics = {
  "hydraulic-pump": pump,
  "hydraulic-cylinder": cylinder,
  "hydraulic-motor": motor,
} as const;
