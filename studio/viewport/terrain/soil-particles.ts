/**
 * Dust and clods over soil that flows. A particle is written once, at its birth, into a ring of fixed size; the
 * graphics card moves it from then on, by the simulated time. So a picture costs no memory and hardly any time here,
 * and a run that stands still has dust that stands still.
 */
import {
  type BufferAttribute,
  Color,
  DynamicDrawUsage,
  Group,
  IcosahedronGeometry,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
} from "three";
import type { SoilFlow } from "../../worker/terrain-protocol.js";
import { hash } from "./ground-texture.js";

/** Most particles of each kind. */
export const MOST_DUST = 512;
export const MOST_CLODS = 384;
/** Longest life, s. */
const DUST_LIFE = 2.6;
const CLOD_LIFE = 4;
/** Dust and clods per cubic metre that flows. */
const DUST_RATE = 140;
const CLOD_RATE = 260;
/** Most new particles of each kind per feed. */
const MOST_NEW = 24;
/** m/s² */
const GRAVITY = 9.81;

/** Height of the ground below a point of the world, m. */
export type GroundHeight = (x: number, y: number) => number;

/** Numbers of a particle: place and birth; velocity and life; size, seed, and the time until it lies still. */
const STRIDE = 12;

/** A ring of particles: the attributes of their instances. */
class Ring {
  readonly geometry = new InstancedBufferGeometry();
  readonly start: InstancedBufferAttribute;
  readonly motion: InstancedBufferAttribute;
  readonly kind: InstancedBufferAttribute;
  private readonly most: number;
  private next = 0;

  constructor(most: number, form: PlaneGeometry | IcosahedronGeometry) {
    this.most = most;
    const { geometry } = this;
    geometry.setAttribute("position", form.getAttribute("position"));
    if (form.index) geometry.setIndex(form.index);
    const normal = form.getAttribute("normal");
    if (normal) geometry.setAttribute("normal", normal);
    const attribute = (name: string) => {
      const made = new InstancedBufferAttribute(new Float32Array(4 * most), 4);
      made.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, made);
      return made;
    };
    this.start = attribute("start");
    this.motion = attribute("motion");
    this.kind = attribute("kind");
    geometry.instanceCount = most;
    this.clear();
  }

  /** Writes `STRIDE` numbers over the oldest particle. */
  add(numbers: Float32Array): void {
    const k = this.next;
    this.next = (k + 1) % this.most;
    for (const [n, attribute] of [
      [0, this.start],
      [4, this.motion],
      [8, this.kind],
    ] as const) {
      (attribute.array as Float32Array).set(numbers.subarray(n, n + 4), 4 * k);
      attribute.addUpdateRange(4 * k, 4);
      attribute.needsUpdate = true;
    }
  }

  clear(): void {
    for (const attribute of [this.start, this.motion, this.kind]) {
      attribute.array.fill(0);
      attribute.clearUpdateRanges();
      attribute.needsUpdate = true;
    }
    this.next = 0;
  }

  /** How many particles live at a time, s. */
  alive(time: number): number {
    let n = 0;
    for (let k = 0; k < this.most; k++) {
      const age = time - this.start.getW(k);
      if (age >= 0 && age < this.motion.getW(k)) n++;
    }
    return n;
  }
}

export class SoilParticles {
  readonly root = new Group();
  readonly dust = new Ring(MOST_DUST, new PlaneGeometry(2, 2));
  readonly clods = new Ring(MOST_CLODS, roughStone());
  private readonly time = { value: 0 };
  private readonly dustMaterial: ShaderMaterial;
  private readonly clodMaterial: MeshStandardMaterial;
  private readonly ground: GroundHeight;
  private readonly numbers = new Float32Array(STRIDE);
  private readonly at = new Vector3();
  private born = 0;
  private fedAt = Number.NaN;

  constructor(ground: GroundHeight, parent: { add(object: Group): unknown }) {
    this.ground = ground;
    this.dustMaterial = new ShaderMaterial({
      vertexShader: DUST_VERTEX,
      fragmentShader: DUST_FRAGMENT,
      transparent: true,
      depthWrite: false,
      uniforms: { time: this.time, color: { value: new Color("#b89a74") } },
    });
    this.clodMaterial = new MeshStandardMaterial({ color: "#5a4430", roughness: 1, flatShading: true });
    this.clodMaterial.onBeforeCompile = (shader) => {
      shader.uniforms.time = this.time;
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", `#include <common>\n${CLOD_DECLARATIONS}`)
        .replace("#include <begin_vertex>", CLOD_POINT);
    };
    const dust = new Mesh(this.dust.geometry, this.dustMaterial);
    const clods = new Mesh(this.clods.geometry, this.clodMaterial);
    dust.renderOrder = 3;
    clods.receiveShadow = true;
    dust.frustumCulled = clods.frustumCulled = false;
    this.root.add(dust, clods);
    this.root.visible = false;
    parent.add(this.root);
  }

  /** Soil flows at these places: particles are born there, as many as the rate asks for and the ring has room for. */
  feed({ count, points, velocities, rate }: SoilFlow): void {
    if (count < 1 || !(rate > 0)) return;
    const elapsed = Number.isNaN(this.fedAt) ? 1 / 60 : Math.min(0.1, Math.max(0, this.time.value - this.fedAt));
    this.fedAt = this.time.value;
    this.root.visible = true;
    for (const [ring, perVolume] of [
      [this.dust, DUST_RATE],
      [this.clods, CLOD_RATE],
    ] as const) {
      // the part of a particle that is left over is born by chance
      const wanted = perVolume * rate * elapsed + hash(this.born, 3, 5);
      for (let k = 0; k < Math.min(MOST_NEW, Math.floor(wanted)); k++) {
        const from = Math.min(count - 1, Math.floor(count * this.chance(0)));
        this.at.fromArray(points, 3 * from);
        this.bear(ring, ring === this.clods, velocities, 3 * from);
      }
      this.born++;
    }
  }

  /** The simulated time of the picture, s. A run that goes back has no dust. */
  setTime(time: number): void {
    if (time < this.time.value) {
      this.dust.clear();
      this.clods.clear();
      this.fedAt = Number.NaN;
      this.root.visible = false;
    }
    this.time.value = time;
    if (this.fedAt < time - CLOD_LIFE) this.root.visible = false;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.dust.geometry.dispose();
    this.clods.geometry.dispose();
    this.dustMaterial.dispose();
    this.clodMaterial.dispose();
  }

  private bear(ring: Ring, clod: boolean, velocities: Float32Array, v: number): void {
    const { numbers, at } = this;
    this.born++;
    const spread = clod ? 0.12 : 0.2;
    for (let k = 0; k < 3; k++) at.setComponent(k, at.getComponent(k) + spread * (2 * this.chance(k + 1) - 1));
    at.toArray(numbers, 0);
    numbers[3] = this.time.value;
    // dust takes part of the motion and rises; clods are thrown by it
    const share = clod ? 0.9 : 0.35;
    for (let k = 0; k < 3; k++) numbers[4 + k] = share * velocities[v + k] + 0.5 * (2 * this.chance(k + 4) - 1);
    if (clod) numbers[6] += 0.8 * this.chance(7);
    numbers[7] = (clod ? CLOD_LIFE : DUST_LIFE) * (0.5 + 0.5 * this.chance(8));
    numbers[8] = clod ? 0.012 + 0.035 * this.chance(9) ** 3 : 0.12 + 0.16 * this.chance(9);
    numbers[9] = this.chance(10);
    numbers[10] = clod ? this.fallTime() : 0;
    numbers[11] = 0;
    ring.add(numbers);
  }

  /** Time until the clod of `numbers` meets the ground, s: its flight in small steps. */
  private fallTime(): number {
    const { numbers } = this;
    for (let t = 0; t < numbers[7]; t += 0.04) {
      const x = numbers[0] + t * numbers[4];
      const y = numbers[1] + t * numbers[5];
      if (numbers[2] + t * (numbers[6] - 0.5 * GRAVITY * t) <= this.ground(x, y) + 0.4 * numbers[8]) return t;
    }
    return numbers[7];
  }

  private chance(of: number): number {
    return hash(this.born, of, 17);
  }
}

/** A stone with corners that differ, of about unit size. */
function roughStone(): IcosahedronGeometry {
  const stone = new IcosahedronGeometry(1, 0);
  const points = stone.getAttribute("position") as BufferAttribute;
  for (let k = 0; k < points.count; k++) {
    // the same corner of every triangle alike
    const [x, y, z] = [points.getX(k), points.getY(k), points.getZ(k)];
    const s = 0.7 + 0.5 * hash(Math.round(97 * x), Math.round(89 * y + 31 * z), 3);
    points.setXYZ(k, s * x, s * y, 0.75 * s * z);
  }
  stone.computeVertexNormals();
  return stone;
}

const DUST_VERTEX = /* glsl */ `
in vec4 start, motion, kind;
uniform float time;
out vec2 corner;
out float strength;
void main() {
  float age = time - start.w;
  float part = age / motion.w;
  corner = position.xy;
  strength = 0.0;
  gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  if (age < 0.0 || part >= 1.0 || motion.w <= 0.0) return;
  // drag stops the dust within half a second, warm air lifts it and the wind takes it along
  vec3 p = start.xyz + motion.xyz * 0.5 * (1.0 - exp(-2.0 * age)) + vec3(0.35, 0.1, 0.28) * age;
  float size = kind.x * (1.0 + 4.5 * sqrt(part));
  strength = 0.30 * (0.6 + 0.4 * kind.y) * smoothstep(0.0, 0.08, part) * (1.0 - part) * (1.0 - part);
  vec4 view = viewMatrix * vec4(p, 1.0);
  float turn = 6.2832 * kind.y + 0.4 * age;
  mat2 turned = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
  view.xy += turned * position.xy * size;
  gl_Position = projectionMatrix * view;
}`;

const DUST_FRAGMENT = /* glsl */ `
in vec2 corner;
in float strength;
uniform vec3 color;
void main() {
  float r = length(corner * vec2(1.0, 1.2));
  float soft = exp(-3.5 * r * r) - 0.03;
  float alpha = strength * soft * (0.8 + 0.2 * sin(9.0 * corner.x) * sin(7.0 * corner.y));
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(color, alpha);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

const CLOD_DECLARATIONS = /* glsl */ `
in vec4 start, motion, kind;
uniform float time;
`;

const CLOD_POINT = /* glsl */ `
float age = time - start.w;
float flight = min(max(age, 0.0), kind.z);
float spin = 9.0 * (kind.y - 0.5) * flight + 6.2832 * kind.y;
float shrink = 1.0 - smoothstep(0.8 * motion.w, motion.w, age);
float shown = age >= 0.0 && age < motion.w ? kind.x * shrink : 0.0;
mat2 about = mat2(cos(spin), sin(spin), -sin(spin), cos(spin));
vec3 stone = position;
stone.xz = about * stone.xz;
stone.xy = about * stone.xy;
vec3 transformed = start.xyz + motion.xyz * flight - vec3(0.0, 0.0, 4.905 * flight * flight) + shown * stone;
`;
