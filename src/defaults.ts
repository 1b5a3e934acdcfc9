/** The library with all registries bound. A program that imports none of this loads no kind that it does not use. */
import { contactModels } from "./contact/models.js";
import { coreItems } from "./core-items.js";
import { formulations } from "./formulations/index.js";
import { compile as compileWith } from "./model/compile.js";
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

/**
 * As `compile`, for a scene whose type is not known: parsed JSON or YAML, a recording, a scene that was edited by path.
 */
export function compileUntyped(scene: unknown, items: Items = defaultItems): Model {
  return compileWith(scene, items);
}

/** Compiles a scene and starts it: `const sim = createSimulation(spec); sim.run(2); sim.body("box").position`. */
export function createSimulation<I extends Items = DefaultItems>(
  spec: SpecOf<NoInfer<I>>,
  items: I | DefaultItems = defaultItems,
): LiveSimulation<BodySpecOf<I>> {
  return simulationOf(compileWith(spec, items));
}
