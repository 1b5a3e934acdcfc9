import type { ShapeSpec } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

/** Gap and normal of two shapes at two positions, from the pair table. */
function separation(
  { collision, simulate }: Context,
  a: ShapeSpec,
  b: ShapeSpec,
  position: readonly number[],
  orientation: readonly number[] = [0, 0, 0, 1],
) {
  const { model } = simulate({ contact: "none", bodies: [{ name: "pair", type: "static", shapes: [a, b] }] });
  const [first, second] = model.shapes.map((s) => collision.createCollider(s.geometry));
  const out = collision.createSeparation();
  const origin = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  collision.separationOf(first, origin, 0, second, Float64Array.from([...position, ...orientation]), 0, out);
  return { gap: out.values[0], normal: out.values.slice(1, 4) };
}

const box: ShapeSpec = { type: "box", halfExtents: [1, 1, 1] };
const sphere: ShapeSpec = { type: "sphere", radius: 0.5 };
const ROUND_OFF = 1e-15 * 4;
const ORIGIN = "round-off of a few operations on numbers near 1";

/** V31: sphere against face, edge and corner of a box, and with its centre inside. */
export const luacesV31 = defineExperiment({
  id: "luaces.v31",
  title: "Box and sphere",
  reference: "[Luaces2013] V31: box of half sides 1 m, sphere of 0.5 m; depths in closed form.",
  rows: {
    face: near("depth at a face", "m", 0.2, ROUND_OFF, ORIGIN),
    edge: near("depth at an edge", "m", 0.5 - 0.3 * Math.SQRT2, ROUND_OFF, ORIGIN),
    corner: near("depth at a corner, apart", "m", 0.5 - 0.3 * Math.sqrt(3), ROUND_OFF, ORIGIN),
    inside: near("depth with the centre inside", "m", 0.6, ROUND_OFF, ORIGIN),
    normal: error("deviation of its normal from +x", "1", ROUND_OFF, ORIGIN),
  },
  *measure(context) {
    yield ["face", -separation(context, box, sphere, [1.3, 0, 0]).gap];
    yield ["edge", -separation(context, box, sphere, [1.3, 1.3, 0]).gap];
    yield ["corner", -separation(context, box, sphere, [1.3, 1.3, 1.3]).gap];
    const inside = separation(context, box, sphere, [0.9, 0, 0]);
    yield ["inside", -inside.gap];
    yield ["normal", Math.hypot(inside.normal[0] - 1, inside.normal[1], inside.normal[2])];
  },
});

const bar: ShapeSpec = { type: "box", halfExtents: [2, 0.25, 0.25] };
const crossed = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

/** V32: crossed bars overlap although no corner of one is inside the other; 15 axes decide. */
export const luacesV32 = defineExperiment({
  id: "luaces.v32",
  title: "Crossed bars",
  reference:
    "[Luaces2013] V32: bars of 4 × 0.5 × 0.5 m crossed at 90°, through one centre, and 0.6 m apart along the common normal.",
  rows: {
    overlap: near("depth through one centre", "m", 0.5, ROUND_OFF, ORIGIN),
    apart: near("gap at 0.6 m", "m", 0.1, ROUND_OFF, ORIGIN),
  },
  *measure(context) {
    yield ["overlap", -separation(context, bar, bar, [0, 0, 0], crossed).gap];
    yield ["apart", separation(context, bar, bar, [0, 0, 0.6], crossed).gap];
  },
});
