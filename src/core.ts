/**
 * The small way in: the same functions as `stiction`, with registries that are put together by hand, so that a bundle
 * holds what its scenes use and nothing else.
 *
 *     import { boxes, compile, compose, createData, impulse, step } from "stiction/core";
 *
 *     const items = compose(impulse, boxes);
 *     const model = compile({ formulation: "impulse", bodies: [...] }, items);
 *
 * A scene that names a kind which was not put in gets the same error as one that names a kind which does not exist. A
 * run has the same states and the same hash as with all registries.
 *
 * @module core
 */
import { baseSystems, jointSystems, springSystems, stabilitySystems, terrainSystems } from "./base-items.js";
import { box as boxClass } from "./collision/shapes/box.js";
import { capsule as capsuleClass } from "./collision/shapes/capsule.js";
import { cylinder as cylinderClass } from "./collision/shapes/cylinder.js";
import { shapeClasses } from "./collision/shapes/index.js";
import { planarShapeClasses } from "./collision/shapes/planar.js";
import { plane as planeClass } from "./collision/shapes/plane.js";
import { sphere as sphereClass } from "./collision/shapes/sphere.js";
import { frictionLaws } from "./contact/friction/index.js";
import { contactLaws } from "./contact/laws/index.js";
import { contactModels } from "./contact/models.js";
import { controllers as allControllers } from "./controllers/index.js";
import { events } from "./data/events.js";
import { forces as allForces } from "./forces/index.js";
import { augmentedLagrangianFormulation } from "./formulations/augmented-lagrangian.js";
import { complementarityFormulation } from "./formulations/complementarity.js";
import { forcesFormulation } from "./formulations/forces.js";
import { impulseFormulation } from "./formulations/impulse.js";
import { hydraulics } from "./hydraulics/index.js";
import { integrators } from "./integrators/index.js";
import { joints as allJoints } from "./joints/index.js";
import { jointPlacing } from "./model/compile/joints.js";
import { compileVisuals } from "./model/compile/visuals.js";
import { formulaLanguage } from "./model/expression.js";
import type { Items } from "./model/model.js";
import { box } from "./model/shapes/box.js";
import { capsule } from "./model/shapes/capsule.js";
import { chain } from "./model/shapes/chain.js";
import { circle } from "./model/shapes/circle.js";
import { cylinder } from "./model/shapes/cylinder.js";
import { shapes } from "./model/shapes/index.js";
import { plane } from "./model/shapes/plane.js";
import { polygon } from "./model/shapes/polygon.js";
import { sphere } from "./model/shapes/sphere.js";
import { measureFirstStep } from "./pipeline/first-row.js";
import { sensors as allSensors } from "./sensors/index.js";
import { visuals as allVisuals, looks } from "./visuals/index.js";

/** A part of the registries. */
export type ItemsPart = Partial<Items>;

/** Boxes. */
export const boxes: ItemsPart = { shapes: { box }, shapeClasses: { box: boxClass } };
/** Spheres. */
export const spheres: ItemsPart = { shapes: { sphere }, shapeClasses: { sphere: sphereClass } };
/** Capsules of spatial scenes. */
export const capsules: ItemsPart = { shapes: { capsule }, shapeClasses: { capsule: capsuleClass } };
/** Cylinders. */
export const cylinders: ItemsPart = {
  shapes: { cylinder },
  shapeClasses: { cylinder: cylinderClass },
};
/** Planes of spatial scenes. */
export const planes: ItemsPart = { shapes: { plane }, shapeClasses: { plane: planeClass } };
/** Shapes of planar scenes: circles, polygons, chains, capsules and planes. */
export const planarShapes: ItemsPart = {
  shapes: { circle, polygon, chain, capsule, plane },
  shapeClasses: planarShapeClasses,
};
/** Every shape: meshes, hulls, height fields, shapes of planar scenes. */
export const allShapes: ItemsPart = { shapes, shapeClasses, systems: terrainSystems };

/** Every joint. */
export const joints: ItemsPart = { joints: allJoints, jointPlacing, systems: jointSystems };
/** Every visual, and the standard looks. */
export const visuals: ItemsPart = { visuals: allVisuals, looks, compileVisuals };
/** Every force, hydraulics too. */
export const forces: ItemsPart = {
  forces: /* @__PURE__ */ Object.assign({}, allForces, hydraulics),
  systems: springSystems,
};
/** Every controller, and the language of formulas. */
export const controllers: ItemsPart = { controllers: allControllers, formulas: formulaLanguage };
/** Every sensor, and the language of formulas. */
export const sensors: ItemsPart = {
  sensors: allSensors,
  formulas: formulaLanguage,
  firstStep: measureFirstStep,
  systems: stabilitySystems,
};

/** The formulation `impulse`: joints, contacts, friction and stacks by impulses. */
export const impulse: ItemsPart = { formulations: { impulse: impulseFormulation } };
/** The formulation `forces`: contact as a force, with its laws and integrators. */
export const compliantForces: ItemsPart = {
  contactLaws,
  frictionLaws,
  contactModels,
  systems: terrainSystems,
  formulations: { forces: forcesFormulation },
  integrators,
};
/** The formulation `augmented-lagrangian`: mechanisms in natural coordinates. */
export const augmentedLagrangian: ItemsPart = {
  contactLaws,
  frictionLaws,
  contactModels,
  systems: terrainSystems,
  formulations: { "augmented-lagrangian": augmentedLagrangianFormulation },
  integrators,
};
/** The formulation `complementarity`: rigid contact, solved exactly. */
export const complementarity: ItemsPart = {
  formulations: { complementarity: complementarityFormulation },
};

const NOTHING: Items = {
  events,
  systems: baseSystems,
  formulations: {},
  contactModels: {},
  contactLaws: {},
  frictionLaws: {},
  sensors: {},
  visuals: {},
  looks: {},
  shapes: {},
  shapeClasses: {},
  joints: {},
  forces: {},
  controllers: {},
  integrators: {},
};

/** Systems in the order in which `stiction` has them: it is that of their fields in memory, and so of the hash. */
const ORDER: readonly string[] = [
  "joints",
  "collision",
  "contactStep",
  "springStep",
  "terrain",
  "stability",
  "startVelocity",
];

/** Registries from parts; of two kinds with one name the later wins. */
export function compose(...parts: readonly ItemsPart[]): Items {
  const items: Record<string, object> = { ...NOTHING };
  for (const part of parts)
    for (const [name, registry] of Object.entries(part))
      items[name] = typeof registry === "function" ? registry : { ...items[name], ...registry };
  const place = ([name]: [string, unknown]) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  items.systems = Object.fromEntries(Object.entries(items.systems).sort((a, b) => place(a) - place(b)));
  return { ...NOTHING, ...items };
}

export { createData, type Data, resetData } from "./data/data.js";
export { stateHash } from "./data/hash.js";
export { restore, snapshot } from "./data/snapshot.js";
export { compile } from "./model/compile.js";
export { SpecError } from "./model/errors.js";
export type { Items, Model } from "./model/model.js";
export { bodyOrientation, bodyPosition, setBodyPose, setBodyVelocity, setWrench } from "./pipeline/bodies.js";
export { step } from "./pipeline/step.js";
