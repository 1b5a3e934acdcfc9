import { collisionSystem } from "./collision/system.js";
import { contactStepSystem } from "./contact/contact-step.js";
import { events } from "./data/events.js";
import { springStepSystem } from "./forces/spring-steps.js";
import { startVelocitySystem } from "./joints/start-velocity.js";
import { jointSystem } from "./joints/system.js";
import { jointPlacing } from "./model/compile/joints.js";
import { compileVisuals } from "./model/compile/visuals.js";
import { stabilitySystem } from "./sensors/stability/machines.js";
import { terrainSystem } from "./terrain/system.js";

/** The systems that every scene needs, whatever it consists of. */
export const baseSystems = {
  joints: jointSystem,
  collision: collisionSystem,
  contactStep: contactStepSystem,
} as const;

/** The system of ground that can be dug. */
export const terrainSystems = { terrain: terrainSystem } as const;

/** The system that warns of springs too stiff for the step. */
export const springSystems = { springStep: springStepSystem } as const;
/** The system behind the sensors of stability. */
export const stabilitySystems = { stability: stabilitySystem } as const;

/** The system that warns of start velocities that joints do not allow. */
export const jointSystems = { startVelocity: startVelocitySystem } as const;

/** Registries that do not depend on what a scene consists of. */
export const baseItems = {
  events,
  jointPlacing,
  compileVisuals,
  systems: /* @__PURE__ */ Object.assign(
    {},
    baseSystems,
    springSystems,
    terrainSystems,
    stabilitySystems,
    jointSystems,
  ),
} as const;
