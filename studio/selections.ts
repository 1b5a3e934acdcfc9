/**
 * Everything that is selected. `primary` is what the inspector shows; writing it makes it the only one. Further
 * ones join by `toggle` and `take`.
 */
import { Signal } from "./signal.js";
import type { Selection } from "./state.js";
import type { SceneDescription } from "./worker/protocol.js";

export class Selections {
  /** In the order in which they were selected; the primary one is among them. */
  readonly all = new Signal<readonly Selection[]>([]);
  private readonly primary: Signal<Selection | null>;

  constructor(primary: Signal<Selection | null>) {
    this.primary = primary;
    primary.subscribe((selection) => {
      if (selection && this.all.value.includes(selection)) return;
      this.all.value = selection ? [selection] : [];
    });
  }

  /** Indices of the selected bodies. */
  get bodies(): readonly number[] {
    return this.all.value.flatMap(({ kind, index }) => (kind === "body" && index > 0 ? [index] : []));
  }

  has(selection: Selection): boolean {
    return this.all.value.some((other) => sameThing(other, selection));
  }

  /** Adds one, or takes it out. */
  toggle(selection: Selection): void {
    const rest = this.all.value.filter((other) => !sameThing(other, selection));
    const next = rest.length < this.all.value.length ? rest : [...rest, selection];
    this.set(next);
  }

  /** Selects these; `adds`: together with those that are selected already. */
  take(selections: readonly Selection[], adds: boolean): void {
    const before = adds ? this.all.value : [];
    const more = selections.filter((one) => !before.some((other) => sameThing(other, one)));
    this.set([...before, ...more]);
  }

  /** Bodies of a scene by name, the world excepted. */
  takeBodies(scene: SceneDescription, names: readonly string[]): void {
    const found = names.flatMap((name): Selection[] => {
      const index = scene.bodies.findIndex((body) => body.name === name);
      return index > 0 ? [{ kind: "body", name, index }] : [];
    });
    this.take(found, false);
  }

  /** After an edit bodies and joints may have other indices; what has gone is not selected any more. */
  follow(scene: SceneDescription): void {
    let same = true;
    const next = this.all.value.flatMap((selection): Selection[] => {
      if (selection.kind !== "body") return [selection];
      const index = scene.bodies.findIndex(({ name }) => name === selection.name);
      if (index === selection.index) return [selection];
      same = false;
      return index > 0 ? [{ ...selection, index }] : [];
    });
    if (!same) this.set(next);
  }

  private set(next: readonly Selection[]): void {
    this.all.value = next;
    this.primary.value = next.at(-1) ?? null;
  }
}

export function sameThing(a: Selection, b: Selection | null): boolean {
  return b !== null && a.kind === b.kind && a.name === b.name;
}
