/** Most files of a folder that are read. */
const MOST = 2000;

/** Files of dropped entries by their paths, those inside of folders too. */
export async function filesIn(entries: readonly (FileSystemEntry | null)[]): Promise<Map<string, File>> {
  const out = new Map<string, File>();
  for (const entry of entries) if (entry !== null) await addEntry(entry, out);
  return out;
}

async function addEntry(entry: FileSystemEntry, out: Map<string, File>): Promise<void> {
  if (out.size >= MOST) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    out.set(entry.fullPath.replace(/^\//, ""), file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // a reader gives its entries in portions, and an empty one at the end
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return;
    for (const inner of portion) await addEntry(inner, out);
  }
}
