/** Element type of a data field. */
export type FieldType = "f64" | "i32" | "u32" | "u8";

/**
 * What a field is for: `state` is needed to resume and is what snapshots and hashes cover; `derived` can be recomputed
 * from state; `scratch` means nothing between steps; `report` is output that is neither (event ring, warnings).
 */
export type FieldRole = "state" | "derived" | "scratch" | "report";

/** One array of the simulation, as the base table or an item declares it. */
export interface Field {
  readonly type: FieldType;
  readonly role: FieldRole;
  /** Number of entries: a named dimension of the model (`nb`, `n` for the item's own count, …) or a fixed number. */
  readonly size: string | number;
  /** Numbers per entry. */
  readonly stride: number;
  readonly unit: string;
  readonly help: string;
  /**
   * Only this many entries are in use: the name of a counter in `data.counter`, or of a field of the same owner that
   * has the number. Snapshots store the used prefix only.
   */
  readonly used?: string;
  /** State that only sensors read, such as the forces of the last step: part of a snapshot, not of the hash. */
  readonly measured?: boolean;
  /** State of an option that few scenes use: where its size is zero, it is no part of snapshot and hash. */
  readonly optional?: boolean;
  /** For large fields such as terrain: snapshots store only blocks of this many entries that were marked dirty. */
  readonly dirtyBlock?: number;
}

export type FieldTable = Readonly<Record<string, Field>>;

interface TypedArrays {
  f64: Float64Array;
  i32: Int32Array;
  u32: Uint32Array;
  u8: Uint8Array;
}

export type TypedArray = TypedArrays[FieldType];

/** The typed arrays of a field table. */
export type FieldArrays<T extends FieldTable> = { readonly [K in keyof T]: TypedArrays[T[K]["type"]] };

/** Declares an item's fields and keeps their literal types. */
export function defineFields<const T extends FieldTable>(fields: T): T {
  return fields;
}
