/**
 * Stiction: multibody dynamics whose contacts can be trusted.
 *
 *     const model = compile(spec);
 *     const data = createData(model);
 *     while (data.time < 2) step(model, data);
 *
 * @module stiction
 */

export * as collision from "./collision/index.js";
export * as query from "./collision/query/index.js";
export { type ContactBatch, type ContactLaw, type ContactOutput, defineContactLaw } from "./contact/contact-law.js";
export * as contact from "./contact/index.js";
export { contactLaws } from "./contact/laws/index.js";
export { type DrapedPatch, drapePatch, loadSoil, pourSoil } from "./contact/soil/give.js";
export { type LoadOutline, loadOutlines } from "./contact/soil/load-outline.js";
export { type ControllerKind, controllerParams, defineController } from "./controllers/controller.js";
export { limitStepTime, type StepBudget } from "./data/budget.js";
export {
  createData,
  type Data,
  type DataOptions,
  itemFields,
  markChanged,
  type Profile,
  resetData,
  setBodyState,
  type UserFunction,
} from "./data/data.js";
export { events, raiseEvent, type SimulationEvent, takeEvents } from "./data/events.js";
export { COUNTER, DATA_FIELDS, STATUS } from "./data/fields.js";
export { bytesHash, HASH_ALGORITHM, type NumericProfile, stateHash } from "./data/hash.js";
export { clearTouched, type MovingGround, touchGround } from "./data/moving-ground.js";
export { sensorValues } from "./data/read-sensors.js";
export { restore, snapshot } from "./data/snapshot.js";
export { supplyWork } from "./data/supply.js";
export {
  type BodySpec,
  type ContactLawSpec,
  type ControllerSpec,
  compile,
  compileUntyped,
  createSimulation,
  type DefaultItems,
  defaultItems,
  type ForceSpec,
  type FormulationSpec,
  type FrictionLawSpec,
  type JointSpec,
  type MaterialSpec,
  type Scene,
  type ShapeSpec,
  type Spec,
  type VisualSpec,
} from "./defaults.js";
export { defineForce, type ForceKind } from "./forces/force.js";
export { applyTension, LINE, LINE_SIZE, lineBetween } from "./forces/two-point.js";
export { type NaturalReport, naturalReport } from "./formulations/augmented-lagrangian/report.js";
export { stepProblem } from "./formulations/complementarity/solve-step.js";
export { type ComplementarityStages, setStages } from "./formulations/complementarity/stages.js";
export { defineFormulation, type Formulation } from "./formulations/formulation.js";
export * as geometry from "./geometry/index.js";
export type { HeightField, MassProperties, Polygon, Polyhedron, TriangleMesh } from "./geometry/types.js";
export { defineIntegrator, type EvaluateForces, type Integrator } from "./integrators/integrator.js";
export { defineJoint, type JointKind } from "./joints/joint.js";
export { type Mobility, mobility } from "./joints/mobility.js";
export { loadItems } from "./load-items.js";
export * as elementary from "./math/elementary.js";
export type { Quat } from "./math/quat.js";
export * as sparse from "./math/sparse/index.js";
export type { Vec3 } from "./math/vec3.js";
/**
 * As `compileUntyped`, with the registries always given: a bundle then holds only those. `loadItems` brings the ones
 * that a scene needs.
 */
export { compile as compileWith, defaultFormulation } from "./model/compile.js";
export type { Control } from "./model/controls.js";
export { type Environment, environmentOf } from "./model/environment.js";
export { nearest as nearestWord, type Problem, SpecError } from "./model/errors.js";
export {
  compileExpression,
  type Expression,
  ExpressionError,
  evaluateExpression,
  expressionFunctions,
  type ResolveName,
} from "./model/expression.js";
export { defineFields } from "./model/fields.js";
export type { ItemKind, ItemTable } from "./model/item.js";
export { sceneJsonSchema } from "./model/json-schema.js";
export type { Look, LookInput } from "./model/look.js";
export { BODY_STATE, BODY_TYPE, type BodyRef, bodyIndexOf, type Items, type Model } from "./model/model.js";
export * as param from "./model/params.js";
export { buildScene, type SceneGroup, type SceneOf } from "./model/scene.js";
export { applySetting } from "./model/settings.js";
export { type ConvexForm, defineShape, type ShapeGeometry, type ShapeKind } from "./model/shape.js";
export type { ControlSpec, FullSpec } from "./model/spec.js";
export type {
  BodySpecOf,
  ContactLawSpecOf,
  ControllerSpecOf,
  ForceSpecOf,
  FormulationSpecOf,
  FrictionLawSpecOf,
  JointSpecOf,
  MaterialSpecOf,
  ShapeSpecOf,
  SpecOf,
  UntypedBodySpec,
  UntypedSpec,
  VisualSpecOf,
} from "./model/typed-spec.js";
export {
  type CameraSpec,
  type CameraType,
  type KeyFrameSpec,
  type MirrorSpec,
  setView,
  type ViewSpec,
} from "./model/view.js";
export {
  defineVisual,
  type GroupKind,
  type ReadyVisual,
  type SurfaceKind,
  type VisualFiles,
  type VisualInput,
  type VisualKind,
  type VisualMesh,
} from "./model/visual.js";
export { type AttachOptions, attach, detach, lock } from "./pipeline/attach.js";
export {
  applyImpulse,
  type BodyMotion,
  type BodyPose,
  bodyAngularVelocity,
  bodyOrientation,
  bodyPosition,
  bodyVelocity,
  setBodyPose,
  setBodyVelocity,
  setWrench,
} from "./pipeline/bodies.js";
export { listControls, readControl, releaseControls, setControl } from "./pipeline/controls.js";
export { type Equilibrium, type SettleOptions, type StaticsProgress, settle } from "./pipeline/equilibrium.js";
export {
  createGradient,
  type GradientColumn,
  type GradientResult,
  type GradientRun,
  type GradientTrouble,
  gradient,
} from "./pipeline/gradient.js";
export { type GradientParameter, sceneParameter } from "./pipeline/gradient-parameter.js";
export { addHook, type HookStage } from "./pipeline/hooks.js";
export { type Linearization, linearize } from "./pipeline/linearization.js";
export {
  type ContactPoint,
  type ContactShape,
  contactForce,
  contacts,
  type JointReading,
  joints,
  readJoint,
  type StepWarning,
  warnings,
} from "./pipeline/lists.js";
export { type Mode, type Modes, modes } from "./pipeline/modes.js";
export { type ModesAtRest, modesAtRest } from "./pipeline/modes-at-rest.js";
export { findParameter, type Parameter, setParameter } from "./pipeline/parameters.js";
export { STAGES, startProfile } from "./pipeline/profile.js";
export { readSensor, readSensorVector } from "./pipeline/read-sensor.js";
export {
  REAL_TIME_POLICIES,
  type RealTimeOptions,
  type RealTimePolicy,
  type RealTimeReport,
  RealTimeRunner,
  type RealTimeTick,
} from "./pipeline/realtime.js";
export { TimeBase } from "./pipeline/realtime-base.js";
export { StepTimes } from "./pipeline/realtime-times.js";
export { recompile, removeBody, type Simulation } from "./pipeline/recompile.js";
export {
  type BodyHandle,
  type LiveSimulation,
  type NamedEvent,
  type SimulationEventName,
  simulationOf,
} from "./pipeline/simulation.js";
export { refreshSensors, step } from "./pipeline/step.js";
export { prefersRealTime, WarmUp, type WarmUpOptions, warmUp } from "./pipeline/warm-up.js";
export { type Quantity, type SensorKind, XYZ } from "./sensors/sensor.js";
export * as complementarity from "./solvers/complementarity/index.js";
export {
  changeTerrain,
  type TerrainEdit,
  type TerrainUndo,
  terrainHeight,
  undoTerrain,
} from "./terrain/edit.js";
export { addBody, defineScene } from "./typed.js";
