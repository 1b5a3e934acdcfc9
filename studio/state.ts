/** The state of the studio and its actions. Components read the signals and call the methods. */
import { Controls } from "./controls/controls.js";
import { Edits } from "./edit/edits.js";
import { Ghost } from "./edit/ghost.js";
import { adviceFor, isSceneFile, modelAmong } from "./files.js";
import { fixed } from "./format.js";
import { History } from "./history.js";
import { LiveValues } from "./inspector/live-values.js";
import { Overlays } from "./overlays/overlays.js";
import type { CatalogueEntry } from "./pages/gallery/catalogue.js";
import { Plots } from "./plots/plots.js";
import { Recent } from "./recent.js";
import { carriedScene, GALLERY, LOCAL, type Page, pageOf, parseRoute, parseSeat, STUDY } from "./route.js";
import { Selections } from "./selections.js";
import { Sharing } from "./share/sharing.js";
import { Signal } from "./signal.js";
import { firstSpeed, SPEEDS } from "./speed.js";
import { texts } from "./texts/common.js";
import { translatedScene } from "./texts/scene-texts.js";
import { rememberedTheme, storeTheme, type Theme } from "./theme.js";
import { Recordings } from "./time/recordings.js";
import { Time } from "./time/time.js";
import { Touch } from "./touch/touch.js";
import { Cameras } from "./viewport/cameras.js";
import { Environments } from "./viewport/environments.js";
import type { Viewport } from "./viewport/viewport.js";
import type { FrameReader } from "./worker/channel.js";
import { LoadError, SimulationClient } from "./worker/client.js";
import type { EventNote, RunStatus, SceneDescription, SceneSource, WarningNote } from "./worker/protocol.js";
import type { DockControl } from "./workspace/docking.js";

/** How the log of a study begins: a checksum, and what it is. */
const STUDY_LOG = /^[0-9a-f]{8} \{"stiction":"study"/;
/** Events kept for the plot. */
const MAX_EVENTS = 200;
/** Bars of the load strip. */
export const LOAD_BARS = 31;

/** A scene on show, with the frames that move it. */
export interface OpenScene {
  readonly description: SceneDescription;
  readonly frames: FrameReader;
  readonly source: SceneSource;
  /** The same scene as before, after an edit. */
  readonly kept: boolean;
}

/** What the user has picked: in the tree, in the view, in a table. */
export interface Selection {
  readonly kind: "body" | "joint" | "force" | "contact" | "sensor";
  readonly name: string;
  /** Index of a body or joint in the description; −1 where that means nothing. */
  readonly index: number;
}

export interface Notice {
  readonly kind: "error" | "warning" | "info";
  readonly text: string;
  /** Where in the scene, as its author would write it. */
  readonly path?: string;
  /** A second sentence. */
  readonly more?: string;
  /** How often; it changes while the run goes on. */
  readonly count?: number;
  /** Further ones of the same kind. */
  readonly others?: readonly string[];
  /** The result of an action: it goes away by itself. */
  readonly brief?: boolean;
}

export class Studio {
  /** The shipped scenes, once they are loaded. */
  readonly catalogue = new Signal<readonly CatalogueEntry[]>([]);
  readonly scene = new Signal<OpenScene | null>(null);
  readonly status = new Signal<RunStatus | null>(null);
  readonly loads = new Signal<readonly number[]>([]);
  readonly loading = new Signal(false);
  /** Whether a first picture was drawn, or there will be none: panels wait for it, since it comes later beside them. */
  readonly pictured = new Signal(false);
  readonly notice = new Signal<Notice | null>(null);
  readonly page = new Signal<Page>(pageOf(location.hash));
  /** The results of a study that the page of studies shows. */
  readonly study = new Signal<File | null>(null);
  /** Null until the panels are there, and in a narrow window. */
  readonly dock = new Signal<DockControl | null>(null);
  readonly selection = new Signal<Selection | null>(null);
  readonly selections = new Selections(this.selection);
  readonly speed = new Signal(1);
  /** Whether the speed was chosen for the scene, which would be over at once. */
  readonly slowed = new Signal(false);
  readonly theme = new Signal<Theme>(rememberedTheme());
  readonly help = new Signal(false);
  /** Whether the palette is open. */
  readonly palette = new Signal(false);
  readonly scenesOpen = new Signal(false);
  readonly events = new Signal<readonly EventNote[]>([]);
  /** Changes whenever the history does. */
  readonly samples = new Signal(0);
  readonly history = new History();
  readonly overlays = new Overlays(this);
  readonly cameras = new Cameras(this);
  readonly environments = new Environments(this);
  readonly recent = new Recent(this);
  readonly simulation: SimulationClient;
  /** History of the run, and where in it one is. */
  readonly time: Time;
  readonly plots: Plots;
  readonly recordings = new Recordings(this);
  readonly edits: Edits;
  readonly live: LiveValues;
  readonly ghost: Ghost;
  readonly sharing: Sharing;
  readonly touch = new Touch(this);
  readonly controls: Controls;
  /** Null until it is loaded, and where there is no WebGL. */
  viewport: Viewport | null = null;
  private source: SceneSource | null = null;
  /** Status bits that have come up, and those that were up when the user closed the notice. */
  private warned = "";
  private closed: string | null = null;
  /** What is said at the end of a run; null before. */
  private end: Notice | null = null;
  /** Whether the scene was running when its page was left. */
  private waits = false;
  /** The speed that the user has chosen. */
  private chosenSpeed = 1;

  constructor() {
    this.simulation = new SimulationClient({
      loaded: (description, frames, kept) => this.show(description, frames, kept),
      samples: (rows, restart) => this.addSamples(rows, restart),
      events: (events) => {
        this.events.value = [...this.events.value, ...events].slice(-MAX_EVENTS);
      },
      status: (status) => this.setStatus(status),
      broken: (message) => {
        this.notice.value = { kind: "error", text: texts.workerBroken(message) };
      },
    });
    this.time = new Time(this);
    this.plots = new Plots(this);
    this.edits = new Edits(this);
    this.live = new LiveValues(this);
    this.ghost = new Ghost(this);
    this.controls = new Controls(this);
    this.sharing = new Sharing(this);
    this.cameras.connect();
    addEventListener("hashchange", () => void this.follow());
    void this.follow();
  }

  /** Loads what the lists show of the shipped scenes. A page asks for it when its picture is there. */
  async loadCatalogue(): Promise<void> {
    if (this.catalogue.value.length > 0) return;
    const { CATALOGUE } = await import("./pages/gallery/catalogue.js");
    this.catalogue.value = CATALOGUE;
  }

  /** Opens a scene; when that fails, says why and leaves the old one open. */
  async open(source: SceneSource): Promise<void> {
    this.source = source;
    this.loading.value = true;
    try {
      // it plays as soon as its speed is known: a short run would be over before
      await this.simulation.load(source, false);
      if (this.source === source && !reducedMotion()) this.simulation.play();
      this.scenesOpen.value = false;
    } catch (error) {
      this.showFailure(error);
      this.edits.refuse(source, error);
    } finally {
      if (this.source === source) this.loading.value = false;
      if (!this.scene.value) this.pictured.value = true;
    }
  }

  /** Opens a scene or a recording that was dropped on the page; of another file, says what can be done with it. */
  async openFile(file: File): Promise<void> {
    if (/\.jsonl$/i.test(file.name) && STUDY_LOG.test(await file.slice(0, 64).text())) {
      this.study.value = file;
      location.hash = STUDY;
      return;
    }
    if (this.recordings.takes(file.name)) {
      await this.recordings.openFile(file);
      return;
    }
    if (modelAmong([file.name]) !== undefined) {
      await this.importFiles(new Map([[file.name, file]]), file.name);
      return;
    }
    if (!isSceneFile(file.name)) {
      this.notice.value = { kind: "error", path: file.name, text: adviceFor(file.name) };
      return;
    }
    await this.openLocal({ kind: "text", fileName: file.name, text: await file.text() });
  }

  /**
   * Opens what was dropped on the page together: a scene with files that its visuals name, or a model of another
   * program with its meshes. `paths` are those inside a folder that was dropped.
   */
  async openFiles(dropped: readonly File[], paths: readonly string[] = dropped.map(({ name }) => name)): Promise<void> {
    const model = modelAmong(paths);
    if (model !== undefined) {
      await this.importFiles(new Map(dropped.map((file, k) => [paths[k], file])), model);
      return;
    }
    const isPart = ({ name }: File) => /\.(glb|gltf|bin)$/i.test(name);
    const file = dropped.find((one) => !isPart(one)) ?? dropped[0];
    const parts = dropped.filter(isPart);
    if (parts.length === 0 || this.recordings.takes(file.name)) return this.openFile(file);
    const contents = parts.map(async (part) => [part.name, new Uint8Array(await part.arrayBuffer())] as const);
    const files = new Map(await Promise.all(contents));
    await this.openLocal({ kind: "text", fileName: file.name, text: await file.text(), files });
  }

  /** Opens a model of another program as a scene, and says what of it has no counterpart. */
  private async importFiles(files: ReadonlyMap<string, File>, model: string): Promise<void> {
    this.loading.value = true;
    try {
      const { importDropped } = await import("./import-files.js");
      const { source, notice } = await importDropped(files, model);
      await this.openLocal(source);
      if (this.scene.value?.source === source) this.notice.value = notice;
    } catch (error) {
      this.showFailure(error);
    } finally {
      this.loading.value = false;
    }
  }

  /** Opens a scene that no address names. */
  async openLocal(source: SceneSource): Promise<void> {
    await this.open(source);
    if (this.scene.value?.source === source) location.hash = LOCAL;
  }

  toggle(): void {
    if (this.time.replayed.value) this.time.toggleReplay();
    else if (this.status.value?.running) this.simulation.pause();
    else this.simulation.play();
  }

  async step(count: number): Promise<void> {
    await this.simulation.step(count);
  }

  restart(): void {
    this.simulation.reset();
  }

  setSpeed(speed: number): void {
    this.chosenSpeed = speed;
    this.slowed.value = false;
    this.takeSpeed(speed);
  }

  private takeSpeed(speed: number): void {
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

  /** Puts a sensor of the scene on a plot or takes it off. */
  toggleSeries(column: number): void {
    const sensor = this.scene.value?.description.columns[column];
    if (sensor) this.plots.toggleSomewhere(sensor.name);
  }

  /**
   * Goes where the address points. A scene that is left for another page waits, and continues when it is opened again.
   */
  private async follow(): Promise<void> {
    const { hash } = location;
    this.page.value = pageOf(hash);
    if (this.page.value !== "workspace" && this.page.value !== "operator") {
      this.waits ||= this.status.value?.running ?? false;
      this.simulation.pause();
      return;
    }
    const source = await this.sourceOf(hash);
    if (hash !== location.hash) return;
    if (source && !sameSource(source, this.scene.value?.source)) await this.open(source);
    else if (this.waits) this.simulation.play();
    this.waits = false;
  }

  /** The scene that an address of the workspace names; null when it is the open one or cannot be read. */
  private async sourceOf(hash: string): Promise<SceneSource | null> {
    const seat = parseSeat(hash);
    const route = parseRoute(hash) ?? seat;
    if (route) return { kind: "shipped", name: route.scene, params: route.params, ...(seat && { manned: true }) };
    const carried = carriedScene(hash);
    if (carried === null) {
      if (!this.scene.value && !this.loading.value) location.replace(GALLERY);
      return null;
    }
    try {
      const { readLink } = await import("./share/link.js");
      return readLink(carried);
    } catch (error) {
      this.showFailure(error);
      return null;
    }
  }

  private show(given: SceneDescription, live: FrameReader, kept: boolean): void {
    const { source: open } = this;
    const description = open?.kind === "shipped" && open.name === given.name ? translatedScene(given) : given;
    const frames = this.time.through(live);
    if (kept && this.scene.value) {
      this.selections.follow(description);
      this.scene.value = { ...this.scene.value, description, frames, kept };
      return;
    }
    const first = firstSpeed(description.duration);
    this.slowed.value = first < Math.min(1, this.chosenSpeed);
    this.takeSpeed(this.slowed.value ? first : this.chosenSpeed);
    this.history.open(description.columns.length);
    this.plots.open(description.columns);
    this.selection.value = null;
    this.events.value = [];
    this.loads.value = [];
    this.closed = null;
    this.warned = "";
    this.notice.value = warningNotice(description.warnings);
    const source = this.source ?? { kind: "spec", spec: null };
    this.scene.value = { description, frames, source, kept };
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

  /** Closes the notice. Warnings stay closed until there is another one. */
  closeNotice(): void {
    if (this.notice.value?.kind === "warning") this.closed = this.warned;
    this.notice.value = null;
  }

  /**
   * One notice at a time: trouble in the run wins over its end, an input error over both until it is closed. Warnings
   * of the scene itself stay in the list: they often say why.
   */
  private tellTrouble({ warnings, ended, time }: RunStatus): void {
    if (this.notice.value?.kind === "error") return;
    this.warned = warnings.map(({ bit }) => bit).join();
    const [first, ...others] = warnings;
    if (first) {
      if (this.closed === this.warned) return;
      const list = [...others.map(warningText), ...new Set(this.scene.value?.description.warnings)];
      const { text, count } = this.notice.value ?? {};
      if (text === warningText(first) && count === first.count) return;
      this.notice.value = { kind: "warning", text: warningText(first), count: first.count, others: list };
    } else if (ended) {
      if (this.end === null) {
        this.end = { kind: "info", text: texts.ended(`${fixed(time, 3)} s`) };
        this.notice.value = this.end;
      }
    } else {
      if (this.end !== null && this.notice.value === this.end) this.notice.value = null;
      this.end = null;
    }
  }
}

function warningText({ bit, who }: WarningNote): string {
  return (texts.warnings[bit] ?? (() => texts.otherWarning(bit)))(who);
}

/** The warnings of a scene in one notice, each once. */
function warningNotice(warnings: readonly string[]): Notice | null {
  const [text, ...others] = [...new Set(warnings)];
  return text === undefined ? null : { kind: "warning", text, others };
}

/** Whether what is wanted is open. Leaving a seat keeps the scene; sitting down needs one with nobody at the levers. */
function sameSource(wanted: SceneSource, open: SceneSource | undefined): boolean {
  const plain = (source: SceneSource | undefined) => JSON.stringify({ ...source, manned: undefined });
  const isManned = (source: SceneSource | undefined) => source?.kind === "shipped" && source.manned === true;
  return plain(wanted) === plain(open) && (isManned(open) || !isManned(wanted));
}

function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
