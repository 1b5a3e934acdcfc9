import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import type { Drive, NamedControl } from "../worker/services/drive-protocol.js";
import type { Binding, Control } from "./mapping.js";
import type { Pattern } from "./patterns.js";

/** Inputs of the scene, moved by sliders, and by keys and sticks while those are armed. */
export class Controls {
  readonly list = new Signal<readonly Control[]>([]);
  readonly bindings = new Signal<readonly Binding[]>([]);
  /** Present values, by the id of a control. */
  readonly values = new Signal<ReadonlyMap<string, number>>(new Map());
  /** Whether keys and sticks drive; Esc frees the keys. */
  readonly armed = new Signal(false);
  /** Name of the gamepad that is there; empty: none. */
  readonly gamepad = new Signal("");
  /** Which hand has the boom; null where the scene has no boom and stick by name. */
  readonly pattern = new Signal<Pattern | null>(null);
  private named: readonly NamedControl[] = [];
  private readonly studio: Studio;
  private readonly held = new Set<string>();
  private end: (() => void) | null = null;
  /** Loaded for the first scene with inputs. */
  private mapping: typeof import("./mapping.js") | null = null;
  private patterns: typeof import("./patterns.js") | null = null;
  /** Counts the lists that were shown. */
  private shown = 0;

  constructor(studio: Studio) {
    this.studio = studio;
    studio.simulation.on("drives", ({ drives, named }) => void this.show(drives, named));
    this.armed.subscribe((armed) => {
      this.end?.();
      this.end = armed ? this.listen() : null;
    });
    addEventListener("gamepadconnected", () => this.findPad());
    addEventListener("gamepaddisconnected", () => this.findPad());
  }

  /** Writes the inputs of a control, which stay in the hand until they are released. */
  set({ id, paths }: Control, value: number): void {
    for (const path of paths) this.studio.simulation.send({ type: "drive", path, value });
    this.values.value = new Map(this.values.value).set(id, value);
  }

  /** All as at the start, and back to the controllers of the scene. */
  release(): void {
    this.studio.simulation.send({ type: "drive-release" });
    this.values.value = new Map(this.list.value.map(({ id, value }) => [id, value]));
  }

  bind(binding: Binding): void {
    this.bindings.value = this.bindings.value.map((old) => (old.id === binding.id ? binding : old));
    store(this.sceneName(), this.bindings.value);
  }

  /** Puts boom and stick into the other hand; keys that were chosen one by one are forgotten. */
  setPattern(pattern: Pattern): void {
    storePattern(pattern);
    this.pattern.value = pattern;
    this.bindings.value = this.patterns?.bindingsOf(this.named, this.list.value, pattern) ?? [];
    store(this.sceneName(), []);
  }

  private async show(drives: readonly Drive[], named: readonly NamedControl[]): Promise<void> {
    const number = ++this.shown;
    if (drives.length > 0 || named.length > 0) {
      this.mapping ??= await import("./mapping.js");
      this.patterns ??= await import("./patterns.js");
    }
    if (number !== this.shown) return;
    const { value: before } = this.values;
    this.named = named;
    this.pattern.value = this.patterns?.hasPatterns(named) ? rememberedPattern() : null;
    const controls = this.patterns?.withNamed(named, this.mapping?.controlsOf(drives) ?? []) ?? [];
    this.list.value = controls;
    this.values.value = new Map(controls.map(({ id, value }) => [id, before.get(id) ?? value]));
    const stored = new Map(remembered(this.sceneName()).map((binding) => [binding.id, binding]));
    const usual = this.patterns?.bindingsOf(named, controls, this.pattern.value ?? "iso") ?? [];
    this.bindings.value = usual.map((binding) => stored.get(binding.id) ?? binding);
    if (controls.length === 0) this.armed.value = false;
  }

  /** Keys and sticks drive until the returned function is called. */
  private listen(): () => void {
    const ended = new AbortController();
    const { signal } = ended;
    const bound = () => new Set(this.bindings.value.flatMap(({ keys }) => keys));
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") this.armed.value = false;
      if (event.ctrlKey || event.metaKey || event.altKey || inField(event)) return;
      if (!bound().has(event.code)) return;
      // commands on the same key rest meanwhile
      event.preventDefault();
      event.stopPropagation();
      if (event.type === "keydown") this.held.add(event.code);
      else this.held.delete(event.code);
    };
    addEventListener("keydown", key, { capture: true, signal });
    addEventListener("keyup", key, { capture: true, signal });
    addEventListener("blur", () => this.held.clear(), { signal });
    this.findPad();
    let last = performance.now();
    let request = requestAnimationFrame(function next(now) {
      poll(Math.min(0.1, (now - last) / 1000));
      last = now;
      request = requestAnimationFrame(next);
    });
    const poll = (seconds: number) => this.poll(seconds);
    return () => {
      ended.abort();
      cancelAnimationFrame(request);
      this.held.clear();
      // what a key held falls back at once
      this.poll(Number.POSITIVE_INFINITY);
    };
  }

  /** Moves every input by its keys and stick. */
  private poll(seconds: number): void {
    const axes = navigator.getGamepads?.().find((pad) => pad)?.axes ?? [];
    const { value: values } = this.values;
    const { mapping } = this;
    if (!mapping) return;
    this.bindings.value.forEach((binding, k) => {
      const control = this.list.value[k];
      const way = mapping.deflection(binding, this.held, axes);
      const present = values.get(control.id) ?? control.value;
      // a slider's value stays until a key or a stick has something to say
      if (way === 0 && !this.moved.has(control.id)) return;
      const next = mapping.nextValue(control, present, way, seconds);
      if (way !== 0) this.moved.add(control.id);
      else if (next === present) this.moved.delete(control.id);
      if (next !== present) this.set(control, next);
    });
  }

  /** Controls that a key or a stick moved last. */
  private readonly moved = new Set<string>();

  private findPad(): void {
    this.gamepad.value = navigator.getGamepads?.().find((pad) => pad)?.id ?? "";
  }

  private sceneName(): string {
    return this.studio.scene.value?.description.name ?? "";
  }
}

function inField({ target }: Event): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]") !== null
  );
}

const PATTERN_KEY = "stiction.controls.pattern";

function rememberedPattern(): Pattern {
  try {
    return localStorage.getItem(PATTERN_KEY) === "sae" ? "sae" : "iso";
  } catch {
    return "iso";
  }
}

function storePattern(pattern: Pattern): void {
  try {
    localStorage.setItem(PATTERN_KEY, pattern);
  } catch {
    // not remembered
  }
}

const key = (scene: string) => `stiction.controls.${scene}`;

function remembered(scene: string): readonly Binding[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(scene)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isBinding) : [];
  } catch {
    return [];
  }
}

function isBinding(thing: unknown): thing is Binding {
  const { id, keys, axis } = (thing ?? {}) as Partial<Binding>;
  return typeof id === "string" && Array.isArray(keys) && keys.length === 2 && typeof axis === "number";
}

function store(scene: string, bindings: readonly Binding[]): void {
  try {
    localStorage.setItem(key(scene), JSON.stringify(bindings));
  } catch {
    // not remembered
  }
}
