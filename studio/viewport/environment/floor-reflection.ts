/**
 * A polished floor mirrors what stands on it. Before a picture, the scene is drawn from below the floor with a quarter
 * of the pixels; the floor's material mixes that picture in, blurred as its roughness wants, and more where it is seen
 * at a grazing angle.
 */
import {
  HalfFloatType,
  type Light,
  LinearMipmapLinearFilter,
  Matrix4,
  type Mesh,
  type MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  Plane,
  type Scene,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { SURFACES } from "../layers.js";

/** Pixels of the mirrored picture, as a share of the screen's, each way. */
const PIXELS = 0.5;
/** Share of light that is mirrored straight down, and what is added at a grazing angle. */
const FRESNEL = { least: 0.07, more: 0.5 };

export class FloorReflection {
  private readonly floor: Mesh;
  private readonly target = new WebGLRenderTarget(1, 1, {
    type: HalfFloatType,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
    samples: 0,
  });
  private readonly eye = new PerspectiveCamera();
  private readonly size = new Vector2();
  private readonly uniforms: {
    mirrored: { value: Texture };
    mirrorPlace: { value: Matrix4 };
    mirrorShare: { value: Vector2 };
  };

  constructor(floor: Mesh) {
    this.floor = floor;
    this.uniforms = {
      mirrored: { value: this.target.texture },
      mirrorPlace: { value: new Matrix4() },
      mirrorShare: { value: new Vector2() },
    };
    this.eye.layers.set(SURFACES);
    teach(floor.material as MeshStandardMaterial, this.uniforms);
  }

  /** Draws what the floor at `height` (m) mirrors in the picture by `camera` that follows. */
  render(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, height: number): void {
    this.uniforms.mirrorShare.value.set(FRESNEL.least, FRESNEL.more);
    scene.traverseVisible(joinReflected);
    renderer.getDrawingBufferSize(this.size).multiplyScalar(PIXELS).ceil();
    if (this.target.width !== this.size.x || this.target.height !== this.size.y)
      this.target.setSize(this.size.x, this.size.y);
    this.look(camera, height);
    const { background } = scene;
    const before = renderer.getRenderTarget();
    const alpha = renderer.getClearAlpha();
    scene.background = null;
    this.floor.visible = false;
    renderer.setClearAlpha(0);
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(scene, this.eye);
    renderer.setRenderTarget(before);
    renderer.setClearAlpha(alpha);
    this.floor.visible = true;
    scene.background = background;
  }

  /** Mirrors nothing until it is drawn again. */
  pause(): void {
    this.uniforms.mirrorShare.value.set(0, 0);
  }

  dispose(): void {
    this.target.dispose();
  }

  /** The camera mirrored in the floor, which sees nothing below it. */
  private look(camera: PerspectiveCamera, height: number): void {
    const { eye } = this;
    camera.updateMatrixWorld();
    const from = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    const ahead = camera.getWorldDirection(new Vector3());
    const up = new Vector3(0, 1, 0).transformDirection(camera.matrixWorld);
    eye.position.set(from.x, from.y, 2 * height - from.z);
    eye.up.set(up.x, up.y, -up.z);
    eye.lookAt(eye.position.x + ahead.x, eye.position.y + ahead.y, eye.position.z - ahead.z);
    eye.updateMatrixWorld();
    eye.projectionMatrix.copy(camera.projectionMatrix);
    eye.projectionMatrixInverse.copy(camera.projectionMatrixInverse);
    this.uniforms.mirrorPlace.value
      .set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
      .multiply(eye.projectionMatrix)
      .multiply(eye.matrixWorldInverse);
    cutAt(eye, new Plane(new Vector3(0, 0, 1), -height).applyMatrix4(eye.matrixWorldInverse));
  }
}

/** Makes a plane of the camera's own frame its near plane [Lengyel2005]. */
function cutAt({ projectionMatrix: { elements: p } }: PerspectiveCamera, { normal, constant }: Plane): void {
  const plane = new Vector4(normal.x, normal.y, normal.z, constant);
  const far = new Vector4(
    (Math.sign(plane.x) + p[8]) / p[0],
    (Math.sign(plane.y) + p[9]) / p[5],
    -1,
    (1 + p[10]) / p[14],
  );
  plane.multiplyScalar(2 / plane.dot(far));
  p[2] = plane.x;
  p[6] = plane.y;
  p[10] = plane.z + 1;
  p[14] = plane.w;
}

/** Lit surfaces are mirrored, and light falls on them there too. */
function joinReflected(object: Object3D): void {
  if ((object as Light).isLight) object.layers.enable(SURFACES);
  const { material, isMesh } = object as Mesh;
  if (!isMesh || Array.isArray(material) || material.transparent) return;
  if ((material as MeshStandardMaterial).isMeshStandardMaterial) object.layers.enable(SURFACES);
}

/** Makes a material mix the mirrored picture in. */
function teach(material: MeshStandardMaterial, uniforms: Record<string, { value: unknown }>): void {
  const before = material.onBeforeCompile;
  const own = material.customProgramCacheKey();
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("void main() {", "uniform mat4 mirrorPlace;\nvarying vec4 mirrorAt;\nvoid main() {")
      .replace(
        "#include <project_vertex>",
        "#include <project_vertex>\nmirrorAt = mirrorPlace * modelMatrix * vec4(transformed, 1.0);",
      );
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", `${PARS}\nvoid main() {`)
      .replace("#include <opaque_fragment>", `#include <opaque_fragment>\n${MIX}`);
  };
  material.customProgramCacheKey = () => `${own} mirror`;
}

const PARS = /* glsl */ `
uniform sampler2D mirrored;
uniform vec2 mirrorShare;
varying vec4 mirrorAt;`;

// Nine places on a small disc: smoother than a coarse level of the picture alone.
const MIX = /* glsl */ `
if (mirrorShare.x > 0.0) {
  vec2 mirrorHere = mirrorAt.xy / mirrorAt.w;
  vec2 mirrorStep = 2.5 / vec2(textureSize(mirrored, 0));
  vec4 seen = textureLod(mirrored, mirrorHere, 1.0);
  for (int k = 0; k < 8; k++) {
    float turn = 0.785398 * float(k);
    seen += textureLod(mirrored, mirrorHere + (k % 2 == 0 ? 1.0 : 2.0) * mirrorStep * vec2(cos(turn), sin(turn)), 1.5);
  }
  seen /= 9.0;
  float graze = pow(1.0 - saturate(dot(normal, normalize(vViewPosition))), 4.0);
  float share = mirrorShare.x + mirrorShare.y * graze;
  gl_FragColor.rgb += share * (seen.rgb - seen.a * gl_FragColor.rgb);
}`;
