import { dequantizePose, POSE } from "./quantize.js";

/** A pose of one frame. */
interface Sample {
  readonly frame: number;
  /** Clock of the authority, s. */
  readonly at: number;
  readonly values: Int32Array;
}

/** Poses that are kept of a body: more than an authority may refer back to. */
const KEPT = 256;

/** What a viewer knows of the motion of one body. */
export class PoseTrack {
  private readonly samples: Sample[] = [];
  private readonly a = new Float64Array(POSE);
  private readonly b = new Float64Array(POSE);

  /** The pose of a frame, which others are differences from; undefined when it is not known. */
  base(frame: number): Int32Array | undefined {
    return this.samples.findLast((sample) => sample.frame === frame)?.values;
  }

  /** The newest pose that is known. */
  get newest(): Int32Array | undefined {
    return this.samples.at(-1)?.values;
  }

  /**
   * Notes a pose. `still` is a frame before it up to which the body is known to have stood where it was, with its time:
   * without it, a body that starts to move would be drawn as moving since its last pose.
   */
  add(
    frame: number,
    at: number,
    values: Int32Array,
    still: { readonly frame: number; readonly at: number } | null,
  ): void {
    const last = this.samples.at(-1);
    if (last !== undefined && still !== null && still.frame > last.frame && still.frame < frame)
      this.insert({ ...still, values: last.values });
    this.insert({ frame, at, values });
    if (this.samples.length > KEPT) this.samples.splice(0, this.samples.length - KEPT);
  }

  private insert(sample: Sample): void {
    const at = this.samples.findLastIndex((known) => known.frame <= sample.frame);
    const replaces = at >= 0 && this.samples[at].frame === sample.frame;
    this.samples.splice(replaces ? at : at + 1, replaces ? 1 : 0, sample);
  }

  /** The pose at time `at` of the authority's clock, between the poses around it; the first or last beyond them. */
  pose(at: number, out: Float64Array, o: number): boolean {
    const { samples } = this;
    if (samples.length === 0) return false;
    const k = samples.findLastIndex((sample) => sample.at <= at);
    if (k < 0 || k === samples.length - 1) {
      dequantizePose(samples[Math.max(0, k)].values, 0, out, o);
      return true;
    }
    const [from, to] = [samples[k], samples[k + 1]];
    dequantizePose(from.values, 0, this.a, 0);
    dequantizePose(to.values, 0, this.b, 0);
    mix(this.a, this.b, (at - from.at) / (to.at - from.at), out, o);
    return true;
  }
}

/** Position linear, quaternion linear and of length 1 again: for the small turns between frames that is enough. */
function mix(a: Float64Array, b: Float64Array, t: number, out: Float64Array, o: number): void {
  for (let c = 0; c < 3; c++) out[o + c] = a[c] + t * (b[c] - a[c]);
  let dot = 0;
  for (let c = 3; c < POSE; c++) dot += a[c] * b[c];
  let square = 0;
  for (let c = 3; c < POSE; c++) {
    const q = a[c] + t * ((dot < 0 ? -b[c] : b[c]) - a[c]);
    out[o + c] = q;
    square += q * q;
  }
  for (let c = 3; c < POSE; c++) out[o + c] /= Math.sqrt(square);
}
