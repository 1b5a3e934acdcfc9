/** What is heard in the cab: synthesised, placed in space, pitch and loudness from the simulation. */
import type { Seat } from "../pages/operator/seat.js";
import type { Impact } from "../worker/services/seat-protocol.js";
import { dopplerFactor } from "./doppler.js";
import { Outlet } from "./outlet.js";
import { clamp, digGain, engineFrequency, engineGain, IMPACTS_PER_SECOND, impactGain, pumpFrequency } from "./pitch.js";
import { noiseBuffer, Tone } from "./tone.js";

/** Time between updates, ms, and time constant of changes, s: neither clicks nor lag. */
const PERIOD = 16;
const SMOOTH = 0.03;
const FULL_POWER = 120e3;

type Vector = [number, number, number];

export class SeatSound {
  private readonly seat: Seat;
  private readonly context = new AudioContext({ latencyHint: "interactive" });
  readonly outlet = new Outlet(this.context);
  private readonly noise = noiseBuffer(this.context);
  private readonly tones: Readonly<
    Record<"engine" | "rumble" | "pump" | "slew" | "travel" | "dig" | "horn" | "buzzer", Tone>
  >;
  private timer: ReturnType<typeof setInterval> | undefined;
  private recent: number[] = [];
  private readonly before = new Map<number, { at: Vector; time: number; velocity: Vector }>();
  /** Time from the message of the last impact to the start of its sound, ms; NaN before. */
  impactDelay = Number.NaN;

  constructor(seat: Seat) {
    this.seat = seat;
    const { context, noise, outlet } = this;
    const { around } = outlet;
    this.tones = {
      engine: Tone.pulse(context, around, 900),
      rumble: Tone.noise(context, around, noise, { type: "lowpass", frequency: 180 }),
      pump: Tone.wave(context, around, "triangle"),
      slew: Tone.wave(context, around, "sine"),
      travel: Tone.noise(context, around, noise, { type: "lowpass", frequency: 320 }),
      dig: Tone.noise(context, outlet.placed(6), noise, { type: "bandpass", frequency: 700 }),
      horn: Tone.pulse(context, around, 2500),
      buzzer: Tone.wave(context, around, "square"),
    };
  }

  async start(): Promise<void> {
    await this.context.resume();
    this.outlet.master.gain.setTargetAtTime(0.6, this.context.currentTime, 0.1);
    this.timer = setInterval(() => this.update(), PERIOD);
    this.seat.heard = (impacts) => this.strike(impacts);
  }

  /** From a change of a signal to the loudspeaker, as the browser states it, ms. */
  get latency(): number {
    return 1000 * (this.context.baseLatency + (this.context.outputLatency || 0));
  }

  dispose(): void {
    clearInterval(this.timer);
    this.seat.heard = null;
    this.outlet.master.gain.setTargetAtTime(0, this.context.currentTime, 0.03);
    setTimeout(() => void this.context.close(), 150);
  }

  private update(): void {
    const { seat, tones } = this;
    const { signals } = seat;
    const running = seat.studio.status.value?.running ?? false;
    const quiet = running ? 1 : 0.35;
    const sensed = signals.get("engine");
    const rpm = seat.stopped.value ? 0 : Number.isFinite(sensed) ? (sensed * 60) / (2 * Math.PI) : seat.rpm.value;
    const load = clamp(signals.power / FULL_POWER);
    const way = running ? 1 : 0;
    tones.engine.set(engineFrequency(rpm) * (1 - 0.05 * load), 0.22 * quiet * engineGain(rpm / 2000, load), SMOOTH);
    tones.rumble.set(1, 0.35 * quiet * engineGain(rpm / 2000, load), SMOOTH);
    tones.pump.set(pumpFrequency(rpm), way * 0.05 * load * (rpm > 0 ? 1 : 0), SMOOTH);
    const turn = Math.abs(signals.or0("slew.speed"));
    tones.slew.set(140 + 260 * turn, way * 0.05 * clamp(turn / 0.4), SMOOTH);
    tones.travel.set(1 + 0.4 * signals.speed, way * 0.5 * clamp(signals.speed / 1.4), SMOOTH);
    const bucket = this.motion(seat.gauge?.body ?? -1);
    const speed = Math.hypot(...bucket.velocity);
    const ear = this.motion(this.cabBody());
    tones.dig.place(bucket.at);
    const shift = dopplerFactor(ear.at, ear.velocity, bucket.at, bucket.velocity);
    tones.dig.set(shift, way * 0.7 * digGain(signals.resistance, speed), SMOOTH);
    tones.horn.set(420, seat.horn.value ? 0.3 : 0, 0.01);
    const [first] = seat.warnings.value;
    const beeps = first?.level === "error" && Math.floor(this.context.currentTime * 4) % 2 === 0;
    const reverses =
      (seat.inputs.deflections.get("travel") ?? 0) < -0.05 && Math.floor(this.context.currentTime * 2) % 2 === 0;
    tones.buzzer.set(first?.level === "error" ? 1760 : 1180, beeps || (reverses && running) ? 0.05 : 0, 0.005);
    this.turnEars();
  }

  /** A blow of noise whose colour and length go with its energy, at the place of the body. */
  private strike(impacts: readonly Impact[]): void {
    const arrived = performance.now();
    const { context } = this;
    const now = context.currentTime;
    this.recent = this.recent.filter((time) => now - time < 1);
    for (const { bodyA, bodyB, energy } of impacts) {
      const loud = impactGain(energy);
      if (loud <= 0 || this.recent.length >= IMPACTS_PER_SECOND) continue;
      this.recent.push(now);
      const source = new AudioBufferSourceNode(context, { buffer: this.noise, playbackRate: 0.6 + 0.6 * (1 - loud) });
      const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: 400 + 1800 * (1 - loud), Q: 2 });
      const gain = new GainNode(context, { gain: 0.9 * loud });
      const length = 0.08 + 0.25 * loud;
      gain.gain.setTargetAtTime(0, now + 0.01, length / 3);
      const placed = this.outlet.placed(4);
      placed.place(this.placeOf(bodyA) ?? this.placeOf(bodyB) ?? [0, 0, 0]);
      source.connect(filter).connect(gain).connect(placed.node);
      source.start(now, Math.random() * 1.5, length + 0.1);
      source.onended = () => placed.end();
      this.impactDelay = performance.now() - arrived;
    }
  }

  private cabBody(): number {
    return this.seat.machine?.cab ?? -1;
  }

  private placeOf(body: number): Vector | null {
    return (this.seat.studio.viewport?.placeOf(body) as Vector | undefined) ?? null;
  }

  /** Place and velocity of a body, from the pictures and their time. */
  private motion(body: number): { at: Vector; velocity: Vector } {
    const at = this.placeOf(body) ?? [0, 0, 0];
    const time = this.seat.studio.viewport?.time ?? 0;
    const last = this.before.get(body);
    if (last && time === last.time) return last;
    const dt = last ? time - last.time : 0;
    const velocity = (last && dt > 0 && dt < 0.5 ? at.map((x, i) => (x - last.at[i]) / dt) : [0, 0, 0]) as Vector;
    this.before.set(body, { at, time, velocity });
    return { at, velocity };
  }

  /** The ears are those of the view. */
  private turnEars(): void {
    const { viewport } = this.seat.studio;
    if (!viewport) return;
    const { eye, target } = viewport.sight;
    const d = target.map((x, i) => x - eye[i]);
    const size = Math.hypot(...d) || 1;
    this.outlet.turn({ eye, ahead: d.map((x) => x / size), up: [0, 0, 1] });
  }
}
