import { leapfrog } from "./leapfrog.js";
import { rk4 } from "./rk4.js";
import { semiImplicitEuler } from "./semi-implicit-euler.js";

/** Every integrator for maximal coordinates. A new one is a file in this folder and a line here. */
export const integrators = {
  "semi-implicit-euler": semiImplicitEuler,
  leapfrog,
  rk4,
} as const;
