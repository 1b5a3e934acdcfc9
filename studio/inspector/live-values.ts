/**
 * Live values of the open scene on the page: components register the values they show, and the worker sends no others.
 */
import { useEffect } from "preact/hooks";
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { type Phase, withObservation } from "../time/phases.js";
import type { ContactList, Outline } from "../worker/services/live-protocol.js";

/** Values that a spark line shows: 64 at ten a second. */
const TRAIL = 64;

interface Watcher {
  readonly keys: readonly string[];
  readonly contacts: number;
}

export class LiveValues {
  readonly outline = new Signal<Outline>({ bodies: [], joints: [], forces: [], controllers: [], sensors: [] });
  readonly contacts = new Signal<ContactList | null>(null);
  /** Times in which contacts slip, as far as they were watched. */
  readonly slips = new Signal<readonly Phase[]>([]);
  /** Changes with every batch of values. */
  readonly tick = new Signal(0);
  private readonly studio: Studio;
  private readonly values = new Map<string, number>();
  private readonly trails = new Map<string, number[]>();
  private readonly watchers = new Set<Watcher>();
  private time = 0;
  private waiting = false;

  constructor(studio: Studio) {
    this.studio = studio;
    studio.simulation.on("outline", ({ type: _type, generation: _generation, ...outline }) => {
      this.outline.value = outline;
    });
    studio.simulation.on("loaded", ({ kept }) => {
      if (kept) return;
      this.trails.clear();
      this.slips.value = [];
    });
    studio.simulation.on("live", ({ keys, values, contacts, time }) => this.receive(keys, values, contacts, time));
  }

  value(key: string): number {
    return this.values.get(key) ?? Number.NaN;
  }

  /** The last values of a key, oldest first. */
  trail(key: string): readonly number[] {
    return this.trails.get(key) ?? [];
  }

  /** Requests values, and a number of contacts; returns a function that ends it. */
  watch(keys: readonly string[], contacts = 0): () => void {
    const watcher = { keys, contacts };
    this.watchers.add(watcher);
    this.ask();
    return () => {
      this.watchers.delete(watcher);
      this.ask();
    };
  }

  /** Tells the worker the visible values, once per batch of changes. */
  private ask(): void {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      const keys = [...new Set([...this.watchers].flatMap((watcher) => watcher.keys))];
      const contacts = Math.max(0, ...[...this.watchers].map((watcher) => watcher.contacts));
      for (const key of this.trails.keys()) if (!keys.includes(key)) this.trails.delete(key);
      this.studio.simulation.send({ type: "live-watch", keys, contacts });
    });
  }

  private receive(keys: readonly string[], values: Float64Array, contacts: ContactList | null, time: number): void {
    const moved = time !== this.time;
    if (time < this.time) this.trails.clear();
    if (contacts && moved) this.slips.value = withObservation(this.slips.value, this.time, time, contacts.slip > 0);
    this.time = time;
    keys.forEach((key, k) => {
      this.values.set(key, values[k]);
      const trail = this.trails.get(key) ?? [];
      if (!moved && trail.length > 0) trail.pop();
      trail.push(values[k]);
      if (trail.length > TRAIL) trail.shift();
      this.trails.set(key, trail);
    });
    this.contacts.value = contacts;
    this.tick.value++;
  }
}

/** Watches values while a component is on the screen. */
export function useWatch({ live }: Studio, keys: readonly string[], contacts = 0): void {
  const list = keys.join("\n");
  // the list represents its keys
  useEffect(() => live.watch(keys, contacts), [live, list, contacts]);
}
