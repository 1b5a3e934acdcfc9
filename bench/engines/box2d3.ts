import {
  type BenchBody,
  type BenchScene,
  DEFAULT_FRICTION,
  type Engine,
  partsOf,
  STATE,
  shapesOf,
  type World,
} from "../scene.js";
import { IDENTITY } from "./frames.js";

type Box2D = Awaited<ReturnType<typeof import("box2d3-wasm")>>;
type BodyId = ReturnType<Box2D["b2CreateBody"]>;

/** Sub-steps that Box2D's manual recommends. */
const SUB_STEPS = 4;

/** Angle about z of a planar body's quaternion. */
const angleOf = ({ orientation: [, , z, w] = IDENTITY }: BenchBody) => 2 * Math.atan2(z, w);

function create(B: Box2D, scene: BenchScene): World {
  const vector = (x: number, y: number) => {
    const v = new B.b2Vec2();
    v.x = x;
    v.y = y;
    return v;
  };
  const definition = B.b2DefaultWorldDef();
  definition.gravity = vector(scene.gravity[0], scene.gravity[1]);
  definition.enableSleep = false;
  const world = B.b2CreateWorld(definition);

  const addShapes = (body: BenchBody, id: BodyId) => {
    for (const { shape } of partsOf(body.shape)) {
      const options = B.b2DefaultShapeDef();
      const material = options.material;
      material.friction = body.friction ?? DEFAULT_FRICTION;
      material.restitution = body.restitution ?? 0;
      options.material = material;
      if (shape.type === "box") {
        B.b2CreatePolygonShape(id, options, B.b2MakeBox(shape.halfExtents[0], shape.halfExtents[1]));
      } else if (shape.type === "sphere") {
        const circle = new B.b2Circle();
        circle.radius = shape.radius;
        B.b2CreateCircleShape(id, options, circle);
      }
    }
  };
  const bodies = scene.bodies.map((body) => {
    const options = B.b2DefaultBodyDef();
    options.type = body.mass > 0 ? B.b2BodyType.b2_dynamicBody : B.b2BodyType.b2_staticBody;
    options.position = vector(body.position[0], body.position[1]);
    options.rotation = B.b2MakeRot(angleOf(body));
    options.linearVelocity = vector(body.velocity?.[0] ?? 0, body.velocity?.[1] ?? 0);
    options.angularVelocity = body.angularVelocity?.[2] ?? 0;
    options.isBullet = body.fast ?? false;
    const id = B.b2CreateBody(world, options);
    if (scene.contact) addShapes(body, id);
    if (body.mass > 0) {
      const mass = new B.b2MassData();
      mass.mass = body.mass;
      mass.center = vector(0, 0);
      mass.rotationalInertia = body.inertia[2];
      B.b2Body_SetMassData(id, mass);
    }
    return id;
  });
  return {
    step() {
      B.b2World_Step(world, scene.timestep, SUB_STEPS);
    },
    read(body, out) {
      const id = bodies[body];
      const p = B.b2Body_GetPosition(id);
      const q = B.b2Body_GetRotation(id);
      const v = B.b2Body_GetLinearVelocity(id);
      const angle = Math.atan2(q.s, q.c);
      out.set([p.x, p.y, 0], STATE.position);
      out.set([0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], STATE.orientation);
      out.set([0, 0, B.b2Body_GetAngularVelocity(id)], STATE.angularVelocity);
      out.set([v.x, v.y, 0], STATE.velocity);
      for (const handle of [p, q, v]) handle.delete();
    },
    dispose: () => B.b2DestroyWorld(world),
  };
}

function refuse(scene: BenchScene): string | undefined {
  if (!scene.planar) return "Box2D is planar, and the scene is spatial";
  if (scene.joints.length > 0) return "the adapter has no joints";
  const round = shapesOf(scene).find((shape) => shape.type !== "box" && shape.type !== "sphere");
  return round === undefined ? undefined : `the adapter has no ${round.type}`;
}

export const box2d3: Engine = {
  name: "box2d3",
  family: "box2d3",
  settings: `SIMD build, one thread, ${SUB_STEPS} sub-steps`,
  async load() {
    const { default: factory } = await import("box2d3-wasm");
    const B = await factory();
    // the module does not report its version at run time
    return { version: "wasm 5.2", refuse, create: (scene) => create(B, scene) };
  },
};
