import { collisionSystem } from "./collision/system.js";
import { contactStepSystem } from "./contact/contact-step.js";
import { frictionLaws } from "./contact/friction/index.js";
import { contactLaws } from "./contact/laws/index.js";
import { controllers } from "./controllers/index.js";
import { events } from "./data/events.js";
import { forces } from "./forces/index.js";
import { springStepSystem } from "./forces/spring-steps.js";
import { integrators } from "./integrators/index.js";
import { joints } from "./joints/index.js";
import { jointSystem } from "./joints/system.js";
import { shapes } from "./model/shapes/index.js";
import { sensors } from "./sensors/index.js";

/** The registries that every scene needs: all but formulations and contact models, which are large. */
export const coreItems = {
  shapes,
  joints,
  forces,
  controllers,
  integrators,
  sensors,
  events,
  systems: {
    joints: jointSystem,
    collision: collisionSystem,
    contactStep: contactStepSystem,
    springStep: springStepSystem,
  },
  contactLaws,
  frictionLaws,
} as const;
