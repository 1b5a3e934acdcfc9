import { barrierFence } from "./barrier-fence.js";
import { bush } from "./bush.js";
import { car } from "./car.js";
import { concretePipes } from "./concrete-pipes.js";
import { lorry } from "./lorry.js";
import { pegsAndString } from "./pegs-and-string.js";
import { person } from "./person.js";
import { pine } from "./pine.js";
import { planks } from "./planks.js";
import type { Prop } from "./prop.js";
import { safetyBarrier } from "./safety-barrier.js";
import { shippingContainer } from "./shipping-container.js";
import { siteOffice } from "./site-office.js";
import { streetLamp } from "./street-lamp.js";
import { townHouse } from "./town-house.js";
import { trafficCone } from "./traffic-cone.js";
import { tree } from "./tree.js";
import { warningSign } from "./warning-sign.js";

/** The props that ship with Stiction. */
export const props: readonly Prop[] = [
  person,
  trafficCone,
  barrierFence,
  pegsAndString,
  concretePipes,
  shippingContainer,
  siteOffice,
  lorry,
  planks,
  safetyBarrier,
  tree,
  pine,
  bush,
  warningSign,
  car,
  streetLamp,
  townHouse,
];
