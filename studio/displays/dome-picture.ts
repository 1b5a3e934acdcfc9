/** The picture for a projector in a dome: six views around the eye, and a grid that looks them up by its rays. */
import {
  BufferAttribute,
  BufferGeometry,
  CubeCamera,
  HalfFloatType,
  Mesh,
  OrthographicCamera,
  type Quaternion,
  Scene,
  ShaderMaterial,
  Vector3,
  WebGLCubeRenderTarget,
} from "three";
import type { DisplayedScene } from "../viewport/display.js";
import { domeGrid, latitudeLens, type Throw, throwBy, throwByMirror } from "./dome.js";

/** Pixels of a side of the cube, in software and with a graphics card. */
const FINE = 1024;
const COARSE = 384;
const COLUMNS = 96;
const ROWS = 72;
/** The dome of [Luaces2013]: radius, m; lens and eye are assumed, the eye behind the lens and above it. */
const RADIUS = 1.065;
const PROJECTOR = [0, 0, -0.1] as const;
const EYE = [-0.15, 0, 0.1] as const;
/** Part of the picture over which it fades at its edges. */
const EDGE = 0.06;

/** A small set-up with a spherical mirror at the rear, under the rim, that throws the picture ahead, m. */
const BY_MIRROR: Throw = throwByMirror({
  projector: [-0.35, 0, -0.55],
  target: [-0.86, 0, -0.42],
  center: [-1, 0, -0.55],
  radius: 0.22,
  field: 0.52,
  aspect: 4 / 3,
});

export interface DomeOptions {
  readonly mirrored: boolean;
  readonly grid: boolean;
  readonly blend: boolean;
}

const VERTEX = `
  attribute vec3 ray;
  attribute float brightness;
  uniform mat3 toWorld;
  varying vec3 vRay;
  varying vec3 vLocal;
  varying float vBright;
  void main() {
    vLocal = ray;
    vRay = toWorld * ray;
    vBright = brightness;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }`;

const FRAGMENT = `
  uniform samplerCube cube;
  uniform float lines;
  varying vec3 vRay;
  varying vec3 vLocal;
  varying float vBright;
  float line(float angle, float step) {
    float at = abs(fract(angle / step + 0.5) - 0.5) * step;
    return 1.0 - smoothstep(0.0, 1.5 * fwidth(angle), at);
  }
  void main() {
    vec3 d = normalize(vRay);
    gl_FragColor = vec4(textureCube(cube, d).rgb, 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
    if (lines > 0.5) {
      vec3 n = normalize(vLocal);
      float mark = max(line(degrees(atan(n.y, n.x)), 15.0), line(degrees(asin(n.z)), 15.0));
      gl_FragColor.rgb = mix(gl_FragColor.rgb, vec3(0.765, 0.94, 0.235), mark);
    }
    gl_FragColor.rgb *= vBright;
  }`;

export class DomePicture {
  private readonly target: WebGLCubeRenderTarget;
  private readonly cube: CubeCamera;
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera();
  private readonly material: ShaderMaterial;
  private mesh: Mesh | null = null;
  private made = "";

  constructor(software: boolean) {
    this.target = new WebGLCubeRenderTarget(software ? COARSE : FINE, { type: HalfFloatType });
    this.cube = new CubeCamera(0.02, 400, this.target);
    this.material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { cube: { value: this.target.texture }, lines: { value: 0 }, toWorld: { value: null } },
      depthTest: false,
    });
  }

  /** `cabin`: the axes of the cab in the world, which do not turn with the head. */
  draw({ renderer, scene, camera, aside }: DisplayedScene, cabin: Quaternion, options: DomeOptions): void {
    this.make(options);
    camera.updateMatrixWorld();
    this.cube.position.setFromMatrixPosition(camera.matrixWorld);
    aside(() => this.cube.update(renderer, scene));
    this.material.uniforms.toWorld.value = matrixOf(cabin);
    this.material.uniforms.lines.value = options.grid ? 1 : 0;
    renderer.setClearColor(0x000000, 1);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    renderer.setClearColor(0x000000, 0);
  }

  private make({ mirrored, blend }: DomeOptions): void {
    const key = `${mirrored} ${blend}`;
    if (key === this.made) return;
    this.made = key;
    this.mesh?.geometry.dispose();
    this.mesh?.removeFromParent();
    const light = mirrored ? BY_MIRROR : throwBy(latitudeLens, PROJECTOR);
    const { positions, rays, brightness, triangles } = domeGrid(
      COLUMNS,
      ROWS,
      light,
      { radius: RADIUS, eye: EYE },
      blend ? EDGE : 0,
    );
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("ray", new BufferAttribute(rays, 3));
    geometry.setAttribute("brightness", new BufferAttribute(brightness, 1));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  dispose(): void {
    this.target.dispose();
    this.material.dispose();
    this.mesh?.geometry.dispose();
  }
}

/** A rotation as the numbers of a 3 × 3 matrix, by columns. */
function matrixOf(turn: Quaternion): number[] {
  return [X, Y, Z].flatMap((axis) => COLUMN.copy(axis).applyQuaternion(turn).toArray());
}

const X = new Vector3(1, 0, 0);
const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);
const COLUMN = new Vector3();
