/** Turns bytes into a short text of fixed length (`bytesHash` of src/data/hash.ts). */
export type HashFunction = (bytes: Uint8Array) => string;

/**
 * Bytes to be stored outside the program, behind a line of text with a checksum and the key:
 *
 *   key, a space, hash of the bytes, a line feed
 */
export function sealBytes(key: string, content: Uint8Array, hash: HashFunction): Uint8Array {
  const line = firstLine(key, content, hash);
  const bytes = new Uint8Array(line.length + content.length);
  for (let i = 0; i < line.length; i++) bytes[i] = line.charCodeAt(i);
  bytes.set(content, line.length);
  return bytes;
}

/** The bytes that were sealed under this key, or null when they are not to be trusted. */
export function unsealBytes(key: string, bytes: Uint8Array, hash: HashFunction): Uint8Array | null {
  const content = bytes.subarray(Math.min(bytes.length, firstLine(key, new Uint8Array(0), hash).length));
  const line = firstLine(key, content, hash);
  for (let i = 0; i < line.length; i++) if (bytes[i] !== line.charCodeAt(i)) return null;
  return content;
}

function firstLine(key: string, content: Uint8Array, hash: HashFunction): string {
  return `${key} ${hash(content)}\n`;
}
