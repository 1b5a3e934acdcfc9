import { checkModel } from "../../data/owner.js";
import { checkWhole, knownKeys } from "../../model/arguments.js";
import { show } from "../../model/errors.js";
import { bodyIndexOf, type Model } from "../../model/model.js";
import type { CollisionSetup } from "../setup.js";

/** Which shapes a query sees. */
export interface QueryOptions {
  /** 32 bits: what the query is, for the masks of shapes. When absent, shapes are not asked what they meet. */
  readonly category?: number;
  /** 32 bits: the categories that the query sees; all when absent. */
  readonly mask?: number;
  /** Bodies that are not seen, by name or index. */
  readonly ignore?: readonly (string | number)[];
  /** Sensors are seen as well. Default false. */
  readonly sensors?: boolean;
  /** A ray that starts inside a solid goes on to where it leaves it. Default false: it hits at its start. */
  readonly exit?: boolean;
}

/**
 * A filter that is ready to use: one look per shape. Make it once and use it for many queries; it belongs to its model.
 */
export interface QueryFilter {
  /** 1 for the shapes that are seen. */
  readonly seen: Uint8Array;
  readonly exit: boolean;
}

/** Keys of the options of every query; `limit` and `distance` are for those that have them. */
const OPTIONS = ["category", "mask", "ignore", "sensors", "exit", "limit", "distance"];

/**
 * The shapes that pass: (category of the shape & mask of the query) ≠ 0, and where the query has a category, (category
 * of the query & mask of the shape) ≠ 0; not of an ignored body; no sensor, unless they are wanted.
 */
export function createQueryFilter(model: Model, options: QueryOptions = {}): QueryFilter {
  checkModel(model);
  knownKeys("a query", options, OPTIONS);
  for (const key of ["category", "mask"] as const)
    if (options[key] !== undefined) checkWhole(key, options[key], -0x80000000, 0xffffffff);
  if (options.ignore !== undefined && !Array.isArray(options.ignore))
    throw new RangeError(`ignore: expected a list of bodies, got ${show(options.ignore)}`);
  const { category, mask, sensor, body, count } = model.systems.collision;
  const ignored = new Set((options.ignore ?? []).map((b) => bodyIndexOf(model, b)));
  const sees = options.mask ?? 0xffffffff;
  const seen = new Uint8Array(count);
  for (let s = 0; s < count; s++) {
    if ((category[s] & sees) === 0) continue;
    if (options.category !== undefined && (mask[s] & options.category) === 0) continue;
    if (sensor[s] === 1 && options.sensors !== true) continue;
    if (!ignored.has(body[s])) seen[s] = 1;
  }
  return { seen, exit: options.exit ?? false };
}

const defaults = new WeakMap<CollisionSetup, QueryFilter>();

/** The filter of a query that names none: everything but sensors. */
export function filterOf(model: Model, options: QueryOptions | QueryFilter | undefined): QueryFilter {
  if (typeof options === "object" && options !== null && "seen" in options) return options;
  if (options !== undefined) return createQueryFilter(model, options);
  const setup = model.systems.collision;
  let filter = defaults.get(setup);
  if (filter === undefined) {
    filter = createQueryFilter(model);
    defaults.set(setup, filter);
  }
  return filter;
}
