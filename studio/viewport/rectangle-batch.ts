/**
 * Many rectangles of a size in pixels in one draw call. Every rectangle is four vertices with the same numbers: drawing
 * instances of four vertices costs a software renderer some 20 µs each.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  type ShaderMaterialParameters,
  Vector2,
} from "three";

/** Room for this many rectangles at first. */
const FIRST_ROOM = 64;
/** Corners of a rectangle, and the corners of its two triangles. */
const CORNERS = 4;
const TRIANGLES = [0, 1, 2, 0, 2, 3];

/** What every rectangle is drawn as, and the numbers that make one differ from another. */
export interface BatchShape {
  /** Corners of a rectangle, in order: x, y, z of each. */
  readonly corners: readonly number[];
  /** Attributes of a rectangle, in the order of its numbers, and how many numbers each has. */
  readonly attributes: Readonly<Record<string, number>>;
}

export class RectangleBatch {
  readonly object: Mesh;
  count = 0;
  /** Numbers of the rectangles, one rectangle after the other. */
  protected data: Float32Array;
  /** Numbers per rectangle. */
  protected readonly size: number;
  protected readonly material: ShaderMaterial;
  private readonly geometry = new BufferGeometry();
  private readonly corners: readonly number[];
  private readonly attributes: readonly (readonly [name: string, size: number])[];
  private buffer: InterleavedBuffer;

  /** The shaders get `resolution`, the size of the picture in pixels, besides the uniforms of `look`. */
  constructor(shape: BatchShape, look: ShaderMaterialParameters, renderOrder: number) {
    this.corners = shape.corners;
    this.attributes = Object.entries(shape.attributes);
    this.size = this.attributes.reduce((sum, [, size]) => sum + size, 0);
    this.data = new Float32Array(this.size * FIRST_ROOM);
    this.buffer = this.attach(FIRST_ROOM);
    this.geometry.setDrawRange(0, 0);
    const resolution = { value: new Vector2(1, 1) };
    this.material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      ...look,
      uniforms: { ...look.uniforms, resolution },
    });
    this.object = new Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = renderOrder;
    this.object.onBeforeRender = (renderer) => {
      renderer.getSize(resolution.value);
    };
  }

  clear(): void {
    this.count = 0;
  }

  /** Uploads additions to the graphics card. */
  commit(): void {
    const { size, count } = this;
    const room = this.data.length / size;
    if (CORNERS * this.data.length > this.buffer.array.length) {
      // a buffer on the card cannot grow: the old one is given up
      this.geometry.dispose();
      this.buffer = this.attach(room);
    }
    this.spread();
    this.geometry.setDrawRange(0, TRIANGLES.length * count);
    this.object.visible = count > 0;
    this.buffer.clearUpdateRanges();
    this.buffer.addUpdateRange(0, CORNERS * size * count);
    this.buffer.needsUpdate = true;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
  }

  /** Makes room for one more rectangle; returns where its numbers begin in `data`. */
  protected next(): number {
    if (this.size * (this.count + 1) > this.data.length) {
      const larger = new Float32Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    return this.size * this.count++;
  }

  /** Gives every corner the numbers of its rectangle. */
  private spread(): void {
    const { data, size, count } = this;
    const out = this.buffer.array as Float32Array;
    for (let i = 0; i < count; i++) {
      const at = CORNERS * size * i;
      for (let k = 0; k < size; k++) out[at + k] = data[size * i + k];
      for (let corner = 1; corner < CORNERS; corner++) out.copyWithin(at + size * corner, at, at + size);
    }
  }

  private attach(room: number): InterleavedBuffer {
    const index = new Uint32Array(TRIANGLES.length * room);
    for (let k = 0; k < index.length; k++)
      index[k] = CORNERS * Math.floor(k / TRIANGLES.length) + TRIANGLES[k % TRIANGLES.length];
    this.geometry.setIndex(new BufferAttribute(index, 1));
    const corners = new Float32Array(3 * CORNERS * room);
    for (let i = 0; i < room; i++) corners.set(this.corners, 3 * CORNERS * i);
    this.geometry.setAttribute("position", new BufferAttribute(corners, 3));
    const buffer = new InterleavedBuffer(new Float32Array(CORNERS * this.size * room), this.size);
    buffer.setUsage(DynamicDrawUsage);
    let offset = 0;
    for (const [name, size] of this.attributes) {
      this.geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, size, offset));
      offset += size;
    }
    return buffer;
  }
}
