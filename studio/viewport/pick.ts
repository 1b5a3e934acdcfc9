/** What lies under a point of the screen. */
import { type BufferGeometry, DoubleSide, Matrix4, type Plane, Ray, Sphere, Vector3 } from "three";
import type { MeshBVH } from "three-mesh-bvh";
import type { Bodies, Swarm } from "./bodies.js";

export interface Picked {
  readonly body: number;
  /** In the world, m. */
  readonly point: readonly [number, number, number];
  /** From the eye, m. */
  readonly distance: number;
}

/** What finds the points in which a ray meets a geometry. */
interface Finder {
  /** Calls `visit` with each point, in the axes of the geometry, or with the first only. */
  meet(ray: Ray, firstOnly: boolean, visit: (point: Vector3) => void): void;
}

/** A search tree. */
class Tree implements Finder {
  private readonly tree: MeshBVH;

  constructor(tree: MeshBVH) {
    this.tree = tree;
  }

  meet(ray: Ray, firstOnly: boolean, visit: (point: Vector3) => void): void {
    const hits = firstOnly ? [this.tree.raycastFirst(ray, DoubleSide)] : this.tree.raycast(ray, DoubleSide);
    for (const hit of hits) if (hit) visit(hit.point);
  }
}

/** Every triangle in turn, until trees are loaded. */
class Triangles implements Finder {
  private readonly positions: ArrayLike<number>;
  private readonly index: ArrayLike<number> | null;

  constructor(geometry: BufferGeometry) {
    this.positions = geometry.getAttribute("position").array;
    this.index = geometry.getIndex()?.array ?? null;
  }

  meet(ray: Ray, _firstOnly: boolean, visit: (point: Vector3) => void): void {
    const { positions, index } = this;
    const corners = index?.length ?? positions.length / 3;
    const at = (k: number) => 3 * (index ? index[k] : k);
    for (let k = 0; k < corners; k += 3) {
      A.fromArray(positions, at(k));
      B.fromArray(positions, at(k + 1));
      C.fromArray(positions, at(k + 2));
      if (ray.intersectTriangle(A, B, C, false, HIT)) visit(HIT);
    }
  }
}

const loaded: { build: ((geometry: BufferGeometry) => MeshBVH) | null } = { build: null };

/** Loads search trees, without which picking in large meshes is slow. */
export async function loadTrees(): Promise<void> {
  const { MeshBVH } = await import("three-mesh-bvh");
  loaded.build = (geometry) => new MeshBVH(geometry, { indirect: true });
}

interface Searched {
  readonly finder: Finder;
  readonly ball: Sphere;
}

/** What searches each geometry, and its bounding sphere, made on first use. */
const searched = new WeakMap<BufferGeometry, Searched>();

function searchedOf({ geometry }: Swarm): Searched {
  let found = searched.get(geometry);
  if (!found || (loaded.build && found.finder instanceof Triangles)) {
    geometry.computeBoundingSphere();
    const finder = loaded.build ? new Tree(loaded.build(geometry)) : new Triangles(geometry);
    found = { finder, ball: geometry.boundingSphere ?? new Sphere() };
    searched.set(geometry, found);
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
    const { finder, ball } = searchedOf(swarm);
    const matrices = swarm.mesh.instanceMatrix.array;
    for (let i = 0; i < swarm.body.length; i++) {
      MATRIX.fromArray(matrices, 16 * i);
      BALL.copy(ball).applyMatrix4(MATRIX);
      if (!ray.intersectsSphere(BALL)) continue;
      LOCAL.copy(ray).applyMatrix4(INVERSE.copy(MATRIX).invert());
      const d = nearest(finder, ray, cut);
      if (d < distance) {
        distance = d;
        body = swarm.body[i];
      }
    }
  }
  const ground = bodies.ground?.pick(ray, cut) ?? null;
  if (ground && ground.distance < distance) return ground;
  if (body < 0) return null;
  ray.at(distance, POINT);
  return { body, point: [POINT.x, POINT.y, POINT.z], distance };
}

/** Distance of the first hit of LOCAL that a section leaves, in the world: a form may be scaled. */
function nearest(finder: Finder, ray: Ray, cut: readonly Plane[]): number {
  let least = Infinity;
  finder.meet(LOCAL, cut.length === 0, (point) => {
    const distance = POINT.copy(point).applyMatrix4(MATRIX).distanceTo(ray.origin);
    if (distance < least && cut.every((plane) => plane.distanceToPoint(POINT) >= 0)) least = distance;
  });
  return least;
}

const MATRIX = new Matrix4();
const INVERSE = new Matrix4();
const BALL = new Sphere();
const LOCAL = new Ray();
const POINT = new Vector3();
const A = new Vector3();
const B = new Vector3();
const C = new Vector3();
const HIT = new Vector3();
