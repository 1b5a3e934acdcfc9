import {
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  type ShaderMaterialParameters,
  Vector2,
} from "three";

/** Room for this many instances at first. */
const FIRST_ROOM = 64;

/** What every instance is drawn as, and the numbers that make one differ from another. */
export interface BatchShape {
  /** Corners of a rectangle, in order: x, y, z of each. */
  readonly corners: readonly number[];
  /** Attributes of an instance, in the order of its numbers, and how many numbers each has. */
  readonly attributes: Readonly<Record<string, number>>;
}

/**
 * Many rectangles of a size in pixels in one draw call. The numbers of the instances are interleaved in one buffer,
 * which grows as instances are added.
 */
export class InstanceBatch {
  readonly object: Mesh;
  count = 0;
  /** Numbers of the instances, one instance after the other. */
  protected data: Float32Array;
  /** Numbers per instance. */
  protected readonly size: number;
  protected readonly material: ShaderMaterial;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly attributes: readonly (readonly [name: string, size: number])[];
  private buffer: InstancedInterleavedBuffer;

  /** The shaders get `resolution`, the size of the picture in pixels, besides the uniforms of `look`. */
  constructor(shape: BatchShape, look: ShaderMaterialParameters, renderOrder: number) {
    this.attributes = Object.entries(shape.attributes);
    this.size = this.attributes.reduce((sum, [, size]) => sum + size, 0);
    this.data = new Float32Array(this.size * FIRST_ROOM);
    this.geometry.setAttribute("position", new Float32BufferAttribute(shape.corners, 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = 0;
    this.buffer = this.attach();
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
    this.geometry.instanceCount = this.count;
    this.object.visible = this.count > 0;
    this.buffer.clearUpdateRanges();
    this.buffer.addUpdateRange(0, this.size * this.count);
    this.buffer.needsUpdate = true;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
  }

  /** Makes room for one more instance; returns where its numbers begin in `data`. */
  protected next(): number {
    if (this.size * (this.count + 1) > this.data.length) this.grow();
    return this.size * this.count++;
  }

  /** Sends numbers that were changed in place. */
  protected changed(): void {
    this.buffer.needsUpdate = true;
  }

  private grow(): void {
    const larger = new Float32Array(2 * this.data.length);
    larger.set(this.data);
    this.data = larger;
    // a buffer on the card cannot grow: the old one is given up
    this.geometry.dispose();
    this.buffer = this.attach();
  }

  private attach(): InstancedInterleavedBuffer {
    const buffer = new InstancedInterleavedBuffer(this.data, this.size, 1);
    buffer.setUsage(DynamicDrawUsage);
    let offset = 0;
    for (const [name, size] of this.attributes) {
      this.geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, size, offset));
      offset += size;
    }
    return buffer;
  }
}
