/** What surrounds the bodies: light, ground grid and the shadow on it. The background is the page's own (`--stage`). */
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
import { STAGE, type Theme } from "./palette.js";

/** Direction of the key light from the scene: front right, at about 48°. */
const KEY_DIRECTION = new Vector3(0.55, -0.7, 1).normalize();
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
  private readonly key = new DirectionalLight("#fff3df");
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
  /** Height of the ground, m. */
  height = 0;
  /** Size of a grid cell, m: a power of ten that follows the camera. */
  cell = 1;

  constructor(scene: Scene, shadowMap: number) {
    this.key.shadow.mapSize.set(shadowMap, shadowMap);
    this.key.shadow.bias = -0.0004;
    this.key.shadow.normalBias = 0.02;
    this.key.shadow.radius = 4;
    this.ambient.position.set(0, 0, 1);
    this.shadow.receiveShadow = true;
    this.grid.renderOrder = -1;
    this.shadow.renderOrder = -2;
    scene.add(this.key, this.key.target, this.rim, this.rim.target, this.ambient, this.grid, this.shadow);
  }

  setTheme(theme: Theme): void {
    const colors = STAGE[theme];
    this.key.intensity = colors.key;
    this.rim.intensity = colors.rim;
    this.ambient.color.set(colors.sky);
    this.ambient.groundColor.set(colors.ground);
    this.ambient.intensity = colors.ambient;
    this.shadowMaterial.opacity = colors.shadow;
    this.gridMaterial.uniforms.minorColor.value.set(colors.grid).convertLinearToSRGB();
    this.gridMaterial.uniforms.majorColor.value.set(colors.gridMajor).convertLinearToSRGB();
  }

  /** A new scene: its ground, and whether it is flat. */
  setScene(planar: boolean, height: number): void {
    this.planar = planar;
    this.height = height;
  }

  /** Casting shadows is the dearest part of a picture. */
  setShadows(on: boolean): void {
    this.key.castShadow = on && !this.planar;
    this.shadow.visible = on && !this.planar;
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

    // one shadow map, fitted to the view of the camera
    const reach = distance;
    this.key.target.position.copy(target);
    this.key.position.copy(target).addScaledVector(KEY_DIRECTION, 3 * reach);
    this.rim.target.position.copy(target);
    this.rim.position.copy(target).addScaledVector(RIM_DIRECTION, reach);
    const { camera } = this.key.shadow;
    camera.left = camera.bottom = -0.7 * reach;
    camera.right = camera.top = 0.7 * reach;
    camera.near = 0.1 * reach;
    camera.far = 8 * reach;
    camera.updateProjectionMatrix();
    return changed;
  }
}

/** Size of a grid cell, m, for an eye at `distance` (m): a flat view can do with more lines than one in perspective. */
export function gridCell(distance: number, planar: boolean): number {
  return 10 ** (planar ? Math.floor(Math.log10(distance / 6)) : Math.round(Math.log10(distance / 8)));
}
