/** The state of the studio and what can be done with it. Components read the signals and call the methods. */
import { History } from "./history.js";
import { parseRoute, routeTo } from "./route.js";
import { Signal } from "./signal.js";
import { texts } from "./texts.js";
import { rememberedTheme, storeTheme, type Theme } from "./theme.js";
import type { Viewport } from "./viewport/viewport.js";
import type { FrameReader } from "./worker/channel.js";
import { LoadError, SimulationClient } from "./worker/client.js";
import type { EventNote, RunStatus, SceneDescription, SceneEntry, SceneSource } from "./worker/protocol.js";

/** Speeds on offer, simulated seconds per second. */
export const SPEEDS: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 4];

/** Opened when the address names no scene. */
const FIRST_SCENE = "flipping-body";

/** Events kept for the plot. */
const MAX_EVENTS = 200;
/** Bars of the load strip. */
export const LOAD_BARS = 31;

/** A scene on show, with the frames that move it. */
export interface OpenScene {
  readonly description: SceneDescription;
  readonly frames: FrameReader;
  readonly source: SceneSource;
}

export interface Notice {
  readonly kind: "error" | "warning" | "info";
  readonly text: string;
  /** Where in the scene, as its author would write it. */
  readonly path?: string;
  /** A second sentence. */
  readonly more?: string;
}

export class Studio {
  readonly catalogue = new Signal<readonly SceneEntry[]>([]);
  readonly scene = new Signal<OpenScene | null>(null);
  readonly status = new Signal<RunStatus | null>(null);
  readonly loads = new Signal<readonly number[]>([]);
  readonly loading = new Signal(false);
  readonly notice = new Signal<Notice | null>(null);
  readonly speed = new Signal(1);
  readonly theme = new Signal<Theme>(rememberedTheme());
  readonly help = new Signal(false);
  readonly scenesOpen = new Signal(false);
  /** Columns on the plot. */
  readonly series = new Signal<readonly number[]>([]);
  readonly events = new Signal<readonly EventNote[]>([]);
  /** Changes whenever the history does. */
  readonly samples = new Signal(0);
  readonly history = new History();
  readonly simulation: SimulationClient;
  /** Null until it is loaded, and where there is no WebGL. */
  viewport: Viewport | null = null;
  private source: SceneSource | null = null;

  constructor() {
    this.simulation = new SimulationClient({
      ready: (scenes) => this.start(scenes),
      loaded: (description, frames) => this.show(description, frames),
      samples: (rows, restart) => this.addSamples(rows, restart),
      events: (events) => {
        this.events.value = [...this.events.value, ...events].slice(-MAX_EVENTS);
      },
      status: (status) => this.setStatus(status),
      broken: (message) => {
        this.notice.value = { kind: "error", text: texts.workerBroken(message) };
      },
    });
    addEventListener("hashchange", () => this.follow());
  }

  /** Opens a scene; when that fails, says why and leaves the old one open. */
  async open(source: SceneSource): Promise<void> {
    this.source = source;
    this.loading.value = true;
    try {
      await this.simulation.load(source, !reducedMotion());
      this.scenesOpen.value = false;
    } catch (error) {
      this.showFailure(error);
    } finally {
      if (this.source === source) this.loading.value = false;
    }
  }

  /** Opens a scene file that was dropped on the page. */
  async openFile(file: File): Promise<void> {
    await this.open({ kind: "text", fileName: file.name, text: await file.text() });
    if (this.scene.value?.source.kind === "text") history.replaceState(null, "", location.pathname);
  }

  toggle(): void {
    if (this.status.value?.running) this.simulation.pause();
    else this.simulation.play();
  }

  async step(count: number): Promise<void> {
    await this.simulation.step(count);
  }

  restart(): void {
    this.simulation.reset();
  }

  setSpeed(speed: number): void {
    this.speed.value = speed;
    this.simulation.speed(speed);
  }

  /** The next slower (−1) or faster (1) speed. */
  shiftSpeed(direction: number): void {
    const at = SPEEDS.indexOf(this.speed.value);
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + direction))]);
  }

  switchTheme(): void {
    this.theme.value = this.theme.value === "dark" ? "light" : "dark";
    storeTheme(this.theme.value);
  }

  /** Puts a column on the plot or takes it off; a third unit is refused. */
  toggleSeries(column: number): void {
    const { value } = this.series;
    if (value.includes(column)) this.series.value = value.filter((k) => k !== column);
    else if (this.accepts(column)) this.series.value = [...value, column];
  }

  /** Whether the plot has room for a column: two units, six series. */
  accepts(column: number): boolean {
    const columns = this.scene.value?.description.columns ?? [];
    const units = new Set([...this.series.value, column].map((k) => columns[k]?.unit));
    return units.size <= 2 && this.series.value.length < 6;
  }

  private start(scenes: readonly SceneEntry[]): void {
    this.catalogue.value = scenes;
    if (parseRoute(location.hash)) this.follow();
    else {
      const first = scenes.find(({ name }) => name === FIRST_SCENE) ?? scenes[0];
      if (first) location.replace(routeTo(first.name));
    }
  }

  /** Goes where the address points. */
  private follow(): void {
    const route = parseRoute(location.hash);
    if (route) void this.open({ kind: "shipped", name: route.scene, params: route.params });
  }

  private show(description: SceneDescription, frames: FrameReader): void {
    this.history.open(description.columns.length);
    this.events.value = [];
    this.loads.value = [];
    this.series.value = [...description.plot].slice(0, 6);
    const warning = description.warnings[0];
    this.notice.value = warning ? { kind: "warning", text: warning } : null;
    const source = this.source ?? { kind: "spec", spec: null };
    this.scene.value = { description, frames, source };
    document.title = texts.pageTitle(description.title);
  }

  private showFailure(error: unknown): void {
    const problems = error instanceof LoadError ? error.problems : [{ path: "", message: String(error) }];
    const [first, ...others] = problems;
    if (!first) return;
    const kept = this.scene.value ? texts.oldSceneRuns : "";
    const more = [others.length > 0 ? texts.problemCount(others.length) : "", kept].filter(Boolean).join(". ");
    this.notice.value = { kind: "error", path: first.path, text: first.message, more };
  }

  private addSamples(rows: Float64Array, restart: boolean): void {
    if (restart) {
      this.history.clear();
      this.events.value = [];
    }
    this.history.append(rows);
    this.samples.value++;
  }

  private setStatus(status: RunStatus): void {
    if (status.running) this.loads.value = [...this.loads.value, status.load].slice(-LOAD_BARS);
    this.status.value = status;
    this.tellTrouble(status);
  }

  /** One notice at a time: trouble in the run wins over its end, an input error over both until it is closed. */
  private tellTrouble({ warnings, ended, time }: RunStatus): void {
    if (this.notice.value?.kind === "error") return;
    const worst = warnings[0];
    if (worst) {
      const body = this.scene.value?.description.bodies[worst.who]?.name ?? "";
      const text =
        (texts.warnings[worst.bit] ?? (() => texts.otherWarning(worst.bit)))(body) + texts.times(worst.count);
      if (this.notice.value?.text !== text) this.notice.value = { kind: "warning", text };
    } else if (ended) {
      this.notice.value = { kind: "info", text: texts.ended(`${time.toFixed(3)} s`) };
    } else if (this.notice.value?.kind === "info") {
      this.notice.value = null;
    }
  }
}

function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
