import type { ShapeSpec } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

type Vec = readonly number[];
interface Triangles {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}

const FEW = "round-off of a few operations on numbers near 1";
const ROUND_OFF = 4e-15;

/** Cubes of edge `edge` at the centres given, as one mesh. */
function cubes({ geometry }: Context, edge: number, ...centers: Vec[]): Triangles {
  const { vertices, triangles } = geometry.polyhedronToMesh(geometry.boxSolid(0.5 * edge, 0.5 * edge, 0.5 * edge));
  return {
    vertices: Float64Array.from(centers.flatMap((c) => Array.from(vertices, (x, i) => x + c[i % 3]))),
    triangles: Uint32Array.from(centers.flatMap((_, n) => Array.from(triangles, (i) => i + (n * vertices.length) / 3))),
  };
}

/** An octahedron of circumradius r, its triangles cut in four `times` times, corners on the sphere. */
function ball({ geometry }: Context, radius: number, times: number): Triangles {
  let { vertices, triangles } = geometry.polyhedronToMesh(geometry.octahedron(1));
  for (let n = 0; n < times; n++) {
    const corners = Array.from({ length: vertices.length / 3 }, (_, i) => [...vertices.subarray(3 * i, 3 * i + 3)]);
    const known = new Map<string, number>();
    const middle = (i: number, j: number) => {
      const key = i < j ? `${i} ${j}` : `${j} ${i}`;
      let m = known.get(key);
      if (m === undefined) {
        m = corners.push(corners[i].map((x, k) => x + corners[j][k])) - 1;
        known.set(key, m);
      }
      return m;
    };
    const cut: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.subarray(t, t + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      cut.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    vertices = Float64Array.from(corners.flatMap((p) => p.map((x) => x / Math.hypot(...p))));
    triangles = Uint32Array.from(cut);
  }
  return { vertices: vertices.map((x) => x * radius), triangles };
}

/** Regions of mesh `i` at a pose with mesh `j` at the origin. */
function regions(context: Context, i: Triangles, j: Triangles, pose: Vec) {
  const { collision, simulate } = context;
  const shapes = [i, j].map(
    ({ vertices, triangles }) =>
      ({
        type: "mesh",
        vertices: Array.from({ length: vertices.length / 3 }, (_, n) => [...vertices.subarray(3 * n, 3 * n + 3)]),
        faces: Array.from({ length: triangles.length / 3 }, (_, n) => [...triangles.subarray(3 * n, 3 * n + 3)]),
      }) satisfies ShapeSpec,
  );
  const { model } = simulate({ contact: "none", bodies: [{ name: "pair", type: "static", shapes }] });
  const [a, b] = model.shapes.map((s) => collision.createCollider(s.geometry));
  const out = collision.createMeshRegions(16, 1024);
  collision.meshMeshRegions(a, Float64Array.from(pose), 0, b, Float64Array.of(0, 0, 0, 0, 0, 0, 1), 0, out);
  const { REGION, REGION_SIZE } = collision;
  return Array.from({ length: out.count }, (_, r) => ({
    closed: out.closed[r] === 1,
    // the source's normal points from j to i
    normal: Array.from(out.normal.subarray(3 * r, 3 * r + 3), (x) => -x),
    point: [...out.point.subarray(3 * r, 3 * r + 3)],
    area: out.size[REGION_SIZE * r + REGION.area],
    depthI: out.size[REGION_SIZE * r + REGION.depthA],
    depthJ: out.size[REGION_SIZE * r + REGION.depthB],
    depth: out.size[REGION_SIZE * r + REGION.depth],
  }));
}

const away = (p: Vec, ...q: number[]) => Math.hypot(...q.map((x, k) => p[k] - x));

/** V38: a cube sunk into the top of a larger one, straight and tilted. */
export const luacesV38 = defineExperiment({
  id: "luaces.v38",
  title: "Contact region of two cubes",
  reference:
    "[Luaces2013] V38, §4.7: a cube of 0.5 m sunk 0.05 m into the top of a cube of 2 m, straight and tilted by 0.1 rad.",
  rows: {
    regions: near("closed regions, straight", "1", 1, 0, "a count"),
    area: near("area", "m²", 0.25, ROUND_OFF, FEW),
    normal: error("deviation of the normal from z", "1", ROUND_OFF, FEW),
    point: error("distance of the centroid from (0.1, 0.2, 1)", "m", ROUND_OFF, FEW),
    depth: near("indentation of the small cube", "m", 0.05, ROUND_OFF, FEW),
    other: near("indentation of the large cube", "m", 0, ROUND_OFF, FEW),
    "tilted-area": near("area, tilted", "m²", 0.251255, 5e-7, "printed digits"),
    "tilted-point": error("distance of its centroid from (0.077926, 0.2, 1)", "m", 5e-7, "printed digits"),
    "tilted-depth": near("its indentation", "m", 0.053709, 5e-7, "printed digits"),
  },
  *measure(context) {
    const small = cubes(context, 0.5, [0, 0, 0]);
    const large = cubes(context, 2, [0, 0, 0]);
    const straight = regions(context, small, large, [0.1, 0.2, 1.2, 0, 0, 0, 1]);
    yield ["regions", straight.filter((r) => r.closed).length + 10 * straight.filter((r) => !r.closed).length];
    yield ["area", straight[0].area];
    yield ["normal", away(straight[0].normal, 0, 0, 1)];
    yield ["point", away(straight[0].point, 0.1, 0.2, 1)];
    yield ["depth", straight[0].depthI];
    yield ["other", straight[0].depthJ];
    const [tilted] = regions(context, small, large, [0.1, 0.2, 1.22, 0, Math.sin(0.05), 0, Math.cos(0.05)]);
    yield ["tilted-area", tilted.area];
    yield ["tilted-point", away(tilted.point, 0.077926, 0.2, 1)];
    yield ["tilted-depth", tilted.depth];
  },
});

/** V39: the fit of a contact plane; two regions of one mesh; a ball. */
export const luacesV39 = defineExperiment({
  id: "luaces.v39",
  title: "Contact planes, two regions, a ball of triangles",
  reference:
    "[Luaces2013] V39, §4.7.4: plane through twelve points, also when they are off it by 2 mm; one mesh of two cubes on another; a ball of 512 triangles on it.",
  rows: {
    normal: error("deviation of the normal of the plane", "1", 5e-8, "printed digits"),
    offset: near("its offset", "m", -0.3980149, 5e-8, "printed digits"),
    wavy: error("deviation of the normal of the wavy contour", "1", 5e-8, "printed digits"),
    regions: near("closed regions under two cubes", "1", 2, 0, "a count"),
    points: error("largest distance of a centroid from the middle of its cube", "m", ROUND_OFF, FEW),
    depths: error("largest deviation of an indentation from 50 mm", "m", ROUND_OFF, FEW),
    ball: near("closed regions under a ball", "1", 1, 0, "a count"),
    up: error("deviation of its normal from z", "1", 1e-12, "corners on one plane, to round-off"),
    middle: error("distance of its centroid from (0.13, 0.21, 1)", "m", 2e-3, "acceptance limit"),
    depth: near(
      "its indentation (0.075 … 0.080)",
      "m",
      0.0775,
      0.0025 + 1e-12,
      "acceptance limit; a corner at the pole is as deep as the sphere",
    ),
  },
  *measure(context) {
    const plane = new Float64Array(7);
    const planeOf = (wave: number) => {
      const points = Array.from({ length: 12 }, (_, i) => {
        const t = (i * Math.PI) / 6;
        return [1 + 0.3 * Math.cos(t), -2 + 0.2 * Math.sin(t), 0.5 + 0.03 * Math.cos(t) + wave * Math.cos(3 * t)];
      });
      context.collision.fitPlane(Float64Array.from(points.flat()), 0, 12, plane);
      return plane[2] < 0 ? plane.map((x) => -x) : plane.slice();
    };
    const flat = planeOf(0);
    yield ["normal", away([...flat], -0.0995037, 0, 0.9950372)];
    yield ["offset", flat[3]];
    yield ["wavy", away([...planeOf(0.002)], -0.0995037, 0, 0.9950372)];
    const large = cubes(context, 2, [0, 0, 0]);
    const two = [
      [-0.53, 0.11, 1.2],
      [0.47, 0.23, 1.2],
    ];
    const pair = regions(context, cubes(context, 0.5, ...two), large, [0, 0, 0, 0, 0, 0, 1]);
    yield ["regions", pair.filter((r) => r.closed).length];
    const off = two.map(([x, y]) => Math.min(...pair.map((r) => away(r.point, x, y, 1))));
    yield ["points", Math.max(...off)];
    yield ["depths", Math.max(...pair.map((r) => Math.abs(r.depth - 0.05)))];
    const round = regions(context, ball(context, 0.5, 3), large, [0.13, 0.21, 1.42, 0, 0, 0, 1]);
    yield ["ball", round.filter((r) => r.closed).length];
    yield ["up", away(round[0].normal, 0, 0, 1)];
    yield ["middle", away(round[0].point, 0.13, 0.21, 1)];
    yield ["depth", round[0].depth];
  },
});
