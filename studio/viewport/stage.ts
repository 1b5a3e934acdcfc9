/**
 * Light, ground grid and the shadow on it. In the void, the background is the page's own (`--stage`); labs and sites
 * bring sky and ground with them (environment/).
 */
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  ShadowMaterial,
  Vector3,
} from "three";
import type { SceneDescription } from "../worker/protocol.js";
import { KeyLight } from "./environment/key-light.js";
import { irradiance, radianceOf } from "./environment/radiance.js";
import { surroundOf } from "./environment/surrounds.js";
import { STAGE, type Theme } from "./palette.js";

/** Direction of the key light where a scene says nothing, rad: front right, at about 48°. */
const SUN = { azimuth: -0.9, elevation: 0.84 };
const RIM_DIRECTION = new Vector3(-0.6, 0.8, 0.4).normalize();

/** Half width of the ground in units of the camera's distance; the grid has faded out before its rim. */
const GROUND_RADIUS = 6;

const VERTEX = /* glsl */ `
varying vec3 world;
void main() {
  world = (modelMatrix * vec4(position, 1.0)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

// Lines one pixel wide at any distance; fading from a quarter of the radius on.
const FRAGMENT = /* glsl */ `
varying vec3 world;
uniform vec3 minorColor, majorColor;
uniform vec3 centre;
uniform float cell, radius;
float lines(float size, float width) {
  vec2 q = world.xy / size;
  vec2 d = abs(fract(q - 0.5) - 0.5) / max(fwidth(q), vec2(1e-6));
  return 1.0 - min(min(d.x, d.y) / width, 1.0);
}
void main() {
  float fade = smoothstep(radius, 0.25 * radius, length(world.xy - centre.xy));
  float minor = lines(cell, 1.0) * 0.75;
  float major = lines(5.0 * cell, 1.3);
  vec3 color = mix(minorColor, majorColor, major);
  gl_FragColor = vec4(color, max(minor, major) * fade);
}`;

export class Stage {
  readonly key: KeyLight;
  private readonly rim = new DirectionalLight("#a9c8ff");
  private readonly ambient = new HemisphereLight();
  private readonly gridMaterial = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: 2,
    toneMapped: false,
    uniforms: {
      minorColor: { value: new Color() },
      majorColor: { value: new Color() },
      centre: { value: new Vector3() },
      cell: { value: 1 },
      radius: { value: 10 },
    },
  });
  private readonly grid = new Mesh(new PlaneGeometry(1, 1), this.gridMaterial);
  private readonly shadowMaterial = new ShadowMaterial({ depthWrite: false });
  private readonly shadow = new Mesh(new PlaneGeometry(1, 1), this.shadowMaterial);
  private planar = false;
  private look: Theme = "dark";
  private sun = SUN;
  private shadowMaps = 0;
  /** Height of the ground, m. */
  height = 0;
  /** Size of a grid cell, m: a power of ten that follows the camera. */
  cell = 1;

  constructor(scene: Scene, shadowMap: number) {
    this.key = new KeyLight(scene, shadowMap);
    this.key.aim(SUN.azimuth, SUN.elevation);
    this.ambient.position.set(0, 0, 1);
    this.shadow.receiveShadow = true;
    this.grid.renderOrder = -1;
    this.shadow.renderOrder = -2;
    scene.add(this.rim, this.rim.target, this.ambient, this.grid, this.shadow);
  }

  /** Whether there are lines on the ground. */
  get hasGrid(): boolean {
    return this.grid.visible;
  }

  setTheme(look: Theme): void {
    this.look = look;
    const colors = STAGE[look];
    this.key.setColor(colors.keyColor, colors.key);
    this.rim.intensity = colors.rim;
    this.rim.visible = colors.rim > 0;
    // without an image, the light from above and below is what a level surface gets from the same surroundings
    const radiance = radianceOf(surroundOf(look, this.sun));
    this.ambient.color.setRGB(...irradiance(radiance, 1));
    this.ambient.groundColor.setRGB(...irradiance(radiance, -1));
    this.ambient.intensity = 1;
    this.shadowMaterial.opacity = colors.shadow;
    this.grid.visible = this.planar || colors.grid !== null;
    this.gridMaterial.uniforms.minorColor.value.set(colors.grid ?? colors.gridMajor).convertLinearToSRGB();
    this.gridMaterial.uniforms.majorColor.value.set(colors.gridMajor).convertLinearToSRGB();
    this.setShadows(this.shadowMaps);
  }

  /** Where the sun, or the main lamp, stands: from x towards y, and above the horizon, rad. */
  setSun(sun: { readonly azimuth: number; readonly elevation: number }): void {
    this.sun = sun;
    this.key.aim(sun.azimuth, sun.elevation);
  }

  /** A new scene: its ground, and whether it is flat. */
  setScene(planar: boolean, height: number): void {
    this.planar = planar;
    this.height = height;
  }

  /** Number of shadow maps: casting shadows is the dearest part of a picture. */
  setShadows(maps: number): void {
    this.shadowMaps = maps;
    this.key.setCascades(this.planar ? 0 : maps);
    this.shadow.visible = maps > 0 && !this.planar && STAGE[this.look].shadow > 0;
  }

  /** Whether the light from all around comes from an image: then not from above and below. */
  setImageLight(on: boolean): void {
    this.ambient.visible = !on;
  }

  /**
   * Follows the camera: `distance` (m) sets the grid's cell and the light's reach. Returns whether the cell changed.
   */
  follow(target: Vector3, distance: number): boolean {
    const cell = gridCell(distance, this.planar);
    const changed = cell !== this.cell;
    this.cell = cell;
    const radius = GROUND_RADIUS * distance;
    const { uniforms } = this.gridMaterial;
    uniforms.cell.value = cell;
    uniforms.radius.value = this.planar ? 1e3 * radius : radius;
    uniforms.centre.value.copy(target);
    for (const ground of [this.grid, this.shadow]) {
      ground.position.set(target.x, target.y, this.planar ? 0 : this.height);
      ground.scale.set(2 * radius, 2 * radius, 1);
    }
    this.key.follow(target, distance);
    this.rim.target.position.copy(target);
    this.rim.position.copy(target).addScaledVector(RIM_DIRECTION, distance);
    return changed;
  }
}

/** Size of a grid cell, m, for an eye at `distance` (m): a flat view can do with more lines than one in perspective. */
export function gridCell(distance: number, planar: boolean): number {
  return 10 ** (planar ? Math.floor(Math.log10(distance / 6)) : Math.round(Math.log10(distance / 8)));
}

/**
 * Height of the ground: that of a level plane, or zero, or, when the scene reaches below, the next round height under
 * it.
 */
export function groundHeight(scene: SceneDescription, distance: number): number {
  if (scene.planar) return 0;
  if (scene.ground !== null) return scene.ground;
  const bottom = scene.bounds?.[2] ?? 0;
  if (bottom >= 0) return 0;
  const cell = gridCell(distance, false) / 2;
  return Math.floor(bottom / cell) * cell;
}
