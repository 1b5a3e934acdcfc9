import {
  type BenchBody,
  type BenchScene,
  DEFAULT_FRICTION,
  type Engine,
  partsOf,
  type Quaternion,
  type SimpleShape,
  STATE,
  type Vector,
  type World,
} from "../scene.js";
import { across, times, turn } from "../vectors.js";
import { IDENTITY } from "./frames.js";
import { once } from "./once.js";
import { noMovingMeshes, spatialOnly } from "./refusals.js";

type Jolt = Awaited<ReturnType<typeof import("jolt-physics")["default"]>>;
type Body = import("jolt-physics").default.Body;
type Shape = import("jolt-physics").default.Shape;
type System = import("jolt-physics").default.PhysicsSystem;

/** Layers: static, moving, and without contact. */
const LAYER = { still: 0, moving: 1, ghost: 2 } as const;

/** From Jolt's axis of capsules and cylinders, y, to ours, z. */
const UPRIGHT = turn([1, 0, 0], Math.PI / 2);

/** Rounding of edges: Jolt's own 5 cm, but at most a fifth of the size. */
const convexRadius = (size: number) => Math.min(0.05, 0.2 * size);

function shapeOf(J: Jolt, shape: SimpleShape): Shape {
  switch (shape.type) {
    case "box":
      return new J.BoxShape(new J.Vec3(...shape.halfExtents), convexRadius(Math.min(...shape.halfExtents)));
    case "sphere":
      return new J.SphereShape(shape.radius);
    case "capsule":
      return new J.CapsuleShape(shape.halfLength, shape.radius);
    case "cylinder": {
      const { halfLength, radius } = shape;
      return new J.CylinderShape(halfLength, radius, convexRadius(Math.min(halfLength, radius)));
    }
    case "hull": {
      const settings = new J.ConvexHullShapeSettings();
      for (const point of shape.points) settings.mPoints.push_back(new J.Vec3(...point));
      return made(settings.Create());
    }
    case "mesh": {
      const list = new J.TriangleList();
      list.resize(shape.triangles.length);
      shape.triangles.forEach((corners, k) => {
        const triangle = list.at(k);
        corners.forEach((corner, i) => {
          const v = triangle.get_mV(i);
          [v.x, v.y, v.z] = shape.vertices[corner];
        });
      });
      return made(new J.MeshShapeSettings(list).Create());
    }
  }
}

function made(result: import("jolt-physics").default.ShapeResult): Shape {
  if (result.HasError()) throw new Error(`Jolt: ${result.GetError().c_str()}`);
  return result.Get();
}

/** One shape if it lies at the origin, else a compound (of one, which Jolt makes a moved shape). */
function bodyShape(J: Jolt, body: BenchBody): Shape {
  const parts = partsOf(body.shape);
  const placed = parts.map(({ shape, position, orientation = IDENTITY }) => ({
    shape,
    position,
    orientation: shape.type === "capsule" || shape.type === "cylinder" ? times(orientation, UPRIGHT) : orientation,
  }));
  const plain = ({ position, orientation }: { position: Vector; orientation: Quaternion }) =>
    orientation === IDENTITY && position.every((x) => x === 0);
  if (placed.length === 1 && plain(placed[0])) return shapeOf(J, placed[0].shape);
  const compound = new J.StaticCompoundShapeSettings();
  for (const { shape, position, orientation } of placed) {
    compound.AddShapeShape(new J.Vec3(...position), new J.Quat(...orientation), shapeOf(J, shape), 0);
  }
  return made(compound.Create());
}

function newInterface(J: Jolt) {
  const settings = new J.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  const pairs = new J.ObjectLayerPairFilterTable(3);
  pairs.EnableCollision(LAYER.still, LAYER.moving);
  pairs.EnableCollision(LAYER.moving, LAYER.moving);
  const layers = new J.BroadPhaseLayerInterfaceTable(3, 2);
  layers.MapObjectToBroadPhaseLayer(LAYER.still, new J.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(LAYER.moving, new J.BroadPhaseLayer(1));
  layers.MapObjectToBroadPhaseLayer(LAYER.ghost, new J.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 3);
  const made = new J.JoltInterface(settings);
  J.destroy(settings);
  return made;
}

function create(J: Jolt, scene: BenchScene): World {
  const jolt = newInterface(J);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new J.Vec3(...scene.gravity));
  const owner = system.GetBodyInterface();
  const apart = jointedApart(J, scene);
  const bodies = scene.bodies.map((body, k) => {
    const moving = body.mass > 0;
    const settings = new J.BodyCreationSettings(
      bodyShape(J, body),
      new J.RVec3(...body.position),
      new J.Quat(...(body.orientation ?? IDENTITY)),
      moving ? J.EMotionType_Dynamic : J.EMotionType_Static,
      scene.contact ? (moving ? LAYER.moving : LAYER.still) : LAYER.ghost,
    );
    settings.mFriction = body.friction ?? DEFAULT_FRICTION;
    settings.mRestitution = body.restitution ?? 0;
    if (moving) {
      settings.mLinearDamping = 0;
      settings.mAngularDamping = 0;
      settings.mAllowSleeping = false;
      settings.mOverrideMassProperties = J.EOverrideMassProperties_MassAndInertiaProvided;
      settings.mMassPropertiesOverride.mMass = body.mass;
      settings.mMassPropertiesOverride.mInertia = J.Mat44.prototype.sScaleVec3(new J.Vec3(...body.inertia));
      settings.mLinearVelocity = new J.Vec3(...(body.velocity ?? [0, 0, 0]));
      settings.mAngularVelocity = new J.Vec3(...(body.angularVelocity ?? [0, 0, 0]));
    }
    if (body.fast) {
      settings.mMotionQuality = J.EMotionQuality_LinearCast;
      settings.mMaxLinearVelocity = 1e4;
    }
    if (apart !== undefined) settings.mCollisionGroup = new J.CollisionGroup(apart, 0, k);
    const made = owner.CreateBody(settings);
    owner.AddBody(made.GetID(), moving ? J.EActivation_Activate : J.EActivation_DontActivate);
    J.destroy(settings);
    return made;
  });
  addJoints(J, system, scene, bodies, jolt.sGetFixedToWorldBody());
  system.OptimizeBroadPhase();
  return {
    step() {
      jolt.Step(scene.timestep, 1);
    },
    read(body, out) {
      const p = bodies[body].GetPosition();
      out.set([p.GetX(), p.GetY(), p.GetZ()], STATE.position);
      const q = bodies[body].GetRotation();
      out.set([q.GetX(), q.GetY(), q.GetZ(), q.GetW()], STATE.orientation);
      const w = bodies[body].GetAngularVelocity();
      out.set([w.GetX(), w.GetY(), w.GetZ()], STATE.angularVelocity);
      const v = bodies[body].GetLinearVelocity();
      out.set([v.GetX(), v.GetY(), v.GetZ()], STATE.velocity);
    },
    dispose: () => J.destroy(jolt),
  };
}

/** Jolt lets jointed bodies touch unless a table of groups says otherwise. */
function jointedApart(J: Jolt, scene: BenchScene) {
  if (!scene.contact || scene.joints.length === 0) return undefined;
  const table = new J.GroupFilterTable(scene.bodies.length);
  for (const { a, b } of scene.joints) if (a !== undefined) table.DisableCollision(Math.min(a, b), Math.max(a, b));
  return table;
}

function addJoints(J: Jolt, system: System, scene: BenchScene, bodies: readonly Body[], ground: Body): void {
  for (const joint of scene.joints) {
    const axis = joint.axis ?? ([0, 0, 1] as const);
    const direction = new J.Vec3(...axis);
    const normal = new J.Vec3(...across(axis));
    const settings = {
      hinge() {
        const s = new J.HingeConstraintSettings();
        s.mHingeAxis1 = s.mHingeAxis2 = direction;
        s.mNormalAxis1 = s.mNormalAxis2 = normal;
        return s;
      },
      slider() {
        const s = new J.SliderConstraintSettings();
        s.mSliderAxis1 = s.mSliderAxis2 = direction;
        s.mNormalAxis1 = s.mNormalAxis2 = normal;
        return s;
      },
      ball: () => new J.PointConstraintSettings(),
      fixed: () => new J.FixedConstraintSettings(),
    }[joint.type]();
    settings.mSpace = J.EConstraintSpace_WorldSpace;
    settings.mPoint1 = settings.mPoint2 = new J.RVec3(...joint.at);
    const first = joint.a === undefined ? ground : bodies[joint.a];
    system.AddConstraint(settings.Create(first, bodies[joint.b]));
  }
}

/** Boxes in a heap have about three neighbours each; contacts beyond Jolt's capacity would be dropped. */
const MOST_BODIES = 3400;

/** Contacts use an arena of fixed size in this build, so it cannot be made larger. */
function refuse(scene: BenchScene): string | undefined {
  if (scene.contact && scene.bodies.length > MOST_BODIES)
    return "Jolt's build for JavaScript has room for 10,240 contacts";
  return spatialOnly(scene) ?? noMovingMeshes(scene, "Jolt makes no contact between two meshes");
}

const loadModule = once(async () => (await import("jolt-physics")).default());

export const jolt: Engine = {
  name: "jolt",
  family: "jolt",
  settings: "10 velocity and 2 position iterations, gyroscopic term off",
  async load() {
    const J = await loadModule();
    // the module does not report its version at run time
    return { version: "1.1", refuse, create: (scene) => create(J, scene) };
  },
};
