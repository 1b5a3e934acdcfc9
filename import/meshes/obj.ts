import { ImportError, wholeFile } from "../error.js";
import type { ImportedLook, MeshFile, MeshPart, MeshReading } from "./mesh-file.js";
import { readMaterials } from "./obj-materials.js";
import { triangulateFace } from "./polygon.js";
import { Numbers, Scanner } from "./scanner.js";

/** Corners of the triangles of one object with one material, by their numbers in the file. */
interface Group {
  readonly object: number;
  readonly material: string;
  /** Number of the point, of the texture point + 1 and of the normal + 1 (0 for none), for every corner. */
  readonly corners: Numbers;
}

const REPORT_EVERY = 1 << 14;
const MAX_CORNERS = 100_000;
/** Statements that have no triangles, and nothing to tell. */
const SILENT = new Set(["s", "g", "", "vp"]);

/** Wavefront OBJ with its materials: objects, polygons, texture coordinates and normals with indices of their own. */
export async function readObj(bytes: Uint8Array, reading: MeshReading): Promise<MeshFile> {
  const reader = new ObjReader(bytes, reading);
  const groups = reader.read();
  const looks = new Map<string, ImportedLook>();
  for (const [name, place] of reader.libraries) {
    const found = await reading.beside(name);
    if (found === undefined) reading.leftOut(place, `materials of "${name}", a file that is not there`);
    else for (const [key, look] of readMaterials(found, name)) looks.set(key, look);
  }
  if (reader.points.length === 0) throw new ImportError(wholeFile(reading.file), "the file holds no points");
  return { parts: groups.map((group) => reader.part(group, looks.get(group.material) ?? null)) };
}

class ObjReader {
  readonly points = new Numbers();
  private readonly texture = new Numbers();
  private readonly normals = new Numbers();
  readonly libraries = new Map<string, ReturnType<Scanner["place"]>>();
  private readonly groups = new Map<string, Group>();
  private readonly scanner: Scanner;
  private readonly reading: MeshReading;
  private object = 0;
  private material = "";
  private current: Group | undefined;
  private readonly unknown = new Set<string>();

  constructor(bytes: Uint8Array, reading: MeshReading) {
    this.scanner = new Scanner(bytes, reading.file);
    this.reading = reading;
  }

  read(): readonly Group[] {
    const { scanner } = this;
    let lines = 0;
    for (; !scanner.ended; scanner.nextLine()) {
      if (++lines % REPORT_EVERY === 0) this.reading.progress?.(scanner.at / scanner.bytes.length);
      if (scanner.endOfLine() || scanner.bytes[scanner.at] === 35) continue;
      this.statement(scanner.word());
    }
    return [...this.groups.values()];
  }

  private statement(word: string): void {
    const { scanner } = this;
    if (word === "v") this.vector(this.points, 3);
    else if (word === "vn") this.vector(this.normals, 3);
    else if (word === "vt") this.vector(this.texture, 2);
    else if (word === "f") this.face();
    else if (word === "usemtl") {
      this.material = scanner.rest();
      this.current = undefined;
    } else if (word === "o") {
      this.object++;
      this.current = undefined;
    } else if (word === "mtllib") this.libraries.set(scanner.rest(), scanner.place());
    else if (!SILENT.has(word) && !this.unknown.has(word)) {
      this.unknown.add(word);
      if (/^[a-z_]+$/i.test(word)) this.reading.leftOut(scanner.place(), `statements "${word.slice(0, 20)}"`);
      else scanner.fail(`expected a statement of OBJ, got "${word.slice(0, 40)}"`);
    }
  }

  private vector(out: Numbers, count: number): void {
    for (let k = 0; k < count; k++) {
      if (this.scanner.endOfLine()) {
        // a texture point may have one coordinate only
        if (count === 2 && k === 1) out.push(0);
        else this.scanner.fail(`expected ${count} numbers`);
      } else out.push(this.scanner.number());
    }
  }

  private face(): void {
    const corners: number[] = [];
    const points: number[] = [];
    while (!this.scanner.endOfLine()) {
      const point = this.index(this.points.length / 3, "point");
      let [texture, normal] = [0, 0];
      if (this.skipSlash()) {
        if (this.atIndex()) texture = this.index(this.texture.length / 2, "texture point") + 1;
        if (this.skipSlash() && this.atIndex()) normal = this.index(this.normals.length / 3, "normal") + 1;
      }
      points.push(point);
      corners.push(point, texture, normal);
      if (points.length > MAX_CORNERS) this.scanner.fail(`a face has more than ${MAX_CORNERS} corners`);
    }
    if (points.length < 3) this.scanner.fail(`expected a face of at least 3 corners, got ${points.length}`);
    const out = this.group().corners;
    const order = points.length === 3 ? [0, 1, 2] : triangulateFace(points, this.rawPoints());
    for (const k of order) for (let i = 0; i < 3; i++) out.push(corners[3 * k + i]);
  }

  private rawPoints(): ArrayLike<number> {
    return this.points.raw();
  }

  private group(): Group {
    if (this.current !== undefined) return this.current;
    const key = `${this.object}\n${this.material}`;
    const found = this.groups.get(key) ?? { object: this.object, material: this.material, corners: new Numbers() };
    this.groups.set(key, found);
    this.current = found;
    return found;
  }

  private skipSlash(): boolean {
    if (this.scanner.bytes[this.scanner.at] !== 47) return false;
    this.scanner.at++;
    return true;
  }

  private atIndex(): boolean {
    const c = this.scanner.bytes[this.scanner.at];
    return (c >= 48 && c <= 57) || c === 45;
  }

  /** An index from 0; negative ones count from the last that has been read. */
  private index(count: number, what: string): number {
    const given = this.scanner.integer();
    const index = given < 0 ? count + given : given - 1;
    if (!(index >= 0 && index < count)) this.scanner.fail(`there is no ${what} ${given}: ${count} have been read`);
    return index;
  }

  /** Vertices of a group: a new one for each combination of point, texture point and normal. */
  part({ corners, object }: Group, look: ImportedLook | null): MeshPart {
    const n = corners.length / 3;
    const triangles = new Uint32Array(n);
    const known = new Map<number, number>();
    const order: number[] = [];
    const pointCount = this.points.length / 3;
    const textureCount = this.texture.length / 2 + 1;
    let [allTexture, allNormal] = [n > 0, n > 0];
    for (let k = 0; k < n; k++) {
      const texture = corners.at(3 * k + 1);
      const normal = corners.at(3 * k + 2);
      if (texture === 0) allTexture = false;
      if (normal === 0) allNormal = false;
      const key = corners.at(3 * k) + pointCount * (texture + textureCount * normal);
      let vertex = known.get(key);
      if (vertex === undefined) {
        vertex = order.length;
        known.set(key, vertex);
        order.push(k);
      }
      triangles[k] = vertex;
    }
    const positions = new Float64Array(3 * order.length);
    const normals = allNormal ? new Float32Array(3 * order.length) : null;
    const uvs = allTexture ? new Float32Array(2 * order.length) : null;
    order.forEach((k, v) => {
      for (let i = 0; i < 3; i++) positions[3 * v + i] = this.points.at(3 * corners.at(3 * k) + i);
      if (normals)
        for (let i = 0; i < 3; i++) normals[3 * v + i] = this.normals.at(3 * (corners.at(3 * k + 2) - 1) + i);
      if (uvs) for (let i = 0; i < 2; i++) uvs[2 * v + i] = this.texture.at(2 * (corners.at(3 * k + 1) - 1) + i);
    });
    // v runs upward in the file and downward in pictures
    if (uvs) for (let k = 1; k < uvs.length; k += 2) uvs[k] = 1 - uvs[k];
    return { positions, normals, uvs, triangles, look, object };
  }
}
