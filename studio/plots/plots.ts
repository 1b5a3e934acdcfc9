/** The plots on show. */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import type { SensorEntry } from "../worker/protocol.js";
import type { PlotKind, PlotSpec, Source } from "./plot-data.js";
import { rememberedPlots, rememberPlots, type StoredPlot, withKnownSensors } from "./remembered.js";
import { formulaParts, isFormula, sensorsOf, shortName, unitsOf } from "./series-name.js";

export const MOST_PLOTS = 6;
export const MOST_SERIES = 6;
/** A sensor that is dragged: its name. */
export const SENSOR_TYPE = "application/x-stiction-sensor";

export type Preset = "energy" | "residual";

/** Sensors of the presets; those that a scene does not have are left out. */
const PRESETS: Readonly<Record<Preset, readonly string[]>> = {
  energy: ["system/all/kineticEnergy", "system/all/potentialEnergy", "system/all/energy"],
  residual: [
    "mechanism/all/positionError",
    "mechanism/all/velocityError",
    "solver/all/residual",
    "solver/all/jointError",
  ],
};

const shelf = () => localStorage;

export interface Range {
  readonly min: number;
  readonly max: number;
}

export class Plots {
  readonly list = new Signal<readonly PlotSpec[]>([]);
  /** Whether these are the user's plots, and not the scene's own. */
  readonly own = new Signal(false);
  /** What the rows hold. */
  readonly columns = new Signal<readonly SensorEntry[]>([]);
  /** Everything that could be plotted; empty until requested. */
  readonly offered = new Signal<readonly SensorEntry[]>([]);
  /** Part of time that all plots show; null for all of it. */
  readonly zoom = new Signal<Range | null>(null);
  /** Where the values come from: the run, unless a recording is replayed. */
  readonly source: Signal<Source>;
  /** The two runs whose difference is plotted: a − b. */
  readonly pair = new Signal<{ readonly a: Source; readonly b: Source } | null>(null);
  readonly live: Source;
  private readonly studio: Studio;
  private nextId = 1;
  /** Arranged for a scene that is about to get its columns. */
  private fresh = false;
  /** The user's plots of the scene, while the worker is queried for their sensors. */
  private returning: readonly StoredPlot[] | null = null;
  /** The plots as they were put there by opening the scene, or by going back to its own. */
  private given: readonly PlotSpec[] = [];

  constructor(studio: Studio) {
    this.studio = studio;
    const { history } = studio;
    const { columns } = this;
    this.live = {
      name: texts.thisRun,
      get columns() {
        return columns.value;
      },
      times: () => history.column(0),
      values: (name) => {
        const column = columns.value.findIndex((entry) => entry.name === name);
        return column < 0 ? new Float64Array(0) : history.column(column + 1);
      },
    };
    this.source = new Signal<Source>(this.live);
    studio.simulation.on("columns", ({ columns: next }) => this.setColumns(next));
    this.list.subscribe((list) => {
      if (list !== this.given) this.remember(list);
    });
  }

  /** Another scene is opened; its columns follow. */
  open(columns: readonly SensorEntry[]): void {
    this.columns.value = columns;
    this.offered.value = [];
    this.zoom.value = null;
    this.pair.value = null;
    this.source.value = this.live;
    this.fresh = true;
    this.returning = null;
  }

  private setColumns(next: readonly SensorEntry[]): void {
    const before = this.columns.value.map(({ name }) => name);
    this.studio.history.arrange(next.map(({ name }) => before.indexOf(name)));
    this.columns.value = next;
    if (this.fresh) this.arrange();
    else if (this.returning) this.bringBack(this.returning);
    this.fresh = false;
    this.studio.samples.value++;
  }

  /** The user's plots of the scene, where there are some, or its own. */
  private arrange(): void {
    const stored = rememberedPlots(shelf, this.sceneName);
    if (!stored) {
      this.give(this.initial(), false);
      return;
    }
    const names = [...new Set(stored.flatMap(({ series, x }) => [...series, x].flatMap(sensorsOf)))];
    const known = new Set(this.columns.value.map(({ name }) => name));
    const missing = names.filter((name) => name !== "" && !known.has(name));
    if (missing.length === 0) {
      this.bringBack(stored);
      return;
    }
    // its columns tell which of them there are
    this.returning = stored;
    this.studio.simulation.send({ type: "watch", names: missing });
  }

  private bringBack(stored: readonly StoredPlot[]): void {
    this.returning = null;
    const known = new Set(this.columns.value.map(({ name }) => name));
    const plots = withKnownSensors(stored, (name) => sensorsOf(name).every((sensor) => known.has(sensor)));
    const lost = stored.length > 0 && plots.length === 0;
    if (lost) this.give(this.initial(), false);
    else
      this.give(
        plots.map((plot) => ({ ...plot, title: titleOfPreset(plot.title), id: this.nextId++ })),
        true,
      );
  }

  private give(plots: readonly PlotSpec[], own: boolean): void {
    this.given = plots;
    this.list.value = plots;
    this.own.value = own;
  }

  private remember(plots: readonly PlotSpec[]): void {
    this.own.value = true;
    const stored = plots.map((plot) => ({ ...plot, title: presetOf(plot.title) }));
    rememberPlots(shelf, this.sceneName, stored);
  }

  /** The sensors that the scene wants to be seen, and nothing remembered. */
  reset(): void {
    rememberPlots(shelf, this.sceneName, null);
    this.give(this.initial(), false);
  }

  private get sceneName(): string {
    return this.studio.scene.value?.description.name ?? "";
  }

  /**
   * The sensors that the scene wants to be seen, as few plots as their units allow; then energy and residual where
   * there is room.
   */
  private initial(): PlotSpec[] {
    const { value } = this.studio.scene;
    const columns = value?.description.columns ?? [];
    let plots: PlotSpec[] = [];
    for (const { name } of (value?.description.plot ?? []).map((k) => columns[k])) {
      const place = plots.find((plot) => this.accepts(plot, name));
      if (place) plots = plots.map((plot) => (plot === place ? { ...plot, series: [...plot.series, name] } : plot));
      else if (plots.length < MOST_PLOTS) plots.push(this.make("time", [name]));
    }
    for (const preset of ["energy", "residual"] as const) {
      const series = this.presetSeries(preset);
      const there = plots.some((plot) => plot.series.some((name) => series.includes(name)));
      if (series.length > 0 && !there && plots.length < 3) plots.push(this.makePreset(preset));
    }
    return plots;
  }

  presetSeries(preset: Preset): string[] {
    const known = new Set(this.columns.value.map(({ name }) => name));
    const series = PRESETS[preset].filter((name) => known.has(name));
    const units = unitsOf(series.map((name) => ({ unit: this.unitOf(name) }))).slice(0, 2);
    return series.filter((name) => units.includes(this.unitOf(name)));
  }

  private makePreset(preset: Preset): PlotSpec {
    return { ...this.make("time", this.presetSeries(preset)), title: texts[preset], log: preset === "residual" };
  }

  private make(kind: PlotKind, series: readonly string[]): PlotSpec {
    return { id: this.nextId++, kind, title: "", series, x: "", window: "hann", log: false, logX: false, table: false };
  }

  /** A new plot at the right; returns it, or null when there are six. */
  add(kind: PlotKind = "time", series: readonly string[] = []): PlotSpec | null {
    if (this.list.value.length >= MOST_PLOTS) return null;
    const plot = this.make(kind, series);
    this.list.value = [...this.list.value, plot];
    return plot;
  }

  addPreset(preset: Preset): void {
    if (this.list.value.length < MOST_PLOTS) this.list.value = [...this.list.value, this.makePreset(preset)];
  }

  /** Plots the difference of a sensor between the two runs, with others of its unit. */
  addDifference(name: string): void {
    const { value } = this.list;
    if (value.some((plot) => plot.kind === "difference" && plot.series.includes(name))) return;
    const place = value.find((plot) => plot.kind === "difference" && this.accepts(plot, name));
    if (place) this.change(place.id, { series: [...place.series, name] });
    else if (value.length < MOST_PLOTS) this.add("difference", [name]);
    else this.list.value = [...value.slice(0, -1), this.make("difference", [name])];
  }

  remove(id: number): void {
    this.list.value = this.list.value.filter((plot) => plot.id !== id);
  }

  change(id: number, change: Partial<Omit<PlotSpec, "id">>): void {
    this.list.value = this.list.value.map((plot) => (plot.id === id ? { ...plot, ...change } : plot));
  }

  /** Whether a plot has room for a sensor: two units, six series. */
  accepts(plot: PlotSpec, name: string): boolean {
    const units = new Set([...plot.series, name].map((sensor) => this.unitOf(sensor)));
    return units.size <= 2 && plot.series.length < MOST_SERIES;
  }

  /** Puts a sensor on a plot or takes it off; returns false if the plot is full. */
  toggle(id: number, name: string): boolean {
    const plot = this.list.value.find((entry) => entry.id === id);
    if (!plot) return false;
    if (plot.series.includes(name)) {
      this.change(id, { series: plot.series.filter((sensor) => sensor !== name) });
      return true;
    }
    if (!this.accepts(plot, name)) return false;
    this.watch(name);
    this.change(id, { series: [...plot.series, name] });
    return true;
  }

  /**
   * Puts a sensor that was dropped on a plot there, a vector with all its components; returns false if the plot is full
   * or there is no such sensor.
   */
  async drop(id: number, name: string): Promise<boolean> {
    const names = await this.componentsOf(name);
    const has = (sensor: string) => this.list.value.find((plot) => plot.id === id)?.series.includes(sensor) ?? false;
    return names.length > 0 && names.every((sensor) => has(sensor) || this.toggle(id, sensor));
  }

  /** Shows the selection: a sensor, the position of a body, the coordinate of a joint, the force of a force. */
  async plotSelection(): Promise<void> {
    const { value } = this.studio.selection;
    if (!value) return;
    const { kind, name } = value;
    const wanted = {
      sensor: name,
      body: `body/${name}/position`,
      joint: `joint/${name}/position`,
      force: `force/${name}/force`,
      contact: "",
    }[kind];
    for (const sensor of await this.componentsOf(wanted)) this.show(sensor);
  }

  /** The columns of a name: itself, or the components of a vector. */
  private async componentsOf(name: string): Promise<string[]> {
    const all = () => [...new Set([...this.columns.value, ...this.offered.value].map((entry) => entry.name))];
    const fits = (sensor: string) => sensor === name || sensor.startsWith(`${name}.`);
    if (!all().some(fits)) await this.offer();
    return all().filter(fits).slice(0, MOST_SERIES);
  }

  /** Shows a sensor: in a plot that has it, else in one that has room, else in a new one. */
  show(name: string): void {
    const { value } = this.list;
    if (value.some(({ series }) => series.includes(name))) return;
    const plot = value.find((entry) => entry.kind === "time" && entry.title === "" && this.accepts(entry, name));
    this.watch(name);
    if (plot) this.toggle(plot.id, name);
    else this.add("time", [name]);
  }

  /** Takes a sensor off where it is, or shows it. */
  toggleSomewhere(name: string): void {
    const plot = this.list.value.find(({ series }) => series.includes(name));
    if (plot) this.toggle(plot.id, name);
    else this.show(name);
  }

  /** Requests the list of quantities, once. */
  async offer(): Promise<void> {
    if (this.offered.value.length > 0) return;
    const reply = await this.studio.simulation.ask((id) => ({ type: "sensor-list", id }));
    if (reply.type === "sensor-list") this.offered.value = reply.sensors;
  }

  unitOf(name: string): string {
    if (isFormula(name)) return formulaParts(name).unit;
    const find = (list: readonly SensorEntry[]) => list.find((entry) => entry.name === name)?.unit;
    return find(this.source.value.columns) ?? find(this.columns.value) ?? find(this.offered.value) ?? "";
  }

  titleOf(plot: PlotSpec): string {
    if (plot.title) return plot.title;
    const [first] = plot.series;
    if (!first) return texts.emptyTitle;
    if (plot.kind === "phase") return `${shortName(first)} – ${shortName(plot.x)}`;
    const common = commonWords(plot.series.map(shortName));
    const title = common || shortName(first);
    if (plot.kind === "spectrum") return texts.spectrumOf(title);
    return plot.kind === "difference" ? texts.differenceOf(title) : title;
  }

  /** Whether there is such a sensor, in the rows or to be had. */
  knows(sensor: string): boolean {
    return [this.columns.value, this.offered.value].some((list) => list.some((entry) => entry.name === sensor));
  }

  /** Has the sensors of a series sampled that are not among the scene's. */
  private watch(name: string): void {
    const sampled = new Set(this.columns.value.map((entry) => entry.name));
    if (sensorsOf(name).every((sensor) => sampled.has(sensor))) return;
    const plotted = this.list.value.flatMap(({ series, x }) => [...series, x]);
    const scene = new Set((this.studio.scene.value?.description.columns ?? []).map((entry) => entry.name));
    const names = [...new Set([...plotted, name].flatMap(sensorsOf))].filter((sensor) => sensor && !scene.has(sensor));
    this.studio.simulation.send({ type: "watch", names });
  }
}

/** Titles are in the language of the page; the name of the preset is stored. */
function presetOf(title: string): string {
  return (Object.keys(PRESETS) as Preset[]).find((preset) => texts[preset] === title) ?? "";
}

function titleOfPreset(preset: string): string {
  return Object.hasOwn(PRESETS, preset) ? texts[preset as Preset] : "";
}

/** The words that all names have in common, at the start or at the end: `box spin x`, `box spin y` → `box spin`. */
function commonWords(names: readonly string[]): string {
  const lists = names.map((name) => name.split(" "));
  const [first, ...others] = lists;
  const head: string[] = [];
  for (let k = 0; k < first.length && others.every((list) => list[k] === first[k]); k++) head.push(first[k]);
  if (head.length > 0) return head.join(" ");
  const tail: string[] = [];
  for (let k = 1; k <= first.length && others.every((list) => list.at(-k) === first.at(-k)); k++)
    tail.unshift(first[first.length - k]);
  return tail.join(" ");
}
