/**
 * The types of a scene, derived from the registries: the entries of `joints`, `shapes`, `forces`, … are a union that
 * `type` discriminates, with the parameters that each kind declares. A misspelt key is a type error, and editors
 * complete `type` and keys. `src/index.ts` binds the registries that ship with Stiction; with registries of your own,
 * use `SpecOf<typeof items>`.
 */

import type * as z from "zod/mini";
import type { jointPlacement } from "./joint-placement.js";
import type { Params, ParamsInput } from "./params.js";
import type {
  bodySchema,
  ItemInput,
  materialSchema,
  pairSchema,
  sceneSchema,
  shapePlacement,
  visualPlacement,
} from "./spec.js";

type Registry = Readonly<Record<string, { readonly params: Params }>>;

/** The registries that the type of a scene depends on. */
export type SpecItems = {
  readonly [K in
    | "shapes"
    | "joints"
    | "forces"
    | "controllers"
    | "formulations"
    | "contactLaws"
    | "frictionLaws"
    | "visuals"]: Registry;
};

/** What a kind takes. zod's type of an object without keys refuses every key, `type` included. */
type OwnInput<P extends Params> = keyof P extends never ? unknown : ParamsInput<P>;

/** An entry of an item list: one member per kind of the registry. `Common` is what every entry of the list has. */
export type EntryOf<R extends Registry, Common = unknown> = {
  [K in keyof R & string]: { readonly type: K; readonly name?: string | undefined } & OwnInput<R[K]["params"]> & Common;
}[keyof R & string];

type ShapePlacementInput = ParamsInput<typeof shapePlacement>;
type JointPlacementInput = ParamsInput<typeof jointPlacement>;

type VisualPlacementInput = ParamsInput<typeof visualPlacement>;

/** A shape of a body. */
export type ShapeSpecOf<I extends Pick<SpecItems, "shapes">> = EntryOf<I["shapes"], ShapePlacementInput>;
/** A visual of a body. */
export type VisualSpecOf<I extends Pick<SpecItems, "visuals">> = EntryOf<I["visuals"], VisualPlacementInput>;
/** A joint. */
export type JointSpecOf<I extends Pick<SpecItems, "joints">> = EntryOf<I["joints"], JointPlacementInput>;
/** A force. */
export type ForceSpecOf<I extends Pick<SpecItems, "forces">> = EntryOf<I["forces"]>;
/** A controller. */
export type ControllerSpecOf<I extends Pick<SpecItems, "controllers">> = EntryOf<I["controllers"]>;
/** A formulation: its name, or its name and options. */
export type FormulationSpecOf<I extends Pick<SpecItems, "formulations">> =
  | (keyof I["formulations"] & string)
  | EntryOf<I["formulations"]>;

/** A normal contact law with its parameters. */
export type ContactLawSpecOf<I extends Pick<SpecItems, "contactLaws">> = EntryOf<I["contactLaws"]>;
/** A friction law with its parameters. */
export type FrictionLawSpecOf<I extends Pick<SpecItems, "frictionLaws">> = EntryOf<I["frictionLaws"]>;

/** A body. */
export type BodySpecOf<I extends Pick<SpecItems, "shapes" | "visuals">> = Omit<
  z.input<typeof bodySchema>,
  "shapes" | "visuals"
> & {
  shapes?: readonly ShapeSpecOf<I>[] | undefined;
  visuals?: readonly VisualSpecOf<I>[] | undefined;
};

interface LawsOf<I extends Pick<SpecItems, "contactLaws" | "frictionLaws">> {
  contact?: (keyof I["contactLaws"] & string) | ContactLawSpecOf<I> | undefined;
  sliding?: (keyof I["frictionLaws"] & string) | FrictionLawSpecOf<I> | undefined;
}

/** The constants of a material. */
export type MaterialSpecOf<I extends SpecItems> = Omit<z.input<typeof materialSchema>, "contact" | "sliding"> &
  LawsOf<I>;
/** The constants of a pair of materials. */
export type MaterialPairSpecOf<I extends SpecItems> = Omit<
  z.input<typeof pairSchema>,
  "contact" | "sliding" | "between"
> &
  LawsOf<I> & { between: readonly string[] };

type SceneInput = z.input<typeof sceneSchema>;

/** The parts of a scene that do not depend on the registries. */
interface Frame
  extends Omit<
    SceneInput,
    | "formulation"
    | "materials"
    | "materialPairs"
    | "bodies"
    | "joints"
    | "forces"
    | "controllers"
    | "sensors"
    | "events"
  > {
  sensors?: Readonly<NonNullable<SceneInput["sensors"]>> | undefined;
  events?: Readonly<NonNullable<SceneInput["events"]>> | undefined;
}

/** A scene as a person writes it, with the kinds of the given registries. */
export interface SpecOf<I extends SpecItems> extends Frame {
  formulation?: FormulationSpecOf<I> | undefined;
  materials?: Readonly<Record<string, MaterialSpecOf<I>>> | undefined;
  materialPairs?: readonly MaterialPairSpecOf<I>[] | undefined;
  bodies?: readonly BodySpecOf<I>[] | undefined;
  joints?: readonly JointSpecOf<I>[] | undefined;
  forces?: readonly ForceSpecOf<I>[] | undefined;
  controllers?: readonly ControllerSpecOf<I>[] | undefined;
}

/** A body whose shapes and visuals are known by `type` only. */
export type UntypedBodySpec = Omit<z.input<typeof bodySchema>, "shapes" | "visuals"> & {
  shapes?: readonly ItemInput[] | undefined;
  visuals?: readonly ItemInput[] | undefined;
};

/**
 * A scene whose items are known by `type` only, as code that handles any scene sees it. Every `SpecOf` and `FullSpec`
 * is one.
 */
export interface UntypedSpec extends Frame {
  formulation?: string | ItemInput | undefined;
  materials?: Readonly<Record<string, z.input<typeof materialSchema>>> | undefined;
  materialPairs?: readonly UntypedPairSpec[] | undefined;
  bodies?: readonly UntypedBodySpec[] | undefined;
  joints?: readonly ItemInput[] | undefined;
  forces?: readonly ItemInput[] | undefined;
  controllers?: readonly ItemInput[] | undefined;
}

type UntypedPairSpec = Omit<z.input<typeof pairSchema>, "between"> & { between: readonly string[] };
