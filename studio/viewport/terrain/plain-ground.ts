/**
 * Ground in pictures that must cost little: lit at its vertices, with a third of the textures. Without a graphics
 * card the ground takes most of a picture's time, and its full shader most of the first one's.
 */
import { ShaderMaterial, UniformsLib, UniformsUtils } from "three";
import { PLAIN_LIGHT } from "../plain-shader.js";
import { shape, type TerrainPart, type TerrainUniforms } from "./terrain-material.js";

/** The ground as it is seen, without bumps of its own, stones and shadows. */
export function plainGroundMaterial(uniforms: TerrainUniforms, part: TerrainPart): ShaderMaterial {
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]),
    lights: true,
    fog: true,
    side: part === "rim" ? 2 : 0,
  });
  shape(material, uniforms, part);
  return material;
}

const VERTEX = /* glsl */ `
#include <common>
${PLAIN_LIGHT}
out vec3 light;
out vec2 tilted;
out float vFogDepth;
void main() {
  vec4 view = modelViewMatrix * vec4(groundPoint, 1.0);
  gl_Position = projectionMatrix * view;
  vFogDepth = -view.z;
  light = lightOn(normalize(normalMatrix * groundNormal));
  tilted = vec2(0.0);
  #if NUM_DIR_LIGHTS > 0
  // the main light in the axes of the ground: what a bump of its texture gets of it
  tilted = (directionalLights[0].direction * normalMatrix).xy;
  #endif
}`;

// as GROUND_COLOR (ground-shader.ts), with the mean of what is left out
const FRAGMENT = /* glsl */ `
in vec3 groundPoint, groundNormal, light;
in vec2 tilted;
uniform sampler2D surfaceMap, markMap, soilMap;
uniform vec2 gridSize, gridSpacing;
uniform vec3 earth;
uniform float cover;
#include <common>
#include <fog_pars_fragment>
void main() {
  vec3 p = groundPoint, n = abs(groundNormal);
  // a wall is seen from the side that it faces
  vec2 q = n.z > 0.6 * length(n) ? p.xy : n.x > n.y ? p.yz : p.xz;
  vec2 at = p.xy / (gridSize * gridSpacing) + 0.5;
  vec4 surface = texture(surfaceMap, at);
  vec2 outside = max(abs(at - 0.5) - 0.5, 0.0);
  float beyond = smoothstep(0.0, 0.03, max(outside.x, outside.y));
  float wet = surface.g * (1.0 - beyond);
  float slope = 1.0 - n.z;
  vec4 soil = texture(soilMap, q / 1.3);
  vec4 broad = texture(soilMap, (q + 3.7) / 9.1);
  float far = texture(soilMap, p.xy / 61.0).g;

  float ragged = 0.55 * (soil.r - 0.5) + 0.45 * (broad.g - 0.5);
  float disturbed = smoothstep(0.18, 0.62, surface.r + 0.55 * ragged) * (1.0 - beyond);
  float worn = clamp(surface.b + 0.35 * ragged, 0.0, 1.0) * (1.0 - beyond);
  vec3 dry = earth * (0.74 + 0.30 * soil.r + 0.32 * broad.g + 0.22 * far);
  vec3 fresh = mix(vec3(0.1441, 0.0823, 0.0395), vec3(0.0423, 0.0232, 0.0103), wet) * (0.72 + 0.56 * soil.r);
  vec3 color = mix(dry, fresh, clamp(max(disturbed * 0.8, wet), 0.0, 1.0));
  if (slope > 0.25) {
    float layer = texture(soilMap, vec2(0.13 * p.z + 0.02 * soil.g, 0.31 + 0.05 * p.z)).g;
    color *= mix(1.0, 0.72 + 0.56 * layer, smoothstep(0.25, 0.6, slope));
  }
  float gravel = cover * smoothstep(0.50, 0.62, far * 0.55 + broad.g * 0.45) * smoothstep(0.25, 0.55, worn) * (1.0 - disturbed) * smoothstep(0.12, 0.04, slope);
  color = mix(color, vec3(0.25, 0.23, 0.21) * (0.55 + 0.9 * soil.g), 0.85 * gravel);
  float wild = cover * (1.0 - smoothstep(0.06, 0.34, worn)) * (1.0 - disturbed) * smoothstep(0.3, 0.14, slope);
  float grass = wild * smoothstep(0.50, 0.60, 0.40 * broad.g + 0.35 * far + 0.34 * soil.r + 0.16 * beyond);
  color = mix(color, mix(vec3(0.085, 0.104, 0.034), vec3(0.225, 0.212, 0.088), 0.6 * soil.r + 0.4 * broad.g) * (0.45 + 1.1 * soil.r), grass);
  float mark = texture(markMap, at).r * (1.0 - beyond);
  color *= 1.0 - 0.42 * mark;
  float bump = dot(1.1 * soil.ba + 0.7 * broad.ba - 0.9, tilted) * (1.0 - 0.5 * mark);
  gl_FragColor = vec4(color * light * max(1.0 + 0.8 * bump, 0.2), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
}`;
