/** Files that the visuals of a scene name. */

interface Named {
  readonly bodies?: readonly { readonly visuals?: readonly { readonly type?: unknown; readonly file?: unknown }[] }[];
}

/**
 * Reads the files that a scene's visuals name, and the buffers and pictures that glTF files name in turn, for
 * `items.visualFiles`. `read` gets a name as the scene has it; a file that it returns undefined for is left out, and
 * `compile` warns.
 */
export async function readVisualFiles(
  spec: unknown,
  read: (name: string) => Promise<Uint8Array | undefined>,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of namesIn(spec)) {
    const bytes = await read(name);
    if (bytes === undefined) continue;
    files.set(name, bytes);
    for (const buffer of buffersIn(bytes)) {
      const found = files.has(buffer) ? undefined : await read(buffer);
      if (found !== undefined) files.set(buffer, found);
    }
  }
  return files;
}

/** Names of files in the visuals of a scene, each once. */
function namesIn(spec: unknown): Set<string> {
  const { bodies } = (spec ?? {}) as Named;
  const entries = Array.isArray(bodies)
    ? bodies.flatMap((body) => (Array.isArray(body?.visuals) ? body.visuals : []))
    : [];
  return new Set(
    entries.flatMap((entry) =>
      entry?.type === "gltf" && typeof entry.file === "string" && !entry.file.startsWith("data:") ? [entry.file] : [],
    ),
  );
}

/** Buffers and pictures that a glTF file in text form has beside it. */
function buffersIn(bytes: Uint8Array): readonly string[] {
  // a GLB begins with letters, JSON with a brace
  if (bytes[0] === 0x67) return [];
  try {
    const { buffers = [], images = [] } = JSON.parse(new TextDecoder().decode(bytes)) as {
      buffers?: readonly { uri?: unknown }[];
      images?: readonly { uri?: unknown }[];
    };
    return [...buffers, ...images].flatMap(({ uri }) =>
      typeof uri === "string" && !uri.startsWith("data:") ? [decodeURIComponent(uri)] : [],
    );
  } catch {
    return [];
  }
}
