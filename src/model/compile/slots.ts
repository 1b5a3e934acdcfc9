import { nearest, type ProblemList, show, unknownWord } from "../errors.js";
import { type Expression, ExpressionError } from "../expression-code.js";
import type { Model, SensorColumn, SensorKindBase, SensorRead } from "../model.js";

/** Slot of time (s) and of the step (s) in `data.slot`. */
export const TIME_SLOT = 0;
export const STEP_SLOT = 1;

/** What a sensor reference means. */
export interface ResolvedSensor {
  readonly slot: number;
  readonly unit: string;
  /** Component names; empty when the reference is to a single number. */
  readonly components: readonly string[];
}

/**
 * Hands out the numbers that expressions, controllers and sensors read: one vector of slots, filled in order — time,
 * step, constants, then every quantity that something refers to. A quantity that two expressions name is read once.
 */
export class SlotBook {
  readonly values: number[] = [0, 0];
  readonly reads: SensorRead[] = [];
  readonly columns: SensorColumn[] = [];
  readonly expressions: Expression[] = [];
  needsForces = false;
  needsStep = false;
  private readonly named = new Map<string, number>([
    ["t", TIME_SLOT],
    ["dt", STEP_SLOT],
  ]);
  private readonly read = new Map<string, ResolvedSensor>();
  private readonly kinds: Readonly<Record<string, SensorKindBase>>;
  private readonly model: Model;
  private readonly problems: ProblemList;

  /** `model` needs its names only: sensor kinds look bodies and items up in it. */
  constructor(kinds: Readonly<Record<string, SensorKindBase>>, model: Model, problems: ProblemList) {
    this.kinds = kinds;
    this.model = model;
    this.problems = problems;
  }

  /** A new slot that expressions may name, or −1 with a problem noted when the name is taken. */
  define(name: string, value: number, path: string): number {
    if (this.named.has(name)) {
      this.problems.add(path, `the name "${name}" is taken`);
      return -1;
    }
    const slot = this.values.push(value) - 1;
    this.named.set(name, slot);
    return slot;
  }

  /** Lets expressions use `name` for a slot that exists. */
  alias(name: string, slot: number, path: string): void {
    if (this.named.has(name)) this.problems.add(path, `the name "${name}" is taken`);
    else this.named.set(name, slot);
  }

  /**
   * The slot(s) behind `kind/name/quantity.component` or the name of a sensor of the scene; null with a problem noted.
   */
  sensor(reference: string, path: string): ResolvedSensor | null {
    const slot = this.named.get(reference);
    if (slot !== undefined) return { slot, unit: "", components: [] };
    const [kindName, name, tail, extra] = reference.split("/");
    if (tail === undefined || extra !== undefined) {
      this.problems.add(path, `expected a sensor kind/name/quantity.component, got ${show(reference)}`);
      return null;
    }
    if (!Object.hasOwn(this.kinds, kindName)) {
      this.problems.add(
        path,
        `${unknownWord("sensor kind", kindName, Object.keys(this.kinds))} (in ${show(reference)})`,
      );
      return null;
    }
    const kind = this.kinds[kindName];
    const index = kind.find(this.model, name);
    if (index < 0) {
      this.problems.add(path, `${unknownWord(kindName, name, kind.names(this.model))} (in ${show(reference)})`);
      return null;
    }
    const [quantityName, component] = tail.split(".");
    const quantities = kind.quantities(this.model, index);
    if (!Object.hasOwn(quantities, quantityName)) {
      this.problems.add(
        path,
        `${unknownWord("quantity", quantityName, Object.keys(quantities))} (in ${show(reference)})`,
      );
      return null;
    }
    const quantity = quantities[quantityName];
    const at = component === undefined ? 0 : quantity.components.indexOf(component);
    if (at < 0) {
      this.problems.add(path, `${unknownWord("component", component, quantity.components)} (in ${show(reference)})`);
      return null;
    }

    // read the whole quantity once, whichever components are asked for
    const key = `${kindName}/${name}/${quantityName}`;
    let whole = this.read.get(key);
    if (whole === undefined) {
      const width = Math.max(1, quantity.components.length);
      whole = { slot: this.values.length, unit: quantity.unit, components: quantity.components };
      for (let i = 0; i < width; i++) this.values.push(0);
      this.reads.push({ quantity, index, slot: whole.slot, width });
      this.read.set(key, whole);
      if (quantity.needsForces) this.needsForces = true;
      if (quantity.needsStep) this.needsStep = true;
    }
    return component === undefined ? whole : { slot: whole.slot + at, unit: whole.unit, components: [] };
  }

  /** The slot of a single number; a vector without component is a problem. */
  scalar(reference: string, path: string): number {
    const found = this.sensor(reference, path);
    if (found === null) return -1;
    if (found.components.length > 0) {
      this.problems.add(
        path,
        `expected one number: add a component (.${found.components.join(", .")}) to ${show(reference)}`,
      );
      return -1;
    }
    return found.slot;
  }

  /** Compiles a formula and returns its index, or −1 with a problem noted. */
  expression(source: string, path: string): number {
    const before = this.problems.list.length;
    const { formulas } = this.model.items;
    if (formulas === undefined) {
      this.problems.add(path, "there are no formulas in these registries: add { formulas }");
      return -1;
    }
    try {
      const expression = formulas.compile(source, (name, kind) => {
        if (kind === "sensor") return this.scalar(name, path);
        return this.named.get(name) ?? -1;
      });
      if (this.problems.list.length > before) return -1;
      return this.expressions.push(expression) - 1;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      // a sensor reference that failed has already said why
      if (this.problems.list.length === before) {
        const names = [...this.named.keys(), ...formulas.functions];
        this.problems.add(path, error.message + suggestion(source, error, names));
      }
      return -1;
    }
  }
}

/** The known name that was perhaps meant where the formula fails. */
function suggestion(source: string, error: ExpressionError, names: readonly string[]): string {
  const word = /^[A-Za-z_][A-Za-z0-9_.]*/.exec(source.slice(error.position))?.[0];
  if (word === undefined) return "";
  const near = nearest(word, names);
  return near === undefined || near === word ? "" : `; did you mean "${near}"?`;
}
