import { cylinderBounds } from "../../geometry/bounds.js";
import { FEATURE } from "../contact-tables.js";
import { convexPair } from "../narrow/convex.js";
import { asSegment, DISC_COSINE, featureOf, readDisc, SHAPE } from "../narrow/feature.js";
import { addRimHessian } from "../narrow/hessian.js";
import { addAxis, KINK_ANGLE, KINK_COSINE } from "../narrow/kinks.js";
import { nearestFrom, setFeature } from "../narrow/point.js";
import { spherePair } from "../narrow/sphere.js";
import { type Collider, KIND, pairColumn } from "../narrow/types.js";
import { rayCylinder } from "../query/ray/round.js";
import { defineShapeClass, lengthOf } from "./shape-class.js";

function support(c: Collider, d: Float64Array, di: number, out: Float64Array, o: number): number {
  const { size } = c;
  const x = d[di];
  const y = d[di + 1];
  const z = d[di + 2];
  const radial = Math.sqrt(x * x + y * y);
  out[o] = radial > 0 ? (size[0] * x) / radial : size[0];
  out[o + 1] = radial > 0 ? (size[0] * y) / radial : 0;
  out[o + 2] = z < 0 ? -size[1] : size[1];
  return 0;
}

/** Size [radius, half height], along z. Caps are faces 0 (top) and 1, rims edges 0 and 1, the side is surface 0. */
export const cylinder = defineShapeClass({
  kind: KIND.cylinder,
  pairs: pairColumn({ sphere: spherePair, capsule: convexPair, box: convexPair, cylinder: convexPair }),
  convex: true,
  iterates: true,
  hasDiscs: true,
  reach: ({ size }) => lengthOf(size[0], size[1]),
  innerRadius: ({ size }) => Math.min(size[0], size[1]),
  bounds: (c, _local, _lo, pose, o, out, oo) => cylinderBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains: (_w, { size }, p) => p[0] * p[0] + p[1] * p[1] <= size[0] * size[0] && Math.abs(p[2]) <= size[1],
  castRay: rayCylinder,
  support,
  nearest(w, c) {
    const { nearest, query } = w;
    const r = c.size[0];
    const h = c.size[1];
    const x = query[0];
    const y = query[1];
    const z = query[2];
    const radial = Math.sqrt(x * x + y * y);
    let ux = 1;
    let uy = 0;
    if (radial > 0) {
      ux = x / radial;
      uy = y / radial;
    }
    const beyondSide = radial - r;
    const beyondCap = Math.abs(z) - h;
    if (beyondSide > 0 && beyondCap > 0) {
      nearest[4] = r * ux;
      nearest[5] = r * uy;
      nearest[6] = z < 0 ? -h : h;
      nearestFrom(w);
      setFeature(w, FEATURE.edge, z < 0 ? 1 : 0);
    } else if (beyondCap > beyondSide) {
      nearest[0] = beyondCap;
      nearest[1] = 0;
      nearest[2] = 0;
      nearest[3] = z < 0 ? -1 : 1;
      nearest[4] = x;
      nearest[5] = y;
      nearest[6] = z < 0 ? -h : h;
      setFeature(w, FEATURE.face, z < 0 ? 1 : 0);
    } else {
      nearest[0] = beyondSide;
      nearest[1] = ux;
      nearest[2] = uy;
      nearest[3] = 0;
      nearest[4] = r * ux;
      nearest[5] = r * uy;
      nearest[6] = z;
      setFeature(w, FEATURE.surface, 0);
    }
  },
  readFeature(_w, f, c, d, lean) {
    const cap = d[2] < 0 ? 1 : 0;
    const height = cap === 1 ? -c.size[1] : c.size[1];
    if (Math.abs(d[2]) >= Math.max(lean.face, DISC_COSINE)) {
      readDisc(f, c, cap);
      return;
    }
    support(c, d, 0, f.points, 0);
    f.vertexId[0] = featureOf(FEATURE.edge, cap);
    f.id = f.vertexId[0];
    f.shape = SHAPE.point;
    f.count = 1;
    if (Math.abs(d[2]) > lean.edge) return;
    f.points[3] = f.points[0];
    f.points[4] = f.points[1];
    f.points[5] = -height;
    f.vertexId[1] = featureOf(FEATURE.edge, 1 - cap);
    asSegment(f, featureOf(FEATURE.surface, 0));
  },
  findKinks(w, _c, d, ofB) {
    if (Math.abs(d[2]) < KINK_ANGLE) addAxis(w, d, ofB, 2, true);
    if (Math.abs(d[2]) > KINK_COSINE) addAxis(w, d, ofB, 2, false);
  },
  addHessian(w, c, d, ofB) {
    const rho = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
    if (rho > 1e-9) addRimHessian(w, c, d, ofB);
  },
  caps: (size) => Float64Array.of(size[1], size[1]),
});
