/** Gains of loudspeakers around the listener for a sound from a direction. Knows no page. */

/** A loudspeaker: its channel, and its direction to the left of ahead, rad; the subwoofer has none. */
interface Speaker {
  readonly channel: number;
  readonly azimuth: number;
}

export interface Layout {
  readonly channels: number;
  /** Counter-clockwise from above. */
  readonly speakers: readonly Speaker[];
  /** Channel of the subwoofer. */
  readonly low: number;
}

const at = (channel: number, degrees: number): Speaker => ({ channel, azimuth: (degrees * Math.PI) / 180 });

/** 5.1 as ITU-R BS.775 places it; channels in the order of the Web Audio API: L, R, C, LFE, SL, SR. */
export const SURROUND_5_1: Layout = {
  channels: 6,
  speakers: [at(2, 0), at(0, 30), at(4, 110), at(5, 250), at(1, 330)],
  low: 3,
};

/** 7.1, layout I of ITU-R BS.2051; channels in the order of wave files: L, R, C, LFE, back L and R, side L and R. */
export const SURROUND_7_1: Layout = {
  channels: 8,
  speakers: [at(2, 0), at(0, 30), at(6, 90), at(4, 135), at(5, 225), at(7, 270), at(1, 330)],
  low: 3,
};

/** The layout for as many channels as a device has; null: two, or one, for which the browser pans itself. */
export function layoutFor(channels: number): Layout | null {
  return channels >= 8 ? SURROUND_7_1 : channels >= 6 ? SURROUND_5_1 : null;
}

/**
 * Gains per channel for a sound from `azimuth`, rad to the left of ahead: vector base amplitude panning between the two
 * loudspeakers around it [Pulkki1997] eq. (7), of power 1. With the pair at ±φ₀ about its middle this is the law of
 * tangents, tan φ / tan φ₀ = (g₁ − g₂) / (g₁ + g₂).
 */
export function panGains(
  { channels, speakers }: Layout,
  azimuth: number,
  out = new Float64Array(channels),
): Float64Array {
  out.fill(0);
  const angle = azimuth - 2 * Math.PI * Math.floor(azimuth / (2 * Math.PI));
  let k = speakers.length - 1;
  while (k > 0 && speakers[k].azimuth > angle) k--;
  const [a, b] = [speakers[k], speakers[(k + 1) % speakers.length]];
  const width = b.azimuth + (b.azimuth <= a.azimuth ? 2 * Math.PI : 0) - a.azimuth;
  const from = angle - a.azimuth;
  // p = g₁ l₁ + g₂ l₂ in the plane: by the sine rule g₁ : g₂ = sin(width − from) : sin(from)
  const [g1, g2] = [Math.sin(width - from), Math.sin(from)];
  const scale = 1 / Math.hypot(g1, g2);
  out[a.channel] = g1 * scale;
  out[b.channel] = g2 * scale;
  return out;
}

/** Where a place is for ears at `eye` that look along `ahead`: azimuth, rad to the left, and distance, m. */
export function heardFrom(
  place: readonly number[],
  eye: readonly number[],
  ahead: readonly number[],
  up: readonly number[],
): { azimuth: number; distance: number } {
  const d = place.map((x, i) => x - eye[i]);
  const left = [
    up[1] * ahead[2] - up[2] * ahead[1],
    up[2] * ahead[0] - up[0] * ahead[2],
    up[0] * ahead[1] - up[1] * ahead[0],
  ];
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return { azimuth: Math.atan2(dot(d, left), dot(d, ahead)), distance: Math.hypot(...d) };
}

/** Loudness by distance, as the `inverse` model of the Web Audio API has it with a rolloff of 1. */
export function distanceGain(distance: number, reference: number): number {
  return reference / Math.max(reference, distance);
}
