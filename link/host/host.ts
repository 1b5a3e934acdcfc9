import { type Control, nearestWord, readSensor, type Simulation, SpecError, setControl, takeEvents } from "stiction";
import { describeEvent, type RecordedEvent } from "stiction/io";
import type { Follower } from "../follow/follower.js";
import { decodeLink, encodeLink, type LinkForm } from "../protocol/codec.js";
import { type LinkEnvelope, LinkError, type LinkFields, type LinkMessage, type Refusal } from "../protocol/messages.js";
import { type LinkRoute, Peer, type PeerReport, type SensorReader } from "./peer.js";
import { type LinkLog, QuietLog } from "./quiet-log.js";

/** A value that reached the model: the record of a session is a list of these. */
export interface AppliedInput {
  /** Steps that had been made. */
  readonly step: number;
  readonly control: string;
  readonly value: number;
  /** Clock of the source, s. */
  readonly time: number;
  readonly source: string;
}

/** What a host needs. */
export interface LinkHostOptions {
  /** Seconds of a clock that never goes back. */
  readonly clock: () => number;
  /** A number from 1 to 2³² − 1 that a stranger cannot guess: the session of a peer. */
  readonly token: () => number;
  /** Hash of the scene: peers that name another one are refused. */
  readonly hash: string;
  readonly log?: LinkLog;
  /** Steps without a word after which a peer is lost, unless it asks for another number. */
  readonly timeout?: number;
  /**
   * Controls whose values are measurements of a machine that the model follows, not positions of a lever: the sensor that
   * the measurement stands for, and how it is followed.
   */
  readonly follow?: ReadonlyMap<string, { readonly sensor: string; readonly follower: Follower }>;
  /** Peers at the same time. */
  readonly maxPeers?: number;
  onInput?(input: AppliedInput): void;
  onEvent?(event: RecordedEvent): void;
  /** A viewer or a platform came, spoke, or left; what they get is not the host's. */
  onPeer?(peer: Peer, message: LinkMessage | null): void;
}

const DEFAULT_TIMEOUT = 40;
const DEFAULT_PEERS = 32;
/** Sequence numbers count in 32 bits: one is newer when it is less than half of them ahead. */
const HALF = 0x80000000;

/**
 * The simulation's end of the link, without sockets and without a clock of its own: takes what peers send, puts the
 * newest values into the model before a step, sends sensors and events after it. A peer that is not heard for `timeout`
 * steps is lost: its controls go to rest, or stay where they are if they do not return, until it speaks again.
 */
export class LinkHost {
  readonly simulation: Simulation;
  /** Steps that were made. */
  step = 0;
  /** Messages that were refused. */
  refused = 0;
  private readonly options: LinkHostOptions;
  private readonly log: QuietLog;
  private readonly peers = new Map<string, Peer>();
  /** Peers that are gone, for the report. */
  private readonly gone: PeerReport[] = [];
  private ended = false;

  constructor(simulation: Simulation, options: LinkHostOptions) {
    this.simulation = simulation;
    this.options = options;
    this.log = new QuietLog(options.log ?? (() => undefined), options.clock);
  }

  /** Everyone who is connected. */
  get connected(): readonly Peer[] {
    return [...this.peers.values()];
  }

  report(): readonly PeerReport[] {
    return [...this.gone, ...this.connected.map((peer) => peer.report())];
  }

  /** Takes what came over the wire. What is no message, or not allowed, is answered and logged; nothing is thrown. */
  receive(wire: Uint8Array | string, route: LinkRoute): void {
    if (this.ended) return; // it was on its way when goodbye was said
    let form: LinkForm = typeof wire === "string" ? "json" : "binary";
    try {
      const decoded = decodeLink(wire);
      form = decoded.form;
      this.handle(decoded, form, route);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.refused++;
      this.log.warn(`${error.refusal} ${route.address}`, `${route.address}: ${error.message}`);
      // strangers get no answer to noise: an answer to a forged address would be noise for someone else
      if (error.refusal !== "malformed" || this.peers.has(route.address))
        refuse(route, form, error.refusal, error.message);
    }
  }

  /** A transport has lost its connection. */
  closed(address: string): void {
    const peer = this.peers.get(address);
    if (peer !== undefined) this.remove(peer, "the connection was closed");
  }

  /** Whether every lock-step peer has asked for the step that is next. Lost ones are not waited for. */
  mayStep(): boolean {
    for (const peer of this.peers.values())
      if (peer.hello.lockStep && peer.hold === null && peer.asked !== this.step) return false;
    return true;
  }

  /** Finds peers that are silent. Call it now and then, also while a step is waited for. */
  sweep(): void {
    const now = this.options.clock();
    const h = this.simulation.model.options.timestep;
    for (const peer of this.connected) {
      const silent = now - (peer.hello.lockStep ? Math.max(peer.heardTime, peer.answered) : peer.heardTime);
      if (peer.hello.role !== "controller" || (peer.heard < 0 && !peer.hello.lockStep)) {
        if (silent > SILENCE) this.remove(peer, `it said nothing for ${SILENCE} s`);
        continue;
      }
      if (peer.hold !== null) continue;
      // a step that takes long must not look like a silent peer: time counts from the answer, or both clocks must go on
      const over = peer.hello.lockStep
        ? peer.asked !== this.step && silent > peer.timeout * h
        : this.step - peer.heardStep > peer.timeout && silent > 0.5 * peer.timeout * h;
      if (!over) continue;
      peer.losses++;
      this.holdPeer(peer, `no word for ${Math.round(1000 * silent)} ms (${peer.timeout} steps allowed)`, true);
    }
  }

  /** Puts the newest values into the model; before every step. */
  beforeStep(): void {
    for (const peer of this.peers.values()) {
      if (peer.hold !== null) continue;
      for (let k = 0; k < peer.controls.length; k++) {
        const value = this.leverOf(peer, k);
        if (Number.isNaN(value) || value === peer.applied[k]) continue;
        peer.applied[k] = value;
        this.apply(peer.controls[k].name, value, peer.stamp, peer.name);
      }
    }
  }

  /** Counts the step, and sends sensors and events. */
  afterStep(): void {
    this.step++;
    const { model, data } = this.simulation;
    if (data.eventCount[0] !== data.eventCount[1]) {
      for (const event of takeEvents(data)) this.tellEvent(describeEvent(model, event, this.step));
    }
    for (const peer of this.peers.values()) {
      if (peer.hello.role !== "controller") continue;
      if (peer.hello.lockStep ? peer.hold === null : this.isDue(peer)) this.sendSensors(peer);
    }
  }

  /** The newest value of a control; where the model follows a machine, the lever that makes it. */
  private leverOf({ controls, values, stamp }: Peer, k: number): number {
    const follow = this.options.follow?.get(controls[k].name);
    if (follow === undefined || Number.isNaN(values[k])) return values[k];
    const { model, data } = this.simulation;
    follow.follower.measure(values[k], stamp);
    return follow.follower.command(readSensor(model, data, follow.sensor));
  }

  /** Moves a control by the name of a source that is no peer: a device behind the bridge. */
  apply(control: string, value: number, time: number, source: string): void {
    const { model, data } = this.simulation;
    // −0 would not survive a record in JSON
    setControl(model, data, control, value + 0);
    this.options.onInput?.({ step: this.step, control, value: value + 0, time, source });
  }

  /** Puts controls to rest: levers that return go to neutral, the others stay. */
  rest(controls: readonly Control[], source: string): void {
    for (const { name, min, max, returns } of controls) {
      if (returns) this.apply(name, Math.max(min, Math.min(max, 0)), this.options.clock(), source);
    }
  }

  /** Says goodbye to everyone, and listens no longer. */
  end(reason: string): void {
    this.ended = true;
    for (const peer of this.connected) {
      peer.send({ type: "bye", reason });
      this.forget(peer);
      this.keepReport(peer);
    }
  }

  private handle(envelope: LinkEnvelope, form: LinkForm, route: LinkRoute): void {
    const { message } = envelope;
    if (message.type === "hello") {
      this.greet(message, envelope.sequence, form, route);
      return;
    }
    const peer = this.peers.get(route.address);
    if (peer === undefined || peer.session !== envelope.session)
      throw new LinkError("session", `${message.type}: session ${envelope.session} is not known here: say hello first`);
    if (message.type === "step") {
      this.takeStep(peer, message, envelope.sequence);
      return;
    }
    if (peer.heard >= 0 && (envelope.sequence - peer.heard) >>> 0 >= HALF) return; // overtaken on the way
    if (envelope.sequence === peer.heard) return; // doubled on the way
    this.hear(peer, envelope.sequence);
    if (message.type === "inputs") this.takeInputs(peer, message);
    else if (message.type === "hold") this.holdPeer(peer, `it asks for it: ${message.reason}`, false);
    else if (message.type === "resume") this.resumePeer(peer);
    else if (message.type === "bye") this.remove(peer, message.reason || "it left");
    else this.options.onPeer?.(peer, message);
  }

  private greet(hello: LinkFields<"hello">, sequence: number, form: LinkForm, route: LinkRoute): void {
    const { model } = this.simulation;
    const { hash, clock, token } = this.options;
    if (hello.scene !== "" && hello.scene !== hash && hello.scene !== model.name)
      throw new LinkError("scene", `this is scene "${model.name}" (${hash}), not "${hello.scene}"`);
    const known = this.peers.get(route.address);
    if (known !== undefined && JSON.stringify(known.hello) === JSON.stringify(hello)) {
      if (known.messages === 0) {
        // asked again since the answer took long: another session would make the first answer, still on its way, a lie
        this.welcome(known);
        return;
      }
      if (this.wasOvertaken(known, sequence)) return;
    }
    const before = known ?? this.sameName(hello);
    if (before === undefined && this.peers.size >= (this.options.maxPeers ?? DEFAULT_PEERS))
      throw new LinkError("busy", `${this.peers.size} peers are connected, which is the limit: disconnect one`);
    const controls = hello.controls.map((name) => this.findControl(name, before));
    const sensors = hello.sensors.map((name) => this.findSensor(name));
    const timeout = hello.timeout > 0 ? hello.timeout : (this.options.timeout ?? DEFAULT_TIMEOUT);
    const peer = new Peer(token(), hello, route, form, controls, sensors, timeout, this.step, clock());
    if (before !== undefined) {
      peer.losses = before.losses;
      peer.hold = before.hold;
      this.forget(before);
      if (before.messages > 0) this.keepReport(before);
      // what was sent to its session ends
      this.options.onPeer?.(before, { type: "bye", reason: "it connected again" });
    }
    this.peers.set(route.address, peer);
    if (peer.hold !== null) this.resumePeer(peer);
    else this.log.info(`${peer.name} (${hello.role}, ${route.address}) ${before ? "connected again" : "connected"}`);
    this.welcome(peer);
    this.options.onPeer?.(peer, null);
  }

  /** Whether a hello with this sequence was said before what came from the peer already: it knows its session, and another one would end it. */
  private wasOvertaken(peer: Peer, sequence: number): boolean {
    const older = peer.heard >= 0 && (peer.heard - sequence) >>> 0 < HALF;
    return older && this.options.clock() - peer.greetedTime < LONGEST_WAY;
  }

  private welcome(peer: Peer): void {
    const { model, data } = this.simulation;
    peer.send({
      type: "welcome",
      scene: model.name,
      hash: this.options.hash,
      timestep: model.options.timestep,
      step: this.step,
      time: data.time,
      lockStep: peer.hello.lockStep,
      timeout: peer.timeout,
      held: peer.hold !== null,
      controls: peer.controls.map(({ name }) => name),
      lower: peer.controls.map(({ min }) => min),
      upper: peer.controls.map(({ max }) => max),
      sensors: peer.hello.sensors,
    });
    if (peer.hello.role === "controller") this.sendSensors(peer);
  }

  /** A controller that was killed and started again has another address, but the same name. */
  private sameName({ name, role }: LinkFields<"hello">): Peer | undefined {
    return name === ""
      ? undefined
      : this.connected.find((peer) => peer.hello.name === name && peer.hello.role === role);
  }

  private findControl(name: string, before: Peer | undefined): Control {
    const { controls } = this.simulation.model;
    const found = controls.find((control) => control.name === name);
    if (found === undefined) {
      const names = controls.map((control) => control.name);
      const near = nearestWord(name, names);
      throw new LinkError(
        "control",
        `no control "${name}"; ${near ? `did you mean "${near}"?` : `known: ${names.join(", ")}`}`,
      );
    }
    const owner = this.connected.find((peer) => peer !== before && peer.hold === null && peer.controls.includes(found));
    if (owner !== undefined)
      throw new LinkError("control", `control "${name}" is moved by ${owner.name}: disconnect it first`);
    return found;
  }

  private findSensor(name: string): SensorReader {
    const { model, data } = this.simulation;
    const column = model.sensors.columns.find((known) => known.name === name);
    if (column !== undefined) return () => data.slot[column.slot];
    try {
      readSensor(model, data, name);
    } catch (error) {
      if (error instanceof SpecError) throw new LinkError("sensor", error.message);
      throw error;
    }
    return () => readSensor(model, data, name);
  }

  private hear(peer: Peer, sequence: number): void {
    const now = this.options.clock();
    const h = this.simulation.model.options.timestep;
    if (peer.heard >= 0) peer.jitter.add(Math.abs(now - peer.heardTime - h));
    peer.messages++;
    peer.heard = sequence;
    peer.heardStep = this.step;
    peer.heardTime = now;
    if (peer.hold?.lost) this.resumePeer(peer);
  }

  private takeInputs(peer: Peer, { slots, values, time, echo }: LinkFields<"inputs">): void {
    if (slots.length !== values.length)
      throw new LinkError("malformed", `expected as many values as slots, got ${values.length} and ${slots.length}`);
    const strange = slots.find((slot) => slot >= peer.controls.length);
    if (strange !== undefined)
      throw new LinkError(
        "control",
        `slot ${strange}: this peer has ${peer.controls.length} controls, see its welcome`,
      );
    slots.forEach((slot, k) => {
      peer.values[slot] = values[k];
    });
    peer.stamp = time;
    const delay = this.options.clock() - echo;
    if (echo > 0 && delay >= 0) peer.roundTrip.add(delay, this.simulation.model.options.timestep);
  }

  private takeStep(peer: Peer, message: LinkFields<"step">, sequence: number): void {
    if (!peer.hello.lockStep)
      throw new LinkError("order", "step: this peer runs freely; say hello with lockStep to ask for steps");
    if (message.step > this.step)
      throw new LinkError("order", `step ${message.step} is asked for, but ${this.step} steps were made`);
    if (message.step < this.step || peer.asked === this.step) {
      // asked for again, or by someone who was away: the answer got lost, or time has gone on without it
      peer.repeated++;
      if (peer.hold !== null) this.hear(peer, sequence);
      if (message.step < this.step) this.sendSensors(peer);
      return;
    }
    this.hear(peer, sequence);
    this.takeInputs(peer, message);
    peer.steps++;
    peer.asked = this.step;
  }

  private sendSensors(peer: Peer): void {
    const sent = this.options.clock();
    peer.answered = sent;
    peer.send({
      type: "sensors",
      step: this.step,
      time: this.simulation.data.time,
      sent,
      echo: peer.stamp,
      held: peer.hold !== null,
      values: peer.sensors.map((read) => {
        const value = read();
        return Number.isFinite(value) ? value : 0;
      }),
    });
  }

  /** Free-running peers get sensors at their rate. */
  private isDue({ hello }: Peer): boolean {
    const every =
      hello.rate > 0 ? Math.max(1, Math.round(1 / (hello.rate * this.simulation.model.options.timestep))) : 1;
    return this.step % every === 0;
  }

  private tellEvent(event: RecordedEvent): void {
    const { step, time, code, name, who, value } = event;
    this.options.onEvent?.(event);
    const message: LinkMessage = {
      type: "event",
      step,
      time,
      code,
      name,
      who,
      value: Number.isFinite(value) ? value : 0,
    };
    for (const peer of this.peers.values()) if (peer.hello.role === "controller") peer.send(message);
  }

  private holdPeer(peer: Peer, reason: string, lost: boolean): void {
    if (peer.hold !== null) return;
    peer.hold = { reason, lost, step: this.step, since: this.options.clock() };
    peer.applied.fill(Number.NaN);
    peer.asked = -1;
    this.rest(peer.controls, peer.name);
    const names = peer.controls.map(({ name }) => name).join(", ");
    this.log.warn(
      `hold ${peer.name}`,
      `${peer.name} is ${lost ? "lost" : "held"} at step ${this.step}: ${reason}; on hold: ${names || "nothing"}`,
    );
    for (const other of this.peers.values())
      other.send({ type: "hold", step: this.step, reason: `${peer.name}: ${reason}` });
  }

  private resumePeer(peer: Peer): void {
    if (peer.hold === null) return;
    const away = this.options.clock() - peer.hold.since;
    peer.hold = null;
    this.log.info(`${peer.name} is back at step ${this.step}, after ${away.toFixed(2)} s`);
    for (const other of this.peers.values()) other.send({ type: "resume", step: this.step });
  }

  private remove(peer: Peer, reason: string): void {
    this.log.info(`${peer.name} is gone: ${reason}`);
    if (peer.hold === null) this.rest(peer.controls, peer.name);
    this.forget(peer);
    this.keepReport(peer);
    this.options.onPeer?.(peer, { type: "bye", reason });
  }

  private keepReport(peer: Peer): void {
    this.gone.push(peer.report());
    if (this.gone.length > MAX_GONE) this.gone.shift();
  }

  private forget(peer: Peer): void {
    if (this.peers.get(peer.route.address) === peer) this.peers.delete(peer.route.address);
  }
}

/** A hello with an old sequence that arrives later than this after the greeting was not overtaken on its way: the peer began anew, s. */
const LONGEST_WAY = 2;
/** Peers that are waited for by no step must speak within this time, s; viewers acknowledge what they get. */
const SILENCE = 10;
/** Rows of peers that are gone in a report. */
const MAX_GONE = 64;

function refuse(route: LinkRoute, form: LinkForm, refusal: Refusal, text: string): void {
  route.send(
    encodeLink({ session: 0, sequence: 0, message: { type: "error", refusal, text: text.slice(0, 300) } }, form),
  );
}
