import { closestPointOnTriangle } from "../../../geometry/triangle/closest-point.js";
import { createCollider } from "../collider.js";
import { flipContacts } from "../flip.js";
import { findTriangles } from "../mesh/find-triangles.js";
import type { MeshContactGeometry } from "../mesh/mesh-geometry.js";
import { clearPatches, patches, settlePatches, writeMeshPatch } from "../mesh/patches.js";
import { nearby } from "../mesh/scratch.js";
import { partOf } from "../mesh/triangle-contact.js";
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
import type { NarrowWorkspace } from "../workspace.js";
import { relativePose } from "../workspace.js";
import { EVALUATIONS, nextSection, noteSection, section, startSections } from "./golden.js";
import { isArc, wireParts, wirePoint, wireRadius } from "./wire.js";
import { findLeast, leastOnArc, sampleLeast, startLeast } from "./wire-least.js";

/**
 * Torus and chain link on a mesh or height field, part by part [Luaces2013, §4.6.4–4.6.5]. A straight part is a capsule. Along an arc, the
 * distance d(u) of the curve from the nearest triangle (closed form) is sampled, and each least sample refined by golden section: the
 * source's Newton iteration solves the same minimisation from a few starts, and misses minima between them. So do samples: the least of all
 * is found by bounds (`wire-least.ts`). At each minimum a ball of the wire's radius touches what the wire touches. Balls at the samples
 * add points on faces, where the wire lies along them.
 */

/** Samples per half circle. */
const SAMPLES = 16;

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
    const make = (form: "sphere" | "capsule", ...size: number[]) =>
      createCollider({
        form,
        size,
        mass: null,
        bounds: new Float64Array(6),
        drawing: () => ({ vertices: new Float64Array(0), triangles: new Uint32Array(0) }),
      });
    const stud = c.kind === KIND.chainLink ? c.size[3] : 0;
    known = {
      ball: make("sphere", c.size[1]),
      side: make("capsule", c.size[1], c.kind === KIND.chainLink ? c.size[2] : 0),
      stud: make("capsule", stud, c.size[0]),
    };
    tools.set(c, known);
  }
  return known;
}

/** The wire's own placement in the mesh's frame, while `rel` places its parts. */
const placed = new Float64Array(12);
const u = new Float64Array(1);
const local = new Float64Array(3);
const point = new Float64Array(3);
const near = new Float64Array(4);
const box = new Float64Array(6);
const least = new Float64Array(1);
const sample = new Float64Array(2 * SAMPLES + 1);

const contacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const w = sink.work;
  const { rel } = w;
  const first = sink.count;
  const { ball, side, stud } = toolsOf(a);
  relativePose(w, poseB, bo, poseA, ao);
  for (let k = 0; k < 12; k++) placed[k] = rel[k];
  clearPatches();
  const parts = wireParts(a);
  for (let part = 0; part < Math.min(parts, 4); part++) {
    partOf[0] = 16 * (part + 1);
    if (isArc(a, part)) visitArc(a, part, b, ball, sink);
    else if (a.size[2] > 0) {
      placeAlong(w, a, part);
      visitTriangles(side, b, sink, false);
    }
  }
  write(ball, b, poseB, bo, sink);
  if (parts === 5) {
    clearPatches();
    partOf[0] = 16 * 5;
    placeAlong(w, a, 4);
    visitTriangles(stud, b, sink, false);
    write(stud, b, poseB, bo, sink);
  }
  partOf[0] = 0;
  flipContacts(sink, first);
};

function write(shape: Collider, mesh: Collider, pose: Float64Array, o: number, sink: ContactSink): void {
  const w = sink.work;
  settlePatches(w, shape);
  for (let p = 0; p < patches.count; p++) writeMeshPatch(p, mesh, pose, o, shape, sink);
}

/** Point of a part at u[0] into `point`, in the mesh's frame. */
function pointAt(a: Collider, part: number): void {
  wirePoint(a, part, u, local, 0);
  for (let k = 0; k < 3; k++)
    point[k] = placed[3 * k] * local[0] + placed[3 * k + 1] * local[1] + placed[3 * k + 2] * local[2] + placed[9 + k];
}

/** Places a capsule along a straight part: its z axis is the part's, x (sides) or y (stud) of the wire; axes in turn stay right-handed. */
function placeAlong(w: NarrowWorkspace, a: Collider, part: number): void {
  const { rel } = w;
  const shift = part === 4 ? 2 : 1;
  u[0] = 0.5;
  pointAt(a, part);
  for (let k = 0; k < 3; k++) {
    for (let c = 0; c < 3; c++) rel[3 * k + c] = placed[3 * k + ((c + shift) % 3)];
    rel[9 + k] = point[k];
  }
}

function visitArc(a: Collider, part: number, mesh: Collider, ball: Collider, sink: ContactSink): void {
  const w = sink.work;
  const { rel } = w;
  const g = mesh.mesh as MeshContactGeometry;
  const whole = a.kind === KIND.torus;
  const count = whole ? 2 * SAMPLES : SAMPLES;
  const reach = wireRadius(a, part) + sink.margin[0];
  boxOf(a, part, count, sink);
  findTriangles(g, mesh, box);
  if (nearby.count === 0) return;
  startLeast();
  for (let i = 0; i <= count; i++) {
    u[0] = i / count;
    pointAt(a, part);
    sampleLeast(g, point, i, sample);
  }
  findLeast(g, a, part, count, placed, sample);
  let refined = Infinity;
  for (let k = 0; k < 9; k++) rel[k] = placed[k];
  for (let i = 0; i <= count; i++) {
    if (whole && i === count) break;
    const before = i > 0 ? sample[i - 1] : whole ? sample[count - 1] : Infinity;
    const after = i < count ? sample[i + 1] : Infinity;
    if (sample[i] <= before && sample[i] < after) {
      boxOf(a, part, count, sink);
      findTriangles(g, mesh, box);
      refine(g, a, part, i, count, whole);
      refined = Math.min(refined, least[0]);
      if (least[0] <= reach && !isJoint(a)) touch(a, part, mesh, ball, sink, false);
    }
    u[0] = i / count;
    if (sample[i] <= reach && !isJoint(a)) touch(a, part, mesh, ball, sink, true);
  }
  u[0] = leastOnArc[0];
  if (leastOnArc[1] < refined - MISSED * a.reach && leastOnArc[1] <= reach && !isJoint(a))
    touch(a, part, mesh, ball, sink, false);
}

/** A least distance this fraction of the size below those found from samples is another one. */
const MISSED = 1e-10;

/** Whether u[0] is the end of a bend, where a straight side begins and speaks for both. */
function isJoint(a: Collider): boolean {
  return a.kind === KIND.chainLink && a.size[2] > 0 && (u[0] < 1e-9 || u[0] > 1 - 1e-9);
}

/** Box of an arc along the mesh's axes, grown by the wire's radius, the margin, and what an arc rises over its chords. */
function boxOf(a: Collider, part: number, count: number, sink: ContactSink): void {
  // pieces of at most 4/SAMPLES rad rise R (1 − cos(2/SAMPLES)) < 2R/SAMPLES² over their chords
  const grow = wireRadius(a, part) + sink.margin[0] + (5 * a.size[0]) / (SAMPLES * SAMPLES);
  for (let i = 0; i <= count; i++) {
    u[0] = i / count;
    pointAt(a, part);
    for (let k = 0; k < 3; k++) {
      box[k] = i === 0 ? point[k] - grow : Math.min(box[k], point[k] - grow);
      box[3 + k] = i === 0 ? point[k] + grow : Math.max(box[3 + k], point[k] + grow);
    }
  }
}

/** Distance of the point of a part at u[0] from the nearest of the triangles in `nearby`, into least[0]. */
function distanceAt(g: MeshContactGeometry, a: Collider, part: number): void {
  const { vertices, triangles } = g.mesh;
  pointAt(a, part);
  let best = Infinity;
  for (let i = 0; i < nearby.count; i++) {
    const t = 3 * nearby.items[i];
    closestPointOnTriangle(vertices, triangles[t], triangles[t + 1], triangles[t + 2], point, 0, near, 0);
    if (near[3] < best) best = near[3];
  }
  least[0] = Math.sqrt(best);
}

/** Least distance within a sample's width of sample i: into least[0], its place into u[0]. */
function refine(g: MeshContactGeometry, a: Collider, part: number, i: number, count: number, whole: boolean): void {
  const { ends, best } = section;
  ends[0] = Math.max(0, i - 1) / count;
  ends[1] = Math.min(count, i + 1) / count;
  if (whole && i === 0) {
    // the circle starts here: look on the side of the lower neighbour
    ends[0] = sample[1] <= sample[count - 1] ? 0 : 1 - 1 / count;
    ends[1] = ends[0] === 0 ? 1 / count : 1;
  }
  startSections();
  for (let k = 0; k < EVALUATIONS; k++) {
    nextSection(k);
    u[0] = section.place[0];
    distanceAt(g, a, part);
    section.value[0] = least[0];
    noteSection();
  }
  // the sample itself, where that is better: at the end of an arc
  u[0] = sample[i] <= best[1] ? i / count : best[0];
  least[0] = Math.min(sample[i], best[1]);
}

/** A ball at u[0] of a part. */
function touch(a: Collider, part: number, mesh: Collider, ball: Collider, sink: ContactSink, facesOnly: boolean): void {
  const w = sink.work;
  const { rel } = w;
  pointAt(a, part);
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
