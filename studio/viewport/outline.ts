/**
 * Outlines in screen space, drawn through everything: 2 px in the colour of the interaction around the selection, half
 * as strong around the hovered body, thin and grey around frozen bodies. The bodies in question are drawn into a mask;
 * where a pixel near its rim is outside, there is the outline. Costs nothing while there is nothing to outline.
 */
import {
  type Camera,
  Color,
  InstancedMesh,
  LinearFilter,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Sphere,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import type { Bodies } from "./bodies.js";

const FROZEN = 2;
/** Room around a body, px: outline and halo. */
const MARGIN = 4;

export class Outline {
  /** Of the selection, the one that the inspector shows; −1: none. */
  selected = -1;
  /** The others. */
  also: readonly number[] = [];
  hovered = -1;
  private bodies: Bodies | null = null;
  private readonly mask = new WebGLRenderTarget(1, 1, { minFilter: LinearFilter, magFilter: LinearFilter, samples: 0 });
  private readonly scene = new Scene();
  private readonly material = new MeshBasicMaterial({
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    side: 2,
    blending: 5,
    blendSrc: 201,
    blendDst: 201,
  });
  private copies: InstancedMesh[] = [];
  /** Whether ground is among what is outlined. */
  private withGround = false;
  private readonly quad: Mesh;
  private readonly quadScene = new Scene();
  private readonly quadCamera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly composite = new ShaderMaterial({
    vertexShader: "out vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader: FRAGMENT,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    uniforms: {
      mask: { value: this.mask.texture },
      texel: { value: new Vector2() },
      accent: { value: new Color() },
      frozen: { value: new Color() },
      halo: { value: new Color() },
    },
  });
  private readonly box = new Vector4();
  private readonly size = new Vector2();
  private readonly scissor = new Vector4();
  private readonly before = new Color();

  constructor() {
    this.quad = new Mesh(new PlaneGeometry(2, 2), this.composite);
    this.quad.frustumCulled = false;
    this.quadScene.add(this.quad);
  }

  setColors(accent: string, frozen: string, halo: string): void {
    const { uniforms } = this.composite;
    uniforms.accent.value.set(accent);
    uniforms.frozen.value.set(frozen);
    uniforms.halo.value.set(halo);
  }

  show(bodies: Bodies): void {
    this.drop();
    this.bodies = bodies;
    this.selected = this.hovered = -1;
    this.also = [];
  }

  /** Draws over the picture that is on the screen. */
  render(renderer: WebGLRenderer, camera: Camera): void {
    const { bodies } = this;
    if (!bodies) return;
    const wanted = this.wanted(bodies);
    if (wanted.size === 0) return;
    this.fill(bodies, wanted);
    renderer.getDrawingBufferSize(this.size);
    if (!this.frame(bodies, wanted, camera)) return;
    if (this.mask.width !== this.size.x || this.mask.height !== this.size.y)
      this.mask.setSize(this.size.x, this.size.y);
    this.composite.uniforms.texel.value.set(1 / this.size.x, 1 / this.size.y);
    const ratio = renderer.getPixelRatio();
    const alpha = renderer.getClearAlpha();
    renderer.getClearColor(this.before);
    renderer.getScissor(this.scissor);
    renderer.autoClear = false;
    this.mask.scissorTest = true;
    this.mask.scissor.copy(this.box);
    renderer.setRenderTarget(this.mask);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.before, alpha);
    renderer.setScissorTest(true);
    renderer.setScissor(this.box.x / ratio, this.box.y / ratio, this.box.z / ratio, this.box.w / ratio);
    renderer.render(this.quadScene, this.quadCamera);
    renderer.setScissorTest(false);
    renderer.setScissor(this.scissor);
    renderer.autoClear = true;
  }

  dispose(): void {
    this.drop();
    this.mask.dispose();
    this.material.dispose();
    this.composite.dispose();
    this.quad.geometry.dispose();
  }

  /** Bodies with an outline, and its colour in the mask: red selected, green under the pointer, blue frozen. */
  private wanted(bodies: Bodies): Map<number, Color> {
    const wanted = new Map<number, Color>();
    bodies.states.forEach((state, b) => {
      if (state === FROZEN) wanted.set(b, BLUE);
    });
    if (this.hovered >= 0) wanted.set(this.hovered, GREEN);
    for (const body of this.also) wanted.set(body, RED);
    if (this.selected >= 0) wanted.set(this.selected, RED);
    return wanted;
  }

  /** Copies the instances of the wanted bodies into the scene of the mask. */
  private fill(bodies: Bodies, wanted: ReadonlyMap<number, Color>): void {
    this.withGround = bodies.ground?.outline(this.scene, wanted) ?? false;
    bodies.swarms.forEach(({ geometry, mesh, body }, g) => {
      let copy = this.copies[g];
      if (!copy) {
        copy = new InstancedMesh(geometry, this.material, body.length);
        copy.frustumCulled = false;
        this.copies[g] = copy;
        this.scene.add(copy);
      }
      let n = 0;
      for (let i = 0; i < body.length; i++) {
        const color = wanted.get(body[i]);
        if (!color) continue;
        mesh.getMatrixAt(i, MATRIX);
        copy.setMatrixAt(n, MATRIX);
        copy.setColorAt(n++, color);
      }
      copy.count = n;
      copy.visible = n > 0;
      copy.instanceMatrix.needsUpdate = true;
      if (copy.instanceColor) copy.instanceColor.needsUpdate = true;
    });
  }

  /** The part of the picture that is concerned, px from below; returns whether there is any. */
  private frame(bodies: Bodies, wanted: ReadonlyMap<number, Color>, camera: Camera): boolean {
    // ground may be anywhere
    let [x0, y0, x1, y1] = this.withGround ? [-1, -1, 1, 1] : [1, 1, -1, -1];
    for (const { geometry, mesh, body } of bodies.swarms) {
      if (!geometry.boundingSphere) geometry.computeBoundingSphere();
      for (let i = 0; i < body.length; i++) {
        if (!wanted.has(body[i])) continue;
        mesh.getMatrixAt(i, MATRIX);
        BALL.copy(geometry.boundingSphere ?? BALL).applyMatrix4(MATRIX);
        for (let corner = 0; corner < 8; corner++) {
          POINT.set(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)
            .multiplyScalar(BALL.radius)
            .add(BALL.center)
            .applyMatrix4(camera.matrixWorldInverse);
          // behind the eye: anywhere
          if (POINT.z > -1e-6) [x0, y0, x1, y1] = [-1, -1, 1, 1];
          POINT.applyMatrix4(camera.projectionMatrix);
          x0 = Math.min(x0, POINT.x);
          y0 = Math.min(y0, POINT.y);
          x1 = Math.max(x1, POINT.x);
          y1 = Math.max(y1, POINT.y);
        }
      }
    }
    const { x: w, y: h } = this.size;
    const left = Math.max(0, Math.floor((0.5 + 0.5 * x0) * w) - MARGIN);
    const bottom = Math.max(0, Math.floor((0.5 + 0.5 * y0) * h) - MARGIN);
    const right = Math.min(w, Math.ceil((0.5 + 0.5 * x1) * w) + MARGIN);
    const top = Math.min(h, Math.ceil((0.5 + 0.5 * y1) * h) + MARGIN);
    this.box.set(left, bottom, right - left, top - bottom);
    return right > left && top > bottom;
  }

  private drop(): void {
    for (const copy of this.copies) {
      copy.removeFromParent();
      copy.dispose();
    }
    this.copies = [];
    this.bodies = null;
  }
}

const RED = new Color(1, 0, 0);
const GREEN = new Color(0, 1, 0);
const BLUE = new Color(0, 0, 1);
const MATRIX = new Matrix4();
const BALL = new Sphere();
const POINT = new Vector3();

// Largest mask within 2 px and within 3 px, by eight directions each.
const FRAGMENT = /* glsl */ `
in vec2 at;
uniform sampler2D mask;
uniform vec2 texel;
uniform vec3 accent, frozen, halo;
vec3 around(float radius) {
  vec3 most = vec3(0.0);
  for (int k = 0; k < 8; k++) {
    float angle = 0.785398 * float(k);
    most = max(most, texture(mask, at + radius * texel * vec2(cos(angle), sin(angle))).rgb);
  }
  return most;
}
void main() {
  vec3 here = texture(mask, at).rgb;
  vec3 one = around(1.0);
  vec3 near = max(one, around(2.0));
  vec3 far = max(near, around(3.0));
  vec3 line = near * (1.0 - here);
  vec3 rim = far * (1.0 - here);
  float thin = one.b * (1.0 - here.b);
  float strength = max(line.r, 0.5 * line.g);
  float dark = max(0.8 * rim.r, 0.4 * rim.g);
  vec3 color = strength > 0.0 ? accent : thin > 0.0 ? frozen : halo;
  float alpha = max(max(strength, thin), dark);
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(color, alpha);
  #include <colorspace_fragment>
}`;
