import { box } from "./box.js";
import { capsule } from "./capsule.js";
import { circle } from "./circle.js";
import { cylinder } from "./cylinder.js";
import { plane } from "./plane.js";
import { polygon } from "./polygon.js";
import { sphere } from "./sphere.js";

/** Shapes of most scenes, which a page loads at once; `index.ts` has all of them. */
export const commonShapes = { sphere, box, capsule, cylinder, plane, circle, polygon } as const;
