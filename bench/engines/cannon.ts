import { hullFaces } from "../hull-body.js";
import {
  type BenchBody,
  type BenchScene,
  DEFAULT_FRICTION,
  type Engine,
  partsOf,
  type SimpleShape,
  STATE,
  shapesOf,
  type Vector,
  type World,
} from "../scene.js";
import { times, turn } from "../vectors.js";
import { IDENTITY, jointFrames, localDirection, localPoint } from "./frames.js";
import { noMeshes, spatialOnly } from "./refusals.js";

type Cannon = typeof import("cannon-es");
type CannonBody = import("cannon-es").Body;
type CannonWorld = import("cannon-es").World;

/** From cannon's axis of cylinders, y, to ours, z. */
const UPRIGHT = turn([1, 0, 0], Math.PI / 2);
const SEGMENTS = 32;

function shapeOf(C: Cannon, shape: SimpleShape) {
  switch (shape.type) {
    case "box":
      return new C.Box(new C.Vec3(...shape.halfExtents));
    case "sphere":
      return new C.Sphere(shape.radius);
    case "cylinder":
      return new C.Cylinder(shape.radius, shape.radius, 2 * shape.halfLength, SEGMENTS);
    case "hull": {
      const { vertices, faces } = hullFaces(shape.points);
      return new C.ConvexPolyhedron({ vertices: vertices.map((v) => new C.Vec3(...v)), faces });
    }
    default:
      throw new Error(`the adapter has no ${shape.type}`);
  }
}

/** Materials by friction and restitution; pairs take the geometric mean and the larger one. */
function materials(C: Cannon, world: CannonWorld) {
  type Made = { readonly friction: number; readonly restitution: number; readonly material: object };
  const made: Made[] = [];
  return ({ friction = DEFAULT_FRICTION, restitution = 0 }: BenchBody) => {
    const found = made.find((other) => other.friction === friction && other.restitution === restitution);
    if (found !== undefined) return found.material as import("cannon-es").Material;
    const material = new C.Material();
    made.push({ friction, restitution, material });
    for (const other of made) {
      const pair = {
        friction: Math.sqrt(friction * other.friction),
        restitution: Math.max(restitution, other.restitution),
      };
      world.addContactMaterial(new C.ContactMaterial(material, other.material as typeof material, pair));
    }
    return material;
  };
}

/** Inertia is the scene's; cannon would compute it from the bounding box. */
function create(C: Cannon, scene: BenchScene): World {
  const vector = (v: Vector) => new C.Vec3(...v);
  const world = new C.World({ gravity: vector(scene.gravity), allowSleep: false });
  world.broadphase = new C.SAPBroadphase(world);
  const materialOf = materials(C, world);
  const bodies = scene.bodies.map((body) => {
    const made = new C.Body({
      mass: body.mass,
      position: vector(body.position),
      quaternion: new C.Quaternion(...(body.orientation ?? IDENTITY)),
      velocity: vector(body.velocity ?? [0, 0, 0]),
      angularVelocity: vector(body.angularVelocity ?? [0, 0, 0]),
      material: materialOf(body),
      linearDamping: 0,
      angularDamping: 0,
      allowSleep: false,
    });
    if (scene.contact) {
      for (const { shape, position, orientation = IDENTITY } of partsOf(body.shape)) {
        const turned = shape.type === "cylinder" ? times(orientation, UPRIGHT) : orientation;
        made.addShape(shapeOf(C, shape), vector(position), new C.Quaternion(...turned));
      }
    }
    if (body.mass > 0) {
      made.inertia.set(...body.inertia);
      made.invInertia.set(1 / body.inertia[0], 1 / body.inertia[1], 1 / body.inertia[2]);
      made.updateInertiaWorld(true);
    }
    world.addBody(made);
    return made;
  });
  addJoints(C, world, scene, bodies);
  return {
    step() {
      world.step(scene.timestep);
    },
    read(body, out) {
      const { position: p, quaternion: q, angularVelocity: w, velocity: v } = bodies[body];
      out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, w.x, w.y, w.z, v.x, v.y, v.z], STATE.position);
    },
    dispose() {},
  };
}

function addJoints(C: Cannon, world: CannonWorld, scene: BenchScene, bodies: readonly CannonBody[]): void {
  if (scene.joints.length === 0) return;
  const vector = (v: Vector) => new C.Vec3(...v);
  const ground = new C.Body({ mass: 0 });
  world.addBody(ground);
  for (const joint of scene.joints) {
    const { a, b } = jointFrames(scene, joint);
    const first = joint.a === undefined ? ground : bodies[joint.a];
    const second = bodies[joint.b];
    const [pivotA, pivotB] = [vector(localPoint(a, joint.at)), vector(localPoint(b, joint.at))];
    const axis = joint.axis ?? ([0, 0, 1] as const);
    const [axisA, axisB] = [vector(localDirection(a, axis)), vector(localDirection(b, axis))];
    const made =
      joint.type === "hinge"
        ? new C.HingeConstraint(first, second, { pivotA, pivotB, axisA, axisB })
        : joint.type === "ball"
          ? new C.PointToPointConstraint(first, pivotA, second, pivotB)
          : new C.LockConstraint(first, second);
    made.collideConnected = false;
    world.addConstraint(made);
  }
}

function refuse(scene: BenchScene): string | undefined {
  if (scene.joints.some((joint) => joint.type === "slider")) return "cannon has no slider";
  if (shapesOf(scene).some((shape) => shape.type === "capsule")) return "cannon has no capsule";
  return spatialOnly(scene) ?? noMeshes(scene, "cannon makes no contact between a mesh and a box");
}

export const cannon: Engine = {
  name: "cannon",
  family: "cannon",
  settings: `Gauss-Seidel, 10 iterations, sweep and prune, cylinders of ${SEGMENTS} sides`,
  async load() {
    const C = await import("cannon-es");
    // the package does not report its version at run time
    return { version: "0.20", refuse, create: (scene) => create(C, scene) };
  },
};
