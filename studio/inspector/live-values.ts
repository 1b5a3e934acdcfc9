/**
 * Live values of the open scene on the page: components register the values they show, and the worker sends no others.
 */
import { useEffect } from "preact/hooks";
import { nearest } from "../history.js";
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { type Phase, withObservation } from "../time/phases.js";
import type { OpenRecording } from "../time/recordings.js";
import type { ContactList, Outline } from "../worker/services/live-protocol.js";

/** Time between two changes of the numbers, ms. */
const PERIOD = 100;
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
  private lastContacts: ContactList | null = null;
  private waiting = false;
  private ticked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

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
    studio.time.shown.subscribe(() => this.moved());
  }

  /** A value at the instant that is shown; NaN where it is not known. */
  value(key: string): number {
    const { replayed } = this.studio.time;
    if (replayed.value) return recorded(replayed.value, key, this.studio.time.now.time);
    return this.stale ? Number.NaN : (this.values.get(key) ?? Number.NaN);
  }

  /** Whether the last values are of another instant than the one that is shown. */
  private get stale(): boolean {
    const { shown } = this.studio.time;
    return shown.value !== null && shown.value.time !== this.time;
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
    // values of an instant that is looked back at say nothing of the run's end
    if (contacts && moved && !this.studio.time.shown.value)
      this.slips.value = withObservation(this.slips.value, this.time, time, contacts.slip > 0);
    this.time = time;
    keys.forEach((key, k) => {
      this.values.set(key, values[k]);
      const trail = this.trails.get(key) ?? [];
      if (!moved && trail.length > 0) trail.pop();
      trail.push(values[k]);
      if (trail.length > TRAIL) trail.shift();
      this.trails.set(key, trail);
    });
    this.lastContacts = contacts;
    this.showContacts();
    this.tell();
  }

  /** Another instant is shown: at once what is not known of it, soon what is. */
  private moved(): void {
    this.showContacts();
    if (performance.now() - this.ticked >= PERIOD) this.tell();
    else this.timer ??= setTimeout(() => this.tell(), PERIOD);
  }

  private showContacts(): void {
    this.contacts.value = this.stale || this.studio.time.replayed.value ? null : this.lastContacts;
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.ticked = performance.now();
    this.tick.value++;
  }
}

/** The value of a recording in the row nearest to a time; NaN where it has no such column. */
function recorded({ columns, times, values }: OpenRecording, key: string, time: number): number {
  if (!columns.some(({ name }) => name === key)) return Number.NaN;
  return values(key)[nearest(times(), time)] ?? Number.NaN;
}

/** Watches values while a component is on the screen. */
export function useWatch({ live }: Studio, keys: readonly string[], contacts = 0): void {
  const list = keys.join("\n");
  // the list represents its keys
  useEffect(() => live.watch(keys, contacts), [live, list, contacts]);
}
