/** Small flat signs of a size in pixels, always facing the eye: thousands in one draw call. */
import { Color } from "three";
import { type BatchShape, RectangleBatch } from "./rectangle-batch.js";

/** Shape of a sign. */
export const MARK = { dot: 0, ring: 1, hatched: 2, mass: 3, cross: 4, diamond: 5 } as const;

/** Numbers per sign: place 3, colour 3; radius (px), kind. */
const SHAPE: BatchShape = {
  corners: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
  attributes: { place: 3, tint: 3, look: 2 },
};

export class MarkBatch extends RectangleBatch {
  constructor(renderOrder: number) {
    const look = {
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      depthTest: false,
      uniforms: { halo: { value: new Color() } },
    };
    super(SHAPE, look, renderOrder);
  }

  /** Colour of the thin rim around signs, which separates them from the background. */
  setHalo(color: string): void {
    this.material.uniforms.halo.value.set(color);
  }

  put(x: number, y: number, z: number, color: Color, radius: number, kind: number): void {
    const o = this.next();
    const { data } = this;
    data[o] = x;
    data[o + 1] = y;
    data[o + 2] = z;
    color.toArray(data, o + 3);
    data[o + 6] = radius;
    data[o + 7] = kind;
  }
}

const VERTEX = /* glsl */ `
in vec3 place, tint;
in vec2 look;
uniform vec2 resolution;
out vec3 tinted;
out vec2 at; // px from the middle
flat out vec2 styled; // radius, kind
void main() {
  vec4 clip = projectionMatrix * viewMatrix * vec4(place, 1.0);
  float reach = look.x + 2.0;
  at = reach * position.xy;
  clip.xy += 2.0 * at / resolution * clip.w;
  gl_Position = clip;
  tinted = tint;
  styled = look;
}`;

const FRAGMENT = /* glsl */ `
in vec3 tinted;
in vec2 at;
flat in vec2 styled;
uniform vec3 halo;
float within(float distance) { return clamp(0.5 - distance, 0.0, 1.0); }
void main() {
  float radius = styled.x;
  float r = length(at);
  float disc = r - radius;
  float cover = within(disc);
  vec3 color = tinted;
  float rim = within(disc - 1.0);
  if (styled.y > 4.5) { // diamond
    disc = abs(at.x) + abs(at.y) - radius;
    cover = within(0.7 * disc);
    rim = within(0.7 * (disc - 1.5));
  } else if (styled.y > 3.5) { // cross
    float arm = min(abs(at.x), abs(at.y));
    cover = within(arm - 1.0) * within(max(abs(at.x), abs(at.y)) - radius);
    rim = within(arm - 2.0) * within(max(abs(at.x), abs(at.y)) - radius - 1.0);
  } else if (styled.y > 2.5) { // centre of mass: quarters
    float inside = within(disc + 1.5);
    bool filled = at.x * at.y > 0.0;
    if (!filled) color = mix(tinted, halo, inside);
  } else if (styled.y > 1.5) { // hatched at 45°
    float stripe = step(0.5, fract((at.x + at.y) / 5.0));
    float inside = within(disc + 1.5);
    color = mix(tinted, mix(tinted, halo, 0.75), inside * stripe);
  } else if (styled.y > 0.5) { // ring
    cover = within(abs(disc + 1.0) - 1.0);
    rim = within(abs(disc + 1.0) - 2.0);
  }
  float alpha = max(cover, 0.75 * rim);
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(halo, color, alpha > 0.0 ? cover / alpha : 0.0), alpha);
  #include <colorspace_fragment>
}`;
