import type { ShapeSpec } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

const ORIGIN = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const ROUND_OFF = 4e-15;
const FEW = "round-off of a few operations on numbers near 1";

/** A mesh of one triangle. */
const triangle = (...vertices: (readonly number[])[]): ShapeSpec => ({ type: "mesh", vertices, faces: [[0, 1, 2]] });

/** Contacts of `a` at a pose with `b` at rest, from the pair table. */
function contacts({ collision, simulate }: Context, a: ShapeSpec, b: ShapeSpec, pose: readonly number[]) {
  const { model } = simulate({ contact: "none", bodies: [{ name: "pair", type: "static", shapes: [a, b] }] });
  const [first, second] = model.shapes.map((s) => collision.createCollider(s.geometry));
  const sink = collision.createSink(64);
  collision.contactsOf(first, Float64Array.from(pose), 0, second, ORIGIN, 0, sink);
  return Array.from({ length: sink.count }, (_, c) => ({
    depth: -sink.gap[c],
    normal: sink.normal.slice(3 * c, 3 * c + 3),
    point: sink.pointB.slice(3 * c, 3 * c + 3),
    feature: sink.featureA[c],
  }));
}

const away = (p: ArrayLike<number>, ...q: number[]) => Math.hypot(...q.map((x, k) => p[k] - x));

/** V33: sphere against face, edge and corner of a triangle. */
export const luacesV33 = defineExperiment({
  id: "luaces.v33",
  title: "Sphere on a mesh of one triangle",
  reference:
    "[Luaces2013] V33: triangle (0,0,0)(1,0,0)(0,1,0), sphere of 0.2 m over its face, an edge, a corner, and too high.",
  rows: {
    face: near("depth at the face", "m", 0.05, ROUND_OFF, FEW),
    normal: error("deviation of its normal from −z (sphere to mesh)", "1", ROUND_OFF, FEW),
    edge: near("depth at an edge", "m", 0.2 - Math.sqrt(0.02), ROUND_OFF, FEW),
    point: error("distance of its point from (0.5, 0, 0)", "m", ROUND_OFF, FEW),
    corner: near("depth at a corner", "m", 0.2 - Math.sqrt(0.03), ROUND_OFF, FEW),
    count: near("contacts in the four positions", "1", 3, 0, "a count"),
  },
  *measure(context) {
    const sphere: ShapeSpec = { type: "sphere", radius: 0.2 };
    const mesh = triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]);
    const at = (...p: number[]) => contacts(context, sphere, mesh, [...p, 0, 0, 0, 1]);
    const [face, edge, corner, none] = [
      at(0.25, 0.25, 0.15),
      at(0.5, -0.1, 0.1),
      at(-0.1, -0.1, 0.1),
      at(0.25, 0.25, 0.3),
    ];
    yield ["face", face[0].depth];
    yield ["normal", away(face[0].normal, 0, 0, -1)];
    yield ["edge", edge[0].depth];
    yield ["point", away(edge[0].point, 0.5, 0, 0)];
    yield ["corner", corner[0].depth];
    yield ["count", face.length + edge.length + corner.length + none.length];
  },
});

/** V34: distance of triangles from the axis of a cylinder between its caps. */
export const luacesV34 = defineExperiment({
  id: "luaces.v34",
  title: "Triangles and the axis of a cylinder",
  reference:
    "[Luaces2013] V34, §4.6.3: half length 0.5 m; five triangles, one parallel to the axis (singular for the source's method), one outside the caps, one pierced.",
  rows: {
    parallel: near("distance, parallel to the axis", "m", 0.08, ROUND_OFF, FEW),
    edge: near("distance at an edge", "m", 0.05, ROUND_OFF, FEW),
    point: error("distance of its point from (0.05, 0, 0.2)", "m", ROUND_OFF, FEW),
    outside: near("triangles outside the caps that count", "1", 0, 0, "a count"),
    pierced: near("distance when pierced", "m", 0, 0, "zero by definition"),
    corner: near("distance at a corner", "m", Math.sqrt(0.1), ROUND_OFF, FEW),
    depth: near("depth of a cylinder of 0.1 m in the first", "m", 0.02, ROUND_OFF, FEW),
  },
  *measure(context) {
    const out = new Float64Array(4);
    const h = Float64Array.of(0.5);
    const at = (...v: number[]) => context.historical.axisDistance(Float64Array.from(v), 0, 1, 2, h, out, 0);
    at(0.08, -1, -1, 0.08, 1, -1, 0.08, 0, 1);
    yield ["parallel", out[0]];
    at(0.05, -1, 0.2, 0.05, 1, 0.2, 2, 0, 2);
    yield ["edge", out[0]];
    yield ["point", away(out.subarray(1), 0.05, 0, 0.2)];
    yield ["outside", at(0, -1, 0.6, 0.2, 1, 0.6, 2, 0, 2) ? 1 : 0];
    at(-1, -1, 0.3, 1, -1, 0.3, 0, 2, 0.3);
    yield ["pierced", out[0]];
    at(0.3, 0.1, 0.4, 0.2, 0.5, 0.9, 0.9, 0.1, -0.3);
    yield ["corner", out[0]];
    const cylinder: ShapeSpec = { type: "cylinder", radius: 0.1, halfLength: 0.5 };
    const wall = triangle([0.08, -1, -1], [0.08, 1, -1], [0.08, 0, 1]);
    yield ["depth", Math.max(...contacts(context, cylinder, wall, [...ORIGIN]).map((c) => c.depth))];
  },
});

/** A triangle given in the frame of the source, where the ring's axis is x; ours is z. */
const turned = (...rows: (readonly [number, number, number])[]) => triangle(...rows.map(([x, y, z]) => [y, z, x]));

/** V35: torus against a triangle over its top, one parallel to its plane, and one that meets it with an edge. */
export const luacesV35 = defineExperiment({
  id: "luaces.v35",
  title: "Torus on a mesh of one triangle",
  reference:
    "[Luaces2013] V35, §4.6.4: ring of 1 m, tube of 0.2 m; distances from the ring's middle circle, recomputed.",
  rows: {
    top: near(
      "depth under a triangle",
      "m",
      0.05,
      1e-12,
      "golden section: the square of 1e-9 in the angle, and round-off",
    ),
    flat: near("depth where it lies along one", "m", 0.05, 1e-12, "as above"),
    edge: near("depth at an edge", "m", 0.2 - 0.1713796, 6e-8, "printed digits"),
    point: error("distance of its point from the printed one", "m", 1e-5, "printed digits"),
  },
  *measure(context) {
    const torus: ShapeSpec = { type: "torus", radius: 1, tube: 0.2 };
    const deepest = (mesh: ShapeSpec) =>
      contacts(context, torus, mesh, [...ORIGIN]).reduce((a, b) => (b.depth > a.depth ? b : a));
    yield ["top", deepest(turned([-2, -2, 1.15], [2, -2, 1.15], [0, 3, 1.15])).depth];
    yield ["flat", deepest(turned([0.15, -1, -1], [0.15, 3, -1], [0.15, 1, 3])).depth];
    const edge = deepest(turned([-1, 0.2, 0.9], [1, 0.3, 1.4], [0, 1.5, 1]));
    yield ["edge", edge.depth];
    yield ["point", away(edge.point, 0.24788, 1.13942, -0.04233)];
  },
});

/** A square of 4 m cut into 200 triangles. */
function ground(): ShapeSpec {
  const vertices: number[][] = [];
  const faces: number[][] = [];
  for (let j = 0; j <= 10; j++) {
    for (let i = 0; i <= 10; i++) {
      const a = 11 * j + i;
      vertices.push([0.4 * i - 2, 0.4 * j - 2, 0]);
      if (i < 10 && j < 10) faces.push([a, a + 1, a + 12], [a, a + 12, a + 11]);
    }
  }
  return { type: "mesh", vertices, faces };
}

/** V36: a chain link on a plane of triangles, flat, on its side and on end: only the parts that touch report. */
export const luacesV36 = defineExperiment({
  id: "luaces.v36",
  title: "Chain link on a mesh",
  reference: "[Luaces2013] V36, §4.6.5: bends of 0.5 m, wire of 0.15 m, sides of 1.2 m; depth by the pose.",
  rows: {
    flat: error("deviation of depth, flat", "m", 1e-12, "golden section and round-off"),
    points: near("points of the one patch, flat", "1", 4, 0, "a count: all parts touch, and a patch keeps four points"),
    upright: error("deviation of depth, on a side", "m", 1e-12, "as above"),
    side: near("parts that touch, on a side", "1", 1, 0, "a count"),
    end: error("deviation of depth, on end", "m", 1e-12, "as above"),
    bend: near("parts that touch, on end", "1", 1, 0, "a count"),
  },
  *measure(context) {
    const link: ShapeSpec = { type: "chain-link", radius: 0.5, wire: 0.15, halfLength: 0.6 };
    const h = Math.SQRT1_2;
    const at = (depth: number, ...pose: number[]) => {
      const list = contacts(context, link, ground(), pose);
      const deepest = Math.max(...list.map((c) => c.depth));
      return {
        error: Math.abs(deepest - depth),
        parts: new Set(list.map((c) => (c.feature & 0xff) >> 4)).size,
        points: list.length,
      };
    };
    const flat = at(0.001, 0.1, 0.2, 0.149, 0, 0, 0, 1);
    yield ["flat", flat.error];
    yield ["points", flat.points];
    const upright = at(0.001, 0.1, 0.2, 0.649, h, 0, 0, h);
    yield ["upright", upright.error];
    yield ["side", upright.parts];
    const end = at(0.001, 0.1, 0.2, 1.249, 0, h, 0, h);
    yield ["end", end.error];
    yield ["bend", end.parts];
  },
});
