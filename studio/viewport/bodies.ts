/**
 * The bodies of a scene: one instanced mesh and one instanced set of edges per geometry, however many bodies share it.
 */
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  type InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedMesh,
  LineSegments,
  type Material,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from "three";
import { POSE_SIZE } from "../worker/frame.js";
import type { DrawnGeometry, DrawnShape, SceneDescription } from "../worker/protocol.js";
import type { Ground } from "./ground.js";
import { LineBatch } from "./lines.js";
import { bodyColor, STAGE, type Theme } from "./palette.js";
import type { PoseTexture } from "./pose-texture.js";
import { markInside } from "./section.js";
import { shareGeometries } from "./shared-geometry.js";

/** Width of outlines in planar scenes, px. */
const OUTLINE = 1.5;
/** More line ends than this are not worth their time: edges are left out. */
const MOST_EDGE_POINTS = 600_000;
/**
 * Bodies of a planar scene lie one over the other in their order, so far apart at most, m; all of them before the grid.
 */
const LAYER = 1e-4;
const LAYERS = 0.5;

/** States of a body in a frame that are shown (BODY_STATE). */
const ASLEEP = 1;
const DORMANT = 2;
/** A colour that no body has: only the edges are drawn. Bodies that take no part do not look as if they could meet. */
const EDGES_ONLY = new Color(-1, -1, -1);

/** Where a body is. */
export interface Place {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

/** The shapes that share a geometry. */
export interface Swarm {
  readonly drawn: DrawnGeometry;
  readonly geometry: BufferGeometry;
  readonly mesh: InstancedMesh;
  /** Per instance: its body, and its pose there. */
  readonly body: Int32Array;
  readonly local: readonly Matrix4[];
}

export class Bodies {
  readonly root = new Group();
  /** One per body: where its centre of mass is. */
  readonly places: readonly Place[];
  readonly swarms: readonly Swarm[];
  /** BODY_STATE of every body. */
  readonly states: Uint8Array;
  /** Terrains, once they are loaded. */
  ground: Ground | null = null;
  private readonly planar: boolean;
  private readonly owned: { dispose(): void }[] = [];
  private readonly colors: readonly { readonly awake: Color; readonly asleep: Color }[];
  private readonly outlines: LineBatch | null;
  private readonly edgeMaterial = new ShaderMaterial({
    vertexShader: EDGE_VERTEX,
    fragmentShader: EDGE_FRAGMENT,
    transparent: true,
    toneMapped: false,
    clipping: true,
    uniforms: { color: { value: new Color() }, opacity: { value: 1 } },
  });
  private readonly layer: number;

  constructor(scene: SceneDescription, poses: PoseTexture) {
    this.planar = scene.planar;
    this.layer = Math.min(LAYER, LAYERS / scene.bodies.length);
    this.owned.push(this.edgeMaterial);
    this.places = scene.bodies.map(() => ({ position: new Vector3(), quaternion: new Quaternion() }));
    this.states = new Uint8Array(scene.bodies.length);
    this.colors = scene.bodies.map(({ type, color }, b) => {
      const awake = new Color(bodyColor(b, type, color));
      return { awake, asleep: halfSaturated(awake) };
    });
    const material = this.material(scene.planar);
    const { forms, form, center, scale } = shareGeometries(scene.geometries);
    const shapesOf = forms.map((): DrawnShape[] => []);
    for (const shape of scene.shapes) shapesOf[form[shape.geometry]].push(shape);
    const points = shapesOf.reduce((n, shapes, f) => n + (shapes.length * forms[f].edges.length) / 3, 0);
    const withEdges = points <= MOST_EDGE_POINTS;
    this.swarms = forms.map((drawn, f) => {
      const shapes = shapesOf[f];
      const geometry = this.own(new BufferGeometry());
      geometry.setAttribute("position", new BufferAttribute(drawn.positions, 3));
      geometry.setAttribute("normal", new BufferAttribute(drawn.normals, 3));
      const mesh = new InstancedMesh(geometry, material, shapes.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = !scene.planar;
      shapes.forEach(({ body }, i) => {
        mesh.setColorAt(i, this.colors[body].awake);
      });
      this.root.add(mesh);
      this.owned.push(mesh);
      if (withEdges && !scene.planar && drawn.edges.length > 0) this.addEdges(drawn.edges, mesh);
      return {
        drawn,
        geometry,
        mesh,
        body: Int32Array.from(shapes, ({ body }) => body),
        local: shapes.map(({ position, orientation, geometry: g }) => {
          const local = new Matrix4().makeRotationFromQuaternion(new Quaternion().fromArray(orientation as number[]));
          local.setPosition(new Vector3().fromArray(position as number[]));
          MATRIX.makeScale(scale[3 * g], scale[3 * g + 1], scale[3 * g + 2]);
          return local.multiply(MATRIX.setPosition(center[3 * g], center[3 * g + 1], center[3 * g + 2]));
        }),
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
    this.edgeMaterial.uniforms.color.value.set(colors.edge).convertLinearToSRGB();
    this.edgeMaterial.uniforms.opacity.value = colors.edgeOpacity;
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

  dispose(): void {
    this.root.removeFromParent();
    this.outlines?.dispose();
    this.ground?.dispose();
    for (const thing of this.owned) thing.dispose();
  }

  private placeSwarm({ mesh, body, local }: Swarm, recolor: boolean): void {
    const array = mesh.instanceMatrix.array as Float32Array;
    for (let i = 0; i < body.length; i++) {
      const { position, quaternion } = this.places[body[i]];
      WORLD.compose(position, quaternion, ONE);
      MATRIX.multiplyMatrices(WORLD, local[i]);
      if (this.planar) MATRIX.elements[14] += this.layer * (body[i] + 1);
      MATRIX.toArray(array, 16 * i);
    }
    mesh.instanceMatrix.needsUpdate = true;
    if (!recolor || !mesh.instanceColor) return;
    for (let i = 0; i < body.length; i++) {
      const { awake, asleep } = this.colors[body[i]];
      const state = this.states[body[i]];
      mesh.setColorAt(i, state === DORMANT ? EDGES_ONLY : state === ASLEEP ? asleep : awake);
    }
    mesh.instanceColor.needsUpdate = true;
  }

  private own<T extends { dispose(): void }>(thing: T): T {
    this.owned.push(thing);
    return thing;
  }

  private material(planar: boolean): Material {
    if (planar) {
      const flat = new MeshBasicMaterial({ toneMapped: false, side: DoubleSide });
      leaveOutDormant(flat);
      return this.own(flat);
    }
    const material = new MeshStandardMaterial({
      roughness: 0.62,
      side: DoubleSide,
      shadowSide: BackSide,
      // leaves room for the edges in front
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    markInside(material);
    leaveOutDormant(material);
    return this.own(material);
  }

  /** The edges of all instances, which move by the same matrices as the meshes. */
  private addEdges(edges: Float32Array, { instanceMatrix, count }: InstancedMesh): void {
    const geometry = this.own(new InstancedBufferGeometry());
    geometry.setAttribute("position", new BufferAttribute(edges, 3));
    geometry.setAttribute("instanceMatrix", instanceMatrix as InstancedBufferAttribute);
    geometry.instanceCount = count;
    const line = new LineSegments(geometry, this.edgeMaterial);
    line.frustumCulled = false;
    this.root.add(line);
  }

  /** All outlines of a planar scene in one batch; each lies just before the fill of its body. */
  private planarOutlines(poses: PoseTexture): LineBatch {
    const batch = new LineBatch({ poses, depthTest: true });
    const [a, b] = [new Vector3(), new Vector3()];
    for (const { drawn, body, local } of this.swarms) {
      for (let i = 0; i < body.length; i++) {
        const z = this.layer * (body[i] + 1.5);
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

/** The same hue with half the saturation, as sleeping bodies have it. */
function halfSaturated(color: Color): Color {
  const { h, s, l } = color.getHSL({ h: 0, s: 0, l: 0 }, "srgb");
  return new Color().setHSL(h, s / 2, l, "srgb");
}

/** Leaves out what has the colour of `EDGES_ONLY`. */
function leaveOutDormant(material: Material): void {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <color_fragment>",
      `#include <color_fragment>
      #if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
      if (vColor.r < 0.0) discard;
      #endif`,
    );
  };
}

const ONE = new Vector3(1, 1, 1);
const WORLD = new Matrix4();
const MATRIX = new Matrix4();

const EDGE_VERTEX = /* glsl */ `
#include <clipping_planes_pars_vertex>
in mat4 instanceMatrix;
void main() {
  vec4 mvPosition = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
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
