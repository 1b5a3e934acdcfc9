import type * as z from "zod/mini";
import type { Vec3 } from "../math/vec3.js";
import type { FieldTable } from "./fields.js";
import type { SystemKind } from "./model.js";
import type { Params, ParamsOutput } from "./params.js";

/**
 * What `compile` knows of any item (force, controller, joint, formulation, integrator, …). The physics folders extend
 * this with the functions that a step calls; `model/` never calls those.
 */
export interface ItemKind<P extends Params = Params> {
  readonly name: string;
  /** One sentence for menus and the manual. */
  readonly help: string;
  readonly params: P;
  /** Arrays that the item needs in `Data`; size "n" is the number of its instances. */
  readonly fields?: FieldTable;
  /** Systems that a scene with instances of this kind has, besides the others. */
  readonly systems?: readonly SystemKind[];
  /**
   * Completes row `i` of the compiled table once every body is placed (a default rest length, say); returns a sentence
   * when the input makes no sense.
   */
  complete?(table: ItemTable<P>, i: number, context: CompileContext): string | undefined;
}

/** Initial placement of the bodies, for `complete`. Index 0 is the world. */
export interface CompileContext {
  /** p_W of the centre of mass, m, 3 per body. */
  readonly bodyPos: Float64Array;
  /** q_WB, 4 per body. */
  readonly bodyQuat: Float64Array;
  readonly planar: boolean;
}

/** Lists of different lengths, end to end: row i is `values[start[i]] … values[start[i + 1] − 1]`. */
export interface ListColumn {
  readonly start: Int32Array;
  readonly values: Float64Array;
}

/**
 * The column type of a parameter: numbers and vectors are f64, lists are `ListColumn`, everything named (body, choice,
 * flag, sensor, output, expression) is i32. For a parameter of which nothing is known it is any of them, so that every
 * kind fits into a registry.
 */
export type Column<S extends z.ZodMiniType> =
  unknown extends z.output<S>
    ? Float64Array | Int32Array | ListColumn
    : NonNullable<z.output<S>> extends number | Vec3
      ? Float64Array
      : NonNullable<z.output<S>> extends readonly number[]
        ? ListColumn
        : Int32Array;

/** The compiled instances of one item kind, as columns. */
export interface ItemTable<P extends Params = Params> {
  readonly kind: ItemKind<P>;
  readonly count: number;
  readonly names: readonly string[];
  /** Scene path of each instance, for messages: `forces[2]`. */
  readonly paths: readonly string[];
  /**
   * One column per parameter: 1 number per row, 3 for vectors. Body columns hold body indices, choices the word's
   * position, flags 0 or 1, sensors a slot of `data.slot`, outputs a slot of `data.input`, expressions an index of
   * `model.expressions`.
   */
  readonly col: { readonly [K in keyof P]: Column<P[K]> };
  /** For parameters declared with `input`: where in `data.input` the live value stands. */
  readonly input: { readonly [K in keyof P]: Int32Array };
  /** The parameters as written, defaults filled in, for kinds with texts and lists. */
  readonly specs: readonly ParamsOutput<P>[];
}

/** A registry: a constant object that a caller can extend with `{ ...forces, mine }`. */
export type Registry<K extends ItemKind = ItemKind> = Readonly<Record<string, K>>;
