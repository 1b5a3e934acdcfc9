import { type Data, itemFields } from "../data/data.js";
import { quatRotate } from "../math/quat.js";
import { add, norm, sub, type Vec3 } from "../math/vec3.js";
import { defineFields } from "../model/fields.js";
import type { CompileContext, ItemTable } from "../model/item.js";
import * as p from "../model/params.js";
import { defineForce } from "./force.js";
import { applyTension, LINE, LINE_SIZE, lineBetween } from "./two-point.js";

const params = {
  bodyA: p.body({ default: "world", help: "first body" }),
  bodyB: p.body({ help: "second body" }),
  pointA: p.point({ of: "bodyA", help: "end on the first body, in its frame" }),
  pointB: p.point({ of: "bodyB", help: "end on the second body, in its frame" }),
  stiffness: p.number({ unit: "N/m", min: 0, default: 1000, help: "k" }),
  damping: p.number({ unit: "N s/m", min: 0, default: 0, help: "c, along the line" }),
  restLength: p.number({
    unit: "m",
    min: 0,
    optional: true,
    input: true,
    help: "l0; the length at the start when absent",
  }),
};

const fields = defineFields({
  line: { type: "f64", role: "scratch", size: 1, stride: LINE_SIZE, unit: "", help: "the line being worked on" },
});

/**
 * Linear spring and damper between two points.
 *
 *   tension = k (l − l0) + c l̇,   E = ½ k (l − l0)²
 *
 * Positive tension pulls the ends together. Where l = 0 the direction is undefined and the force is zero.
 */
export const spring = defineForce({
  name: "spring",
  help: "linear spring and damper between two points",
  params,
  fields,
  complete(table, i, context) {
    if (Number.isNaN(table.col.restLength[i])) table.col.restLength[i] = initialLength(table, i, context);
    return undefined;
  },
  evaluate(_model, data, table) {
    const { line } = itemFields(data, "spring", fields);
    const { bodyA, bodyB } = table.col;
    for (let i = 0; i < table.count; i++) {
      if (data.bodyState[bodyA[i]] === 2 || data.bodyState[bodyB[i]] === 2) continue;
      tension(data, table, i, line);
      applyTension(data, bodyA[i], bodyB[i], line);
    }
  },
  energy(_model, data, table, out, at) {
    const { line } = itemFields(data, "spring", fields);
    const { bodyA, bodyB, pointA, pointB, stiffness } = table.col;
    for (let i = 0; i < table.count; i++) {
      if (data.bodyState[bodyA[i]] === 2 || data.bodyState[bodyB[i]] === 2) continue;
      lineBetween(data, bodyA[i], pointA, 3 * i, bodyB[i], pointB, 3 * i, line);
      const stretch = line[LINE.length] - data.input[table.input.restLength[i]];
      out[at] += 0.5 * stiffness[i] * stretch * stretch;
    }
  },
  quantities: {
    length: {
      unit: "m",
      help: "distance of the ends",
      components: [],
      read(_model, data, table, i, out, at) {
        const { line } = itemFields(data, "spring", fields);
        tension(data, table, i, line);
        out[at] = line[LINE.length];
      },
    },
    tension: {
      unit: "N",
      help: "pull between the ends",
      components: [],
      read(_model, data, table, i, out, at) {
        const { line } = itemFields(data, "spring", fields);
        tension(data, table, i, line);
        out[at] = line[LINE.tension];
      },
    },
  },
});

type SpringTable = ItemTable<typeof params>;

/** line[LINE.tension] = k (l − l0) + c l̇ */
function tension(data: Data, table: SpringTable, i: number, line: Float64Array): void {
  const { bodyA, bodyB, pointA, pointB, stiffness, damping } = table.col;
  lineBetween(data, bodyA[i], pointA, 3 * i, bodyB[i], pointB, 3 * i, line);
  const stretch = line[LINE.length] - data.input[table.input.restLength[i]];
  line[LINE.tension] = stiffness[i] * stretch + damping[i] * line[LINE.rate];
}

/** Distance of the ends in the initial placement, m. */
function initialLength(table: SpringTable, i: number, context: CompileContext): number {
  const { bodyA, bodyB, pointA, pointB } = table.col;
  return norm(sub(worldPoint(bodyB[i], pointB, i, context), worldPoint(bodyA[i], pointA, i, context)));
}

function worldPoint(b: number, point: Float64Array, i: number, context: CompileContext): Vec3 {
  const arm = quatRotate(context.bodyQuat.subarray(4 * b, 4 * b + 4), point.subarray(3 * i, 3 * i + 3));
  return add(context.bodyPos.subarray(3 * b, 3 * b + 3), arm);
}
