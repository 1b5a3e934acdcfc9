/**
 * Shaders of pictures that must cost little: light is computed at the vertices, with neither reflections nor shadows.
 * One program draws all bodies, whatever their looks: without a graphics card, making a program takes longer than using
 * it.
 */
import { PLAIN_PATTERNS } from "./plain-geometry.js";
import { POSE_GLSL } from "./pose-texture.js";

/** `lightOn`: from the lights of the scene, at a vertex. */
export const PLAIN_LIGHT = /* glsl */ `
struct DirectionalLight { vec3 direction; vec3 color; };
struct HemisphereLight { vec3 direction; vec3 skyColor; vec3 groundColor; };
#if NUM_DIR_LIGHTS > 0
uniform DirectionalLight directionalLights[NUM_DIR_LIGHTS];
#endif
#if NUM_HEMI_LIGHTS > 0
uniform HemisphereLight hemisphereLights[NUM_HEMI_LIGHTS];
#endif
// what a white, dull surface sends back; directions are those of the eye
vec3 lightOn(vec3 n) {
  vec3 sum = vec3(0.0);
  #if NUM_DIR_LIGHTS > 0
  for (int i = 0; i < NUM_DIR_LIGHTS; i++)
    sum += directionalLights[i].color * max(dot(n, directionalLights[i].direction), 0.0);
  #endif
  #if NUM_HEMI_LIGHTS > 0
  for (int i = 0; i < NUM_HEMI_LIGHTS; i++)
    sum += mix(hemisphereLights[i].groundColor, hemisphereLights[i].skyColor, 0.5 + 0.5 * dot(n, hemisphereLights[i].direction));
  #endif
  return 0.3183099 * sum;
}`;

const COLOURS = /* glsl */ `
vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
// a body that sleeps has half the saturation
vec3 shade(vec3 c, float state) {
  float grey = 0.5 * (max(c.r, max(c.g, c.b)) + min(c.r, min(c.g, c.b)));
  return linear(state == 1.0 ? mix(vec3(grey), c, 0.5) : c);
}`;

export const PLAIN_VERTEX = /* glsl */ `
in float body;
in vec4 tint, mark;
in vec2 plane;
out vec4 first;
out vec3 second;
out vec2 at;
flat out int kind;
out float vFogDepth;
${POSE_GLSL}
${COLOURS}
#ifndef FLAT
${PLAIN_LIGHT}
#endif
void main() {
  vec4 view = viewMatrix * vec4(placed(position, body), 1.0);
  gl_Position = projectionMatrix * view;
  vFogDepth = -view.z;
  float state = stateOf(body);
  // dormant bodies are drawn by their edges alone
  if (state == 2.0) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  vec3 light = vec3(1.0);
  #ifndef FLAT
  vec3 n = normalize(mat3(viewMatrix) * turned(normal, body));
  if (projectionMatrix[2][3] == -1.0 && dot(n, view.xyz) > 0.0) n = -n;
  light = lightOn(n);
  #endif
  first = vec4(light * shade(tint.rgb, state), tint.a);
  second = light * shade(mark.rgb, state);
  at = plane;
  kind = int(255.0 * mark.a + 0.5);
}`;

/** Share of the second colour at `at`, for each pattern that is drawn. */
const COVER: Readonly<Record<(typeof PLAIN_PATTERNS)[number], string>> = {
  stripes: "pulse(at.x + at.y)",
  checker: "odd(pulse(0.5 * at.x), pulse(0.5 * at.y))",
  grid: "max(seam(at.x, 0.03), seam(at.y, 0.03))",
  treads: "seam(at.x + abs(2.0 * fract(at.y) - 1.0) * 0.5, 0.18)",
  planks: "seam(at.y, 0.025)",
  bricks: "max(seam(at.y, 0.05), seam(0.5 * at.x + 0.5 * mod(floor(at.y), 2.0), 0.025))",
};

export const PLAIN_FRAGMENT = /* glsl */ `
in vec4 first;
in vec3 second;
in vec2 at;
flat in int kind;
#include <fog_pars_fragment>
float pulse(float x) { return step(0.25, abs(fract(x) - 0.5)); }
float odd(float a, float b) { return a + b - 2.0 * a * b; }
float seam(float x, float share) { return step(0.5 - abs(fract(x) - 0.5), share); }
void main() {
  vec3 color = first.rgb;
  if (kind > 0) {
    float cover = 0.0;
    ${PLAIN_PATTERNS.map((name, k) => `if (kind == ${k + 1}) cover = ${COVER[name]};`).join("\n    ")}
    color = mix(color, second, cover);
  }
  gl_FragColor = vec4(color, first.a);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
}`;

export const PLAIN_EDGE_VERTEX = /* glsl */ `
in float body;
${POSE_GLSL}
void main() { gl_Position = projectionMatrix * viewMatrix * vec4(placed(position, body), 1.0); }`;
