import {
  type BenchBody,
  type BenchScene,
  DEFAULT_FRICTION,
  type Engine,
  partsOf,
  type SimpleShape,
  STATE,
  type Vector,
  type World,
} from "../scene.js";
import { dot, times, turn } from "../vectors.js";
import { type Frame, IDENTITY, jointFrames, localDirection, localOrientation, localPoint } from "./frames.js";
import { spatialOnly } from "./refusals.js";

type Rapier = typeof import("@dimforge/rapier3d-simd-compat");
type RigidBody = import("@dimforge/rapier3d-simd-compat").RigidBody;

const xyz = ([x, y, z]: Vector) => ({ x, y, z });
const xyzw = ([x, y, z, w]: readonly number[]) => ({ x, y, z, w });

function colliderOf(R: Rapier, shape: SimpleShape) {
  switch (shape.type) {
    case "box":
      return R.ColliderDesc.cuboid(...shape.halfExtents);
    case "sphere":
      return R.ColliderDesc.ball(shape.radius);
    // along y in Rapier
    case "capsule":
      return R.ColliderDesc.capsule(shape.halfLength, shape.radius);
    case "cylinder":
      return R.ColliderDesc.cylinder(shape.halfLength, shape.radius);
    case "hull": {
      const hull = R.ColliderDesc.convexHull(new Float32Array(shape.points.flat()));
      if (hull === null) throw new Error("Rapier finds no hull of the points");
      return hull;
    }
    case "mesh":
      return R.ColliderDesc.trimesh(new Float32Array(shape.vertices.flat()), new Uint32Array(shape.triangles.flat()));
  }
}

/** From Rapier's axis of capsules and cylinders, y, to ours, z. */
const UPRIGHT = turn([1, 0, 0], Math.PI / 2);

function addColliders(R: Rapier, world: InstanceType<Rapier["World"]>, body: BenchBody, to: RigidBody): void {
  for (const { shape, position, orientation = IDENTITY } of partsOf(body.shape)) {
    const round = shape.type === "capsule" || shape.type === "cylinder";
    const description = colliderOf(R, shape)
      .setTranslation(...position)
      .setRotation(xyzw(round ? times(orientation, UPRIGHT) : orientation))
      .setFriction(body.friction ?? DEFAULT_FRICTION)
      .setRestitution(body.restitution ?? 0)
      .setDensity(0);
    world.createCollider(description, to);
  }
}

/** Mass and inertia are the scene's; colliders add none. */
function create(R: Rapier, scene: BenchScene): World {
  const world = new R.World(xyz(scene.gravity));
  world.timestep = scene.timestep;
  const bodies = scene.bodies.map((body) => {
    const description = (body.mass > 0 ? R.RigidBodyDesc.dynamic() : R.RigidBodyDesc.fixed())
      .setTranslation(...body.position)
      .setRotation(xyzw(body.orientation ?? IDENTITY));
    if (body.mass > 0) {
      description
        .setLinvel(...(body.velocity ?? [0, 0, 0]))
        .setAngvel(xyz(body.angularVelocity ?? [0, 0, 0]))
        .setAdditionalMassProperties(body.mass, xyz([0, 0, 0]), xyz(body.inertia), xyzw(IDENTITY))
        .setCcdEnabled(body.fast ?? false)
        .setCanSleep(false);
    }
    const made = world.createRigidBody(description);
    if (scene.contact) addColliders(R, world, body, made);
    return made;
  });
  addJoints(R, world, scene, bodies);
  return {
    step() {
      world.step();
    },
    read(body, out) {
      const p = bodies[body].translation();
      const q = bodies[body].rotation();
      const w = bodies[body].angvel();
      const v = bodies[body].linvel();
      out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, w.x, w.y, w.z, v.x, v.y, v.z], STATE.position);
    },
    dispose: () => world.free(),
  };
}

function addJoints(R: Rapier, world: InstanceType<Rapier["World"]>, scene: BenchScene, bodies: RigidBody[]): void {
  if (scene.joints.length === 0) return;
  const ground = world.createRigidBody(R.RigidBodyDesc.fixed());
  for (const joint of scene.joints) {
    const { a, b } = jointFrames(scene, joint);
    const [at, to] = [xyz(localPoint(a, joint.at)), xyz(localPoint(b, joint.at))];
    const axisOf = (frame: Frame) => localDirection(frame, joint.axis ?? [0, 0, 1]);
    const alike = dot(axisOf(a), axisOf(b)) > 1 - 1e-12;
    if (joint.axis !== undefined && !alike)
      throw new Error("Rapier's joint has one axis, in the frames of both bodies");
    const axis = xyz(axisOf(a));
    const data = {
      hinge: () => R.JointData.revolute(at, to, axis),
      ball: () => R.JointData.spherical(at, to),
      slider: () => R.JointData.prismatic(at, to, axis),
      fixed: () => R.JointData.fixed(at, xyzw(localOrientation(a, IDENTITY)), to, xyzw(localOrientation(b, IDENTITY))),
    }[joint.type]();
    const first = joint.a === undefined ? ground : bodies[joint.a];
    const made = world.createImpulseJoint(data, first, bodies[joint.b], true);
    made.setContactsEnabled(false);
    if (joint.spring === undefined) continue;
    const { target, stiffness, damping } = joint.spring;
    const motor = made as import("@dimforge/rapier3d-simd-compat").UnitImpulseJoint;
    motor.configureMotorModel(R.MotorModel.ForceBased);
    motor.configureMotorPosition(target, stiffness, damping);
  }
}

export const rapier: Engine = {
  name: "rapier",
  family: "rapier",
  settings: "SIMD build, 4 solver iterations",
  async load() {
    const R = await import("@dimforge/rapier3d-simd-compat");
    await R.init();
    return { version: R.version(), springs: true, refuse: spatialOnly, create: (scene) => create(R, scene) };
  },
};
