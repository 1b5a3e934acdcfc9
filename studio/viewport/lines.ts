/**
 * Lines and arrows whose width is in pixels: thousands in one draw call. Each may be fixed to a body; its ends are then
 * from that body's centre of mass.
 */
import { Color, type Vector3 } from "three";
import { POSE_GLSL, type PoseTexture } from "./pose-texture.js";
import { type BatchShape, RectangleBatch } from "./rectangle-batch.js";

/** Ends and style of a line. */
export const LINE_STYLE = { plain: 0, arrow: 1, double: 2, dashed: 3 } as const;

/** Numbers per line: start 3, end 3, colour 3; width (px), style, body. */
const SHAPE: BatchShape = {
  corners: [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0],
  attributes: { start: 3, end: 3, tint: 3, look: 3 },
};

export interface LineOptions {
  readonly poses?: PoseTexture;
  /** Whether bodies hide them. */
  readonly depthTest?: boolean;
  readonly opacity?: number;
  readonly renderOrder?: number;
}

export class LineBatch extends RectangleBatch {
  private color = new Color();

  constructor({ poses, depthTest = false, opacity = 1, renderOrder = 0 }: LineOptions = {}) {
    const look = {
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      defines: poses ? { POSES: "" } : {},
      depthTest,
      uniforms: { opacity: { value: opacity }, poses: { value: poses?.texture ?? null } },
    };
    super(SHAPE, look, renderOrder);
  }

  /** Colour of the lines that are added from now on. */
  paint(color: Color): void {
    this.color.copy(color);
  }

  /** Gives all lines another colour. */
  setColor(color: string): void {
    this.color.set(color);
    for (let i = 0; i < this.count; i++) this.color.toArray(this.data, this.size * i + 6);
    this.commit();
  }

  add(a: Vector3, b: Vector3, width: number, body = -1, style: number = LINE_STYLE.plain): void {
    this.put(a.x, a.y, a.z, b.x, b.y, b.z, width, body, style);
  }

  put(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    width: number,
    body = -1,
    style: number = LINE_STYLE.plain,
  ): void {
    const o = this.next();
    const { data } = this;
    data[o] = ax;
    data[o + 1] = ay;
    data[o + 2] = az;
    data[o + 3] = bx;
    data[o + 4] = by;
    data[o + 5] = bz;
    this.color.toArray(data, o + 6);
    data[o + 9] = width;
    data[o + 10] = style;
    data[o + 11] = body;
  }
}

const VERTEX = /* glsl */ `
in vec3 start, end, tint, look;
uniform vec2 resolution;
out vec3 tinted;
out vec4 shape; // px along, px across, px long, each times w; w
flat out vec2 styled; // half width, style
#ifdef POSES
${POSE_GLSL}
#else
vec3 placed(vec3 point, float body) { return point; }
#endif
void main() {
  vec4 a = viewMatrix * vec4(placed(start, look.z), 1.0);
  vec4 b = viewMatrix * vec4(placed(end, look.z), 1.0);
  // what is behind the eye is cut off where the picture begins
  if (projectionMatrix[2][3] == -1.0) {
    float near = 1.0001 * projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
    if (a.z > -near && b.z < -near) a.xyz = mix(a.xyz, b.xyz, (a.z + near) / (a.z - b.z));
    else if (b.z > -near && a.z < -near) b.xyz = mix(b.xyz, a.xyz, (b.z + near) / (b.z - a.z));
    else if (a.z > -near && b.z > -near) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  }
  vec4 clipA = projectionMatrix * a;
  vec4 clipB = projectionMatrix * b;
  vec2 pixelA = 0.5 * resolution * clipA.xy / clipA.w;
  vec2 pixelB = 0.5 * resolution * clipB.xy / clipB.w;
  vec2 way = pixelB - pixelA;
  float length = length(way);
  vec2 along = length > 1e-4 ? way / length : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float radius = 0.5 * look.x;
  float reach = (look.y > 0.5 && look.y < 2.5 ? 2.6 * radius : radius) + 1.0;
  float t = position.x;
  vec2 offset = position.y * reach * across + (2.0 * t - 1.0) * along;
  vec4 clip = mix(clipA, clipB, t);
  clip.xy += 2.0 * offset / resolution * clip.w;
  gl_Position = clip;
  tinted = tint;
  // undo perspective, so that pixels are counted on the screen
  shape = vec4(t * length + (2.0 * t - 1.0), position.y * reach, length, 1.0) * clip.w;
  styled = vec2(radius, look.y);
}`;

const FRAGMENT = /* glsl */ `
in vec3 tinted;
in vec4 shape;
flat in vec2 styled;
uniform float opacity;
float head(float along, float across, float tip, float radius) {
  // six radii long, two and a half wide
  float back = tip - along;
  float size = 6.0 * radius;
  if (back < 0.0 || back > size) return 0.0;
  return clamp(2.5 * radius * back / size - across + 0.5, 0.0, 1.0);
}
void main() {
  float along = shape.x / shape.w;
  float across = abs(shape.y / shape.w);
  float length = shape.z / shape.w;
  float radius = styled.x;
  float cover = clamp(radius - across + 0.5, 0.0, 1.0) * clamp(along + 0.5, 0.0, 1.0);
  if (styled.y > 0.5 && styled.y < 2.5) {
    float size = 6.0 * radius;
    cover *= clamp(length - 0.9 * size - along + 0.5, 0.0, 1.0);
    cover = max(cover, head(along, across, length, radius));
    if (styled.y > 1.5) cover = max(cover, head(along, across, length - 0.7 * size, radius));
  } else {
    cover *= clamp(length - along + 0.5, 0.0, 1.0);
    if (styled.y > 2.5) cover *= step(fract(along / 8.0), 0.5);
  }
  if (cover < 0.01) discard;
  gl_FragColor = vec4(tinted, cover * opacity);
  #include <colorspace_fragment>
}`;
