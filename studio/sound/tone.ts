/** Steady sounds whose pitch and loudness follow a signal. */
import type { PlacedInput } from "./outlet.js";

/** Two seconds of noise: long enough that its repetition is not heard. */
export function noiseBuffer(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = 2 * Math.random() - 1;
  return buffer;
}

export class Tone {
  private readonly context: AudioContext;
  private readonly pitch: AudioParam;
  private readonly gain: GainNode;
  private readonly placed: PlacedInput | null;

  private constructor(context: AudioContext, to: AudioNode | PlacedInput, from: AudioNode, pitch: AudioParam) {
    this.context = context;
    this.pitch = pitch;
    this.gain = new GainNode(context, { gain: 0 });
    this.placed = to instanceof AudioNode ? null : to;
    from.connect(this.gain).connect(to instanceof AudioNode ? to : to.node);
  }

  static wave(context: AudioContext, to: AudioNode, type: OscillatorType): Tone {
    const source = new OscillatorNode(context, { type });
    source.start();
    return new Tone(context, to, source, source.frequency);
  }

  /** A buzz of a fundamental with falling overtones, dulled above `cutoff` (Hz). */
  static pulse(context: AudioContext, to: AudioNode, cutoff: number): Tone {
    const real = new Float32Array([0, 1, 0.6, 0.75, 0.3, 0.25, 0.4, 0.12, 0.1, 0.15]);
    const wave = context.createPeriodicWave(real, new Float32Array(real.length));
    const source = new OscillatorNode(context, { periodicWave: wave } as OscillatorOptions);
    const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: cutoff });
    source.connect(filter);
    source.start();
    return new Tone(context, to, filter, source.frequency);
  }

  /** Coloured noise; its pitch is a factor. */
  static noise(
    context: AudioContext,
    to: AudioNode | PlacedInput,
    buffer: AudioBuffer,
    { type, frequency }: { type: BiquadFilterType; frequency: number },
  ): Tone {
    const source = new AudioBufferSourceNode(context, { buffer, loop: true });
    const filter = new BiquadFilterNode(context, { type, frequency, Q: 0.8 });
    source.connect(filter);
    source.start();
    return new Tone(context, to, filter, source.playbackRate);
  }

  /** Pitch (Hz, or a factor) and loudness from now on, reached within about `smooth` s. */
  set(pitch: number, gain: number, smooth: number): void {
    const { currentTime } = this.context;
    this.pitch.setTargetAtTime(Math.max(1e-3, pitch), currentTime, smooth);
    this.gain.gain.setTargetAtTime(gain, currentTime, smooth);
  }

  /** Where it comes from, m. */
  place(at: readonly number[]): void {
    this.placed?.place(at);
  }
}
