/** Models of other programs that somebody drops, as scenes. */
import { type FileSource, importModel, memorySource } from "../import/index.js";
import type { Notice } from "./state.js";
import { texts } from "./texts/files.js";
import type { SceneSource } from "./worker/protocol.js";

/** Imports a model from the files that came with it; a model that would fall gets ground to stand on. */
export async function importDropped(
  files: ReadonlyMap<string, File>,
  model: string,
): Promise<{ readonly source: SceneSource; readonly notice: Notice }> {
  const imported = await importModel(model, await lazySource(files), { ground: true });
  const { summary, notes, spec } = imported;
  const lines = notes.map(({ file, line, text }) => `${file}${line > 0 ? `:${line}` : ""} ${text}`);
  const joints = Object.values(summary.joints).reduce((sum, count) => sum + count, 0);
  const notice: Notice = {
    kind: notes.length > 0 ? "warning" : "info",
    path: model,
    text: texts.imported(summary.bodies, joints, String(Number(summary.mass.toPrecision(6)))),
    ...(lines.length > 0 ? { more: texts.notImported(lines.length), others: lines } : { brief: true }),
  };
  const fileName = `${String(spec.name)}.yaml`;
  return { source: { kind: "text", fileName, text: imported.yaml, files: imported.files }, notice };
}

/** Contents are read when they are asked for: a folder holds more than a model needs. */
async function lazySource(files: ReadonlyMap<string, File>): Promise<FileSource> {
  const names = memorySource(new Map([...files.keys()].map((path) => [path, new TextEncoder().encode(path)])));
  return {
    read: async (path) => {
      const found = await names.read(path);
      const file = found && files.get(new TextDecoder().decode(found));
      return file && new Uint8Array(await file.arrayBuffer());
    },
  };
}
