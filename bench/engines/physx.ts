import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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
import { times, turnBetween } from "../vectors.js";
import { type Frame, IDENTITY, jointFrames, localOrientation, localPoint } from "./frames.js";
import { once } from "./once.js";
import { noMovingMeshes, spatialOnly } from "./refusals.js";

type Module = Awaited<ReturnType<typeof import("physx-js-webidl")["default"]>>;
type Physics = import("physx-js-webidl").default.PxPhysics;
type Tolerances = import("physx-js-webidl").default.PxTolerancesScale;
type Actor = import("physx-js-webidl").default.PxRigidActor;
type Dynamic = import("physx-js-webidl").default.PxRigidDynamic;
type Geometry = import("physx-js-webidl").default.PxGeometry;

interface PhysX {
  readonly P: Module;
  readonly physics: Physics;
  readonly tolerances: Tolerances;
}

/**
 * The module refuses to run in Node, and only checks for a `process`; its WebAssembly is passed to it.
 */
const loadModule = once(async (): Promise<PhysX> => {
  const { default: factory } = await import("physx-js-webidl");
  const require = createRequire(import.meta.url);
  const wasmBinary = readFileSync(require.resolve("physx-js-webidl").replace(/\.mjs$/, ".wasm"));
  const scope = globalThis as { process?: unknown; window?: unknown };
  const { process } = scope;
  let P: Module;
  try {
    scope.process = undefined;
    scope.window = globalThis;
    P = await (factory as (options: object) => Promise<Module>)({ wasmBinary });
  } finally {
    scope.process = process;
    delete scope.window;
  }
  const foundation = P.CreateFoundation(P.PHYSICS_VERSION, new P.PxDefaultAllocator(), new P.PxDefaultErrorCallback());
  const tolerances = new P.PxTolerancesScale();
  const physics = P.CreatePhysics(P.PHYSICS_VERSION, foundation, tolerances);
  P.InitExtensions(physics);
  return { P, physics, tolerances };
});

/** PhysX has capsules and cylinders along x. */
const UPRIGHT = turnBetween([1, 0, 0], [0, 0, 1]);

function geometryOf({ P, tolerances }: PhysX, shape: SimpleShape): Geometry {
  const points = (list: readonly Vector[]) => {
    const array = new P.PxArray_PxVec3(list.length);
    list.forEach((point, k) => {
      array.set(k, new P.PxVec3(...point));
    });
    return array;
  };
  switch (shape.type) {
    case "box":
      return new P.PxBoxGeometry(...shape.halfExtents);
    case "sphere":
      return new P.PxSphereGeometry(shape.radius);
    case "capsule":
      return new P.PxCapsuleGeometry(shape.radius, shape.halfLength);
    case "cylinder": {
      const core = new P.PxConvexCoreCylinder(2 * shape.halfLength, shape.radius);
      // declared static, but bound to the prototype
      const factory: { readonly prototype: object } = P.PxConvexCoreGeometryFactory;
      return (factory.prototype as typeof P.PxConvexCoreGeometryFactory).createFromCylinder(core, 0);
    }
    case "hull": {
      const description = new P.PxConvexMeshDesc();
      description.flags = new P.PxConvexFlags(P.PxConvexFlagEnum.eCOMPUTE_CONVEX);
      description.points.count = shape.points.length;
      description.points.stride = 12;
      description.points.data = points(shape.points).begin();
      return new P.PxConvexMeshGeometry(P.CreateConvexMesh(new P.PxCookingParams(tolerances), description));
    }
    case "mesh": {
      const corners = shape.triangles.flat();
      const indices = new P.PxArray_PxU32(corners.length);
      corners.forEach((corner, k) => {
        indices.set(k, corner);
      });
      const description = new P.PxTriangleMeshDesc();
      description.points.count = shape.vertices.length;
      description.points.stride = 12;
      description.points.data = points(shape.vertices).begin();
      description.triangles.count = shape.triangles.length;
      description.triangles.stride = 12;
      description.triangles.data = indices.begin();
      return new P.PxTriangleMeshGeometry(P.CreateTriangleMesh(new P.PxCookingParams(tolerances), description));
    }
  }
}

function create(px: PhysX, scene: BenchScene, tgs: boolean): World {
  const { P, physics, tolerances } = px;
  const vector = (v: Vector) => new P.PxVec3(...v);
  const transform = (p: Vector, q: Quaternion) => new P.PxTransform(vector(p), new P.PxQuat(...q));
  const description = new P.PxSceneDesc(tolerances);
  description.gravity = vector(scene.gravity);
  description.cpuDispatcher = P.DefaultCpuDispatcherCreate(0);
  description.filterShader = P.DefaultFilterShader();
  description.solverType = tgs ? P.PxSolverTypeEnum.eTGS : P.PxSolverTypeEnum.ePGS;
  if (scene.bodies.some((body) => body.fast)) allowContinuous(P, description);
  const world = physics.createScene(description);

  const shapeFlags = new P.PxShapeFlags(P.PxShapeFlagEnum.eSIMULATION_SHAPE);
  const filter = new P.PxFilterData(1, 1, 0, 0);
  const addShapes = (body: BenchBody, actor: Actor) => {
    const friction = body.friction ?? DEFAULT_FRICTION;
    const material = physics.createMaterial(friction, friction, body.restitution ?? 0);
    for (const { shape, position, orientation = IDENTITY } of partsOf(body.shape)) {
      const made = physics.createShape(geometryOf(px, shape), material, true, shapeFlags);
      const round = shape.type === "capsule" || shape.type === "cylinder";
      made.setLocalPose(transform(position, round ? times(orientation, UPRIGHT) : orientation));
      made.setSimulationFilterData(filter);
      actor.attachShape(made);
    }
  };
  const bodies = scene.bodies.map((body): Actor => {
    const pose = transform(body.position, body.orientation ?? IDENTITY);
    const actor = body.mass > 0 ? physics.createRigidDynamic(pose) : physics.createRigidStatic(pose);
    if (scene.contact) addShapes(body, actor);
    if (body.mass === 0) {
      world.addActor(actor);
      return actor;
    }
    const moving = actor as Dynamic;
    moving.setMass(body.mass);
    moving.setMassSpaceInertiaTensor(vector(body.inertia));
    moving.setLinearDamping(0);
    moving.setAngularDamping(0);
    moving.setSleepThreshold(0);
    if (body.fast) moving.setRigidBodyFlag(P.PxRigidBodyFlagEnum.eENABLE_CCD, true);
    world.addActor(moving);
    moving.setWakeCounter(1e9);
    moving.setLinearVelocity(vector(body.velocity ?? [0, 0, 0]));
    moving.setAngularVelocity(vector(body.angularVelocity ?? [0, 0, 0]));
    return moving;
  });

  for (const joint of scene.joints) {
    const { a, b } = jointFrames(scene, joint);
    // the axis of PhysX's joints is x
    const turned = joint.axis === undefined ? IDENTITY : turnBetween([1, 0, 0], joint.axis);
    const place = (frame: Frame) => transform(localPoint(frame, joint.at), localOrientation(frame, turned));
    const make = {
      hinge: P.RevoluteJointCreate,
      ball: P.SphericalJointCreate,
      slider: P.PrismaticJointCreate,
      fixed: P.FixedJointCreate,
    }[joint.type];
    const first = joint.a === undefined ? (null as Actor | null as Actor) : bodies[joint.a];
    make.call(P, physics, first, place(a), bodies[joint.b], place(b));
  }
  return {
    step() {
      world.simulate(scene.timestep);
      world.fetchResults(true);
    },
    read(body, out) {
      const { p, q } = bodies[body].getGlobalPose();
      out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], STATE.position);
      const w = (bodies[body] as Dynamic).getAngularVelocity();
      out.set([w.x, w.y, w.z], STATE.angularVelocity);
      const v = (bodies[body] as Dynamic).getLinearVelocity();
      out.set([v.x, v.y, v.z], STATE.velocity);
    },
    dispose() {
      for (const body of bodies) body.release();
      world.release();
    },
  };
}

/** Continuous detection takes a flag of the scene, one of the body, and a filter that requests it. */
function allowContinuous(P: Module, description: import("physx-js-webidl").default.PxSceneDesc): void {
  description.flags.raise(P.PxSceneFlagEnum.eENABLE_CCD);
  const shader = new P.PassThroughFilterShaderImpl() as import("physx-js-webidl").default.PassThroughFilterShader;
  shader.filterShader = () => {
    shader.outputPairFlags = P.PxPairFlagEnum.eCONTACT_DEFAULT | P.PxPairFlagEnum.eDETECT_CCD_CONTACT;
    return 0;
  };
  P.setupPassThroughFilterShader(description, shader);
}

const engine = (name: string, tgs: boolean): Engine => ({
  name,
  family: "physx",
  settings: `${tgs ? "TGS" : "PGS"}, 4 position iterations and 1 of velocity`,
  async load() {
    const px = await loadModule();
    const version = px.P.PHYSICS_VERSION;
    return {
      version: [version >>> 24, (version >>> 16) & 255, (version >>> 8) & 255].join("."),
      refuse: (scene) =>
        spatialOnly(scene) ?? noMovingMeshes(scene, "PhysX makes no contact between two meshes on the processor"),
      create: (scene) => create(px, scene, tgs),
    };
  },
});

export const physx = engine("physx", false);
export const physxTgs = engine("physx-tgs", true);
