import { ImportError } from "../error.js";
import { childOf, childrenOf, number, numbersIn, tagOf } from "../xml/attributes.js";
import { parseXml, type XmlElement } from "../xml/parse.js";
import { hexColor } from "./color.js";
import { IDENTITY, type Matrix, multiply, nodeMatrix, placePart } from "./dae-transform.js";
import type { ImportedLook, MeshFile, MeshPart, MeshReading } from "./mesh-file.js";
import { triangulateFace } from "./polygon.js";
import { Numbers } from "./scanner.js";

const DEEPEST = 64;
const MAX_PARTS = 100_000;

/** COLLADA: triangles and polygons of the first scene, with nodes, unit, axis and diffuse colours. */
export function readDae(bytes: Uint8Array, reading: MeshReading): MeshFile {
  const root = parseXml(new TextDecoder().decode(bytes), reading.file);
  if (root.name !== "COLLADA") throw new ImportError(root, `expected <COLLADA>, got ${tagOf(root)}`);
  const reader = new DaeReader(root, reading);
  const parts = reader.read();
  if (parts.length === 0) throw new ImportError(root, "the file holds no triangles");
  const asset = childOf(root, "asset");
  const unit = asset && childOf(asset, "unit");
  const axis = asset && childOf(asset, "up_axis")?.text;
  return {
    parts,
    unit: (unit && number(unit, "meter")) ?? 1,
    up: axis === "Z_UP" ? "z" : axis === "X_UP" ? "x" : "y",
  };
}

class DaeReader {
  private readonly ids = new Map<string, XmlElement>();
  private readonly root: XmlElement;
  private readonly reading: MeshReading;
  private readonly out: MeshPart[] = [];

  constructor(root: XmlElement, reading: MeshReading) {
    this.root = root;
    this.reading = reading;
    const visit = (element: XmlElement) => {
      if (element.attributes.id !== undefined) this.ids.set(element.attributes.id, element);
      for (const child of element.children) visit(child);
    };
    visit(root);
  }

  read(): MeshPart[] {
    for (const name of ["library_animations", "library_controllers", "library_images"]) {
      const found = childOf(this.root, name);
      if (found !== undefined && found.children.length > 0) this.reading.leftOut(found, tagOf(found));
    }
    const instance = childOf(this.root, "scene")?.children.find(({ name }) => name === "instance_visual_scene");
    const library = childOf(this.root, "library_visual_scenes");
    const scene = (instance && this.target(instance, "url")) ?? (library && childOf(library, "visual_scene"));
    if (scene === undefined) {
      const geometries = childOf(this.root, "library_geometries");
      for (const geometry of geometries?.children ?? []) this.geometry(geometry, IDENTITY, new Map(), 0);
    } else for (const node of childrenOf(scene, "node")) this.node(node, IDENTITY, 0);
    return this.out;
  }

  private target(element: XmlElement, attribute: string): XmlElement | undefined {
    const url = element.attributes[attribute] ?? "";
    return url.startsWith("#") ? this.ids.get(url.slice(1)) : undefined;
  }

  private node(node: XmlElement, parent: Matrix, depth: number): void {
    if (depth > DEEPEST) throw new ImportError(node, "the nodes go in a circle");
    const matrix = multiply(parent, nodeMatrix(node));
    for (const instance of childrenOf(node, "instance_geometry")) {
      const geometry = this.target(instance, "url");
      if (geometry === undefined) throw new ImportError(instance, "there is no such geometry");
      this.geometry(geometry, matrix, this.looksOf(instance), this.out.length);
    }
    for (const child of childrenOf(node, "node")) this.node(child, matrix, depth + 1);
    for (const instance of childrenOf(node, "instance_node")) {
      const target = this.target(instance, "url");
      if (target !== undefined) this.node(target, matrix, depth + 1);
    }
  }

  private looksOf(instance: XmlElement): Map<string, ImportedLook> {
    const looks = new Map<string, ImportedLook>();
    const technique = instance.children.find(({ name }) => name === "bind_material")?.children[0];
    for (const bound of technique?.children ?? []) {
      const material = this.target(bound, "target");
      const effect = material && childOf(material, "instance_effect");
      const shading = effect && this.target(effect, "url");
      const look = shading && diffuse(shading);
      if (look) looks.set(bound.attributes.symbol ?? "", look);
    }
    return looks;
  }

  private geometry(geometry: XmlElement, matrix: Matrix, looks: Map<string, ImportedLook>, object: number): void {
    const mesh = childOf(geometry, "mesh");
    if (mesh === undefined) this.reading.leftOut(geometry, `${tagOf(geometry)}, which is no mesh`);
    for (const primitive of mesh?.children ?? []) {
      if (this.out.length >= MAX_PARTS) throw new ImportError(primitive, `there are more than ${MAX_PARTS} parts`);
      if (/^(triangles|polylist|polygons)$/.test(primitive.name)) {
        const look = looks.get(primitive.attributes.material ?? "") ?? null;
        const part = this.primitive(primitive, look, object);
        if (part.triangles.length > 0) this.out.push(placePart(part, matrix));
      } else if (/^(lines|linestrips|tristrips|trifans)$/.test(primitive.name))
        this.reading.leftOut(primitive, tagOf(primitive));
    }
  }

  private primitive(primitive: XmlElement, look: ImportedLook | null, object: number): MeshPart {
    const inputs = childrenOf(primitive, "input").flatMap((input) => this.inputs(input));
    const stride = 1 + Math.max(0, ...inputs.map(({ offset }) => offset));
    const position = inputs.find(({ semantic }) => semantic === "POSITION");
    if (position === undefined) throw new ImportError(primitive, `${tagOf(primitive)} has no positions`);
    const normal = inputs.find(({ semantic }) => semantic === "NORMAL");
    const texture = inputs.find(({ semantic }) => semantic === "TEXCOORD");
    const [positions, normals, uvs, triangles] = [new Numbers(), new Numbers(), new Numbers(), new Numbers()];
    for (const face of this.faces(primitive, stride)) {
      const n = face.length / stride;
      const points = Array.from({ length: n }, (_, k) => face[k * stride + position.offset]);
      const flat = points.flatMap((p) => this.at(position, p, 3));
      for (const k of triangulateFace(
        points.map((_, i) => i),
        flat,
      )) {
        triangles.push(positions.length / 3);
        for (let i = 0; i < 3; i++) positions.push(flat[3 * k + i]);
        if (normal) for (const x of this.at(normal, face[k * stride + normal.offset], 3)) normals.push(x);
        if (texture) for (const x of this.at(texture, face[k * stride + texture.offset], 2)) uvs.push(x);
      }
    }
    const uv = texture ? Float32Array.from(uvs.done()) : null;
    if (uv) for (let k = 1; k < uv.length; k += 2) uv[k] = 1 - uv[k];
    return {
      positions: positions.done(),
      normals: normal ? Float32Array.from(normals.done()) : null,
      uvs: uv,
      triangles: triangles.integers(),
      look,
      object,
    };
  }

  /** Corners of every face, `stride` indices each. */
  private *faces(primitive: XmlElement, stride: number): Generator<number[]> {
    const lists = childrenOf(primitive, "p").map((p) => this.indices(p));
    if (primitive.name === "polygons") {
      yield* lists;
      return;
    }
    const all = lists[0] ?? [];
    const counts = childOf(primitive, "vcount");
    const sizes = primitive.name === "polylist" && counts ? this.indices(counts) : undefined;
    let at = 0;
    for (let k = 0; at + 3 * stride <= all.length; k++) {
      const size = sizes === undefined ? 3 : sizes[k];
      if (size === undefined) return;
      yield all.slice(at, at + size * stride);
      at += size * stride;
    }
  }

  private indices(element: XmlElement): number[] {
    return numbersIn(element, tagOf(element), element.text);
  }

  private inputs(input: XmlElement): Input[] {
    const offset = number(input, "offset") ?? 0;
    const { semantic = "" } = input.attributes;
    const source = this.target(input, "source");
    if (source === undefined) throw new ImportError(input, "there is no such source");
    if (semantic === "VERTEX")
      return childrenOf(source, "input").flatMap((inner) => {
        const target = this.target(inner, "source");
        if (target === undefined) throw new ImportError(inner, "there is no such source");
        return [{ semantic: inner.attributes.semantic ?? "", offset, ...this.values(target) }];
      });
    return [{ semantic, offset, ...this.values(source) }];
  }

  private readonly sources = new Map<XmlElement, Values>();

  private values(source: XmlElement): Values {
    const known = this.sources.get(source);
    if (known !== undefined) return known;
    const array = childOf(source, "float_array");
    if (array === undefined) throw new ImportError(source, `${tagOf(source)} has no numbers`);
    const accessor = childOf(source, "technique_common")?.children[0];
    const values = {
      element: source,
      width: Math.max(1, (accessor && number(accessor, "stride")) ?? 3),
      numbers: Float64Array.from(numbersIn(array, tagOf(array), array.text)),
    };
    this.sources.set(source, values);
    return values;
  }

  private at({ numbers: values, width, element }: Values, index: number, count: number): number[] {
    if (!(index >= 0 && (index + 1) * width <= values.length))
      throw new ImportError(element, `there is no entry ${index}`);
    return Array.from({ length: count }, (_, i) => (i < width ? values[index * width + i] : 0));
  }
}

interface Values {
  readonly element: XmlElement;
  readonly width: number;
  readonly numbers: Float64Array;
}
interface Input extends Values {
  readonly semantic: string;
  readonly offset: number;
}

/** The diffuse colour of an effect. */
function diffuse(effect: XmlElement): ImportedLook | undefined {
  const found = (element: XmlElement): XmlElement | undefined => {
    for (const child of element.children) {
      if (child.name === "diffuse") return childOf(child, "color");
      const inner = found(child);
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
  const color = found(effect);
  if (color === undefined) return undefined;
  const rgba = numbersIn(color, "<color>", color.text);
  return rgba.length >= 3
    ? { color: hexColor(rgba), ...(rgba[3] < 1 && rgba[3] > 0 ? { opacity: rgba[3] } : {}) }
    : undefined;
}
