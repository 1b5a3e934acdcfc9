import { collisionSystem } from "./collision/system.js";
import { contactStepSystem } from "./contact/contact-step.js";
import { events } from "./data/events.js";
import { springStepSystem } from "./forces/spring-steps.js";
import { jointSystem } from "./joints/system.js";
import { stabilitySystem } from "./sensors/stability/machines.js";
import { terrainSystem } from "./terrain/system.js";

/** The registries that every scene needs, whatever it consists of. */
export const baseItems = {
  events,
  systems: {
    joints: jointSystem,
    collision: collisionSystem,
    contactStep: contactStepSystem,
    springStep: springStepSystem,
    terrain: terrainSystem,
    stability: stabilitySystem,
  },
} as const;
