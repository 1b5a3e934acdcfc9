import { checkModel } from "../../data/owner.js";
import { checkWord } from "../../model/arguments.js";
import { show } from "../../model/errors.js";
import type { Model } from "../../model/model.js";
import { parse, record } from "../../model/params.js";
import type { ShapeGeometry } from "../../model/shape.js";
import { createCollider } from "../narrow/collider.js";
import type { Collider } from "../narrow/types.js";
import { prepareMesh } from "./ray/mesh-of.js";

/** A shape to ask with: a collider and its bounds. Made once, used for many queries. */
export interface QueryShape {
  readonly collider: Collider;
  /** In the shape's frame, 6 numbers. */
  readonly bounds: Float64Array;
}

/** A shape as scenes write it, `{ type: "sphere", radius: 0.1 }`, without a place; throws when it is none. */
export function createQueryShape(model: Model, spec: { readonly type: string } & Record<string, unknown>): QueryShape {
  checkModel(model);
  if (typeof spec !== "object" || spec === null)
    throw new RangeError(`expected a shape such as { type: "sphere", radius: 0.1 }, got ${show(spec)}`);
  const { type, ...given } = spec;
  checkWord("shape", type, Object.keys(model.items.shapes));
  const kind = model.items.shapes[type];
  if (kind.space !== "both" && (kind.space === "planar") !== model.planar)
    throw new RangeError(`a ${type} has no place in a ${model.planar ? "planar" : "spatial"} scene`);
  const parsed = parse(record(kind.params, { help: kind.help }), given);
  if (!parsed.success) throw new RangeError(`${type}: ${parsed.error.issues.map((i) => i.message).join("; ")}`);
  const geometry = kind.prepare(parsed.data, model.planar);
  if (typeof geometry === "string") throw new RangeError(`${type}: ${geometry}`);
  return queryShapeOf(geometry);
}

/** The same for a geometry that is there already, such as that of a body's shape. */
export function queryShapeOf(geometry: ShapeGeometry): QueryShape {
  const collider = createCollider(geometry);
  prepareMesh(collider, geometry);
  return { collider, bounds: geometry.bounds };
}
