/**
 * The bodies as they are drawn while a machine cannot do better: all in one draw call, and their edges in another.
 * Poses come from a texture, so that a new frame moves everything without touching a vertex.
 */
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  DoubleSide,
  FrontSide,
  Group,
  LineSegments,
  Matrix4,
  Mesh,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector3,
} from "three";
import type { Swarm } from "./bodies.js";
import { coarseDetailFor, largestRadius } from "./detail.js";
import { type PictureColors, readColors } from "./picture-colors.js";
import { countVertices, type PlainPart, plainGeometry } from "./plain-geometry.js";
import { PLAIN_EDGE_VERTEX, PLAIN_FRAGMENT, PLAIN_VERTEX } from "./plain-shader.js";
import type { PoseTexture } from "./pose-texture.js";
import { sceneryCells } from "./scenery-cells.js";

/** More vertices than this are not copied: instances of one geometry are then the lesser evil. */
const MOST_VERTICES = 400_000;

export interface PlainOptions {
  readonly planar: boolean;
  /** Lines along edges: their shader's colour and opacity, and whether there are any. */
  readonly edges: ShaderMaterial | null;
  /** How far an instance is moved along z, m. */
  readonly lift: (swarm: Swarm, i: number) => number;
  /** Whether a body never moves by itself. */
  readonly still: (body: number) => boolean;
  /** Called when a picture of a look has been read. */
  readonly changed: () => void;
}

export class PlainBodies {
  readonly root = new Group();
  private readonly swarms: readonly Swarm[];
  private readonly options: PlainOptions;
  private readonly materials: readonly ShaderMaterial[];
  private readonly seeThrough: ShaderMaterial;
  private readonly edgeMaterial: ShaderMaterial | null;
  /** What moves, and the cells of what stands still. */
  private readonly moving = new Group();
  private readonly scenery = new Group();
  /** Instances of each swarm that may move. */
  private readonly mobile: readonly (readonly number[])[];
  /** The first instance of each swarm that stands still, −1: none. */
  private readonly standing: readonly number[];
  private ended = false;
  /** Version of each swarm's geometry that is drawn; empty before the first picture. */
  private details: readonly number[] = [];
  /** Where the instances that stand still were when their cells were made. */
  private places: readonly number[] = [];
  private readonly lines: LineSegments | null;
  private readonly pictures = new Map<string, PictureColors>();

  constructor(swarms: readonly Swarm[], poses: PoseTexture, options: PlainOptions) {
    this.swarms = swarms;
    this.options = options;
    const still = (body: number) => !options.planar && options.still(body);
    this.mobile = swarms.map(({ body }) => [...body.keys()].filter((i) => !still(body[i])));
    this.standing = swarms.map(({ body }) => body.findIndex(still));
    this.root.add(this.moving, this.scenery);
    // in the order of SIDES
    this.materials = [FrontSide, DoubleSide].map((side) => bodyMaterial(poses, options.planar, side));
    this.seeThrough = bodyMaterial(poses, options.planar, DoubleSide);
    this.seeThrough.transparent = true;
    this.seeThrough.depthWrite = false;
    this.edgeMaterial = options.edges && edgeMaterial(options.edges, poses);
    this.lines = this.edgeMaterial && this.edgeLines(this.edgeMaterial);
    if (this.lines) this.root.add(this.lines);
    for (const image of new Set(swarms.flatMap(({ look }) => look?.image ?? []))) void this.read(image);
  }

  /** Whether the bodies are few enough to be drawn this way. */
  static suits(swarms: readonly Swarm[]): boolean {
    const coarsest = swarms.map((swarm) => ({ swarm, geometry: swarm.coarser.at(-1)?.() ?? swarm.geometry }));
    return countVertices(coarsest) <= MOST_VERTICES;
  }

  /** Takes finer versions of what has become large in a picture of the given height, px. */
  chooseDetail(camera: Camera, height: number): void {
    const wanted = this.swarms.map((swarm, s) => {
      if (swarm.unit) return swarm.coarser.length;
      if (swarm.coarser.length === 0) return 0;
      const level = coarseDetailFor(largestRadius(swarm, camera, height), swarm.coarser.length);
      return Math.min(level, this.details[s] ?? level);
    });
    const changed = wanted.map((level, s) => level !== this.details[s]);
    this.details = wanted;
    if (changed.some((is, s) => is && this.mobile[s].length > 0)) this.buildMoving();
    const places = this.stillPlaces();
    const moved = places.some((x, k) => x !== this.places[k]) || this.places.length !== places.length;
    if (moved || changed.some((is, s) => is && this.standing[s] >= 0)) this.buildScenery();
    this.places = places;
  }

  dispose(): void {
    this.ended = true;
    this.root.removeFromParent();
    clear(this.moving);
    clear(this.scenery);
    this.lines?.geometry.dispose();
    this.edgeMaterial?.dispose();
    this.seeThrough.dispose();
    for (const material of this.materials) material.dispose();
  }

  private async read(image: string): Promise<void> {
    const colors = await readColors(image);
    if (!colors || this.ended) return;
    this.pictures.set(image, colors);
    if (this.details.length > 0) {
      this.buildMoving();
      this.buildScenery();
    }
    this.options.changed();
  }

  private buildMoving(): void {
    clear(this.moving);
    const parts = this.swarms.map((_, s) => this.partOf(s, this.mobile[s]));
    for (const mesh of this.meshes(parts)) this.moving.add(mesh);
  }

  private buildScenery(): void {
    clear(this.scenery);
    if (this.standing.every((i) => i < 0)) return;
    for (const { instances, ball } of sceneryCells(this.swarms, this.options.still)) {
      const parts = [...instances].map(([s, list]) => this.partOf(s, list));
      for (const mesh of this.meshes(parts)) {
        mesh.geometry.boundingSphere = ball;
        mesh.frustumCulled = true;
        this.scenery.add(mesh);
      }
    }
  }

  /** Positions of the first instance of every swarm that stands still, m: somebody may move it by hand. */
  private stillPlaces(): number[] {
    return this.swarms.flatMap(({ mesh }, s) => {
      if (this.standing[s] < 0) return [];
      mesh.getMatrixAt(this.standing[s], MATRIX);
      return MATRIX.elements.slice(12, 15);
    });
  }

  private partOf(s: number, instances: readonly number[]): PlainPart {
    const swarm = this.swarms[s];
    const level = this.details[s];
    return { swarm, instances, geometry: level === 0 ? swarm.geometry : swarm.coarser[level - 1]() };
  }

  private meshes(parts: readonly PlainPart[]): Mesh[] {
    const some = parts.filter(({ instances }) => instances?.length !== 0);
    const clear = ({ swarm: { look } }: PlainPart) => (look?.opacity ?? 1) < 1;
    const solid = some.filter((part) => !clear(part));
    const glass = some.filter(clear);
    const meshes: Mesh[] = [];
    if (solid.length > 0) meshes.push(this.mesh(solid, this.materials as ShaderMaterial[]));
    if (glass.length > 0) meshes.push(this.mesh(glass, this.seeThrough));
    return meshes;
  }

  private mesh(parts: readonly PlainPart[], material: ShaderMaterial | ShaderMaterial[]): Mesh {
    const geometry = plainGeometry(parts, this.options.lift, this.pictures);
    if (!Array.isArray(material)) geometry.clearGroups();
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    return mesh;
  }

  /** The edges of all instances, in the axes of their bodies. */
  private edgeLines(material: ShaderMaterial): LineSegments {
    const points = this.swarms.reduce((n, { drawn, body }) => n + (body.length * drawn.edges.length) / 3, 0);
    const [positions, bodies] = [new Float32Array(3 * points), new Float32Array(points)];
    let at = 0;
    for (const { drawn, body, local } of this.swarms)
      for (let i = 0; i < body.length; i++)
        for (let e = 0; e < drawn.edges.length; e += 3) {
          POINT.fromArray(drawn.edges, e)
            .applyMatrix4(local[i])
            .toArray(positions, 3 * at);
          bodies[at++] = body[i];
        }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("body", new BufferAttribute(bodies, 1));
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    return lines;
  }
}

function clear(group: Group): void {
  for (const mesh of group.children) (mesh as Mesh).geometry.dispose();
  group.clear();
}

function bodyMaterial(poses: PoseTexture, planar: boolean, side: typeof FrontSide | typeof DoubleSide): ShaderMaterial {
  const uniforms = UniformsUtils.merge(planar ? [] : [UniformsLib.lights, UniformsLib.fog]);
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader: PLAIN_FRAGMENT,
    defines: planar ? { FLAT: "" } : {},
    uniforms: { ...uniforms, poses: { value: poses.texture } },
    lights: !planar,
    fog: !planar,
    toneMapped: !planar,
    side: planar ? DoubleSide : side,
    // room for the lines in front
    polygonOffset: !planar,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

/** Draws lines with the colour of another material. */
function edgeMaterial({ fragmentShader, uniforms }: ShaderMaterial, poses: PoseTexture): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: PLAIN_EDGE_VERTEX,
    fragmentShader,
    transparent: true,
    toneMapped: false,
    uniforms: { color: uniforms.color, opacity: uniforms.opacity, poses: { value: poses.texture } },
  });
}

const POINT = new Vector3();
const MATRIX = new Matrix4();
