/**
 * Volume common to two convex polyhedra by clipping, in plain double precision: the faces of each are cut by the planes
 * of the other, polygon by polygon [Vilela2018: state machine over IN, ON and OUT], and the pieces make the boundary of
 * the common volume. For polyhedra in general position: faces of both in one plane would be counted twice.
 */
interface Triangles {
  readonly vertices: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}
type Point = readonly [number, number, number];

export function clippedVolume(a: Triangles, b: Triangles): number {
  const [facesA, facesB] = [facesOf(a), facesOf(b)];
  const [planesA, planesB] = [facesA.map(planeOf), facesB.map(planeOf)];
  const origin = facesA[0][0];
  let volume = 0;
  for (const face of facesA) volume += coneVolume(clipAll(face, planesB), origin);
  for (const face of facesB) volume += coneVolume(clipAll(face, planesA), origin);
  return volume;
}

function facesOf({ vertices: v, triangles: t }: Triangles): Point[][] {
  const at = (i: number): Point => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
  return Array.from({ length: t.length / 3 }, (_, f) => [at(t[3 * f]), at(t[3 * f + 1]), at(t[3 * f + 2])]);
}

interface Plane {
  readonly n: Point;
  readonly o: Point;
}

function planeOf([a, b, c]: readonly Point[]): Plane {
  return { n: cross(minus(b, a), minus(c, a)), o: a };
}

function clipAll(face: readonly Point[], planes: readonly Plane[]): readonly Point[] {
  let polygon = face;
  for (const plane of planes) {
    polygon = clip(polygon, plane);
    if (polygon.length < 3) return [];
  }
  return polygon;
}

/** The part of a polygon behind a plane. */
function clip(polygon: readonly Point[], { n, o }: Plane): Point[] {
  const heights = polygon.map((p) => dot(n, minus(p, o)));
  const out: Point[] = [];
  polygon.forEach((cur, i) => {
    const k = (i + polygon.length - 1) % polygon.length;
    const prev = polygon[k];
    const [hp, hc] = [heights[k], heights[i]];
    if ((hp < 0 && hc > 0) || (hp > 0 && hc < 0)) {
      const t = hp / (hp - hc);
      out.push([prev[0] + t * (cur[0] - prev[0]), prev[1] + t * (cur[1] - prev[1]), prev[2] + t * (cur[2] - prev[2])]);
    }
    if (hc <= 0) out.push(cur);
  });
  return out;
}

/** Volume of the cone over a polygon. */
function coneVolume(polygon: readonly Point[], origin: Point): number {
  let sum = 0;
  for (let i = 1; i + 1 < polygon.length; i++) {
    const [a, b, c] = [polygon[0], polygon[i], polygon[i + 1]].map((p) => minus(p, origin));
    sum += dot(a, cross(b, c));
  }
  return sum / 6;
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
