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

/**
 * `placed`: a point of body `body` in the world; of the world itself where that is negative. `turned`: a direction of
 * it. `stateOf`: whether it takes part, sleeps (1), or is dormant (2).
 */
export const POSE_GLSL = /* glsl */ `
uniform highp sampler2D poses;
ivec2 poseAt(float body) {
  int b = int(body + 0.5);
  return ivec2(2 * (b % ${PER_ROW}), b / ${PER_ROW});
}
vec3 turnedBy(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}
vec3 placed(vec3 point, float body) {
  if (body < 0.0) return point;
  ivec2 at = poseAt(body);
  vec4 first = texelFetch(poses, at, 0);
  return first.xyz + turnedBy(vec4(first.w, texelFetch(poses, at + ivec2(1, 0), 0).xyz), point);
}
vec3 turned(vec3 direction, float body) {
  ivec2 at = poseAt(body);
  return turnedBy(vec4(texelFetch(poses, at, 0).w, texelFetch(poses, at + ivec2(1, 0), 0).xyz), direction);
}
float stateOf(float body) { return texelFetch(poses, poseAt(body) + ivec2(1, 0), 0).w; }`;
