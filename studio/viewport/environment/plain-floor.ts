/**
 * The level ground of a lab or a site in pictures that must cost little: one brightness everywhere, and three
 * textures instead of four.
 */
import { type IUniform, ShaderMaterial, UniformsLib, UniformsUtils } from "three";
import { PLAIN_LIGHT } from "../plain-shader.js";

/**
 * `colors`: `diffuse` and, where there is a texture of noise, `noise`, `other` and `varied`, as the full material
 * has them.
 */
export function plainFloorMaterial(colors: Readonly<Record<string, IUniform>>): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: colors.noise?.value ? { NOISY: "" } : {},
    uniforms: { ...UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]), ...colors },
    lights: true,
    fog: true,
    // as the full one: bodies that lie in the plane of the ground are in front
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 2,
  });
}

const VERTEX = /* glsl */ `
${PLAIN_LIGHT}
out vec2 groundPlace;
out vec3 light;
out float vFogDepth;
void main() {
  vec4 view = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * view;
  vFogDepth = -view.z;
  groundPlace = (modelMatrix * vec4(position, 1.0)).xy;
  light = lightOn(normalize((viewMatrix * vec4(0.0, 0.0, 1.0, 0.0)).xyz));
}`;

// as GROUND_COLOR (backdrop.ts), without the finest texture
const FRAGMENT = /* glsl */ `
in vec2 groundPlace;
in vec3 light;
uniform sampler2D noise;
uniform vec3 diffuse, other, varied;
#include <fog_pars_fragment>
void main() {
  vec3 color = diffuse;
  #ifdef NOISY
  vec4 groundFar = texture2D(noise, mat2(0.6, 0.8, -0.8, 0.6) * groundPlace / 97.0);
  vec4 groundWide = texture2D(noise, mat2(0.28, 0.96, -0.96, 0.28) * groundPlace / 13.0 + 0.6 * (groundFar.rb - 0.5));
  vec4 groundMid = texture2D(noise, mat2(0.8, -0.6, 0.6, 0.8) * groundPlace / 1.9 + 1.1 * (groundWide.rb - 0.5));
  color = mix(color, other, smoothstep(0.3, 0.7, 0.5 + 1.1 * (groundWide.r - 0.5) + 1.3 * (groundFar.r - 0.5)));
  float tone = 0.65 * (groundMid.r - 0.5) + 0.5 * (groundWide.r - 0.5) + 0.4 * (groundFar.r - 0.5);
  color *= max(1.0 + varied.x * tone + 0.6 * varied.y * (groundMid.g - 0.5), 0.2);
  #endif
  gl_FragColor = vec4(color * light, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
}`;
