/**
 * One terrain of the picture: a grid per tile that the graphics card moves to the heights of a texture. One draw call
 * per level of detail, however many tiles.
 */
import {
  Box2,
  Box3,
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  DataTexture,
  DynamicDrawUsage,
  FloatType,
  Frustum,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearFilter,
  type Material,
  Matrix4,
  Mesh,
  NearestFilter,
  Quaternion,
  Ray,
  RedFormat,
  RGBAFormat,
  type Texture,
  UnsignedByteType,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from "three";
import type { DrawnTerrain, TerrainTile } from "../../worker/terrain-protocol.js";
import type { Place } from "../bodies.js";
import { SURFACES } from "../layers.js";
import { HeightGrid } from "./height-grid.js";
import { landGrid } from "./land.js";
import { plainGroundMaterial } from "./plain-ground.js";
import {
  depthMaterial,
  EARTH,
  groundMaterial,
  maskMaterial,
  normalMaterial,
  type TerrainPart,
  type TerrainUniforms,
} from "./terrain-material.js";
import { meetTerrain } from "./terrain-ray.js";
import { levelAt, rimGrid, STEPS, TILE, tileGrid } from "./tiles.js";
import { TrackMarks } from "./track-marks.js";

/** Height of the sides below the lowest point, as a part of the terrain's size. */
const FOOT = 0.02;
/** Terrains smaller than this are a model on a table: nothing grows there, m. */
const LAND = 8;

/** What all terrains share. */
export interface GroundTextures {
  readonly soil: Texture;
  readonly stones: Texture;
}

interface Level {
  readonly mesh: Mesh<InstancedBufferGeometry>;
  readonly mask: Mesh<InstancedBufferGeometry>;
  readonly tiles: InstancedBufferAttribute;
  readonly coarser: InstancedBufferAttribute;
}

export class Terrain {
  readonly root = new Group();
  /** The same tiles in one flat colour, for outlines. */
  readonly mask = new Group();
  readonly body: number;
  readonly grid: HeightGrid;
  readonly marks: TrackMarks;
  private readonly local: Matrix4;
  private readonly heightMap: DataTexture;
  private readonly surfaceMap: DataTexture;
  /** The same arrays: what parts of the textures are filled from. */
  private readonly heightSource: DataTexture;
  private readonly surfaceSource: DataTexture;
  private readonly levels: readonly Level[];
  private readonly land: Mesh;
  private readonly uniforms: TerrainUniforms;
  private readonly maskColor: Color;
  private readonly owned: { dispose(): void }[] = [];
  /** What is seen of the ground, with its full material and, once it is wanted, its plain one. */
  private readonly surfaces: {
    readonly mesh: Mesh;
    readonly full: Material;
    readonly part: TerrainPart;
    plain: Material | null;
  }[] = [];
  /** Rectangle of points that the graphics card has not got yet; empty: nothing. */
  private readonly stale = new Box2();
  /** Level of detail of every tile. */
  private readonly levelOf: Uint8Array;

  constructor(drawn: DrawnTerrain, color: string | null, textures: GroundTextures) {
    const { columns, rows, spacing } = drawn;
    this.body = drawn.body;
    this.grid = new HeightGrid(drawn);
    const { heights, surface } = this.grid;
    this.local = new Matrix4().compose(
      new Vector3().fromArray(drawn.position as number[]),
      new Quaternion().fromArray(drawn.orientation as number[]),
      new Vector3(1, 1, 1),
    );
    this.heightMap = this.own(floats(heights, columns, rows));
    this.surfaceMap = this.own(bytes(surface, columns, rows));
    this.heightSource = floats(heights, columns, rows);
    this.surfaceSource = bytes(surface, columns, rows);
    const size = new Vector2(columns, rows);
    this.marks = this.own(new TrackMarks((columns - 1) * spacing[0], (rows - 1) * spacing[1]));
    const wide = Math.min((columns - 1) * spacing[0], (rows - 1) * spacing[1]);
    const [low] = this.grid.range();
    this.uniforms = {
      heightMap: { value: this.heightMap },
      surfaceMap: { value: this.surfaceMap },
      markMap: { value: this.marks.texture },
      soilMap: { value: textures.soil },
      stoneMap: { value: textures.stones },
      gridSize: { value: size },
      gridSpacing: { value: new Vector2(spacing[0], spacing[1]) },
      bottom: { value: low - FOOT * wide },
      rimLevel: { value: this.grid.rimHeight() },
      earth: { value: color === null ? EARTH : new Color(color) },
      cover: { value: color === null && wide >= LAND ? 1 : 0 },
    };
    const mask = this.own(maskMaterial(this.uniforms));
    this.maskColor = mask.color;
    this.levels = STEPS.map((step) => this.level(step, mask));
    this.part("rim", rimGrid(columns, rows));
    this.land = this.part("land", landGrid(columns, rows));
    this.land.visible = false;
    this.levelOf = new Uint8Array(this.grid.across * this.grid.along);
    this.root.matrixAutoUpdate = this.mask.matrixAutoUpdate = false;
  }

  /** Whether land goes on around the terrain; otherwise it ends in a cut. */
  setLand(on: boolean): void {
    this.land.visible = on;
  }

  /** Draws the ground lit at its vertices, with few textures, or in full. */
  setPlain(plain: boolean): void {
    for (const surface of this.surfaces) {
      if (plain) surface.plain ??= this.own(plainGroundMaterial(this.uniforms, surface.part));
      surface.mesh.material = (plain && surface.plain) || surface.full;
    }
  }

  /** Moves with its body. */
  place({ position, quaternion }: Place): void {
    this.root.matrix.compose(position, quaternion, ONE).multiply(this.local);
    this.root.matrixWorldNeedsUpdate = true;
    this.mask.matrix.copy(this.root.matrix);
    this.mask.matrixWorldNeedsUpdate = true;
  }

  /** Takes over changed soil; the graphics card gets it with the next picture. */
  update(tile: TerrainTile): void {
    this.grid.write(tile);
    const { x0, y0, width, height } = tile;
    this.marks.erase(
      x0 / (this.grid.columns - 1),
      y0 / (this.grid.rows - 1),
      width / (this.grid.columns - 1),
      height / (this.grid.rows - 1),
    );
    this.stale.expandByPoint(CORNER.set(x0, y0));
    this.stale.expandByPoint(CORNER.set(x0 + width, y0 + height));
  }

  /** Sends what has changed, and selects the tiles that the camera sees and their level of detail. */
  prepare(renderer: WebGLRenderer, camera: Camera): void {
    if (!this.stale.isEmpty()) {
      for (const [from, to] of [
        [this.heightSource, this.heightMap],
        [this.surfaceSource, this.surfaceMap],
      ]) {
        renderer.initTexture(to);
        renderer.copyTextureToTexture(from, to, this.stale, this.stale.min);
      }
      this.stale.makeEmpty();
      this.uniforms.bottom.value = Math.min(this.uniforms.bottom.value, this.grid.range()[0]);
    }
    this.marks.prepare(renderer);
    this.selectTiles(camera);
  }

  /** Draws its mask in a colour, or not at all. */
  setMask(color: Color | null): void {
    this.mask.visible = color !== null;
    if (color) this.maskColor.copy(color);
  }

  /** Bounds in the world, m. */
  bounds(out: Box3): Box3 {
    const { columns, rows, dx, dy } = this.grid;
    const [low, high] = this.grid.range();
    out.min.set(-0.5 * (columns - 1) * dx, -0.5 * (rows - 1) * dy, low);
    out.max.set(0.5 * (columns - 1) * dx, 0.5 * (rows - 1) * dy, high);
    return out.applyMatrix4(this.root.matrix);
  }

  /** Distance along a ray of the world to the first point for which `keeps` returns true; infinite without one. */
  meet(ray: Ray, keeps: (point: Vector3) => boolean): number {
    LOCAL_RAY.copy(ray).applyMatrix4(INVERSE.copy(this.root.matrix).invert());
    let found = Number.POSITIVE_INFINITY;
    meetTerrain(this.grid, LOCAL_RAY, (distance) => {
      if (!keeps(ray.at(distance, POINT))) return false;
      found = distance;
      return true;
    });
    return found;
  }

  /** A tyre has rolled from one point of the world to another; how far off the ground they are does not matter. */
  press(from: Vector3, to: Vector3, width: number, travelled: number): void {
    this.marks.press(this.toLocal(from), this.toLocal(to), width, "tyre", travelled);
  }

  /** A point of the world in the terrain's own frame. */
  toLocal(point: Vector3): Vector3 {
    return point.applyMatrix4(INVERSE.copy(this.root.matrix).invert());
  }

  dispose(): void {
    this.root.removeFromParent();
    this.mask.removeFromParent();
    for (const thing of this.owned) thing.dispose();
  }

  private selectTiles(camera: Camera): void {
    const { across, along, dx, dy } = this.grid;
    const side = TILE * Math.max(dx, dy);
    camera.updateMatrixWorld();
    EYE.setFromMatrixPosition(camera.matrixWorld);
    FRUSTUM.setFromProjectionMatrix(SCREEN.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    this.toLocal(EYE);
    for (const { mesh } of this.levels) mesh.geometry.instanceCount = 0;
    for (let j = 0; j < along; j++) {
      for (let i = 0; i < across; i++)
        this.levelOf[j * across + i] = levelAt(this.tileBox(i, j).distanceToPoint(EYE) / side);
    }
    for (let j = 0; j < along; j++) {
      for (let i = 0; i < across; i++) {
        // a tile outside may still cast its shadow into the picture
        if (FRUSTUM.intersectsBox(this.tileBox(i, j).expandByScalar(side).applyMatrix4(this.root.matrix)))
          this.addTile(i, j);
      }
    }
    for (const { mesh, mask, tiles, coarser } of this.levels) {
      mesh.visible = mask.visible = mesh.geometry.instanceCount > 0;
      if (mesh.visible) tiles.needsUpdate = coarser.needsUpdate = true;
    }
  }

  /** Bounds of a tile in the terrain's frame. */
  private tileBox(i: number, j: number): Box3 {
    const { across, extents, dx, dy, columns, rows } = this.grid;
    const k = 2 * (j * across + i);
    BOX.min.set((i * TILE - 0.5 * (columns - 1)) * dx, (j * TILE - 0.5 * (rows - 1)) * dy, extents[k]);
    BOX.max.set(BOX.min.x + TILE * dx, BOX.min.y + TILE * dy, extents[k + 1]);
    return BOX;
  }

  private addTile(i: number, j: number): void {
    const { across, along } = this.grid;
    const own = this.levelOf[j * across + i];
    const stepOf = (a: number, b: number) => {
      const outside = a < 0 || b < 0 || a >= across || b >= along;
      const level = outside ? 0 : this.levelOf[b * across + a];
      return level > own ? STEPS[level] : 1;
    };
    const { tiles, coarser, mesh } = this.levels[own];
    const n = mesh.geometry.instanceCount++;
    tiles.setXY(n, i * TILE, j * TILE);
    coarser.setXYZW(n, stepOf(i - 1, j), stepOf(i + 1, j), stepOf(i, j - 1), stepOf(i, j + 1));
  }

  private level(step: number, mask: MaskMaterial): Level {
    const { points, triangles } = tileGrid(step);
    const { across, along } = this.grid;
    const geometry = this.own(new InstancedBufferGeometry());
    const tiles = new InstancedBufferAttribute(new Float32Array(2 * across * along), 2);
    const coarser = new InstancedBufferAttribute(new Float32Array(4 * across * along), 4);
    tiles.setUsage(DynamicDrawUsage);
    coarser.setUsage(DynamicDrawUsage);
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    geometry.setAttribute("tile", tiles);
    geometry.setAttribute("coarser", coarser);
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.instanceCount = 0;
    const { uniforms } = this;
    const mesh = new Mesh(geometry, this.own(groundMaterial(uniforms, "tile")));
    mesh.customDepthMaterial = this.own(depthMaterial(uniforms, "tile"));
    mesh.castShadow = mesh.receiveShadow = true;
    const flat = new Mesh(geometry, mask);
    mesh.frustumCulled = flat.frustumCulled = false;
    this.addSurface(mesh, "tile");
    this.root.add(mesh);
    this.mask.add(flat);
    return { mesh, mask: flat, tiles, coarser };
  }

  private part(
    name: "rim" | "land",
    grid: { points: Float32Array; triangles: Uint32Array; normals?: Float32Array },
  ): Mesh {
    const geometry = this.own(new BufferGeometry());
    geometry.setAttribute("position", new BufferAttribute(grid.points, 3));
    if (grid.normals) geometry.setAttribute("normal", new BufferAttribute(grid.normals, 3));
    geometry.setIndex(new BufferAttribute(grid.triangles, 1));
    const mesh = new Mesh(geometry, this.own(groundMaterial(this.uniforms, name)));
    mesh.customDepthMaterial = this.own(depthMaterial(this.uniforms, name));
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.addSurface(mesh, name);
    this.root.add(mesh);
    return mesh;
  }

  /** Ambient occlusion draws all surfaces with a material of its own, which knows no heights: it gets a twin. */
  private addSurface(mesh: Mesh, part: TerrainPart): void {
    const twin = new Mesh(mesh.geometry, this.own(normalMaterial(this.uniforms, part)));
    twin.frustumCulled = false;
    twin.layers.set(SURFACES);
    mesh.userData.surface = twin;
    this.surfaces.push({ mesh, full: mesh.material as Material, part, plain: null });
    mesh.add(twin);
  }

  private own<T extends { dispose(): void }>(thing: T): T {
    this.owned.push(thing);
    return thing;
  }
}

type MaskMaterial = ReturnType<typeof maskMaterial>;

function floats(array: Float32Array, columns: number, rows: number): DataTexture {
  const texture = new DataTexture(array as Float32Array<ArrayBuffer>, columns, rows, RedFormat, FloatType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

function bytes(array: Uint8Array, columns: number, rows: number): DataTexture {
  const texture = new DataTexture(array as Uint8Array<ArrayBuffer>, columns, rows, RGBAFormat, UnsignedByteType);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

const ONE = new Vector3(1, 1, 1);
const CORNER = new Vector2();
const POINT = new Vector3();
const EYE = new Vector3();
const BOX = new Box3();
const INVERSE = new Matrix4();
const SCREEN = new Matrix4();
const FRUSTUM = new Frustum();
const LOCAL_RAY = new Ray();
