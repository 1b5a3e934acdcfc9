/**
 * The bodies of a scene: one instanced mesh per geometry and look, and one instanced set of edges per geometry, however
 * many bodies share it.
 */
import {
  type BufferGeometry,
  type Camera,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LineSegments,
  type Material,
  Matrix4,
  type Object3D,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from "three";
import { POSE_SIZE } from "../worker/frame.js";
import type { DrawnGeometry, DrawnLook, SceneDescription } from "../worker/protocol.js";
import { BALL_PIECES, coarseBall } from "./coarse-ball.js";
import { detailFor, largestRadius } from "./detail.js";
import { type DrawnPart, drawnParts } from "./drawn-parts.js";
import type { Ground } from "./ground.js";
import { chooseBevels, type Finer, finerHull, instancedEdges } from "./hull-bevels.js";
import { indexedGeometry } from "./indexed.js";
import { LineBatch } from "./lines.js";
import { bodyMaterial, EDGES_ONLY, flatMaterial } from "./materials.js";
import { bodyColor, STAGE, type Theme } from "./palette.js";
import { PlainBodies } from "./plain-bodies.js";
import type { PoseTexture } from "./pose-texture.js";
import { type Sharing, shareGeometries } from "./shared-geometry.js";
import { BEVEL, bevel, EDGE_OF_BEVEL, needsNoBevel, sharpForm, type UnitForm, unitForm } from "./unit-forms.js";

/** Width of outlines in planar scenes, px. */
const OUTLINE = 1.5;
/** More line ends than this are not worth their time: edges are left out. */
const MOST_EDGE_POINTS = 600_000;
/**
 * Bodies of a planar scene lie one over the other in their order, so far apart at most, m; all of them before the grid.
 */
const LAYER = 1e-4;
const LAYERS = 0.5;

/** Lines on bodies, as a share of what the palette gives: bevels show where edges are, lines only help. */
const SOFT_EDGE = 0.6;
const BEVEL_EDGE = 0.35;

/** States of a body in a frame that are shown (BODY_STATE). */
const ASLEEP = 1;
const DORMANT = 2;

/** Where a body is. */
export interface Place {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

/** The parts of bodies that share a geometry and a look. */
export interface Swarm {
  readonly drawn: DrawnGeometry;
  readonly geometry: BufferGeometry;
  readonly mesh: InstancedMesh;
  /** Per instance: its body, and its pose there. */
  readonly body: Int32Array;
  readonly local: readonly Matrix4[];
  /** Per instance: its colours. */
  readonly colors: readonly Shades[];
  /** Per instance, in a planar scene: its part of the layer of its body. */
  readonly layers: readonly DrawnPart["layer"][];
  /** Coarser versions of the geometry, made when they are first drawn. */
  readonly coarser: readonly (() => BufferGeometry)[];
  /** With bevels, for when it is large on the screen, and the lines along them; made when they are first drawn. */
  readonly finer: (() => Finer | null) | null;
  readonly lines: LineSegments | null;
  /** The unit form whose bevels the shader makes. */
  readonly unit: UnitForm | null;
  /** Null: the colour of the body is all. */
  readonly look: DrawnLook | null;
}

/** A colour, and the same for a body that sleeps. */
interface Shades {
  readonly awake: Color;
  readonly asleep: Color;
}

export class Bodies {
  readonly root = new Group();
  /** One per body: where its centre of mass is. */
  readonly places: readonly Place[];
  readonly swarms: readonly Swarm[];
  /** BODY_STATE of every body. */
  readonly states: Uint8Array;
  private readonly statics: readonly boolean[];
  /** Terrains, once they are loaded. */
  ground: Ground | null = null;
  private readonly planar: boolean;
  private readonly owned: { dispose(): void }[] = [];
  private readonly outlines: LineBatch | null;
  /** Share of their half extents that the bevels of unit forms take; 0 while there are many and small ones. */
  private readonly bevels: Readonly<Record<UnitForm, { value: number }>> = {
    box: { value: BEVEL },
    cylinder: { value: BEVEL },
  };
  private readonly edgeMaterial = edgeLines(null);
  private readonly bevelEdges: Readonly<Record<UnitForm, ShaderMaterial>> = {
    box: edgeLines(this.bevels.box),
    cylinder: edgeLines(this.bevels.cylinder),
  };
  private readonly layer: number;
  private readonly poses: PoseTexture;
  private readonly changed: () => void;
  /** The bodies in full: surfaces, and lines along edges. */
  private readonly full: Object3D[] = [];
  private readonly withEdges: boolean;
  /** The bodies in pictures that must cost little, once there was one; undefined where they are too many. */
  private plain: PlainBodies | null | undefined = null;
  private drawnPlain = false;
  private readonly balls = new Map<string, BufferGeometry>();

  /** `changed` is called when a picture of a look has been read. */
  constructor(scene: SceneDescription, poses: PoseTexture, changed: () => void = () => {}) {
    this.changed = changed;
    this.planar = scene.planar;
    this.poses = poses;
    this.layer = Math.min(LAYER, LAYERS / scene.bodies.length);
    this.owned.push(this.edgeMaterial, ...Object.values(this.bevelEdges));
    this.places = scene.bodies.map(() => ({ position: new Vector3(), quaternion: new Quaternion() }));
    this.states = new Uint8Array(scene.bodies.length);
    this.statics = scene.bodies.map(({ type }) => type === "static");
    const bodyShades = scene.bodies.map(({ type, color }, b) => shadesOf(bodyColor(b, type, color)));
    const lookShades = scene.looks.map(({ color }) => (color === null ? null : shadesOf(color)));
    const parts = drawnParts(scene);
    const { forms, form, center, scale } = shareGeometries(scene.geometries, sharingOf(parts, scene.planar));
    const sharp = new Map<UnitForm, BufferGeometry>();
    const sharpOf = (unit: UnitForm): BufferGeometry => {
      const known = sharp.get(unit);
      if (known) return known;
      const geometry = this.own(indexedGeometry(sharpForm(unitForm(unit) as DrawnGeometry)));
      sharp.set(unit, geometry);
      return geometry;
    };
    const groups = groupParts(parts, form);
    const points = groups.reduce((n, group) => n + (group.length * forms[form[group[0].geometry]].edges.length) / 3, 0);
    const withEdges = points <= MOST_EDGE_POINTS;
    this.withEdges = withEdges && !scene.planar;
    const made = new Map<number, BufferGeometry>();
    const geometryOf = (g: number): BufferGeometry => {
      const known = made.get(form[g]);
      if (known) return known;
      const geometry = this.own(indexedGeometry(forms[form[g]]));
      made.set(form[g], geometry);
      return geometry;
    };
    const materials = new Map<string, Material>();
    this.swarms = groups.map((group) => {
      const { geometry: g, look, shape, detail } = group[0];
      const [drawn, geometry] = [forms[form[g]], geometryOf(g)];
      const unit = scene.planar || shape === null ? null : UNIT_KINDS.has(shape) ? (shape as UnitForm) : null;
      const material = this.materialOf(materials, scene, look, shape !== null, unit);
      const mesh = new InstancedMesh(geometry, material, group.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = !scene.planar;
      if (material.transparent) mesh.castShadow = false;
      const colors = group.map(({ body }) => (look < 0 ? null : lookShades[look]) ?? bodyShades[body]);
      colors.forEach(({ awake }, i) => {
        mesh.setColorAt(i, awake);
      });
      this.root.add(mesh);
      this.full.push(mesh);
      this.owned.push(mesh);
      const lined = withEdges && !scene.planar && drawn.edges.length > 0;
      return {
        drawn,
        lines: lined ? this.addEdges(drawn.edges, mesh, unit) : null,
        finer: FLAT_FACED.has(shape ?? "") && !scene.planar ? finerHull(drawn, mesh, (made) => this.own(made)) : null,
        geometry,
        mesh,
        body: Int32Array.from(group, ({ body }) => body),
        local: group.map((part) => this.localOf(part, center, scale)),
        colors,
        layers: group.map(({ layer }) => layer),
        coarser: unit
          ? [() => sharpOf(unit)]
          : shape === "sphere" && !scene.planar
            ? BALL_PIECES.map((pieces) => () => this.ballLike(geometry, pieces))
            : detail.map((d) => () => geometryOf(d)),
        unit,
        look: scene.looks[look] ?? null,
      };
    });
    this.outlines = scene.planar && withEdges ? this.planarOutlines(poses) : null;
    this.root.visible = false;
  }

  /** Whether a frame has put the bodies where they are; before that nothing is drawn, and nothing can be picked. */
  get placed(): boolean {
    return this.root.visible;
  }

  /** Objects that one picture takes. */
  get calls(): number {
    return this.root.children.length;
  }

  setTheme(theme: Theme): void {
    const colors = STAGE[theme];
    for (const [{ uniforms }, share] of [
      [this.edgeMaterial, SOFT_EDGE],
      [this.bevelEdges.box, BEVEL_EDGE],
      [this.bevelEdges.cylinder, BEVEL_EDGE],
    ] as const) {
      uniforms.color.value.set(colors.edge).convertLinearToSRGB();
      uniforms.opacity.value = share * colors.edgeOpacity;
    }
    this.outlines?.setColor(colors.outline);
  }

  /** Puts every body where the frame has it, fades those that sleep, and draws the edges of those that take no part. */
  place(poses: Float32Array): void {
    let slept = false;
    this.places.forEach(({ position, quaternion }, b) => {
      const at = POSE_SIZE * b;
      position.fromArray(poses, at);
      quaternion.fromArray(poses, at + 3);
      const state = poses[at + 7];
      if (state !== this.states[b]) slept = true;
      this.states[b] = state;
    });
    for (const swarm of this.swarms) this.placeSwarm(swarm, slept);
    this.ground?.place(this.places);
    this.root.visible = true;
  }

  /** Draws all bodies in one call without reflections and bevels, or in full. */
  setPlain(plain: boolean): void {
    if (plain && this.plain === null) this.plain = this.makePlain();
    this.drawnPlain = plain && !!this.plain;
    for (const object of this.full) object.visible = !this.drawnPlain;
    if (this.plain) this.plain.root.visible = this.drawnPlain;
    this.ground?.setPlain(plain);
  }

  /** Draws with fewer triangles what is small in a picture of the given height, px. Swarms change as a whole. */
  chooseDetail(camera: Camera, height: number): void {
    if (this.drawnPlain) {
      this.plain?.chooseDetail(camera, height);
      return;
    }
    for (const swarm of this.swarms) {
      if (swarm.finer) chooseBevels(swarm, largestRadius(swarm, camera, height));
      if (swarm.coarser.length === 0) continue;
      const radius = largestRadius(swarm, camera, height);
      const plain = needsNoBevel(swarm.body.length, radius);
      const level = swarm.unit ? (plain ? 1 : 0) : detailFor(radius, swarm.coarser.length);
      if (swarm.unit) this.bevels[swarm.unit].value = plain ? 0 : BEVEL;
      swarm.mesh.geometry = level === 0 ? swarm.geometry : swarm.coarser[level - 1]();
    }
  }

  dispose(): void {
    this.root.removeFromParent();
    this.outlines?.dispose();
    this.plain?.dispose();
    this.ground?.dispose();
    for (const thing of this.owned) thing.dispose();
  }

  private placeSwarm({ mesh, body, local, colors, layers }: Swarm, recolor: boolean): void {
    const array = mesh.instanceMatrix.array as Float32Array;
    for (let i = 0; i < body.length; i++) {
      const { position, quaternion } = this.places[body[i]];
      WORLD.compose(position, quaternion, ONE);
      MATRIX.multiplyMatrices(WORLD, local[i]);
      if (this.planar) MATRIX.elements[14] += this.heightOf(body[i], layers[i].start);
      MATRIX.toArray(array, 16 * i);
    }
    mesh.instanceMatrix.needsUpdate = true;
    if (!recolor || !mesh.instanceColor) return;
    for (let i = 0; i < body.length; i++) {
      const { awake, asleep } = colors[i];
      const state = this.states[body[i]];
      mesh.setColorAt(i, state === DORMANT ? EDGES_ONLY : state === ASLEEP ? asleep : awake);
    }
    mesh.instanceColor.needsUpdate = true;
  }

  /** How far a part of a body in a planar scene lies above the plane, m. */
  private heightOf(body: number, start: number): number {
    return this.layer * (body + 1 + start);
  }

  private makePlain(): PlainBodies | undefined {
    if (!PlainBodies.suits(this.swarms)) return undefined;
    const plain = new PlainBodies(this.swarms, this.poses, {
      planar: this.planar,
      edges: this.withEdges ? this.edgeMaterial : null,
      lift: ({ body, layers }, i) => (this.planar ? this.heightOf(body[i], layers[i].start) : 0),
      still: (body) => this.statics[body],
      changed: this.changed,
    });
    this.root.add(plain.root);
    return plain;
  }

  /** A ball of the radius of another, with fewer triangles. */
  private ballLike(geometry: BufferGeometry, pieces: number): BufferGeometry {
    const positions = geometry.getAttribute("position");
    const radius = Math.hypot(positions.getX(0), positions.getY(0), positions.getZ(0));
    const key = `${pieces} ${radius}`;
    let ball = this.balls.get(key);
    if (!ball) {
      ball = this.own(indexedGeometry(coarseBall(pieces)).scale(radius, radius, radius));
      this.balls.set(key, ball);
    }
    return ball;
  }

  private own<T extends { dispose(): void }>(thing: T): T {
    this.owned.push(thing);
    return thing;
  }

  /** One material per look and unit form, with and without room for edges. */
  private materialOf(
    made: Map<string, Material>,
    { planar, looks }: SceneDescription,
    look: number,
    edges: boolean,
    unit: UnitForm | null,
  ): Material {
    const key = planar ? "flat" : `${look} ${edges} ${unit}`;
    let material = made.get(key);
    if (!material) {
      material = this.own(planar ? flatMaterial() : bodyMaterial(looks[look] ?? null, edges, this.changed));
      if (unit) bevel(material, unit, this.bevels[unit]);
      made.set(key, material);
    }
    return material;
  }

  /** Where a part is in its body. A planar scene shows visuals from above, flat. */
  private localOf(part: DrawnPart, center: Float32Array, scale: Float32Array): Matrix4 {
    const { position, orientation, geometry: g, shape } = part;
    const local = new Matrix4().makeRotationFromQuaternion(new Quaternion().fromArray(orientation as number[]));
    local.setPosition(new Vector3().fromArray(position as number[]));
    MATRIX.makeScale(scale[3 * g], scale[3 * g + 1], scale[3 * g + 2]);
    local.multiply(MATRIX.setPosition(center[3 * g], center[3 * g + 1], center[3 * g + 2]));
    return this.planar && shape === null ? local.premultiply(MATRIX.makeScale(1, 1, 0)) : local;
  }

  /** The edges of all instances. */
  private addEdges(edges: Float32Array, mesh: InstancedMesh, unit: UnitForm | null): LineSegments {
    const sharp = this.own(instancedEdges(edges, mesh));
    const line = new LineSegments(sharp, unit ? this.bevelEdges[unit] : this.edgeMaterial);
    line.userData.sharp = sharp;
    line.frustumCulled = false;
    this.root.add(line);
    this.full.push(line);
    return line;
  }

  /** All outlines of a planar scene in one batch; each lies just before the fill of its body. */
  private planarOutlines(poses: PoseTexture): LineBatch {
    const batch = new LineBatch({ poses, depthTest: true });
    const [a, b] = [new Vector3(), new Vector3()];
    for (const { drawn, body, local, layers } of this.swarms) {
      for (let i = 0; i < body.length; i++) {
        const z = this.heightOf(body[i], layers[i].start + 0.5 * layers[i].share);
        for (let e = 0; e < drawn.edges.length; e += 6) {
          a.fromArray(drawn.edges, e).applyMatrix4(local[i]);
          b.fromArray(drawn.edges, e + 3).applyMatrix4(local[i]);
          a.z += z;
          b.z += z;
          batch.add(a, b, OUTLINE, body[i]);
        }
      }
    }
    batch.commit();
    this.root.add(batch.object);
    return batch;
  }
}

/** Parts that are drawn together: same form, same look. */
function groupParts(parts: readonly DrawnPart[], form: Int32Array): DrawnPart[][] {
  const groups = new Map<string, DrawnPart[]>();
  for (const part of parts) {
    const key = `${form[part.geometry]} ${part.look} ${part.shape === null}`;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()];
}

/** Convex shapes with flat faces and no unit form. */
const FLAT_FACED: ReadonlySet<string> = new Set(["convex-hull", "platonic", "prism"]);

const UNIT_KINDS: ReadonlySet<string> = new Set<UnitForm>(["box", "cylinder"]);

/** How geometries are shared: visuals are drawn as they are, boxes and cylinders are unit forms. */
function sharingOf(parts: readonly DrawnPart[], planar: boolean): (g: number) => Sharing {
  const units = new Map<string, Sharing>();
  const sharing = new Map<number, Sharing>();
  for (const { geometry, shape, detail } of parts) {
    if (shape === null) for (const g of [geometry, ...detail]) sharing.set(g, { kind: "rigid" });
    else if (!planar && UNIT_KINDS.has(shape)) {
      const drawn = unitForm(shape);
      if (drawn && !units.has(shape)) units.set(shape, { kind: "unit", form: shape, drawn });
      sharing.set(geometry, units.get(shape) ?? null);
    }
  }
  return (g) => sharing.get(g) ?? null;
}

function edgeLines(bevelShare: { value: number } | null): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: EDGE_VERTEX,
    fragmentShader: EDGE_FRAGMENT,
    defines: bevelShare ? { BEVELLED: "" } : {},
    transparent: true,
    toneMapped: false,
    clipping: true,
    uniforms: { color: { value: new Color() }, opacity: { value: 1 }, bevelShare: bevelShare ?? { value: 0 } },
  });
}

/** A colour, and the same hue with half the saturation. */
function shadesOf(color: string): Shades {
  const awake = new Color(color);
  const { h, s, l } = awake.getHSL({ h: 0, s: 0, l: 0 }, "srgb");
  return { awake, asleep: new Color().setHSL(h, s / 2, l, "srgb") };
}

const ONE = new Vector3(1, 1, 1);
const WORLD = new Matrix4();
const MATRIX = new Matrix4();

const EDGE_VERTEX = /* glsl */ `
#include <clipping_planes_pars_vertex>
in mat4 instanceMatrix;
uniform float bevelShare;
void main() {
  vec3 at = position;
  #ifdef BEVELLED
  ${EDGE_OF_BEVEL}
  #endif
  vec4 mvPosition = modelViewMatrix * instanceMatrix * vec4(at, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  #include <clipping_planes_vertex>
}`;

const EDGE_FRAGMENT = /* glsl */ `
#include <clipping_planes_pars_fragment>
uniform vec3 color;
uniform float opacity;
void main() {
  #include <clipping_planes_fragment>
  gl_FragColor = vec4(color, opacity);
}`;
