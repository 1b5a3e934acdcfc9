/**
 * Colour, bumps and roughness of ground in the fragment shader.
 *
 * Grown soil is dry earth with patches of grass where nobody has worked, and gravel where it was driven; freshly cut
 * soil is darker and smooth, dumped soil lumpy; water darkens it towards the depth. On walls the textures are projected
 * from the side, so that they do not smear.
 */

export const GROUND_DECLARATIONS = /* glsl */ `
in vec3 groundPoint;
in vec3 groundNormal;
uniform mat3 normalMatrix;
uniform sampler2D surfaceMap, markMap, soilMap, stoneMap;
uniform vec2 gridSize, gridSpacing;
uniform vec3 earth;
uniform float cover;
vec3 groundBump;
float groundRoughness;

/** A texture with a period of metres, seen from above and, as far as the ground is steep, from the sides. */
vec4 around(sampler2D map, vec3 p, vec3 weight, float period, out vec3 bump) {
  vec3 q = p / period;
  vec3 dx = dFdx(q), dy = dFdy(q);
  vec4 top = texture(map, q.xy);
  vec4 sum = top * weight.z;
  bump = vec3(top.ba * 2.0 - 1.0, 0.0) * weight.z;
  if (weight.z < 0.97) {
    vec4 x = textureGrad(map, q.yz, dx.yz, dy.yz);
    vec4 y = textureGrad(map, q.xz, dx.xz, dy.xz);
    sum += x * weight.x + y * weight.y;
    bump += vec3(0.0, x.ba * 2.0 - 1.0) * weight.x + vec3(y.b * 2.0 - 1.0, 0.0, y.a * 2.0 - 1.0) * weight.y;
  }
  return sum;
}
`;

export const GROUND_COLOR = /* glsl */ `
{
  vec3 n = normalize(groundNormal);
  vec3 weight = pow(abs(n), vec3(9.0));
  weight /= weight.x + weight.y + weight.z;
  vec2 at = groundPoint.xy / (gridSize * gridSpacing) + 0.5;
  vec4 surface = texture(surfaceMap, at);
  vec2 outside = max(abs(at - 0.5) - 0.5, 0.0);
  float beyond = smoothstep(0.0, 0.03, max(outside.x, outside.y));
  float wet = surface.g * (1.0 - beyond);
  float slope = 1.0 - n.z;

  vec3 soilBump, broadBump, stoneBump;
  vec4 soil = around(soilMap, groundPoint, weight, 1.3, soilBump);
  vec4 broad = around(soilMap, groundPoint + 3.7, weight, 9.1, broadBump);
  vec4 stones = around(stoneMap, groundPoint, weight, 1.9, stoneBump);
  float far = texture(soilMap, groundPoint.xy / 61.0).g;

  // borders are as ragged as the ground
  float ragged = 0.55 * (soil.r - 0.5) + 0.45 * (broad.g - 0.5);
  float disturbed = smoothstep(0.18, 0.62, surface.r + 0.55 * ragged) * (1.0 - beyond);
  float worn = clamp(surface.b + 0.35 * ragged, 0.0, 1.0) * (1.0 - beyond);

  // fresh soil: dark where it was cut below the old surface, lumpy where it lies in heaps
  float loose = disturbed * smoothstep(0.35, 0.65, broad.g + 0.25 * (1.0 - wet));
  vec3 dry = earth * (0.74 + 0.30 * soil.r + 0.32 * broad.g + 0.22 * far);
  vec3 fresh = mix(vec3(0.1441, 0.0823, 0.0395), vec3(0.0423, 0.0232, 0.0103), wet) * (0.72 + 0.56 * soil.r) * (0.85 + 0.3 * stones.g * loose);
  vec3 color = mix(dry, fresh, clamp(max(disturbed * 0.8, wet), 0.0, 1.0));
  // layers of a cut
  float layer = texture(soilMap, vec2(0.13 * groundPoint.z + 0.02 * soil.g, 0.31 + 0.05 * groundPoint.z)).g;
  color *= mix(1.0, 0.72 + 0.56 * layer, smoothstep(0.25, 0.6, slope));
  float roughness = 1.0;
  vec3 bump = mix(0.55 * soilBump + 0.35 * broadBump, 0.3 * soilBump, disturbed * (1.0 - loose));
  bump += loose * 0.8 * stoneBump;

  // gravel where it is driven and flat
  float gravel = cover * smoothstep(0.50, 0.62, far * 0.55 + broad.g * 0.45) * smoothstep(0.25, 0.55, worn) * (1.0 - disturbed) * smoothstep(0.12, 0.04, slope);
  vec3 stoneColor = mix(vec3(0.20, 0.18, 0.155), vec3(0.47, 0.44, 0.40), stones.g) * (0.35 + 0.75 * stones.r);
  gravel *= 0.85 * smoothstep(0.15, 0.4, stones.r + 0.3 * soil.g);
  color = mix(color, stoneColor, gravel);
  bump = mix(bump, 1.1 * stoneBump, gravel);

  // grass where nobody has been
  float wild = cover * (1.0 - smoothstep(0.06, 0.34, worn)) * (1.0 - disturbed) * smoothstep(0.3, 0.14, slope);
  float tuft = texture(soilMap, groundPoint.xy / 0.37).r;
  float grass = wild * smoothstep(0.50, 0.60, 0.40 * broad.g + 0.35 * far + 0.34 * tuft + 0.16 * beyond);
  vec3 blades = mix(vec3(0.085, 0.104, 0.034), vec3(0.225, 0.212, 0.088), 0.6 * soil.r + 0.4 * broad.g);
  blades *= 0.45 + 1.1 * tuft;
  color = mix(color, blades, grass);
  bump = mix(bump, 1.3 * soilBump, grass);

  // tracks press the ground flat and dark; the lugs leave a pattern
  float mark = texture(markMap, at).r * (1.0 - beyond);
  color *= 1.0 - 0.42 * mark;
  bump *= 1.0 - 0.6 * mark;
  roughness -= 0.22 * wet * disturbed + 0.1 * mark;

  diffuseColor.rgb = color;
  groundBump = bump;
  groundRoughness = roughness;
}
`;
