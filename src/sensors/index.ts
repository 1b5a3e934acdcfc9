import { bodySensor } from "./body.js";
import { contactSensor } from "./contact.js";
import { forceSensor } from "./force.js";
import { guideSensor } from "./guide.js";
import { hydraulicSensor } from "./hydraulic.js";
import { jointSensor } from "./joint.js";
import { mechanismSensor } from "./mechanism.js";
import { soilSensor } from "./soil.js";
import { solverSensor } from "./solver.js";
import { stabilitySensor } from "./stability.js";
import { systemSensor } from "./system.js";

/** Every kind of thing that can be sensed. A new one is a file in this folder and a line here. */
export const sensors = {
  body: bodySensor,
  contact: contactSensor,
  force: forceSensor,
  guide: guideSensor,
  hydraulic: hydraulicSensor,
  joint: jointSensor,
  mechanism: mechanismSensor,
  soil: soilSensor,
  solver: solverSensor,
  stability: stabilitySensor,
  system: systemSensor,
} as const;
