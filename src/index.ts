/**
 * Stiction: multibody dynamics whose contacts can be trusted.
 *
 *     const model = compile(spec);
 *     const data = createData(model);
 *     while (data.time < 2) step(model, data);
 *
 * @module stiction
 */
import { collisionSystem } from "./collision/system.js";
import { contactStepSystem } from "./contact/contact-step.js";
import { frictionLaws } from "./contact/friction/index.js";
import { contactLaws } from "./contact/laws/index.js";
import { contactModels } from "./contact/models.js";
import { controllers } from "./controllers/index.js";
import { events } from "./data/events.js";
import { forces } from "./forces/index.js";
import { formulations } from "./formulations/index.js";
import { integrators } from "./integrators/index.js";
import { joints } from "./joints/index.js";
import { jointSystem } from "./joints/system.js";
import { compile as compileWith } from "./model/compile.js";
import type { Items, Model } from "./model/model.js";
import { shapes } from "./model/shapes/index.js";
import type { Spec } from "./model/spec.js";
import { sensors } from "./sensors/index.js";

/** The registries that ship with Stiction. Extend with `{ ...defaultItems, forces: { ...defaultItems.forces, mine } }`. */
export const defaultItems = {
  shapes,
  joints,
  forces,
  controllers,
  formulations,
  integrators,
  sensors,
  events,
  systems: {
    joints: jointSystem,
    collision: collisionSystem,
    contactStep: contactStepSystem,
  },
  contactModels,
  contactLaws,
  frictionLaws,
} as unknown as Items;

/** Scene → model. Throws a SpecError that lists every problem with its path. */
export function compile(spec: Spec, items: Items = defaultItems): Model {
  return compileWith(spec, items);
}

export * as collision from "./collision/index.js";
export * as query from "./collision/query/index.js";
export { type ContactBatch, type ContactLaw, type ContactOutput, defineContactLaw } from "./contact/contact-law.js";
export * as contact from "./contact/index.js";
export { type ControllerKind, controllerParams, defineController } from "./controllers/controller.js";
export {
  createData,
  type Data,
  type DataOptions,
  itemFields,
  markChanged,
  type Profile,
  resetData,
  setBodyState,
} from "./data/data.js";
export { events, raiseEvent, type SimulationEvent, takeEvents } from "./data/events.js";
export { COUNTER, DATA_FIELDS, STATUS } from "./data/fields.js";
export { bytesHash, HASH_ALGORITHM, type NumericProfile, stateHash } from "./data/hash.js";
export { sensorValues } from "./data/read-sensors.js";
export { restore, snapshot } from "./data/snapshot.js";
export { defineForce, type ForceKind } from "./forces/force.js";
export { applyTension, LINE, LINE_SIZE, lineBetween } from "./forces/two-point.js";
export { LAGRANGIAN_STATISTIC } from "./formulations/augmented-lagrangian/fields.js";
export { type NaturalReport, naturalReport } from "./formulations/augmented-lagrangian/report.js";
export { STATISTIC as COMPLEMENTARITY_STATISTIC } from "./formulations/complementarity/fields.js";
export { stepProblem } from "./formulations/complementarity/solve.js";
export { type ComplementarityStages, setStages } from "./formulations/complementarity/stages.js";
export { defineFormulation, type Formulation } from "./formulations/formulation.js";
export * as geometry from "./geometry/index.js";
export type { HeightField, MassProperties, Polygon, Polyhedron, TriangleMesh } from "./geometry/types.js";
export { defineIntegrator, type EvaluateForces, type Integrator } from "./integrators/integrator.js";
export { defineJoint, type JointKind } from "./joints/joint.js";
export { type Mobility, mobility } from "./joints/mobility.js";
export * as elementary from "./math/elementary.js";
export type { Quat } from "./math/quat.js";
export * as sparse from "./math/sparse/index.js";
export type { Vec3 } from "./math/vec3.js";
export { type Problem, SpecError } from "./model/errors.js";
export { defineFields } from "./model/fields.js";
export type { ItemKind, ItemTable } from "./model/item.js";
export { sceneJsonSchema } from "./model/json-schema.js";
export { BODY_STATE, BODY_TYPE, bodyIndexOf, type Items, type Model } from "./model/model.js";
export * as param from "./model/params.js";
export { buildScene, defineScene, type Scene, type SceneGroup } from "./model/scene.js";
export { applySetting } from "./model/settings.js";
export { type ConvexForm, defineShape, type ShapeGeometry, type ShapeKind } from "./model/shape.js";
export type { BodySpec, FullSpec, Spec } from "./model/spec.js";
export { bodyAngularVelocity, bodyOrientation, bodyPosition, bodyVelocity, setWrench } from "./pipeline/bodies.js";
export {
  createGradient,
  type GradientColumn,
  type GradientResult,
  type GradientRun,
  type GradientTrouble,
  gradient,
} from "./pipeline/gradient.js";
export { type GradientParameter, sceneParameter } from "./pipeline/gradient-parameter.js";
export { addHook, type HookStage, type UserFunction } from "./pipeline/hooks.js";
export { findParameter, type Parameter, setParameter } from "./pipeline/parameters.js";
export { STAGES, startProfile } from "./pipeline/profile.js";
export { addBody, recompile, removeBody, type Simulation } from "./pipeline/recompile.js";
export { refreshSensors, step } from "./pipeline/step.js";
export { type Quantity, type SensorKind, XYZ } from "./sensors/sensor.js";
export * as complementarity from "./solvers/complementarity/index.js";
export { contactLaws };
