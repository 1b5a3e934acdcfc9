/** Where sounds go: two loudspeakers by the browser's panner, or those of 5.1 and 7.1. */
import { distanceGain, heardFrom, type Layout, layoutFor, panGains } from "./surround.js";

/** Ears: place, direction of the view, and up; world. */
export interface Ears {
  readonly eye: readonly number[];
  readonly ahead: readonly number[];
  readonly up: readonly number[];
}

/** An entrance for a sound that comes from somewhere. */
export interface PlacedInput {
  readonly node: AudioNode;
  place(at: readonly number[]): void;
  end(): void;
}

/** Part of the bass that the subwoofer gets. */
const LOW = 0.5;
/** Time constant of gains that change, s. */
const SMOOTH = 0.03;

export class Outlet {
  private readonly context: AudioContext;
  readonly layout: Layout | null;
  /** Everything, for the loudness of all. */
  readonly master: GainNode;
  /** For what is all around: engine, horn. */
  readonly around: GainNode;
  private ears: Ears = { eye: [0, 0, 0], ahead: [1, 0, 0], up: [0, 0, 1] };

  constructor(context: AudioContext) {
    this.context = context;
    const { destination } = context;
    this.layout = layoutFor(destination.maxChannelCount);
    const channels = this.layout?.channels ?? Math.min(2, destination.maxChannelCount);
    destination.channelCount = channels;
    const whole = this.layout ? { channelCount: channels, channelCountMode: "explicit" as const } : {};
    this.master = new GainNode(context, {
      gain: 0,
      ...whole,
      channelInterpretation: this.layout ? "discrete" : "speakers",
    });
    this.master.connect(destination);
    this.around = new GainNode(context, this.layout ? { channelCount: 1, channelCountMode: "explicit" } : {});
    if (this.layout) this.spread(this.layout);
    else this.around.connect(this.master);
  }

  /** What is all around goes to every loudspeaker but the one in the middle, at a power of 1, and to the subwoofer. */
  private spread({ channels, speakers, low }: Layout): void {
    const merger = new ChannelMergerNode(this.context, { numberOfInputs: channels });
    const all = speakers.filter(({ azimuth }) => azimuth !== 0);
    const part = new GainNode(this.context, { gain: 1 / Math.sqrt(all.length) });
    this.around.connect(part);
    for (const { channel } of all) part.connect(merger, 0, channel);
    const bass = new BiquadFilterNode(this.context, { type: "lowpass", frequency: 120 });
    this.around
      .connect(bass)
      .connect(new GainNode(this.context, { gain: LOW }))
      .connect(merger, 0, low);
    merger.connect(this.master);
  }

  /** A sound that comes from a place, as loud as it is at `reference` m and nearer. */
  placed(reference: number): PlacedInput {
    return this.layout ? this.panned(this.layout, reference) : this.browsers(reference);
  }

  private panned(layout: Layout, reference: number): PlacedInput {
    const { context } = this;
    const node = new GainNode(context, { channelCount: 1, channelCountMode: "explicit" });
    const merger = new ChannelMergerNode(context, { numberOfInputs: layout.channels });
    const gains = layout.speakers.map(({ channel }) => {
      const gain = new GainNode(context, { gain: 0 });
      node.connect(gain).connect(merger, 0, channel);
      return { channel, gain };
    });
    merger.connect(this.master);
    let isNew = true;
    return {
      node,
      place: (at) => {
        const { azimuth, distance } = heardFrom(at, this.ears.eye, this.ears.ahead, this.ears.up);
        const levels = panGains(layout, azimuth);
        const loud = distanceGain(distance, reference);
        for (const { channel, gain } of gains) {
          if (isNew) gain.gain.value = loud * levels[channel];
          else gain.gain.setTargetAtTime(loud * levels[channel], context.currentTime, SMOOTH);
        }
        isNew = false;
      },
      end: () => merger.disconnect(),
    };
  }

  private browsers(reference: number): PlacedInput {
    const panner = new PannerNode(this.context, { panningModel: "equalpower", refDistance: reference });
    panner.connect(this.master);
    return {
      node: panner,
      place: ([x, y, z]) => {
        panner.positionX.value = x;
        panner.positionY.value = y;
        panner.positionZ.value = z;
      },
      end: () => panner.disconnect(),
    };
  }

  /** Where the ears are. */
  turn(ears: Ears): void {
    this.ears = ears;
    const { listener } = this.context;
    if (!listener.positionX) return;
    const set = (params: readonly AudioParam[], values: readonly number[]) =>
      params.forEach((param, k) => {
        param.value = values[k];
      });
    set([listener.positionX, listener.positionY, listener.positionZ], ears.eye);
    set([listener.forwardX, listener.forwardY, listener.forwardZ], ears.ahead);
    set([listener.upX, listener.upY, listener.upZ], ears.up);
  }
}
