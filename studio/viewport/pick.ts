/** What lies under a point of the screen. */
import { type BufferGeometry, DoubleSide, Matrix4, type Plane, Ray, Sphere, Vector3 } from "three";
import { MeshBVH } from "three-mesh-bvh";
import type { Bodies, Swarm } from "./bodies.js";

export interface Picked {
  readonly body: number;
  /** In the world, m. */
  readonly point: readonly [number, number, number];
  /** From the eye, m. */
  readonly distance: number;
}

/** A search tree and a bounding sphere of each geometry, made on first use. */
const trees = new WeakMap<BufferGeometry, { readonly tree: MeshBVH; readonly ball: Sphere }>();

function treeOf({ geometry }: Swarm): { readonly tree: MeshBVH; readonly ball: Sphere } {
  let found = trees.get(geometry);
  if (!found) {
    geometry.computeBoundingSphere();
    found = { tree: new MeshBVH(geometry, { indirect: true }), ball: geometry.boundingSphere ?? new Sphere() };
    trees.set(geometry, found);
  }
  return found;
}

/**
 * The nearest body along a ray of unit direction; in the plane the uppermost. `cut`: anything in front of it is
 * ignored.
 */
export function pickBody(bodies: Bodies, ray: Ray, cut: readonly Plane[]): Picked | null {
  let body = -1;
  let distance = Infinity;
  for (const swarm of bodies.swarms) {
    const { tree, ball } = treeOf(swarm);
    const matrices = swarm.mesh.instanceMatrix.array;
    for (let i = 0; i < swarm.body.length; i++) {
      MATRIX.fromArray(matrices, 16 * i);
      BALL.copy(ball).applyMatrix4(MATRIX);
      if (!ray.intersectsSphere(BALL)) continue;
      LOCAL.copy(ray).applyMatrix4(INVERSE.copy(MATRIX).invert());
      const d = cut.length > 0 ? firstUncut(tree, ray, cut) : first(tree, ray);
      if (d < distance) {
        distance = d;
        body = swarm.body[i];
      }
    }
  }
  if (body < 0) return null;
  ray.at(distance, POINT);
  return { body, point: [POINT.x, POINT.y, POINT.z], distance };
}

/** Distance of the first hit of LOCAL in the world: a form may be scaled. */
function first(tree: MeshBVH, ray: Ray): number {
  const hit = tree.raycastFirst(LOCAL, DoubleSide);
  return hit ? POINT.copy(hit.point).applyMatrix4(MATRIX).distanceTo(ray.origin) : Infinity;
}

/** The same of those that a section leaves. */
function firstUncut(tree: MeshBVH, ray: Ray, cut: readonly Plane[]): number {
  let nearest = Infinity;
  for (const { point } of tree.raycast(LOCAL, DoubleSide)) {
    const distance = POINT.copy(point).applyMatrix4(MATRIX).distanceTo(ray.origin);
    if (distance < nearest && cut.every((plane) => plane.distanceToPoint(POINT) >= 0)) nearest = distance;
  }
  return nearest;
}

const MATRIX = new Matrix4();
const INVERSE = new Matrix4();
const BALL = new Sphere();
const LOCAL = new Ray();
const POINT = new Vector3();
