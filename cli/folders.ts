import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Makes a folder and those above it. Node's own `recursive` does not come back where a parent is there but takes no folders, as /proc. */
export async function makeFolders(path: string): Promise<void> {
  const full = resolve(path);
  try {
    await mkdir(full);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(full)).isDirectory()) return;
    const above = dirname(full);
    if (code !== "ENOENT" || above === full || (await stat(above).catch(() => undefined)) !== undefined) throw error;
    await makeFolders(above);
    await mkdir(full);
  }
}
