/**
 * Stiction: multibody dynamics whose contacts can be trusted.
 *
 *     const model = compile(spec);
 *     const data = createData(model);
 *     while (data.time < 2) step(model, data);
 *
 * @module stiction
 */
import { contactLaws } from "./contact/laws/index.js";
import { contactModels } from "./contact/models.js";
import { coreItems } from "./core-items.js";
import { formulations } from "./formulations/index.js";
import { compile as compileWith, defaultFormulation } from "./model/compile.js";
import type { Items, Model } from "./model/model.js";
import type { Params } from "./model/params.js";
import type { SceneOf } from "./model/scene.js";
import type {
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
  VisualSpecOf,
} from "./model/typed-spec.js";
import { addBody as addBodyTo, type Simulation } from "./pipeline/recompile.js";
import { type LiveSimulation, simulationOf } from "./pipeline/simulation.js";
import { looks, visuals } from "./visuals/index.js";

/** The types of the registries that ship with Stiction. */
export interface DefaultItems extends Items {
  readonly shapes: (typeof coreItems)["shapes"];
  readonly joints: (typeof coreItems)["joints"];
  readonly forces: (typeof coreItems)["forces"];
  readonly controllers: (typeof coreItems)["controllers"];
  readonly integrators: (typeof coreItems)["integrators"];
  readonly sensors: (typeof coreItems)["sensors"];
  readonly events: (typeof coreItems)["events"];
  readonly contactLaws: (typeof coreItems)["contactLaws"];
  readonly frictionLaws: (typeof coreItems)["frictionLaws"];
  readonly formulations: typeof formulations;
  readonly visuals: typeof visuals;
}

/**
 * The registries that ship with Stiction. Extend with `{ ...defaultItems, forces: { ...defaultItems.forces, mine } }`.
 */
export const defaultItems: DefaultItems = /* @__PURE__ */ Object.assign({}, coreItems, {
  formulations,
  contactModels,
  visuals,
  looks,
});

/**
 * A scene as a person writes it, with the kinds that ship with Stiction; `SpecOf<typeof items>` for other registries.
 */
export interface Spec extends SpecOf<DefaultItems> {}
/** A body of a scene. */
export type BodySpec = BodySpecOf<DefaultItems>;
/** A shape of a body. */
export type ShapeSpec = ShapeSpecOf<DefaultItems>;
/** A visual of a body. */
export type VisualSpec = VisualSpecOf<DefaultItems>;
/** A joint of a scene. */
export type JointSpec = JointSpecOf<DefaultItems>;
/** A force of a scene. */
export type ForceSpec = ForceSpecOf<DefaultItems>;
/** A controller of a scene. */
export type ControllerSpec = ControllerSpecOf<DefaultItems>;
/** The formulation of a scene: a name, or a name with options. */
export type FormulationSpec = FormulationSpecOf<DefaultItems>;
/** A normal contact law with its parameters. */
export type ContactLawSpec = ContactLawSpecOf<DefaultItems>;
/** A friction law with its parameters. */
export type FrictionLawSpec = FrictionLawSpecOf<DefaultItems>;
/** The constants of a material. */
export type MaterialSpec = MaterialSpecOf<DefaultItems>;

/**
 * Scene → model. Throws a SpecError that lists every problem with its path. The type of the scene follows from `items`,
 * the registries; for a scene that TypeScript knows nothing of, as from a file, see `compileUntyped`.
 */
export function compile<I extends Items = DefaultItems>(
  spec: SpecOf<NoInfer<I>>,
  items: I | DefaultItems = defaultItems,
): Model {
  return compileWith(spec, items);
}

/** A scene with parameters, such as those of `stiction/scenes`. */
export interface Scene<P extends Params = Params> extends SceneOf<P, Spec> {}

/** Declares a scene; `build` gets its parameters with defaults filled in. */
export function defineScene<const P extends Params>(scene: Scene<P>): Scene<P> {
  return scene;
}

/**
 * As `compile`, for a scene whose type is not known: parsed JSON or YAML, a recording, a scene that was edited by path.
 */
export function compileUntyped(scene: unknown, items: Items = defaultItems): Model {
  return compileWith(scene, items);
}

/**
 * As `compileUntyped`, with the registries always given: a bundle then holds only those. `loadItems` brings the ones
 * that a scene needs.
 */
export { compileWith };
/** Compiles a scene and starts it: `const sim = createSimulation(spec); sim.run(2); sim.body("box").position`. */
export function createSimulation<I extends Items = DefaultItems>(
  spec: SpecOf<NoInfer<I>>,
  items: I | DefaultItems = defaultItems,
): LiveSimulation<BodySpecOf<I>> {
  return simulationOf(compileWith(spec, items));
}

export { defaultFormulation };

/** Adds a body while running. Sleeping bodies go on sleeping until it touches them. */
export const addBody: (simulation: Simulation, body: BodySpec) => Simulation = addBodyTo;

export * as collision from "./collision/index.js";
export * as query from "./collision/query/index.js";
export { type ContactBatch, type ContactLaw, type ContactOutput, defineContactLaw } from "./contact/contact-law.js";
export * as contact from "./contact/index.js";
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
export { contactLaws };
