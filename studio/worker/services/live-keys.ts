/** Values of a run by name, whether the scene measures them or not. */
import type { Data, Model, Quantity, SensorKind } from "stiction";

/** A value that can be read. */
export interface Reading {
  readonly unit: string;
  readonly help: string;
  read(data: Data): number;
}

/** Loads of a joint. */
const EFFORTS = ["force", "torque", "effort"];

/** Whether the formulation computes joint loads; in natural coordinates only if the scene measures one. */
export function hasReactions(model: Model): boolean {
  if (model.formulation.kind.name !== "augmented-lagrangian") return true;
  const kind = (model.items.sensors as Readonly<Record<string, SensorKind>>).joint;
  return model.sensors.reads.some(({ quantity, index }) => {
    const known = index < model.joints.count ? kind.quantities(model, index) : {};
    return EFFORTS.some((word) => known[word] === quantity);
  });
}

const scratch = new Float64Array(16);

/** Meaning of a key: `body/box/position.z`, `|joint/hinge/force|`, a named sensor; null if there is none. */
export function findReading(model: Model, key: string): Reading | null {
  const column = model.sensors.columns.find(({ name }) => name === key);
  if (column) return { unit: column.unit, help: "", read: (data) => data.slot[column.slot] };
  const bars = /^\|(.*)\|$/.exec(key);
  const [kindName, name, rest] = (bars ? bars[1] : key).split("/");
  const kinds = model.items.sensors as Readonly<Record<string, SensorKind>>;
  const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined;
  const index = kind === undefined || name === undefined ? -1 : kind.find(model, name);
  if (kind === undefined || index < 0 || rest === undefined) return null;
  const [word, component] = rest.split(".");
  const quantities = kind.quantities(model, index);
  const quantity: Quantity | undefined = Object.hasOwn(quantities, word) ? quantities[word] : undefined;
  if (quantity === undefined) return null;
  if (kindName === "joint" && EFFORTS.includes(word) && !hasReactions(model)) return null;
  const { unit, help } = quantity;
  const width = Math.max(1, quantity.components.length);
  if (bars) {
    return {
      unit,
      help,
      read(data) {
        quantity.read(model, data, index, scratch, 0);
        let square = 0;
        for (let k = 0; k < width; k++) square += scratch[k] * scratch[k];
        return Math.sqrt(square);
      },
    };
  }
  const at = component === undefined ? (width === 1 ? 0 : -1) : quantity.components.indexOf(component);
  if (at < 0) return null;
  return {
    unit,
    help,
    read(data) {
      quantity.read(model, data, index, scratch, 0);
      return scratch[at];
    },
  };
}
