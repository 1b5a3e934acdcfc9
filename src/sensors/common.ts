import { bodySensor } from "./body.js";
import { contactSensor } from "./contact.js";
import { forceSensor } from "./force.js";
import { jointSensor } from "./joint.js";
import { mechanismSensor } from "./mechanism.js";
import { solverSensor } from "./solver.js";
import { systemSensor } from "./system.js";

/** What scenes without controllers, forces and uncommon shapes can be asked for; `index.ts` has all kinds. */
export const commonSensors = {
  body: bodySensor,
  contact: contactSensor,
  force: forceSensor,
  joint: jointSensor,
  mechanism: mechanismSensor,
  solver: solverSensor,
  system: systemSensor,
} as const;
