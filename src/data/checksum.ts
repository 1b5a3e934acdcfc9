const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;

/**
 * Checksum of bytes that leave the program: xxHash32 as an unsigned number. Every stage of it is a bijection of a
 * single 32-bit word of the input, so damage within one aligned word always changes it; other damage does with a chance
 * of 1 − 2⁻³². `seed` may be the checksum of what stands before, which binds the parts in their order.
 */
export function checksum(bytes: Uint8Array, seed = 0): number {
  return xxh32(bytes, seed) >>> 0;
}

/** A checksum as eight hexadecimal digits. */
export function checksumText(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}

/** xxHash32 [xxHash]; four lanes of 32-bit words, then the tail. */
export function xxh32(bytes: Uint8Array, seed: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const n = bytes.length;
  let at = 0;
  let h: number;
  if (n >= 16) {
    let a = (seed + P1 + P2) | 0;
    let b = (seed + P2) | 0;
    let c = seed | 0;
    let d = (seed - P1) | 0;
    for (; at + 16 <= n; at += 16) {
      a = Math.imul(rotl(a + Math.imul(view.getUint32(at, true), P2), 13), P1);
      b = Math.imul(rotl(b + Math.imul(view.getUint32(at + 4, true), P2), 13), P1);
      c = Math.imul(rotl(c + Math.imul(view.getUint32(at + 8, true), P2), 13), P1);
      d = Math.imul(rotl(d + Math.imul(view.getUint32(at + 12, true), P2), 13), P1);
    }
    h = (rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18)) | 0;
  } else {
    h = (seed + 0x165667b1) | 0;
  }
  h = (h + n) | 0;
  for (; at + 4 <= n; at += 4) h = Math.imul(rotl(h + Math.imul(view.getUint32(at, true), P3), 17), P4);
  for (; at < n; at++) h = Math.imul(rotl(h + Math.imul(bytes[at], 0x165667b1), 11), P1);
  h = Math.imul(h ^ (h >>> 15), P2);
  h = Math.imul(h ^ (h >>> 13), P3);
  return h ^ (h >>> 16);
}

function rotl(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}
