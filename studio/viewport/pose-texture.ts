/**
 * The poses of all bodies on the graphics card, so that lines that are fixed to bodies need not be moved one by one.
 */
import { DataTexture, FloatType, NearestFilter, RGBAFormat } from "three";
import { POSE_SIZE } from "../worker/frame.js";

/** Bodies per row of the texture; two texels each: p, q.x; q.y, q.z, q.w, state. */
const PER_ROW = 256;

export class PoseTexture {
  readonly texture: DataTexture;
  private readonly data: Float32Array;

  constructor(bodies: number) {
    const rows = Math.max(1, Math.ceil(bodies / PER_ROW));
    this.data = new Float32Array(PER_ROW * rows * POSE_SIZE);
    this.texture = new DataTexture(this.data, 2 * PER_ROW, rows, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
  }

  set(poses: Float32Array): void {
    this.data.set(poses);
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}

/** A point of body `body` in the world; of the world itself where that is negative. */
export const POSE_GLSL = /* glsl */ `
uniform highp sampler2D poses;
vec3 placed(vec3 point, float body) {
  if (body < 0.0) return point;
  int b = int(body + 0.5);
  ivec2 at = ivec2(2 * (b % ${PER_ROW}), b / ${PER_ROW});
  vec4 first = texelFetch(poses, at, 0);
  vec4 second = texelFetch(poses, at + ivec2(1, 0), 0);
  vec4 q = vec4(first.w, second.xyz);
  vec3 t = 2.0 * cross(q.xyz, point);
  return first.xyz + point + q.w * t + cross(q.xyz, t);
}`;
