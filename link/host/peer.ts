import { type Control, StepTimes } from "stiction";
import { encodeLink, type LinkForm } from "../protocol/codec.js";
import type { LinkFields, LinkMessage } from "../protocol/messages.js";

/** The way back to a peer. */
export interface LinkRoute {
  /** Who it is: "udp 127.0.0.1:4000". */
  readonly address: string;
  send(wire: Uint8Array | string): void;
}

/** Why actuators of a peer stand still. */
export interface Hold {
  readonly reason: string;
  /** Whether it was lost: it goes on with its next word. Otherwise it asks for that. */
  readonly lost: boolean;
  /** When it began: step, and s of the host's clock. */
  readonly step: number;
  readonly since: number;
}

/** What a peer is like, as a row of a table. Times in s. */
export interface PeerReport {
  readonly name: string;
  readonly role: string;
  readonly address: string;
  readonly lockStep: boolean;
  readonly messages: number;
  /** Steps that it asked for, those that it had to ask for again, and answers that took longer than a step. */
  readonly steps: number;
  readonly repeated: number;
  readonly late: number;
  /** From sensors to the inputs that answer them. */
  readonly roundTrip: TimesReport;
  /** Difference of the time between two messages from the step. */
  readonly jitter: TimesReport;
  /** Times that it was lost. */
  readonly losses: number;
  readonly held: string | null;
}

/** Percentiles of times, s. */
export interface TimesReport {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Percentiles of a histogram. */
export function timesReport(times: StepTimes): TimesReport {
  return { p50: times.percentile(0.5), p95: times.percentile(0.95), p99: times.percentile(0.99), max: times.max };
}

/** Reads a sensor of the present state. */
export type SensorReader = () => number;

/** A connected controller, device, viewer or platform. Values wait in a mailbox: the newest wins, there is no queue. */
export class Peer {
  readonly session: number;
  readonly hello: LinkFields<"hello">;
  readonly controls: readonly Control[];
  readonly sensors: readonly SensorReader[];
  /** Steps without a word after which it is lost. */
  readonly timeout: number;
  route: LinkRoute;
  form: LinkForm;
  /** Newest values by slot of its controls, NaN before the first; those that were applied; stamps of the source. */
  readonly values: Float64Array;
  readonly applied: Float64Array;
  stamp = 0;
  /** Newest sequence that was heard; −1: none. */
  heard = -1;
  heardStep: number;
  heardTime: number;
  /** When it was greeted, s of the host's clock. */
  readonly greetedTime: number;
  /** Step that it asked for, −1: none; lock-step. */
  asked = -1;
  /** When sensors were last sent, s. */
  answered = 0;
  hold: Hold | null = null;
  readonly roundTrip = new StepTimes();
  readonly jitter = new StepTimes();
  messages = 0;
  steps = 0;
  repeated = 0;
  losses = 0;
  private sent = 0;

  constructor(
    session: number,
    hello: LinkFields<"hello">,
    route: LinkRoute,
    form: LinkForm,
    controls: readonly Control[],
    sensors: readonly SensorReader[],
    timeout: number,
    step: number,
    now: number,
  ) {
    this.session = session;
    this.hello = hello;
    this.route = route;
    this.form = form;
    this.controls = controls;
    this.sensors = sensors;
    this.timeout = timeout;
    this.heardStep = step;
    this.heardTime = now;
    this.greetedTime = now;
    this.values = new Float64Array(controls.length).fill(Number.NaN);
    this.applied = new Float64Array(controls.length).fill(Number.NaN);
  }

  get name(): string {
    return this.hello.name === "" ? this.route.address : this.hello.name;
  }

  send(message: LinkMessage): void {
    this.sent = (this.sent + 1) >>> 0;
    this.route.send(encodeLink({ session: this.session, sequence: this.sent, message }, this.form));
  }

  report(): PeerReport {
    return {
      name: this.name,
      role: this.hello.role,
      address: this.route.address,
      lockStep: this.hello.lockStep,
      messages: this.messages,
      steps: this.steps,
      repeated: this.repeated,
      late: this.roundTrip.overruns,
      roundTrip: timesReport(this.roundTrip),
      jitter: timesReport(this.jitter),
      losses: this.losses,
      held: this.hold?.reason ?? null,
    };
  }
}
