/** Reads .vtp and .pvd files back, by the format's description and not by the writer's code. */

export interface ReadArray {
  readonly components: number;
  readonly values: number[];
}

export interface ReadVtp {
  readonly time: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly points: number[];
  readonly pointData: ReadonlyMap<string, ReadArray>;
  readonly cellData: ReadonlyMap<string, ReadArray>;
  /** Lists of points. */
  readonly verts: number[][];
  readonly lines: number[][];
  readonly polys: number[][];
}

/** Elements of a text in which every tag is closed; throws where one is not. */
export function elements(
  text: string,
): { tag: string; attributes: Record<string, string>; path: string; content: string }[] {
  const found: { tag: string; attributes: Record<string, string>; path: string; content: string }[] = [];
  const open: { tag: string; attributes: Record<string, string>; from: number; path: string }[] = [];
  const pattern = /<(\?)?(\/)?([A-Za-z]+)((?:\s+[A-Za-z_]+="[^"<]*")*)\s*(\/|\?)?>/g;
  let end = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (/[<>]/.test(text.slice(end, match.index))) throw new Error(`not XML at ${end}`);
    end = pattern.lastIndex;
    const [, question, closing, tag, list, single] = match;
    if (question !== undefined) continue;
    if (closing !== undefined) {
      const last = open.pop();
      if (last?.tag !== tag) throw new Error(`</${tag}> closes <${last?.tag}>`);
      found.push({ ...last, content: text.slice(last.from, match.index) });
      continue;
    }
    const attributes = Object.fromEntries([...list.matchAll(/([A-Za-z_]+)="([^"]*)"/g)].map(([, k, v]) => [k, v]));
    const path = [...open.map((o) => o.tag), tag].join("/");
    if (single === "/") found.push({ tag, attributes, path, content: "" });
    else open.push({ tag, attributes, from: end, path });
  }
  if (open.length > 0) throw new Error(`<${open[0].tag}> is not closed`);
  return found;
}

function numbers(content: string, { type, format }: Record<string, string>): number[] {
  if (format === "ascii") return content.trim() === "" ? [] : content.trim().split(/\s+/).map(Number);
  const bytes = Buffer.from(content.trim(), "base64");
  const length = bytes.readUInt32LE(0);
  if (length !== bytes.length - 4) throw new Error(`${length} bytes announced, ${bytes.length - 4} there`);
  const width = type === "Float64" ? 8 : type === "Int32" ? 4 : 1;
  return Array.from({ length: length / width }, (_, i) => {
    const at = 4 + i * width;
    return width === 8 ? bytes.readDoubleLE(at) : width === 4 ? bytes.readInt32LE(at) : bytes.readUInt8(at);
  });
}

export function readVtp(text: string): ReadVtp {
  const all = elements(text);
  const piece = all.find(({ tag }) => tag === "Piece")!;
  const arrays = (group: string) =>
    new Map(
      all
        .filter(({ tag, path }) => tag === "DataArray" && path.endsWith(`${group}/DataArray`))
        .map(({ attributes, content }) => [
          attributes.Name,
          { components: Number(attributes.NumberOfComponents ?? 1), values: numbers(content, attributes) },
        ]),
    );
  const cells = (group: string) => {
    const { connectivity, offsets } = Object.fromEntries(arrays(group));
    let start = 0;
    return offsets.values.map((end) => {
      const cell = connectivity.values.slice(start, end);
      start = end;
      return cell;
    });
  };
  return {
    time: arrays("FieldData").get("TimeValue")!.values[0],
    counts: Object.fromEntries(Object.entries(piece.attributes).map(([k, v]) => [k, Number(v)])),
    points: arrays("Points").get("Points")!.values,
    pointData: arrays("PointData"),
    cellData: arrays("CellData"),
    verts: cells("Verts"),
    lines: cells("Lines"),
    polys: cells("Polys"),
  };
}
