import { box } from "./box.js";
import { capsule } from "./capsule.js";
import { cylinder } from "./cylinder.js";
import { plane } from "./plane.js";
import type { ShapeClasses } from "./shape-class.js";
import { sphere } from "./sphere.js";

/** The forms of most spatial scenes, which a page loads at once; `index.ts` has all of them. */
export const commonShapeClasses = { sphere, box, capsule, cylinder, plane } as const satisfies ShapeClasses;
