/**
 * Ambient occlusion: corners and gaps get less of the light from all around. Before a picture, normals and depths are
 * drawn with half the pixels each way; from them a share of the surroundings that each point does not see; the
 * materials of the picture read that share and dim their indirect light by it. So overlays, tone mapping and the
 * anti-aliasing of the picture stay as they are, and nothing is composed afterwards.
 */
import {
  type Camera,
  DataTexture,
  DepthTexture,
  HalfFloatType,
  type Material,
  Matrix4,
  Mesh,
  MeshNormalMaterial,
  type MeshStandardMaterial,
  NearestFilter,
  type Object3D,
  OrthographicCamera,
  type PerspectiveCamera,
  PlaneGeometry,
  RGFormat,
  Scene,
  ShaderMaterial,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { SURFACES } from "../layers.js";

/** Reach of the occlusion in units of the camera's distance. */
const REACH = 0.14;
const STRENGTH = 2;

export class Occlusion {
  private readonly surface = new WebGLRenderTarget(1, 1, { samples: 0 });
  private readonly raw = target();
  private readonly smooth = target();
  private readonly nothing = new DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
  private readonly normals = new MeshNormalMaterial({ side: 2 });
  private readonly quad = new Mesh(new PlaneGeometry(2, 2));
  private readonly quadScene = new Scene();
  private readonly quadCamera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly size = new Vector2();
  private readonly find = fullScreen(FIND, {
    depths: { value: null },
    normals: { value: null },
    unproject: { value: new Matrix4() },
    scale: { value: 1 },
    reach: { value: 1 },
    strength: { value: STRENGTH },
  });
  private readonly blur = fullScreen(BLUR, { raw: { value: null } });
  /** What materials read; of one object for all of them. */
  private readonly shared: { screenOcclusion: { value: Texture } } = {
    screenOcclusion: { value: this.smooth.texture },
  };
  private readonly joined = new WeakSet<Material>();
  private on = false;

  constructor() {
    this.surface.depthTexture = new DepthTexture(1, 1);
    this.find.uniforms.depths.value = this.surface.depthTexture;
    this.find.uniforms.normals.value = this.surface.texture;
    this.blur.uniforms.raw.value = this.raw.texture;
    this.nothing.needsUpdate = true;
    this.quadScene.add(this.quad);
    this.quad.frustumCulled = false;
  }

  /** Draws the occlusion for the picture of `scene` that follows; without `on`, materials go back to how they were. */
  prepare(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, distance: number, on: boolean): void {
    if (!on && !this.on) return;
    this.on = on;
    scene.traverseVisible((object) => this.join(object));
    if (on) this.render(renderer, scene, camera, REACH * distance);
  }

  /** While paused, materials read that nothing is hidden. */
  pause(on: boolean): void {
    this.shared.screenOcclusion.value = on ? this.nothing : this.smooth.texture;
  }

  dispose(): void {
    this.nothing.dispose();
    for (const thing of [this.surface, this.raw, this.smooth, this.normals, this.find, this.blur]) thing.dispose();
    this.quad.geometry.dispose();
  }

  /** Lit surfaces take part; what is see-through hides nothing. */
  private join(object: Object3D): void {
    const { material, isMesh } = object as Mesh;
    if (!isMesh || Array.isArray(material) || material.transparent !== (material.type === "ShadowMaterial")) return;
    if (!(material as MeshStandardMaterial).isMeshStandardMaterial && material.type !== "ShadowMaterial") return;
    // what has a surface of its own for this brings it
    if (!object.userData.surface) object.layers.enable(SURFACES);
    if (!this.joined.has(material)) {
      this.joined.add(material);
      teach(material, this.shared);
    }
    const has = material.defines?.SCREEN_OCCLUSION !== undefined;
    if (has === this.on) return;
    material.defines ??= {};
    if (this.on) material.defines.SCREEN_OCCLUSION = "";
    else delete material.defines.SCREEN_OCCLUSION;
    material.needsUpdate = true;
  }

  private render(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, reach: number): void {
    renderer.getDrawingBufferSize(this.size);
    const [width, height] = [Math.ceil(this.size.x / 2), Math.ceil(this.size.y / 2)];
    for (const each of [this.surface, this.raw, this.smooth])
      if (each.width !== width || each.height !== height) each.setSize(width, height);
    const { autoUpdate } = renderer.shadowMap;
    const { background, environment } = scene;
    renderer.shadowMap.autoUpdate = false;
    scene.overrideMaterial = this.normals;
    scene.environment = scene.background = null;
    camera.layers.set(SURFACES);
    renderer.setRenderTarget(this.surface);
    renderer.render(scene, camera);
    camera.layers.set(0);
    scene.overrideMaterial = null;
    scene.background = background;
    scene.environment = environment;
    renderer.shadowMap.autoUpdate = autoUpdate;
    const { uniforms } = this.find;
    uniforms.unproject.value.copy(camera.projectionMatrixInverse);
    // pixels per metre at distance 1 m, as a share of the height
    uniforms.scale.value = camera.projectionMatrix.elements[5] / 2;
    uniforms.reach.value = reach;
    this.fill(renderer, this.find, this.raw, this.quadCamera);
    this.fill(renderer, this.blur, this.smooth, this.quadCamera);
    renderer.setRenderTarget(null);
  }

  private fill(renderer: WebGLRenderer, material: ShaderMaterial, into: WebGLRenderTarget, camera: Camera): void {
    this.quad.material = material;
    renderer.setRenderTarget(into);
    renderer.render(this.quadScene, camera);
  }
}

function target(): WebGLRenderTarget {
  const filter = { minFilter: NearestFilter, magFilter: NearestFilter } as const;
  return new WebGLRenderTarget(1, 1, {
    ...filter,
    type: HalfFloatType,
    format: RGFormat,
    depthBuffer: false,
    samples: 0,
  });
}

function fullScreen(fragmentShader: string, uniforms: ShaderMaterial["uniforms"]): ShaderMaterial {
  const vertexShader = "void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }";
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
}

/** Makes a material read the occlusion wherever `SCREEN_OCCLUSION` is defined. */
function teach(material: Material, shared: ShaderMaterial["uniforms"]): void {
  const before = material.onBeforeCompile;
  const key = material.customProgramCacheKey;
  const own = key.call(material);
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, shared);
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", `${READ}\nvoid main() {`)
      .replace("#include <aomap_fragment>", `#include <aomap_fragment>\n${DIM}`)
      .replace("1.0 - getShadowMask() )", `1.0 - ${DIM_GROUND} )`);
  };
  material.customProgramCacheKey = () => `${own} occlusion`;
}

const READ = /* glsl */ `
#ifdef SCREEN_OCCLUSION
uniform sampler2D screenOcclusion;
// the four nearest points of the coarse picture, those at the depth of this one
float occlusionHere() {
  float depth = 1.0 / gl_FragCoord.w;
  vec2 at = 0.5 * gl_FragCoord.xy - 0.5;
  vec2 part = fract(at);
  ivec2 low = ivec2(floor(at));
  ivec2 last = textureSize(screenOcclusion, 0) - 1;
  vec2 sum = vec2(0.0);
  for (int k = 0; k < 4; k++) {
    ivec2 step = ivec2(k & 1, k >> 1);
    vec2 there = texelFetch(screenOcclusion, clamp(low + step, ivec2(0), last), 0).rg;
    vec2 near = mix(1.0 - part, part, vec2(step));
    float same = 1.0 / (1e-3 + abs(there.g - depth) / depth);
    sum += vec2(there.r, 1.0) * (near.x * near.y + 1e-3) * same;
  }
  return sum.x / sum.y;
}
#endif`;

const DIM = /* glsl */ `
#ifdef SCREEN_OCCLUSION
{
  float seen = occlusionHere();
  reflectedLight.indirectDiffuse *= seen;
  // the key light is no point either: a narrow gap sees less of it
  reflectedLight.directDiffuse *= mix(1.0, seen, 0.35);
  #if defined( USE_ENVMAP ) && defined( STANDARD )
  reflectedLight.indirectSpecular *= computeSpecularOcclusion(saturate(dot(geometryNormal, geometryViewDir)), seen, material.roughness);
  #endif
}
#endif`;

// a stage without a floor: the shadow on it is all there is
const DIM_GROUND = /* glsl */ `getShadowMask()
#ifdef SCREEN_OCCLUSION
* occlusionHere()
#endif
`;

/** Samples per point. */
const SAMPLES = 12;

// Points of a spiral on the screen around each point: those above its tangent plane and near hide some of the sky.
const FIND = /* glsl */ `
uniform highp sampler2D depths;
uniform sampler2D normals;
uniform mat4 unproject;
uniform float scale, reach, strength;
vec3 place(ivec2 at, vec2 size) {
  vec3 clip = vec3((vec2(at) + 0.5) / size, texelFetch(depths, at, 0).r) * 2.0 - 1.0;
  vec4 view = unproject * vec4(clip, 1.0);
  return view.xyz / view.w;
}
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 whole = textureSize(depths, 0);
  vec2 size = vec2(whole);
  if (texelFetch(depths, here, 0).r == 1.0) { gl_FragColor = vec4(1.0, 65000.0, 0.0, 1.0); return; }
  vec3 p = place(here, size);
  vec3 n = normalize(texelFetch(normals, here, 0).xyz * 2.0 - 1.0);
  // sixteen turns of the spiral, one per pixel of a block, which the blur averages
  int turn = (here.x & 3) + 4 * (here.y & 3);
  float begin = 6.2831853 * float((turn * 7) & 15) / 16.0;
  float radius = clamp(0.7 * reach * scale * size.y / -p.z, 3.0, 0.2 * size.y);
  float hidden = 0.0;
  for (int i = 0; i < ${SAMPLES}; i++) {
    float r = (float(i) + 0.5 + float(turn & 3) * 0.25) / float(${SAMPLES});
    float angle = begin + 2.3999632 * float(i);
    ivec2 at = here + ivec2(round(radius * r * vec2(cos(angle), sin(angle))));
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, whole))) continue;
    vec3 v = place(at, size) - p;
    float length = max(length(v), 1e-6);
    float above = max(dot(v, n) / length - 0.06, 0.0);
    float far = min(length / reach, 1.0);
    hidden += above * (1.0 - far * far);
  }
  float seen = clamp(1.0 - strength * 2.0 * hidden / float(${SAMPLES}), 0.0, 1.0);
  gl_FragColor = vec4(seen, -p.z, 0.0, 1.0);
}`;

// The mean of a block of 4 × 4, of what is at the same depth.
const BLUR = /* glsl */ `
uniform sampler2D raw;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(raw, 0) - 1;
  vec2 mid = texelFetch(raw, here, 0).rg;
  vec2 sum = vec2(0.0);
  for (int k = 0; k < 16; k++) {
    vec2 there = texelFetch(raw, clamp(here + ivec2((k & 3) - 2, (k >> 2) - 2), ivec2(0), last), 0).rg;
    float same = step(abs(there.g - mid.g), 0.03 * mid.g);
    sum += vec2(there.r, 1.0) * same;
  }
  gl_FragColor = vec4(sum.y > 0.0 ? sum.x / sum.y : mid.r, mid.g, 0.0, 1.0);
}`;
