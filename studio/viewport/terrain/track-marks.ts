/**
 * Tracks that wheels and crawlers leave on the ground: a texture over the whole terrain, into which the pattern of the
 * tread is painted. Only what has changed is sent to the graphics card.
 */
import {
  Box2,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RedFormat,
  UnsignedByteType,
  Vector2,
  type WebGLRenderer,
} from "three";

/** Finest size of a texel, m, and the most of them along a side. */
const TEXEL = 0.02;
const MOST = 1024;

/** How a track looks: tyres leave two rows of slanted lugs, crawlers bars across. */
export type Tread = "tyre" | "crawler";

export class TrackMarks {
  readonly texture: DataTexture;
  private readonly source: DataTexture;
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly width: number;
  private readonly height: number;
  /** Size of the terrain, m. */
  private readonly sizeX: number;
  private readonly sizeY: number;
  private readonly stale = new Box2();

  constructor(sizeX: number, sizeY: number) {
    this.sizeX = sizeX;
    this.sizeY = sizeY;
    this.width = texels(sizeX);
    this.height = texels(sizeY);
    this.bytes = new Uint8Array(this.width * this.height);
    this.texture = this.make();
    this.source = this.make();
  }

  /**
   * Presses a stretch of track into the ground, from one point to another in the terrain's frame, m. `travelled` is the
   * way made before, m: the pattern goes on from there.
   */
  press(
    from: { readonly x: number; readonly y: number },
    to: { readonly x: number; readonly y: number },
    width: number,
    tread: Tread,
    travelled: number,
  ): void {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) return;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [kx, ky] = [this.width / this.sizeX, this.height / this.sizeY];
    const reach = 0.5 * width;
    const i0 = clampTo(this.width, Math.floor((Math.min(from.x, to.x) - reach + 0.5 * this.sizeX) * kx));
    const i1 = clampTo(this.width, Math.ceil((Math.max(from.x, to.x) + reach + 0.5 * this.sizeX) * kx));
    const j0 = clampTo(this.height, Math.floor((Math.min(from.y, to.y) - reach + 0.5 * this.sizeY) * ky));
    const j1 = clampTo(this.height, Math.ceil((Math.max(from.y, to.y) + reach + 0.5 * this.sizeY) * ky));
    for (let j = j0; j < j1; j++) {
      for (let i = i0; i < i1; i++) {
        const x = (i + 0.5) / kx - 0.5 * this.sizeX - from.x;
        const y = (j + 0.5) / ky - 0.5 * this.sizeY - from.y;
        const along = ux * x + uy * y;
        const across = (ux * y - uy * x) / reach;
        if (along < 0 || along > length || Math.abs(across) > 1) continue;
        const k = j * this.width + i;
        this.bytes[k] = Math.max(this.bytes[k], 255 * depthOf(tread, travelled + along, across, width));
      }
    }
    this.note(i0, j0, i1, j1);
  }

  /** Takes the tracks away from a part of the terrain, given from 0 to 1 along its sides. */
  erase(x: number, y: number, width: number, height: number): void {
    const [i0, i1] = [
      clampTo(this.width, Math.floor(x * this.width)),
      clampTo(this.width, Math.ceil((x + width) * this.width)),
    ];
    const [j0, j1] = [
      clampTo(this.height, Math.floor(y * this.height)),
      clampTo(this.height, Math.ceil((y + height) * this.height)),
    ];
    let marked = false;
    for (let j = j0; j < j1; j++) {
      for (let i = i0; i < i1; i++) {
        const k = j * this.width + i;
        if (this.bytes[k] === 0) continue;
        this.bytes[k] = 0;
        marked = true;
      }
    }
    if (marked) this.note(i0, j0, i1, j1);
  }

  /** Takes all tracks away. */
  clear(): void {
    this.erase(0, 0, 1, 1);
  }

  /** How deep the ground is pressed at a point of the terrain's frame: 0 … 1. */
  at(x: number, y: number): number {
    const i = Math.floor((x / this.sizeX + 0.5) * this.width);
    const j = Math.floor((y / this.sizeY + 0.5) * this.height);
    if (i < 0 || j < 0 || i >= this.width || j >= this.height) return 0;
    return this.bytes[j * this.width + i] / 255;
  }

  /** Sends what has changed to the graphics card. */
  prepare(renderer: WebGLRenderer): void {
    if (this.stale.isEmpty()) return;
    renderer.initTexture(this.texture);
    renderer.copyTextureToTexture(this.source, this.texture, this.stale, this.stale.min);
    this.stale.makeEmpty();
  }

  dispose(): void {
    this.texture.dispose();
  }

  private note(i0: number, j0: number, i1: number, j1: number): void {
    if (i1 <= i0 || j1 <= j0) return;
    this.stale.expandByPoint(CORNER.set(i0, j0));
    this.stale.expandByPoint(CORNER.set(i1, j1));
  }

  private make(): DataTexture {
    const texture = new DataTexture(this.bytes, this.width, this.height, RedFormat, UnsignedByteType);
    texture.magFilter = LinearFilter;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.unpackAlignment = 1;
    texture.needsUpdate = true;
    return texture;
  }
}

const CORNER = new Vector2();

function texels(size: number): number {
  return Math.max(8, Math.min(MOST, Math.ceil(size / TEXEL)));
}

function clampTo(length: number, k: number): number {
  return Math.max(0, Math.min(length, k));
}

/** Depth of the tread at a place of the track: `along` in m, `across` from −1 to 1. */
function depthOf(tread: Tread, along: number, across: number, width: number): number {
  const side = Math.abs(across);
  const edge = Math.min(1, (1 - side) * 8);
  if (tread === "crawler") return edge * (phase(along, 0.17) < 0.35 ? 1 : 0.55);
  // lugs slant backward from the middle, those of the right half a pitch later
  const pitch = 0.3 * Math.max(0.3, width);
  const lug = phase(along + 0.5 * width * side + (across > 0 ? pitch / 2 : 0), pitch) < 0.45;
  return edge * (lug ? 1 : 0.5);
}

function phase(x: number, period: number): number {
  return x / period - Math.floor(x / period);
}
