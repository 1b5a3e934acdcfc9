import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its parents. Node's `recursive` hangs where a parent exists but takes no folders, such as /proc.
 */
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
