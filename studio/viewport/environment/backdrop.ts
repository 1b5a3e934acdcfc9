/** Sky and ground of a lab or a site, and the haze in which they meet. Loaded for scenes and views that have one. */
import {
  BackSide,
  Color,
  Fog,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type PerspectiveCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  SphereGeometry,
  type Texture,
  Vector3,
} from "three";
import type { DrawnEnvironment } from "../../worker/protocol.js";
import { noiseTexture } from "./noise-texture.js";
import { plainFloorMaterial } from "./plain-floor.js";

/** Where haze begins, as a share of the distance beyond which nothing is seen. */
const HAZE = 0.22;
/** An eye far away is not lost in the haze: it begins and ends no nearer, in units of the camera's distance. */
const CLEAR = { begins: 1.6, ends: 6 };

interface SkyColors {
  readonly zenith: string;
  readonly horizon: string;
  readonly hills: string;
  /** Brightness of the glow around the sun. */
  readonly glow: number;
}

const SKIES: Record<"lab" | "site", SkyColors> = {
  lab: { zenith: "#c3c9c9", horizon: "#dfe3e2", hills: "#dfe3e2", glow: 0 },
  site: { zenith: "#6f9cc8", horizon: "#dfe6e4", hills: "#93a496", glow: 1 },
};

interface GroundLook {
  /** Two colours that change in patches of some metres. */
  readonly colors: readonly [string, string];
  /** How much brightness and grain vary, and how bumpy it is. */
  readonly contrast: number;
  readonly grain: number;
  readonly bumps: number;
  readonly roughness: number;
}

const GROUNDS: Record<DrawnEnvironment["ground"], GroundLook> = {
  earth: { colors: ["#8d6a45", "#75573a"], contrast: 1, grain: 0.35, bumps: 1, roughness: 1 },
  sand: { colors: ["#c3a878", "#b3966a"], contrast: 0.6, grain: 0.3, bumps: 0.7, roughness: 1 },
  gravel: { colors: ["#8d8b85", "#7a7873"], contrast: 0.8, grain: 0.9, bumps: 1.3, roughness: 1 },
  grass: { colors: ["#5f7440", "#7a7f48"], contrast: 1, grain: 0.7, bumps: 1, roughness: 1 },
  asphalt: { colors: ["#54565a", "#4b4d51"], contrast: 0.45, grain: 0.6, bumps: 0.4, roughness: 0.92 },
  concrete: { colors: ["#a5a8a4", "#999c99"], contrast: 0.5, grain: 0.2, bumps: 0.15, roughness: 0.85 },
};

const FLOOR: GroundLook = { colors: ["#dadddc", "#dadddc"], contrast: 0, grain: 0, bumps: 0, roughness: 0.42 };

export class Backdrop {
  private readonly root = new Group();
  private readonly scene: Scene;
  private readonly fog: Fog;
  private readonly reach: number;
  private readonly dome: Mesh<SphereGeometry, ShaderMaterial>;
  private readonly ground: Mesh<PlaneGeometry, Material>;
  private readonly full: MeshStandardMaterial;
  private readonly plain: ShaderMaterial;
  private readonly noise: Texture | null;

  /** `sun`: unit vector towards it; `reach`: beyond that distance nothing is seen, m; `bare`: there is other ground. */
  constructor(scene: Scene, { type, ground }: DrawnEnvironment, sun: Vector3, reach: number, bare: boolean) {
    const kind = type === "lab" ? "lab" : "site";
    const colors = SKIES[kind];
    this.scene = scene;
    this.reach = reach;
    this.fog = new Fog(colors.horizon);
    this.dome = new Mesh(new SphereGeometry(1, 48, 24), skyMaterial(colors, sun));
    this.dome.frustumCulled = false;
    this.dome.renderOrder = -10;
    this.noise = kind === "site" && !bare ? noiseTexture() : null;
    const look = kind === "lab" ? FLOOR : GROUNDS[ground];
    this.full = groundMaterial(look, this.noise);
    this.plain = plainFloorMaterial({
      diffuse: { value: new Color(look.colors[0]) },
      ...variationOf(look, this.noise),
    });
    this.ground = new Mesh(new PlaneGeometry(1, 1), this.full);
    this.ground.receiveShadow = true;
    this.ground.frustumCulled = false;
    this.ground.visible = !bare;
    this.root.add(this.dome, this.ground);
    scene.add(this.root);
    scene.fog = this.fog;
  }

  /** Goes with the camera; `height`: that of the ground, m. The camera sees as far as there is anything. */
  follow(camera: PerspectiveCamera, target: Vector3, distance: number, height: number): void {
    const far = Math.max(this.reach, CLEAR.ends * distance);
    this.fog.near = Math.max(HAZE * this.reach, CLEAR.begins * distance);
    this.fog.far = far;
    camera.far = Math.max(camera.far, 1.6 * far);
    camera.updateProjectionMatrix();
    this.ground.position.set(target.x, target.y, height);
    this.ground.scale.set(3.2 * far, 3.2 * far, 1);
  }

  /** Draws the ground at little cost, or in full. */
  setPlain(plain: boolean): void {
    this.ground.material = plain ? this.plain : this.full;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.scene.fog = null;
    this.noise?.dispose();
    for (const mesh of [this.dome, this.ground]) mesh.geometry.dispose();
    for (const material of [this.dome.material, this.full, this.plain]) material.dispose();
  }
}

function skyMaterial({ zenith, horizon, hills, glow }: SkyColors, sun: Vector3): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: SKY_VERTEX,
    fragmentShader: SKY_FRAGMENT,
    side: BackSide,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    uniforms: {
      zenith: { value: new Color(zenith) },
      horizon: { value: new Color(horizon) },
      hills: { value: new Color(hills) },
      sun: { value: sun.clone() },
      glow: { value: glow },
    },
  });
}

const SKY_VERTEX = /* glsl */ `
varying vec3 ray;
void main() {
  ray = position;
  gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
  gl_Position.z = 0.0;
}`;

// Colours of the screen, not of light: the horizon is that of the haze.
const SKY_FRAGMENT = /* glsl */ `
varying vec3 ray;
uniform vec3 zenith, horizon, hills, sun;
uniform float glow;
void main() {
  vec3 d = normalize(ray);
  vec3 color = mix(horizon, zenith, 1.0 - exp(-3.2 * max(d.z - 0.01, 0.0)));
  float near = max(dot(d, sun), 0.0);
  color += glow * vec3(1.0, 0.9, 0.7) * (0.18 * pow(near, 6.0) + 0.35 * pow(near, 90.0) + smoothstep(0.99965, 0.99985, near));
  float way = atan(d.y, d.x);
  float ridge = 0.014 + 0.006 * sin(3.0 * way + 1.0) + 0.004 * sin(7.0 * way + 2.0) + 0.002 * sin(19.0 * way) + 0.001 * sin(47.0 * way);
  float edge = max(fwidth(d.z), 1e-4);
  float hill = smoothstep(ridge + edge, ridge - edge, d.z) * smoothstep(-0.004, 0.012, d.z);
  color = mix(color, hills, 0.55 * hill);
  gl_FragColor = vec4(mix(horizon, color, step(-0.004, d.z)), 1.0);
  #include <colorspace_fragment>
}`;

function variationOf(look: GroundLook, noise: Texture | null) {
  return {
    noise: { value: noise },
    other: { value: new Color(look.colors[1]) },
    varied: { value: new Vector3(look.contrast, look.grain, look.bumps) },
  };
}

function groundMaterial(look: GroundLook, noise: Texture | null): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    color: look.colors[0],
    roughness: look.roughness,
    // bodies that lie in the plane of the ground are in front
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 2,
  });
  const uniforms = variationOf(look, noise);
  material.onBeforeCompile = (shader) => {
    // a section goes through bodies, not through the ground
    shader.fragmentShader = shader.fragmentShader.replace("#include <clipping_planes_fragment>", "");
    if (!noise) return;
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("void main() {", "varying vec2 groundPlace;\nvoid main() {")
      .replace(
        "#include <project_vertex>",
        `#include <project_vertex>\ngroundPlace = (modelMatrix * vec4(transformed, 1.0)).xy;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", `${GROUND_PARS}\nvoid main() {`)
      .replace("#include <color_fragment>", GROUND_COLOR)
      .replace("#include <normal_fragment_maps>", GROUND_NORMAL);
  };
  material.customProgramCacheKey = () => (noise ? "noisy ground" : "plain ground");
  return material;
}

const GROUND_PARS = /* glsl */ `
varying vec2 groundPlace;
uniform sampler2D noise;
uniform vec3 other, varied;`;

// The tile at four sizes, turned against each other and bent by the next larger one, so that it is not seen to repeat.
const GROUND_COLOR = /* glsl */ `
vec4 groundFar = texture2D(noise, mat2(0.6, 0.8, -0.8, 0.6) * groundPlace / 97.0);
vec4 groundWide = texture2D(noise, mat2(0.28, 0.96, -0.96, 0.28) * groundPlace / 13.0 + 0.6 * (groundFar.rb - 0.5));
vec4 groundMid = texture2D(noise, mat2(0.8, -0.6, 0.6, 0.8) * groundPlace / 2.9 + 1.1 * (groundWide.rb - 0.5));
vec4 groundFine = texture2D(noise, groundPlace / 0.43);
float patches = smoothstep(0.3, 0.7, 0.5 + 1.1 * (groundWide.r - 0.5) + 1.3 * (groundFar.r - 0.5));
diffuseColor.rgb = mix(diffuseColor.rgb, other, patches);
float tone = 0.25 * (groundFine.r - 0.5) + 0.55 * (groundMid.r - 0.5) + 0.5 * (groundWide.r - 0.5) + 0.4 * (groundFar.r - 0.5);
diffuseColor.rgb *= max(1.0 + varied.x * tone + varied.y * (groundFine.g - 0.5), 0.2);`;

const GROUND_NORMAL = /* glsl */ `
vec2 slope = varied.z * (0.5 * (groundFine.ba - 0.5) + 0.9 * (groundMid.ba - 0.5) + 0.6 * (groundWide.ba - 0.5));
normal = normalize((viewMatrix * vec4(-slope, 1.0, 0.0)).xyz);`;
