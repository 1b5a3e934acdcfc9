import { closestPointOnTriangle } from "../../../geometry/triangle/closest-point.js";
import { capsule } from "../../shapes/capsule.js";
import type { ShapeClass } from "../../shapes/shape-class.js";
import { sphere } from "../../shapes/sphere.js";
import { flipContacts } from "../flip.js";
import { makeCollider } from "../make-collider.js";
import { findTriangles } from "../mesh/find-triangles.js";
import type { MeshContactGeometry } from "../mesh/mesh-geometry.js";
import { clearPatches, settlePatches, writeMeshPatch } from "../mesh/patches.js";
import { visitTriangles } from "../mesh/visit-triangles.js";
import {
  type Collider,
  type ContactRoutine,
  type ContactSink,
  innerSink,
  KIND,
  type PairRoutines,
  type SeparationRoutine,
} from "../types.js";
import { relativePose } from "../workspace.js";
import { EVALUATIONS, nextSection, noteSection, startSections } from "./golden.js";
import { isArc, isOpenTorus, wireParts, wirePoint, wireRadius } from "./wire.js";
import { ARC_SAMPLES, findLeast, sampleLeast, startLeast } from "./wire-least.js";
import { type WireWorkspace, wireWorkspace } from "./wire-workspace.js";

/**
 * Torus and chain link on a mesh or height field, part by part [Luaces2013, §4.6.4–4.6.5]. A straight part is a
 * capsule. Along an arc, the distance d(u) of the curve from the nearest triangle (closed form) is sampled, and each
 * least sample refined by golden section: the source's Newton iteration solves the same minimisation from a few starts,
 * and misses minima between them. So do samples: the least of all is found by bounds (`wire-least.ts`). At each minimum
 * a ball of the wire's radius touches what the wire touches. Balls at the samples add points on faces, where the wire
 * lies along them.
 */

interface Tools {
  readonly ball: Collider;
  readonly side: Collider;
  readonly stud: Collider;
}

const tools = new WeakMap<Collider, Tools>();

/** Balls and capsules of a wire's radii; made when it first meets a mesh. */
function toolsOf(c: Collider): Tools {
  let known = tools.get(c);
  if (known === undefined) {
    const make = (form: "sphere" | "capsule", shape: ShapeClass, ...size: number[]) =>
      makeCollider(
        {
          form,
          size,
          mass: null,
          bounds: new Float64Array(6),
          drawing: () => ({ vertices: new Float64Array(0), triangles: new Uint32Array(0) }),
        },
        shape,
      );
    const stud = c.kind === KIND.chainLink ? c.size[3] : 0;
    known = {
      ball: make("sphere", sphere, c.size[1]),
      side: make("capsule", capsule, c.size[1], c.kind === KIND.chainLink ? c.size[2] : 0),
      stud: make("capsule", capsule, stud, c.size[0]),
    };
    tools.set(c, known);
  }
  return known;
}
const local = new Float64Array(3);
const near = new Float64Array(4);

const contacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const w = wireWorkspace(sink);
  const { contact } = w.mesh;
  const { placed } = w.arc;
  const { rel } = w.narrow;
  const first = sink.count;
  const { ball, side, stud } = toolsOf(a);
  relativePose(w.narrow, poseB, bo, poseA, ao);
  for (let k = 0; k < 12; k++) placed[k] = rel[k];
  clearPatches(w.mesh);
  const parts = wireParts(a);
  for (let part = 0; part < Math.min(parts, 4); part++) {
    contact.part = 16 * (part + 1);
    if (isArc(a, part)) visitArc(a, part, b, ball, sink);
    else if (a.size[2] > 0) {
      placeAlong(w, a, part);
      visitTriangles(side, b, sink, false);
    }
  }
  write(ball, b, poseB, bo, sink);
  if (parts === 5) {
    clearPatches(w.mesh);
    contact.part = 16 * 5;
    placeAlong(w, a, 4);
    visitTriangles(stud, b, sink, false);
    write(stud, b, poseB, bo, sink);
  }
  contact.part = 0;
  flipContacts(sink, first);
};

function write(shape: Collider, mesh: Collider, pose: Float64Array, o: number, sink: ContactSink): void {
  const w = wireWorkspace(sink);
  const { patches } = w.mesh;
  settlePatches(w.mesh, shape);
  for (let p = 0; p < patches.count; p++) writeMeshPatch(p, mesh, pose, o, shape, sink);
}

/** Point of a part at u[0] into `point`, in the mesh's frame. */
function pointAt(w: WireWorkspace, a: Collider, part: number): void {
  const { arc } = w;
  const { placed, point } = w.arc;
  wirePoint(a, part, arc.at, local, 0);
  for (let k = 0; k < 3; k++)
    point[k] = placed[3 * k] * local[0] + placed[3 * k + 1] * local[1] + placed[3 * k + 2] * local[2] + placed[9 + k];
}

/**
 * Places a capsule along a straight part: its z axis is the part's, x (sides) or y (stud) of the wire; axes in turn
 * stay right-handed.
 */
function placeAlong(w: WireWorkspace, a: Collider, part: number): void {
  const { arc } = w;
  const { placed, point } = w.arc;
  const { rel } = w.narrow;
  const shift = part === 4 ? 2 : 1;
  arc.at.u = 0.5;
  pointAt(w, a, part);
  for (let k = 0; k < 3; k++) {
    for (let c = 0; c < 3; c++) rel[3 * k + c] = placed[3 * k + ((c + shift) % 3)];
    rel[9 + k] = point[k];
  }
}

function visitArc(a: Collider, part: number, mesh: Collider, ball: Collider, sink: ContactSink): void {
  const w = wireWorkspace(sink);
  const { arc } = w;
  const { visit } = w.mesh;
  const { box, placed, point, sample } = w.arc;
  const { rel } = w.narrow;
  const g = mesh.mesh as MeshContactGeometry;
  const whole = a.kind === KIND.torus && !isOpenTorus(a);
  const count = a.kind === KIND.torus ? 2 * ARC_SAMPLES : ARC_SAMPLES;
  const reach = wireRadius(a, part) + sink.margin[0];
  boxOf(w, a, part, count, sink);
  findTriangles(w.mesh, g, mesh, box);
  if (visit.nearby.count === 0) return;
  startLeast(w);
  for (let i = 0; i <= count; i++) {
    arc.at.u = i / count;
    pointAt(w, a, part);
    sampleLeast(w, g, point, i, sample);
  }
  findLeast(w, g, a, part, count, placed, sample);
  let refined = Infinity;
  for (let k = 0; k < 9; k++) rel[k] = placed[k];
  for (let i = 0; i <= count; i++) {
    if (whole && i === count) break;
    const before = i > 0 ? sample[i - 1] : whole ? sample[count - 1] : Infinity;
    const after = i < count ? sample[i + 1] : Infinity;
    if (sample[i] <= before && sample[i] < after) {
      boxOf(w, a, part, count, sink);
      findTriangles(w.mesh, g, mesh, box);
      refine(w, g, a, part, i, count, whole);
      refined = Math.min(refined, arc.distance);
      if (arc.distance <= reach && !isJoint(w, a)) touch(a, part, mesh, ball, sink, false);
    }
    arc.at.u = i / count;
    if (sample[i] <= reach && !isJoint(w, a) && !(whole && stands(w, a, part, sample[i])))
      touch(a, part, mesh, ball, sink, true);
  }
  arc.at.u = arc.leastPlace;
  if (arc.leastDistance < refined - MISSED * a.reach && arc.leastDistance <= reach && !isJoint(w, a))
    touch(a, part, mesh, ball, sink, false);
}

/** Part of the rise of an upright ring above which it stands: it leans by more than 30° from lying flat. */
const STANDS = 0.5;

/**
 * Whether the current place of a whole ring, at this distance, is farther away than the nearest one because the ring
 * stands there on its rim. Points fixed to a ring that rolls would stay behind.
 */
function stands({ arc }: WireWorkspace, a: Collider, part: number, distance: number): boolean {
  const place = arc.at.u;
  wirePoint(a, part, arc.at, local, 0);
  const x = local[0];
  const y = local[1];
  arc.at.u = arc.leastPlace;
  wirePoint(a, part, arc.at, local, 0);
  arc.at.u = place;
  // R (1 − cos φ) along the bend
  const rise = a.size[0] - (x * local[0] + y * local[1]) / a.size[0];
  return distance - arc.leastDistance > STANDS * rise;
}

/** A least distance this fraction of the size below those found from samples is another one. */
const MISSED = 1e-10;

/** Whether u[0] is the end of a bend, where a straight side begins and speaks for both. */
function isJoint(w: WireWorkspace, a: Collider): boolean {
  const { arc } = w;
  return a.kind === KIND.chainLink && a.size[2] > 0 && (arc.at.u < 1e-9 || arc.at.u > 1 - 1e-9);
}

/**
 * Box of an arc along the mesh's axes, grown by the wire's radius, the margin, and what an arc rises over its chords.
 */
function boxOf(w: WireWorkspace, a: Collider, part: number, count: number, sink: ContactSink): void {
  const { arc } = w;
  const { box, point } = w.arc;
  // pieces of at most 4/ARC_SAMPLES rad rise R (1 − cos(2/ARC_SAMPLES)) < 2R/SAMPLES² over their chords
  const grow = wireRadius(a, part) + sink.margin[0] + (5 * a.size[0]) / (ARC_SAMPLES * ARC_SAMPLES);
  for (let i = 0; i <= count; i++) {
    arc.at.u = i / count;
    pointAt(w, a, part);
    for (let k = 0; k < 3; k++) {
      box[k] = i === 0 ? point[k] - grow : Math.min(box[k], point[k] - grow);
      box[3 + k] = i === 0 ? point[k] + grow : Math.max(box[3 + k], point[k] + grow);
    }
  }
}

/** Distance of the point of a part at u[0] from the nearest of the triangles in `nearby`, into least[0]. */
function distanceAt(w: WireWorkspace, g: MeshContactGeometry, a: Collider, part: number): void {
  const { arc } = w;
  const { visit } = w.mesh;
  const { point } = w.arc;
  const { vertices, triangles } = g.mesh;
  pointAt(w, a, part);
  let best = Infinity;
  for (let i = 0; i < visit.nearby.count; i++) {
    const t = 3 * visit.nearby.items[i];
    closestPointOnTriangle(vertices, triangles[t], triangles[t + 1], triangles[t + 2], point, 0, near, 0);
    if (near[3] < best) best = near[3];
  }
  arc.distance = Math.sqrt(best);
}

/** Least distance within a sample's width of sample i: into least[0], its place into u[0]. */
function refine(
  w: WireWorkspace,
  g: MeshContactGeometry,
  a: Collider,
  part: number,
  i: number,
  count: number,
  whole: boolean,
): void {
  const { arc } = w;
  const { sample } = w.arc;
  w.section.start = Math.max(0, i - 1) / count;
  w.section.end = Math.min(count, i + 1) / count;
  if (whole && i === 0) {
    // the circle starts here: look on the side of the lower neighbour
    w.section.start = sample[1] <= sample[count - 1] ? 0 : 1 - 1 / count;
    w.section.end = w.section.start === 0 ? 1 / count : 1;
  }
  startSections(w.section);
  for (let k = 0; k < EVALUATIONS; k++) {
    nextSection(w.section, k);
    arc.at.u = w.section.place;
    distanceAt(w, g, a, part);
    noteSection(w.section, arc.distance);
  }
  // the sample itself, where that is better: at the end of an arc
  arc.at.u = sample[i] <= w.section.bestValue ? i / count : w.section.bestPlace;
  arc.distance = Math.min(sample[i], w.section.bestValue);
}

/** A ball at u[0] of a part. */
function touch(a: Collider, part: number, mesh: Collider, ball: Collider, sink: ContactSink, facesOnly: boolean): void {
  const w = wireWorkspace(sink);
  const { point } = w.arc;
  const { rel } = w.narrow;
  pointAt(w, a, part);
  for (let k = 0; k < 3; k++) rel[9 + k] = point[k];
  visitTriangles(ball, mesh, sink, facesOnly);
}

/** The least gap within reach: what is farther than the wire's whole size is not looked for. */
const separation: SeparationRoutine = (a, poseA, ao, b, poseB, bo, out) => {
  const { values } = out;
  const all = innerSink(out.work);
  values[0] = Infinity;
  for (let grow = 0; grow < 24 && values[0] === Infinity; grow++) {
    all.margin[0] = 0.25 * a.reach * (1 << grow);
    all.count = 0;
    all.overflow = false;
    contacts(a, poseA, ao, b, poseB, bo, all);
    for (let c = 0; c < all.count; c++) {
      if (!(all.gap[c] < values[0])) continue;
      values[0] = all.gap[c];
      for (let k = 0; k < 3; k++) {
        values[1 + k] = all.normal[3 * c + k];
        values[4 + k] = all.pointA[3 * c + k];
        values[7 + k] = all.pointB[3 * c + k];
      }
      out.featureA = all.featureA[c];
      out.featureB = all.featureB[c];
    }
  }
};

export const wireMeshPair: PairRoutines = { contacts, separation, exact: false };
