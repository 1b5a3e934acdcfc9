/** A seat at its machine: levers, switches, gauges, warnings, first steps. Components read its signals. */
import type { SeatMachine } from "stiction/machines";
import { InputMap } from "../../controls/input-map.js";
import { type Meaning, meaningOf } from "../../controls/meaning.js";
import { inWay, type Pattern, signOf, usualKeys } from "../../controls/patterns.js";
import { KeyLevers } from "../../controls/sources/keyboard.js";
import { type DisplaySettings, storeDisplay, storedDisplay } from "../../displays/display-settings.js";
import type { SeatDisplay } from "../../displays/seat-display.js";
import { viewOption } from "../../route.js";
import { Signal } from "../../signal.js";
import type { SeatSound } from "../../sound/seat-sound.js";
import type { Studio } from "../../state.js";
import type { DrawnCamera } from "../../worker/protocol.js";
import type { NamedControl } from "../../worker/services/drive-protocol.js";
import type { Impact } from "../../worker/services/seat-protocol.js";
import { cabOf } from "./cab.js";
import { Devices } from "./devices.js";
import { canDig, FIRST_STEPS, type StepState, stepState } from "./first-steps.js";
import { LatencyMeter } from "./latency.js";
import { type GaugeReading, MachineGauge } from "./machine-gauge.js";
import { PanelHost } from "./panel-link.js";
import { SchoolSeat } from "./school.js";
import { Signals } from "./signals.js";
import { presentWarnings, type SeatWarning, WarningList } from "./warnings.js";

/** Engine: idle and full speed, 1/min, and what the modes leave of the flow. */
export const IDLE = 800;
export const FULL = 2000;
export const MODES = { eco: 0.75, work: 0.9, power: 1 } as const;
export const RANGES = { slow: 0.4, site: 1 } as const;

/** What a leaking hose leaves of the flow of boom and stick. */
const LEAK = 0.35;

/** Time between samples of the levers, ms: about two in a picture. */
const SAMPLE = 8;
/** Time between updates of figures, ms. */
const REFRESH = 100;
/** Below this part of real time the seat says that it is slow. */
const SLOW = 0.9;

const STEPS_KEY = "stiction.seat.steps";

/** A lever of the machine. */
export interface Lever extends NamedControl {
  readonly meaning: string;
  readonly sign: 1 | -1;
}

/** What a seat in another window tells. */
export interface FollowedSeat {
  readonly machine: SeatMachine;
  readonly reading: GaugeReading;
  readonly levers: readonly Lever[];
  readonly time: number;
  readonly values: Float64Array;
  readonly deflections: readonly (readonly [string, number])[];
}

export class Seat {
  readonly studio: Studio;
  readonly keys = new KeyLevers();
  readonly inputs: InputMap;
  readonly devices: Devices;
  readonly signals = new Signals();
  /** The school that the seat belongs to, if any. */
  readonly school = new SchoolSeat(this);
  readonly latency = new LatencyMeter();
  /** Counts the updates of figures: components that show them read it. */
  readonly tick = new Signal(0);
  /** Levers of the machine, each with what it does. */
  readonly levers = new Signal<readonly Lever[]>([]);
  /** Named inputs of the scene, of all machines, and the machine that somebody sits in; null before the first scene. */
  private named: readonly NamedControl[] = [];
  machine: SeatMachine | null = null;
  readonly rpm = new Signal(1800);
  readonly mode = new Signal<keyof typeof MODES>("work");
  readonly range = new Signal<keyof typeof RANGES>("site");
  readonly brake = new Signal(false);
  readonly light = new Signal(false);
  readonly locked = new Signal(false);
  readonly stopped = new Signal(false);
  readonly horn = new Signal(false);
  readonly display = new Signal<DisplaySettings>(storedDisplay());
  /** Makes the pictures; null until three.js is there. */
  displays: SeatDisplay | null = null;
  /** Latency of the sound, ms; null: it is off. */
  readonly soundState = new Signal<number | null>(null);
  private sound: SeatSound | null = null;
  readonly warnings = new Signal<readonly SeatWarning[]>([]);
  /** Which first step is under way; −1: none, beyond the last: all done. */
  readonly step = new Signal(remembered() ? -1 : 0);
  /** Where the bucket is, from the frames of the view, and what is shown of it; null before the first scene. */
  gauge: MachineGauge | null = null;
  reading: GaugeReading | null = null;
  private panels: PanelHost | null = null;
  /** Back to the start. */
  restart = (): void => this.studio.restart();
  /** Stamp of the inputs of the newest frame that the view has, ms. */
  shownStamp = 0;
  /** Where the picture of the rear camera goes. */
  rearCanvas: HTMLCanvasElement | null = null;
  /** Pictures per second. */
  frameRate = Number.NaN;
  /** The lowest since the start, m. */
  deepest = 0;
  /** Called for impacts, with as little delay as there is. */
  heard: ((impacts: readonly Impact[]) => void) | null = null;
  /** Address of a simulation elsewhere, and whether it does not answer. */
  private linkUrl: string | null = null;
  private unlinked = false;
  private readonly list = new WarningList();
  private stepStart: StepState | null = null;

  constructor(studio: Studio) {
    this.studio = studio;
    this.inputs = new InputMap(this.keys, (stamp, names, values) => {
      studio.simulation.send({ type: "inputs", stamp, names, values });
      if (studio.status.value?.running) this.latency.sent(stamp);
    });
    this.inputs.scale = (control) => this.scaleOf(control);
    this.devices = new Devices(this.inputs, () => studio.controls.pattern.value ?? "iso");
  }

  /** Sits down; returns a function that gets up. */
  enter(): () => void {
    const { simulation, controls } = this.studio;
    const ends = [
      simulation.on("drives", ({ named }) => {
        this.named = named;
        this.open();
      }),
      simulation.on("seat-machine", ({ machine }) => {
        this.machine = machine;
        this.signals.open(machine);
        this.open();
      }),
      simulation.on("link", ({ connected, held }) => {
        this.unlinked = !connected || held;
      }),
      simulation.on("seat", ({ time, values, impacts }) => {
        this.signals.take(time, values);
        if (impacts.length > 0) this.heard?.(impacts);
      }),
      simulation.on("history-cut", () => this.inputs.refresh()),
      this.school.enter(),
      this.school.faults.subscribe((faults) => {
        this.signals.lost = faults.has("sensor-loss");
      }),
      controls.pattern.subscribe(() => this.bindKeys()),
      this.devices.watch(),
      this.studio.scene.subscribe(() => this.open()),
      // a scene is over after a while; a shift is not
      this.studio.status.subscribe((status) => {
        if (!status?.running) this.latency.pause();
        if (status?.ended && this.studio.page.value === "operator") simulation.play();
      }),
    ];
    simulation.send({ type: "seat-watch", manned: true, camera: viewOption(location.hash, "cab") ?? "" });
    this.followLink();
    this.panels = new PanelHost(this);
    const sampler = setInterval(() => this.inputs.sample(performance.now()), SAMPLE);
    const refresher = setInterval(() => this.refresh(), REFRESH);
    return () => {
      clearInterval(sampler);
      clearInterval(refresher);
      for (const end of ends) end();
      this.endSound();
      this.panels?.dispose();
      this.panels = null;
      simulation.send({ type: "seat-watch", manned: false, camera: "" });
      if (this.linkUrl !== null) simulation.send({ type: "link-close" });
    };
  }

  /** The simulation that the address names runs elsewhere. */
  private followLink(): void {
    this.linkUrl = viewOption(location.hash, "link");
    if (this.linkUrl !== null) this.studio.simulation.send({ type: "link-open", url: this.linkUrl });
  }

  /** The camera in the cab; null where the scene has none. */
  get cab(): DrawnCamera | null {
    return cabOf(this.studio.scene.value?.description);
  }

  /** The lever that does something; undefined where the machine has none. */
  lever(meaning: Meaning): Lever | undefined {
    return this.levers.value.find((lever) => lever.meaning === meaning);
  }

  /** Lowest point of the bucket above the level of the site, m. */
  get bucketHeight(): number {
    return this.reading?.height ?? Number.NaN;
  }

  get attitude(): { readonly roll: number; readonly pitch: number } {
    return this.reading ?? { roll: 0, pitch: 0 };
  }

  get reach(): number {
    return this.reading?.reach ?? 0;
  }

  /** A picture of the newest frame was drawn. */
  drawn(): void {
    this.latency.seen(this.shownStamp, performance.now());
  }

  setPattern(pattern: Pattern): void {
    this.studio.controls.setPattern(pattern);
    this.devices.restart();
  }

  setDisplay(change: Partial<DisplaySettings>): void {
    this.display.value = { ...this.display.value, ...change };
    storeDisplay(this.display.value);
  }

  /** Sound on or off; to be called from a gesture, without which browsers allow none. */
  async toggleSound(): Promise<void> {
    if (this.sound) {
      this.endSound();
      return;
    }
    const { SeatSound } = await import("../../sound/seat-sound.js");
    this.sound = new SeatSound(this);
    await this.sound.start();
    this.soundState.value = this.sound.latency;
  }

  private endSound(): void {
    this.sound?.dispose();
    this.sound = null;
    this.soundState.value = null;
  }

  skipSteps(): void {
    this.step.value = -1;
    try {
      localStorage.setItem(STEPS_KEY, "done");
    } catch {
      // shown again next time
    }
  }

  restartSteps(): void {
    this.stepStart = null;
    this.step.value = 0;
  }

  /** Another machine, once both its levers and its parts are known. */
  private open(): void {
    const { machine, named } = this;
    const description = this.studio.scene.value?.description;
    if (!machine || !description) return;
    const own = new Set(machine.levers.map(({ control }) => control));
    const taken = new Set<string>();
    this.levers.value = named
      .filter(({ name }) => own.has(name))
      .map((control) => {
        const known = meaningOf(control.name);
        const meaning = known === undefined || taken.has(known) ? control.name : known;
        taken.add(meaning);
        return { ...control, meaning, sign: signOf(control) };
      });
    this.inputs.open(this.levers.value);
    this.gauge = new MachineGauge(description, machine);
    this.reading = this.gauge;
    this.deepest = 0;
    this.stepStart = null;
    this.bindKeys();
  }

  /** Shows what another window's seat says of its machine. */
  follow(other: FollowedSeat): void {
    if (JSON.stringify(this.machine) !== JSON.stringify(other.machine)) this.signals.open(other.machine);
    this.machine = other.machine;
    this.reading = other.reading;
    this.signals.take(other.time, other.values);
    this.levers.value = other.levers;
    this.inputs.open(other.levers);
    this.inputs.deflections.clear();
    for (const [name, way] of other.deflections) this.inputs.deflections.set(name, way);
  }

  private bindKeys(): void {
    const { bindings, list } = this.studio.controls;
    const { named } = this;
    // the studio's controls come with a module of their own, a moment later
    if (named.length > 0 && bindings.value.length < named.length) {
      const end = bindings.subscribe(() => {
        end();
        this.bindKeys();
      });
      return;
    }
    const levers = this.levers.value.map(({ name, meaning, sign }) => {
      const at = list.value.findIndex(({ id }) => id === `control:${name}`);
      return { control: meaning, keys: inWay(bindings.value[at]?.keys ?? ["", ""], sign) };
    });
    // travel and steering of a machine with two tracks are levers of the seat
    const others = this.inputs.known.filter((meaning) => levers.every(({ control }) => control !== meaning));
    const pattern = this.studio.controls.pattern.value ?? "iso";
    this.keys.pairs = [
      ...levers,
      ...others.map((control) => ({ control, keys: usualKeys(control as Meaning, pattern) })),
    ];
    this.tick.value++;
  }

  /** What is left of a lever: engine, mode, range, brake, lock. */
  private scaleOf(meaning: string): number {
    const faults = this.school.faults.value;
    if (this.locked.value || this.stopped.value || faults.has("engine-stall")) return 0;
    if (meaning === "steer") return 1;
    const flow = this.rpm.value / FULL;
    const leak = faults.has("hose-leak") && /^(boom|stick)$/.test(meaning) ? LEAK : 1;
    if (!/^(travel|track)/.test(meaning)) return flow * MODES[this.mode.value] * leak;
    return this.brake.value ? 0 : flow * RANGES[this.range.value];
  }

  private refresh(): void {
    const { signals, studio, inputs } = this;
    const { status } = studio;
    const moved = [...inputs.deflections.values()].some((way) => Math.abs(way) > 0.05);
    const travels = [...inputs.deflections].some(([name, way]) => /^(travel|track)/.test(name) && Math.abs(way) > 0.05);
    const slow = (status.value?.factor ?? 1) < SLOW * studio.speed.value && (status.value?.running ?? false);
    const { unlinked } = this;
    const state = {
      lost: inputs.lost.length > 0,
      unlinked,
      locked: this.locked.value,
      stopped: this.stopped.value,
      moved,
      slow,
    };
    const present = presentWarnings(signals, { ...state, braked: this.brake.value && travels });
    this.warnings.value = this.list.update(present, performance.now() / 1000);
    if (this.bucketHeight < this.deepest) this.deepest = this.bucketHeight;
    this.followSteps();
    if (this.sound) this.soundState.value = this.sound.latency;
    this.panels?.update();
    this.tick.value++;
  }

  /** Whether there are first steps for the machine. */
  get digs(): boolean {
    return canDig(this.signals);
  }

  private followSteps(): void {
    const step = FIRST_STEPS[this.step.value];
    if (!step || !this.digs || !Number.isFinite(this.bucketHeight) || this.signals.time === 0) return;
    const now = stepState(this.signals, this.bucketHeight);
    this.stepStart ??= now;
    if (!step.done(now, this.stepStart)) return;
    this.stepStart = now;
    this.step.value++;
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(STEPS_KEY) === "done";
  } catch {
    return false;
  }
}
