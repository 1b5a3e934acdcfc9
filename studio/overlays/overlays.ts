/**
 * Which overlays are shown: by menu, by key, by the address, and remembered. Requests their data from the worker and
 * passes it to the view.
 */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { inAddress, toAddress } from "../view-address.js";
import type { OverlayModel, OverlayParts } from "../worker/services/overlay-protocol.js";
import { type OverlayId, partsOf, readOverlays, writeOverlays } from "./catalogue.js";
import type { Thinned } from "./strongest.js";

const KEY = "stiction.overlays";

/** What the legend shows of the present picture. */
export interface LegendState {
  /** N per metre; 0: no force. */
  readonly scale: number;
  /** Metres per pixel where the camera looks. */
  readonly pixel: number;
  readonly sticking: number;
  readonly slipping: number;
  readonly open: number;
  /** Top of the scale of pressure, N/m²; 0: no footprint. */
  readonly pressure: number;
  /** m */
  readonly deepest: number;
  /** m³ */
  readonly volume: number;
  /** Top of the scale of tensions, N. */
  readonly tension: number;
  /** Smallest tip-over margin; NaN: nothing stands. */
  readonly margin: number;
  readonly islands: number;
  readonly asleep: number;
  /** Contacts with arrows and rings; marks of penetration; boxes; nodes of trees: how many are drawn. */
  readonly contacts: Thinned;
  readonly penetrations: Thinned;
  readonly boxes: Thinned;
  readonly trees: Thinned;
}

/** What came last from the worker. */
export interface OverlayState {
  readonly steps: number;
  readonly parts: OverlayParts;
}

export class Overlays {
  readonly shown: Signal<ReadonlySet<OverlayId>>;
  readonly menu = new Signal(false);
  readonly legend = new Signal<LegendState | null>(null);
  readonly state = new Signal<OverlayState | null>(null);
  readonly model = new Signal<OverlayModel | null>(null);
  /**
   * Whether the picture is of the past or of a recording: the worker knows the present state only, and none of it is
   * shown then.
   */
  readonly past = new Signal(false);
  private readonly studio: Studio;
  private connected = false;
  private asked = "";
  /** Of a state that was requested because the picture had moved. */
  private askedSteps = -1;

  constructor(studio: Studio) {
    this.studio = studio;
    this.shown = new Signal<ReadonlySet<OverlayId>>(named() ?? remembered());
    this.shown.subscribe((shown) => {
      store(shown);
      write(shown);
      this.ask();
    });
  }

  /** Listens to the worker; called when it is there. */
  connect(): void {
    if (this.connected) return;
    this.connected = true;
    const { simulation, scene, time } = this.studio;
    simulation.on("overlay-model", ({ model }) => {
      this.model.value = model;
    });
    simulation.on("overlays", ({ steps, parts }) => {
      simulation.send({ type: "overlays-taken" });
      if (!this.past.value) this.state.value = { steps, parts };
    });
    time.shown.subscribe((moment) => this.look(moment !== null));
    scene.subscribe((open) => {
      if (!open) return;
      this.state.value = null;
      this.askedSteps = -1;
      const wanted = named();
      if (!wanted) write(this.shown.value);
      else if (writeOverlays(wanted) !== writeOverlays(this.shown.value)) this.shown.value = wanted;
      this.ask(true);
    });
    addEventListener("hashchange", () => {
      const wanted = named();
      if (wanted) this.shown.value = wanted;
    });
    if (scene.value) {
      write(this.shown.value);
      this.ask(true);
    }
  }

  has(id: OverlayId): boolean {
    return this.shown.value.has(id);
  }

  toggle(id: OverlayId): void {
    const next = new Set(this.shown.value);
    if (!next.delete(id)) next.add(id);
    this.shown.value = next;
  }

  clear(): void {
    this.shown.value = new Set();
  }

  /** The picture shows this step while nothing runs; overlays of another one are requested again. */
  follow(steps: number): void {
    if (this.asked === "" || this.studio.status.value?.running) return;
    if (this.past.value || this.state.value?.steps === steps || this.askedSteps === steps) return;
    // the run has gone back: later data does not belong to the picture
    if ((this.state.value?.steps ?? 0) > steps) this.state.value = null;
    this.askedSteps = steps;
    this.ask(true);
  }

  /** The picture leaves the present state, or comes back to one, which may be another than before. */
  private look(past: boolean): void {
    if (past === this.past.value) return;
    this.past.value = past;
    this.askedSteps = -1;
    if (past) this.state.value = null;
    else this.ask(true);
  }

  private ask(again = false): void {
    const parts = partsOf(this.shown.value);
    const text = parts.join();
    if (!again && text === this.asked) return;
    if (parts.length === 0 && this.asked === "") return;
    this.asked = text;
    if (this.studio.scene.value) this.studio.simulation.send({ type: "overlays", parts });
  }
}

/** Overlays that the address names, or null where it says nothing of them. */
function named(): Set<OverlayId> | null {
  const text = inAddress("overlays");
  return text === null ? null : readOverlays(text);
}

function write(shown: ReadonlySet<OverlayId>): void {
  toAddress("overlays", shown.size > 0 ? writeOverlays(shown) : null);
}

function remembered(): Set<OverlayId> {
  try {
    return readOverlays(localStorage.getItem(KEY) ?? "");
  } catch {
    return new Set();
  }
}

function store(shown: ReadonlySet<OverlayId>): void {
  try {
    localStorage.setItem(KEY, writeOverlays(shown));
  } catch {
    // private windows may forbid it; then it is not remembered
  }
}
