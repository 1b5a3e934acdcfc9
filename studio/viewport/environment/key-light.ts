/** The sun of a picture, or its main lamp: one light with up to two shadow maps around the camera's target. */
import { DirectionalLight, type Scene, Vector3 } from "three";
import { changeShadows } from "./shadow-chunks.js";

/** Half width of the maps in units of the camera's distance: the fine one, the wide one, one alone. */
const REACH = { fine: 0.45, wide: 4.5, alone: 0.7 };
/** How far the maps see towards the light and away from it, in units of their half width. */
const DEPTH = { towards: 4, away: 3 };
/** How far a surface is moved along its normal, and towards the light, before it is compared, in texels of the map. */
const NORMAL_BIAS = 1.6;
const BIAS = 0.6;

export class KeyLight {
  /** From the scene towards the light. */
  readonly direction = new Vector3(0, 0, 1);
  private readonly lights = [new DirectionalLight(), new DirectionalLight()];
  private readonly right = new Vector3();
  private readonly up = new Vector3();
  private readonly center = new Vector3();
  private cascades = 0;

  /** `mapSize`: side of the fine map, px; the wide one has half as much. */
  constructor(scene: Scene, mapSize: number) {
    changeShadows();
    for (const [k, light] of this.lights.entries()) {
      light.shadow.mapSize.setScalar(mapSize / (k + 1));
      light.shadow.camera.up.set(0, 0, 1);
      scene.add(light, light.target);
    }
    this.setCascades(0);
  }

  /** Where it stands: from x towards y, and above the horizon, rad. */
  aim(azimuth: number, elevation: number): void {
    const flat = Math.cos(elevation);
    this.direction.set(flat * Math.cos(azimuth), flat * Math.sin(azimuth), Math.sin(elevation)).normalize();
    this.right.set(-Math.sin(azimuth), Math.cos(azimuth), 0);
    this.up.crossVectors(this.direction, this.right);
  }

  setColor(color: string, intensity: number): void {
    for (const light of this.lights) {
      light.color.set(color);
      light.intensity = intensity;
    }
  }

  /** Number of shadow maps; without one there are no shadows. */
  setCascades(count: number): void {
    this.cascades = count;
    this.lights[0].castShadow = count > 0;
    // a second light would shine, were it there for more than its map: the shader leaves it out
    this.lights[1].visible = this.lights[1].castShadow = count > 1;
  }

  /** Brings the maps around a point, m, for an eye at `distance`, m. */
  follow(target: Vector3, distance: number): void {
    const reaches = this.cascades > 1 ? [REACH.fine, REACH.wide] : [REACH.alone];
    for (const [k, reach] of reaches.entries()) this.fit(this.lights[k], target, reach * distance);
  }

  private fit(light: DirectionalLight, target: Vector3, half: number): void {
    const { shadow } = light;
    const texel = (2 * half) / shadow.mapSize.x;
    // whole texels at a time: edges of shadows do not crawl when the camera goes along
    const snap = (axis: Vector3) => Math.round(target.dot(axis) / texel) * texel - target.dot(axis);
    this.center.copy(target).addScaledVector(this.right, snap(this.right)).addScaledVector(this.up, snap(this.up));
    light.target.position.copy(this.center);
    light.position.copy(this.center).addScaledVector(this.direction, DEPTH.towards * half);
    const { camera } = shadow;
    camera.left = camera.bottom = -half;
    camera.right = camera.top = half;
    camera.near = 0;
    camera.far = (DEPTH.towards + DEPTH.away) * half;
    camera.updateProjectionMatrix();
    shadow.normalBias = NORMAL_BIAS * texel;
    shadow.bias = (-BIAS * texel) / camera.far;
  }
}
