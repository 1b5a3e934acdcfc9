import type { Data } from "../data/data.js";
import type { ItemKind, ItemTable } from "../model/item.js";
import type { Model } from "../model/model.js";
import * as p from "../model/params.js";

/**
 * A kind of controller: reads sensors, writes inputs. It runs once per step (its output is held in between), or, where
 * the instance says `rate: evaluation`, whenever an integrator asks for forces; then it must not change its state
 * fields.
 */
export interface ControllerKind<P extends p.Params = p.Params> extends ItemKind<P> {
  /** Runs instance `i`. `data.slot` is current. Writes: `data.input` at its output, own fields. */
  run(model: Model, data: Data, table: ItemTable<P>, i: number): void;
  reset?(model: Model, data: Data): void;
}

/** What every controller has. */
export const controllerParams = {
  output: p.output({ help: "the input it drives, such as bodies.cart.force.x or forces.cylinder.restLength" }),
  rate: p.choice(["step", "evaluation"], {
    default: "step",
    help: "step: once per step, held in between; evaluation: at every evaluation of forces",
  }),
} as const;

/** Declares a controller; the types of its columns follow from `params`. */
export function defineController<const P extends p.Params>(kind: ControllerKind<P>): ControllerKind<P> {
  return kind;
}
