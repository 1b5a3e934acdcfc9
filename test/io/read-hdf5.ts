/** A reader of the HDF5 files that Stiction writes, from the format's specification, with the search order of names checked: the judge of the writer. */
export interface ReadDataset {
  readonly dimensions: number[];
  readonly values: number[];
  readonly text: string;
}

export function readHdf5(bytes: Uint8Array): Record<string, ReadDataset> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (o: number) => view.getUint16(o, true);
  const u32 = (o: number) => view.getUint32(o, true);
  const u64 = (o: number) => Number(view.getBigUint64(o, true));
  const mark = (o: number, length: number) => String.fromCharCode(...bytes.subarray(o, o + length));
  const check = (condition: boolean, what: string) => {
    if (!condition) throw new Error(`not HDF5: ${what}`);
  };
  check(mark(0, 8) === "\x89HDF\r\n\x1a\n", "signature");
  check(bytes[8] === 0 && bytes[13] === 8 && bytes[14] === 8, "superblock");
  check(u64(40) === bytes.length, "end of file");
  const leaf = u16(16);
  const found: Record<string, ReadDataset> = {};

  const messages = (header: number) => {
    check(bytes[header] === 1 && header % 8 === 0, "object header");
    const list: { type: number; at: number }[] = [];
    let at = header + 16;
    for (let k = 0; k < u16(header + 2); k++) {
      list.push({ type: u16(at), at: at + 8 });
      at += 8 + u16(at + 2);
    }
    check(at === header + 16 + u32(header + 8), "size of object header");
    return list;
  };

  const readGroup = (tree: number, heap: number, path: string) => {
    check(mark(tree, 4) === "TREE" && mark(heap, 4) === "HEAP", "group");
    const names = u64(heap + 24);
    const nameAt = (o: number) => {
      let end = names + o;
      while (bytes[end] !== 0) end++;
      return new TextDecoder().decode(bytes.subarray(names + o, end));
    };
    check(nameAt(u64(tree + 24)) === "", "first key");
    let last = "";
    for (let k = 0; k < u16(tree + 6); k++) {
      const node = u64(tree + 32 + 16 * k);
      check(mark(node, 4) === "SNOD" && u16(node + 6) <= 2 * leaf, "symbol table");
      for (let e = 0; e < u16(node + 6); e++) {
        const entry = node + 8 + 40 * e;
        const name = nameAt(u64(entry));
        check(name > last, "names in order");
        last = name;
        readObject(u64(entry + 8), `${path}/${name}`);
      }
      check(nameAt(u64(tree + 40 + 16 * k)) === last, "key");
    }
  };

  const readObject = (header: number, path: string) => {
    const list = messages(header);
    const at = (type: number) => list.find((message) => message.type === type)?.at;
    const table = at(0x11);
    if (table !== undefined) {
      readGroup(u64(table), u64(table + 8), path);
      return;
    }
    const [space, type, layout] = [at(1) ?? 0, at(3) ?? 0, at(8) ?? 0];
    const dimensions = Array.from({ length: bytes[space + 1] }, (_, k) => u64(space + 8 + 8 * k));
    const size = u32(type + 4);
    const data = u64(layout + 2);
    const count = dimensions.reduce((a, b) => a * b, 1);
    check(bytes[layout] === 3 && bytes[layout + 1] === 1 && u64(layout + 10) === size * count, "layout");
    const kind = bytes[type] & 15;
    const values = Array.from({ length: kind === 3 ? 0 : count }, (_, k) =>
      kind === 1 ? view.getFloat64(data + 8 * k, true) : view.getInt32(data + 4 * k, true),
    );
    const text = kind === 3 ? new TextDecoder().decode(bytes.subarray(data, data + size - 1)) : "";
    found[path] = { dimensions, values, text };
  };

  readObject(u64(64), "");
  return found;
}
