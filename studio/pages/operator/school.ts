/** The seat as one of a school: pairing, the session that the instructor began, words, faults. */
import type { UntypedSpec } from "stiction";
import type { Assessment } from "../../../exercises/types.js";
import type { Fault, SceneOfOrder, SeatOrder, ToSeat } from "../../../server/protocol.js";
import { Signal } from "../../signal.js";
import type { SceneSource } from "../../worker/protocol.js";
import type { Seat } from "./seat.js";

/** Where this browser remembers that it is a seat of a school. */
const KEY = "stiction.school";
/** Closed for good: unpaired, or another version. */
const UNPAIRED = 1008;
/** Messages that are shown at most. */
const MOST = 4;
/** Time between two reports of the seat's state, ms. */
const STATUS = 2000;

/** Words for the operator. */
export interface SchoolNote {
  readonly id: string;
  readonly text: string;
  readonly from: string;
  readonly level: "info" | "warn" | "error";
}

export class SchoolSeat {
  /** Name of the seat; null: it belongs to no school. */
  readonly name = new Signal<string | null>(null);
  readonly connected = new Signal(false);
  readonly order = new Signal<SeatOrder | null>(null);
  readonly progress = new Signal(0);
  readonly paused = new Signal(false);
  readonly notes = new Signal<readonly SchoolNote[]>([]);
  readonly faults = new Signal<ReadonlySet<Fault>>(new Set());
  readonly grade = new Signal<Assessment | null>(null);
  private readonly seat: Seat;
  private count = 0;

  constructor(seat: Seat) {
    this.seat = seat;
  }

  /** Joins the school again that this browser belongs to; returns what ends it. */
  enter(): () => void {
    const { simulation } = this.seat.studio;
    const ends = [
      simulation.on("school", ({ message }) => this.hear(message)),
      simulation.on("school-state", ({ connected, code }) => {
        this.connected.value = connected;
        if (code === UNPAIRED) this.leave();
      }),
    ];
    const timer = setInterval(() => this.tell(), STATUS);
    const known = remembered();
    if (known !== null) this.connect(known);
    return () => {
      clearInterval(timer);
      for (const end of ends) end();
      if (this.name.value !== null) simulation.send({ type: "school-close" });
    };
  }

  /** Joins a school by a code; returns what went wrong, undefined: nothing. */
  async join(code: string): Promise<string | undefined> {
    try {
      const response = await fetch("/api/pair", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ code }),
      });
      const answer = (await response.json()) as { name?: string; error?: string };
      if (!response.ok || answer.name === undefined) return answer.error ?? response.statusText;
      this.connect(answer.name);
      return undefined;
    } catch {
      return "no-school";
    }
  }

  /** Leaves the school. */
  async quit(): Promise<void> {
    await fetch("/api/seat", { method: "DELETE" }).catch(() => undefined);
    this.leave();
  }

  read(id: string): void {
    this.notes.value = this.notes.value.filter((note) => note.id !== id);
  }

  private connect(name: string): void {
    this.name.value = name;
    remember(name);
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/seat/live`;
    this.seat.studio.simulation.send({ type: "school-open", url });
  }

  private leave(): void {
    this.seat.studio.simulation.send({ type: "school-close" });
    this.end();
    this.name.value = null;
    this.connected.value = false;
    remember(null);
  }

  private hear(message: ToSeat): void {
    if (message.type === "welcome") {
      this.name.value = message.seat.name;
      remember(message.seat.name);
      this.faults.value = new Set(message.faults);
      if (message.order === null) this.end();
      else this.begin(message.order);
    } else if (message.type === "start") this.begin(message.order);
    else if (message.type === "stop") this.end();
    else if (message.type === "pause") this.paused.value = message.paused;
    else if (message.type === "graded") this.grade.value = message.grade;
    else if (message.type === "fault") this.setFault(message.fault, message.on);
    else if (message.type === "message") this.note(message.id, message.text, message.from, "info");
    else if (message.type === "report") {
      this.progress.value = message.progress;
      for (const { text, level } of message.messages) this.note(`note ${++this.count}`, text, "", level);
    } else if (message.type === "renamed") this.name.value = message.name;
    else if (message.type === "unpaired") this.leave();
  }

  private begin(order: SeatOrder): void {
    this.progress.value = order.progress;
    this.paused.value = order.paused;
    if (this.order.value?.session === order.session) return;
    this.order.value = order;
    this.grade.value = null;
    this.notes.value = [];
    void this.open(order);
  }

  private async open(order: SeatOrder): Promise<void> {
    const { studio } = this.seat;
    const { simulation } = studio;
    simulation.send({ type: "school-run", order });
    await studio.open(exerciseSource(order.session, order));
    if (this.order.value === order && order.paused) simulation.pause();
  }

  private end(): void {
    if (this.order.value === null) return;
    this.order.value = null;
    this.paused.value = false;
    this.faults.value = new Set();
    const { simulation } = this.seat.studio;
    simulation.send({ type: "school-run", order: null });
    simulation.pause();
  }

  private setFault(fault: Fault, on: boolean): void {
    const faults = new Set(this.faults.value);
    if (on) faults.add(fault);
    else faults.delete(fault);
    this.faults.value = faults;
    this.seat.inputs.refresh();
  }

  private note(id: string, text: string, from: string, level: SchoolNote["level"]): void {
    this.notes.value = [...this.notes.value, { id, text, from, level }].slice(-MOST);
  }

  private tell(): void {
    if (!this.connected.value) return;
    const { studio } = this.seat;
    const { factor = 0, running = false } = studio.status.value ?? {};
    const scene = studio.scene.value?.description.name ?? "";
    const status = {
      machine: this.order.value?.exercise ?? "",
      scene,
      factor: Number.isFinite(factor) ? factor : 0,
      running,
    };
    studio.simulation.send({ type: "school-send", message: { type: "status", status } });
  }
}

/** The scene of an exercise as a source. */
export function exerciseSource(
  session: string,
  { scene, params, spec, sensors, marks, surveys }: SceneOfOrder,
): SceneSource {
  const own = spec === undefined ? {} : { spec: spec as UntypedSpec };
  return { kind: "exercise", session, exercise: { scene: { name: scene, params, ...own }, sensors, marks, surveys } };
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // private windows may forbid it: then the code is asked for again
  }
}
