/**
 * The scene format, written as JSON, YAML or a TypeScript object. References are names, not indices, and every field
 * has a unit and a help text. Item lists (shapes, forces, controllers, …) are checked against the schema that each
 * item kind declares.
 */
import * as z from "zod/mini";
import { controlSchema } from "./controls.js";
import { environmentParam } from "./environment.js";
import { lookParam, lookSchema } from "./look.js";
import { nameSchema } from "./name.js";
import { orientation } from "./orientation.js";
import * as p from "./params.js";
import { viewSchema } from "./view.js";

/** An entry of an item list. `type` selects the kind, and the schema of that kind checks the other fields. */
function itemEntry(help: string): z.ZodMiniType<ItemInput, ItemInput> {
  const expected = "expected an object with a type";
  return p.describe(z.looseObject({ type: z.string({ error: "expected the name of a kind" }) }, { error: expected }), {
    unit: "",
    help,
    kind: "other",
    expected,
  }) as z.ZodMiniType<ItemInput, ItemInput>;
}

/** `type` and the fields that this type declares. */
export interface ItemInput {
  readonly type: string;
  readonly name?: string | undefined;
  readonly [key: string]: unknown;
}

function list<S extends z.ZodMiniType>(item: S, help: string, max = 1_000_000) {
  const expected = `expected a list of at most ${max}`;
  return p.describe(z._default(z.array(item, { error: expected }).check(z.maxLength(max, { error: expected })), []), {
    unit: "",
    help,
    kind: "other",
    expected,
  });
}

export const bodySchema = p.record(
  {
    name: nameSchema,
    type: p.choice(["dynamic", "kinematic", "static"], {
      default: "dynamic",
      help: "dynamic moves by forces, kinematic by its given velocity, static not at all",
    }),
    state: p.choice(["active", "asleep", "dormant"], {
      default: "active",
      help: "asleep rests until touched, dormant takes no part until it is woken",
    }),
    wakes: p.number({
      unit: "s",
      min: 0,
      optional: true,
      help: "time at which a dormant body begins to take part, with the velocity given here",
    }),
    position: p.vector({ unit: "m", default: [0, 0, 0], help: "origin of the body frame" }),
    orientation,
    relativeTo: p.text({ optional: true, help: "name of the body whose frame position and orientation are given in" }),
    velocity: p.vector({ unit: "m/s", default: [0, 0, 0], help: "velocity of the centre of mass, world frame" }),
    angularVelocity: p.vector({ unit: "rad/s", default: [0, 0, 0], help: "angular velocity, world frame" }),
    mass: p.number({ unit: "kg", above: 0, optional: true, help: "mass; from density and shapes when absent" }),
    inertia: p.numbers({
      unit: "kg m^2",
      minLength: 3,
      maxLength: 6,
      optional: true,
      help: "inertia about the centre of mass in body axes: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]; from shapes when absent",
    }),
    centerOfMass: p.vector({
      unit: "m",
      optional: true,
      help: "centre of mass in the body frame; from shapes when absent",
    }),
    density: p.number({
      unit: "kg/m^3",
      above: 0,
      optional: true,
      help: "density of the shapes (kg/m^2 in the plane)",
    }),
    material: p.text({ optional: true, help: "name of the material; a shape may name its own" }),
    shapes: list(itemEntry("a shape: type, its parameters, and its place in the body"), "shapes of the body", 10_000),
    continuous: p.choice(["auto", "on", "off"], {
      default: "auto",
      help: "continuous detection, so that a fast body passes through nothing; auto: where it crosses its own size in a step",
    }),
    color: p.text({ optional: true, help: "colour for drawing, as CSS writes it" }),
    visuals: list(
      itemEntry("a visual: type, its parameters, its place in the body, and its look"),
      "what is drawn instead of the shapes; no effect on motion",
      10_000,
    ),
  },
  { help: "a rigid body" },
);

/** Placement of a shape in its body and other common fields; merged with the parameters of the shape kind. */
export const shapePlacement = {
  position: p.vector({ unit: "m", default: [0, 0, 0], help: "origin of the shape in the body frame" }),
  orientation,
  material: p.text({ optional: true, help: "name of the material; the body's when absent" }),
  density: p.number({ unit: "kg/m^3", above: 0, optional: true, help: "density; the body's when absent" }),
  category: p.number({
    unit: "1",
    integer: true,
    min: 0,
    max: 0xffffffff,
    default: 1,
    help: "32 bits: what the shape is, for the masks of others",
  }),
  mask: p.number({
    unit: "1",
    integer: true,
    min: 0,
    max: 0xffffffff,
    default: 0xffffffff,
    help: "32 bits: the categories that it meets; both shapes must meet each other",
  }),
  sensor: p.flag({ default: false, help: "notices contact, as events, without any response" }),
  surfaceVelocity: p.vector({
    unit: "m/s",
    default: [0, 0, 0],
    help: "velocity of the surface against the shape, in the shape's axes: a conveyor belt",
  }),
} as const;

/** Placement of a visual in its body and its look; merged with the parameters of the kind. */
export const visualPlacement = {
  position: p.vector({ unit: "m", default: [0, 0, 0], help: "origin of the visual in the body frame" }),
  orientation,
  look: lookParam,
} as const;

const named = (help: string) =>
  p.describe(
    z.optional(
      z.union([z.string(), z.looseObject({ type: z.string({ error: "expected the name of a kind" }) })], {
        error: "expected a name, or an object with a type",
      }),
    ),
    { unit: "", help, kind: "other", expected: "expected a name, or an object with a type" },
  ) as z.ZodMiniOptional<z.ZodMiniType<string | ItemInput, string | ItemInput>>;

export const materialSchema = p.record(
  {
    density: p.number({ unit: "kg/m^3", above: 0, optional: true, help: "density (kg/m^2 in the plane)" }),
    friction: p.number({
      unit: "1",
      min: 0,
      default: 0.5,
      help: "Coulomb friction coefficient; a pair takes the geometric mean",
    }),
    kineticFriction: p.number({
      unit: "1",
      min: 0,
      optional: true,
      help: "friction while slipping, at most the static one; the static one when absent",
    }),
    restitution: p.number({ unit: "1", min: 0, max: 1, default: 0, help: "restitution; a pair takes the larger" }),
    spinningFriction: p.number({
      unit: "m",
      min: 0,
      default: 0,
      help: "torque about the normal per normal force, for contact at a point; a pair takes the larger",
    }),
    rollingFriction: p.number({
      unit: "m",
      min: 0,
      default: 0,
      help: "torque against rolling per normal force; a pair takes the larger",
    }),
    mixing: p.choice(["geometric-mean", "average", "minimum", "multiply", "maximum"], {
      default: "geometric-mean",
      help: "how the friction of a pair is made; of two rules the one later in this list wins",
    }),
    youngModulus: p.number({ unit: "Pa", above: 0, optional: true, help: "elastic modulus E" }),
    poissonRatio: p.number({ unit: "1", above: -1, max: 0.5, optional: true, help: "Poisson's ratio" }),
    contact: named(
      "normal contact law, where contact is a force: a name, or {type, …parameters}; two of a kind act in series",
    ),
    sliding: named("friction law, where contact is a force: a name, or {type, …parameters}; of a pair the softer"),
  },
  { help: "constants of one material" },
);

export const pairSchema = p.record(
  {
    between: p.describe(z.array(z.string()).check(z.length(2, { error: "expected two material names" })), {
      unit: "",
      help: "the two materials",
      kind: "other",
      expected: "expected two material names",
    }),
    friction: p.number({
      unit: "1",
      min: 0,
      optional: true,
      help: "friction of this pair, instead of the mixed value",
    }),
    kineticFriction: p.number({ unit: "1", min: 0, optional: true, help: "friction of this pair while slipping" }),
    restitution: p.number({ unit: "1", min: 0, max: 1, optional: true, help: "restitution of this pair" }),
    spinningFriction: p.number({ unit: "m", min: 0, optional: true, help: "spinning friction of this pair" }),
    rollingFriction: p.number({ unit: "m", min: 0, optional: true, help: "rolling friction of this pair" }),
    contact: named("normal contact law of this pair"),
    sliding: named("friction law of this pair"),
  },
  { help: "what two materials do together" },
);

const sensorSchema = z.union(
  [
    z.string(),
    p.record(
      {
        name: nameSchema,
        read: p.text({ optional: true, help: "what to read: kind/name/quantity.component" }),
        expression: p.text({
          optional: true,
          help: "formula of time, constants, named sensors and [kind/name/quantity.component]",
        }),
        unit: p.text({ unit: "", default: "", help: "unit of an expression" }),
      },
      { help: "a named sensor" },
    ),
  ],
  { error: "expected kind/name/quantity.component, or an object with name and read or expression" },
);

const eventSchema = p.record(
  {
    name: nameSchema,
    when: p.text({ optional: true, help: "condition: the event comes when it becomes true" }),
    crosses: p.text({
      optional: true,
      help: "formula: the event comes when it changes sign; its time is interpolated",
    }),
    direction: p.choice(["both", "up", "down"], { default: "both", help: "which change of sign counts" }),
    stop: p.flag({ default: false, help: "ask the runner to stop" }),
  },
  { help: "a condition that is reported as an event" },
);

/** The whole scene. */
export const sceneSchema = p.record(
  {
    $schema: p.text({ optional: true, help: "JSON Schema for the editor; ignored" }),
    format: p.number({
      integer: true,
      min: 1,
      optional: true,
      help: "version of the scene format that the scene was written for; the newest when absent",
    }),
    name: z._default(nameSchema, "scene"),
    title: p.text({ optional: true, help: "title for people" }),
    description: p.text({ optional: true, help: "what the scene shows" }),
    plane: p.describe(z.optional(z.enum(["xy"], { error: 'expected "xy", or nothing for a spatial scene' })), {
      unit: "",
      help: "planar scene: bodies move in x and y and turn about z",
      kind: "choice",
      expected: 'expected "xy"',
      choices: ["xy"],
    }),
    gravity: p.vector({
      unit: "m/s^2",
      optional: true,
      help: "gravity; [0, 0, -9.81], in planar scenes [0, -9.81, 0]",
    }),
    timestep: p.number({ unit: "s", min: 1e-12, max: 10, default: 0.001, help: "step of the simulation" }),
    duration: p.number({
      unit: "s",
      min: 0,
      max: 1e9,
      default: 10,
      help: "default duration of a run",
    }),
    formulation: named("how motion is computed: a name, or {type, …options}"),
    contact: p.choice(["auto", "none"], {
      default: "auto",
      help: "auto: shapes touch as the formulation allows; none: shapes give mass and looks only",
    }),
    constants: p.describe(
      z._default(
        z.record(nameSchema, z.number({ error: "expected a finite number" }), { error: "expected names with numbers" }),
        {},
      ),
      { unit: "", help: "numbers that expressions may name", kind: "other", expected: "expected names with numbers" },
    ),
    materials: p.describe(
      z._default(z.record(nameSchema, materialSchema, { error: "expected names with materials" }), {}),
      {
        unit: "",
        help: "materials by name",
        kind: "other",
        expected: "expected names with materials",
      },
    ),
    looks: p.describe(z._default(z.record(nameSchema, lookSchema, { error: "expected names with looks" }), {}), {
      unit: "",
      help: "materials of the picture by name, for visuals",
      kind: "other",
      expected: "expected names with looks",
    }),
    materialPairs: list(pairSchema, "what pairs of materials do together", 10_000),
    bodies: list(bodySchema, "the bodies"),
    joints: list(itemEntry("a joint: type, bodies, place, and its own parameters"), "joints between bodies"),
    forces: list(itemEntry("a force: type and its parameters"), "springs and other forces"),
    controllers: list(itemEntry("a controller: type, what it drives, and its parameters"), "what drives inputs"),
    controls: list(controlSchema, "named inputs: what a person drives the scene by", 1000),
    sensors: list(sensorSchema, "what is measured and recorded", 100_000),
    events: list(eventSchema, "what is to be reported when it happens", 10_000),
    collision: p.record(
      {
        broadPhase: p.text({
          default: "tree",
          help: "how pairs that move are found: tree, sweep-and-prune or all-pairs; the same pairs, at another cost",
        }),
        scenery: p.text({
          default: "tree",
          help: "what static shapes are kept in: tree, octree, kd-tree or bsp; the same pairs, at another cost",
        }),
        margin: p.number({
          unit: "m",
          min: 0,
          optional: true,
          help: "gap up to which contact points are made; a twentieth of the smallest shape, at most 0.02 m, when absent",
        }),
        ignore: p.describe(
          z._default(
            z.array(z.array(z.string()).check(z.length(2, { error: "expected two body names" })), {
              error: "expected pairs of body names",
            }),
            [],
          ),
          {
            unit: "",
            help: "pairs of bodies that do not meet",
            kind: "other",
            expected: "expected pairs of body names",
          },
        ),
        points: p.choice(["all", "deepest", "single"], {
          default: "all",
          help: "what bears load where contact is a force: every point, the deepest of two shapes, or one per region",
        }),
        meshContacts: p.choice(["features", "regions"], {
          default: "features",
          help: "where two meshes meet: at the features that touch, or one point for each region that a closed contour of their intersection bounds",
        }),
        sharedFriction: p.flag({
          default: true,
          help: "where contact is a force: the points of two bodies share one friction law; false: each has its own",
        }),
        sharedStiffness: p.flag({
          default: false,
          help: "where contact is a force: the points of a patch share one contact law; false: each has its own",
        }),
        persistEvents: p.flag({
          default: false,
          help: "an event in every step for every pair that goes on touching",
        }),
      },
      { help: "how contacts are found", optional: true },
    ),
    capacity: p.record(
      {
        pairs: p.number({
          unit: "1",
          integer: true,
          min: 0,
          max: 4_000_000,
          default: 0,
          help: "room for body pairs",
        }),
        patches: p.number({
          unit: "1",
          integer: true,
          min: 0,
          max: 4_000_000,
          default: 0,
          help: "room for contact patches",
        }),
        points: p.number({
          unit: "1",
          integer: true,
          min: 0,
          max: 8_000_000,
          default: 0,
          help: "room for contact points",
        }),
        events: p.number({
          unit: "1",
          integer: true,
          min: 1,
          max: 1_000_000,
          default: 1024,
          help: "events kept until read",
        }),
      },
      { help: "sizes of tables that fill while running; 0 lets the program choose", optional: true },
    ),
    environment: environmentParam,
    view: viewSchema,
  },
  { help: "a Stiction scene" },
);

/** A scene with every default filled in. */
export type FullSpec = z.output<typeof sceneSchema>;
export type FullBodySpec = z.output<typeof bodySchema>;
export type MaterialSpec = z.output<typeof materialSchema>;
/** A named input of a scene: what a person moves, and the inputs that it drives. */
export type ControlSpec = z.input<typeof controlSchema>;
