import { itemFields } from "../data/data.js";
import { defineFields } from "../model/fields.js";
import * as p from "../model/params.js";
import { defineForce } from "./force.js";
import { applyTension, LINE, LINE_SIZE, lineBetween } from "./two-point.js";

const fields = defineFields({
  line: { type: "f64", role: "scratch", size: 1, stride: LINE_SIZE, unit: "", help: "the line being worked on" },
});

/**
 * Viscous damper along the line between two points: tension = c l̇. It resists both ways and stores no energy.
 */
export const damper = defineForce({
  name: "damper",
  help: "viscous damper along the line between two points",
  params: {
    bodyA: p.body({ default: "world", help: "first body" }),
    bodyB: p.body({ help: "second body" }),
    pointA: p.point({ of: "bodyA", help: "end on the first body, in its frame" }),
    pointB: p.point({ of: "bodyB", help: "end on the second body, in its frame" }),
    damping: p.number({ unit: "N s/m", min: 0, default: 10, help: "c" }),
  },
  fields,
  dissipative: true,
  evaluate(_model, data, table) {
    const { line } = itemFields(data, "damper", fields);
    const { bodyA, bodyB, pointA, pointB, damping } = table.col;
    for (let i = 0; i < table.count; i++) {
      if (data.bodyState[bodyA[i]] === 2 || data.bodyState[bodyB[i]] === 2) continue;
      lineBetween(data, bodyA[i], pointA, 3 * i, bodyB[i], pointB, 3 * i, line);
      line[LINE.tension] = damping[i] * line[LINE.rate];
      applyTension(data, bodyA[i], bodyB[i], line);
    }
  },
});
