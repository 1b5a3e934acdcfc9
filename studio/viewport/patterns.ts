/**
 * Patterns of looks, computed in the fragment shader: no pictures to load, sharp at any distance, and smooth where a
 * unit of the pattern is less than a pixel.
 */
import { Color, type Material } from "three";
import type { DrawnLook } from "../worker/protocol.js";

/** How much of the second colour is at a point of the pattern, 0 … 1: `q` in the plane of the face, `p` in space. */
const COVER: Readonly<Record<string, string>> = {
  worn: "0.55 * smoothstep(0.52, 0.72, clouds(p * 0.7)) + 0.12 * speckle(p * 9.0)",
  stripes: "pulse(q.x + q.y)",
  checker: "odd(pulse(0.5 * q.x), pulse(0.5 * q.y))",
  grid: "max(seam(q.x, 0.03), seam(q.y, 0.03))",
  treads: "seam(q.x + abs(2.0 * fract(q.y) - 1.0) * 0.5, 0.18)",
  planks: "max(seam(q.y, 0.025), 0.35 * tone(floor(q.y)) + 0.3 * clouds(vec3(0.6 * q.x, 9.0 * q.y, 0.0)))",
  bricks: "max(seam(q.y, 0.05), seam(0.5 * q.x + 0.5 * mod(floor(q.y), 2.0), 0.025))",
  grain: "0.4 * clouds(p * vec3(0.8, 4.0, 4.0)) + 0.1 * speckle(p * 14.0)",
};

/** What a look without a second colour has in its pattern, as a share of its first. */
const SHADE = 0.55;

const VARYINGS = /* glsl */ `
varying vec3 patternAt, patternFace;
varying vec2 patternUv;`;

const PLACE = /* glsl */ `
patternAt = position;
patternFace = normal;
patternUv = uv;`;

const FUNCTIONS = /* glsl */ `${VARYINGS}
uniform vec3 patternColor;
uniform float patternSize, patternShade;
float tone(float n) { return fract(sin(n * 91.345) * 47453.5453); }
float dot3(vec3 n) { return fract(sin(dot(n, vec3(12.9898, 78.233, 37.719))) * 43758.5453); }
float speckle(vec3 x) {
  vec3 i = floor(x), f = fract(x);
  f = f * f * (3.0 - 2.0 * f);
  vec4 low = vec4(dot3(i), dot3(i + vec3(1, 0, 0)), dot3(i + vec3(0, 1, 0)), dot3(i + vec3(1, 1, 0)));
  vec4 high = vec4(dot3(i + vec3(0, 0, 1)), dot3(i + vec3(1, 0, 1)), dot3(i + vec3(0, 1, 1)), dot3(i + vec3(1, 1, 1)));
  vec4 z = mix(low, high, f.z);
  vec2 y = mix(z.xy, z.zw, f.y);
  return mix(y.x, y.y, f.x);
}
float clouds(vec3 x) { return 0.55 * speckle(x) + 0.3 * speckle(2.1 * x + 7.0) + 0.15 * speckle(4.3 * x + 3.0); }
// 1 in the second half of every unit
float pulse(float x) {
  float w = clamp(fwidth(x), 1e-5, 0.5);
  float d = abs(fract(x) - 0.5);
  return mix(smoothstep(0.25 - w, 0.25 + w, d), 0.5, smoothstep(0.25, 0.5, w));
}
float odd(float a, float b) { return a + b - 2.0 * a * b; }
// 1 on the lines between units, which take a share of the unit on both sides
float seam(float x, float share) {
  float w = clamp(fwidth(x), 1e-5, 0.5);
  float d = 0.5 - abs(fract(x) - 0.5);
  return mix(1.0 - smoothstep(share - 0.5 * w, share + 0.5 * w, d), 2.0 * share, smoothstep(0.3, 0.5, w));
}
vec2 patternPlane(vec3 p, vec3 n) {
  vec3 a = abs(n);
  return a.z >= a.x && a.z >= a.y ? p.xy : a.y >= a.x ? p.xz : p.yz;
}`;

/** Lets a material draw the pattern of its look, if it has one. */
export function addPattern(material: Material, look: DrawnLook): void {
  const cover = COVER[look.pattern];
  if (cover === undefined) return;
  const plane = look.mapping === "uv" ? "patternUv / patternSize" : "patternPlane(p, patternFace)";
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, {
      patternColor: { value: new Color(look.patternColor ?? "#000000") },
      patternShade: { value: look.patternColor === null ? SHADE : -1 },
      patternSize: { value: look.patternSize },
    });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${VARYINGS}`)
      .replace("#include <begin_vertex>", `#include <begin_vertex>\n${PLACE}`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${FUNCTIONS}`)
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
      {
        vec3 p = patternAt / patternSize;
        vec2 q = ${plane};
        vec3 second = patternShade < 0.0 ? patternColor : patternShade * diffuseColor.rgb;
        diffuseColor.rgb = mix(diffuseColor.rgb, second, clamp(${cover}, 0.0, 1.0));
      }`,
      );
  };
  const key = material.customProgramCacheKey();
  material.customProgramCacheKey = () => `${key} ${look.pattern} ${look.mapping}`;
}
