/** Coarse versions of the pictures of looks, for surfaces that are coloured at their vertices. */

/** Pixels each way: enough for the patches of a palette, few enough that a photograph is smooth. */
const SIZE = 16;

/** RGB of SIZE × SIZE pixels, row by row from the upper left corner, 0 … 255. */
export type PictureColors = Uint8Array;

/** Reads a picture (a data URI) in a page; null where it cannot be read. */
export async function readColors(image: string): Promise<PictureColors | null> {
  try {
    const bitmap = await createImageBitmap(await (await fetch(image)).blob());
    const canvas = new OffscreenCanvas(SIZE, SIZE);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, SIZE, SIZE);
    bitmap.close();
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    return Uint8Array.from({ length: 3 * SIZE * SIZE }, (_, k) => data[4 * Math.floor(k / 3) + (k % 3)]);
  } catch {
    return null;
  }
}

/** Mean of all pixels. */
export function meanColor(colors: PictureColors): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < colors.length; k++) sum[k % 3] += colors[k];
  return sum.map((value) => Math.round((3 * value) / colors.length)) as [number, number, number];
}

/** Writes the colour at texture coordinates, which repeat beyond 0 … 1. */
export function colorAt(colors: PictureColors, u: number, v: number, out: Uint8Array, at: number): void {
  const size = Math.sqrt(colors.length / 3);
  // 1 is the end of this copy, not the begin of the next: most surfaces reach from 0 to 1
  const pixel = (x: number) => (x === 0 ? 0 : Math.min(size - 1, Math.floor(size * (x - Math.ceil(x) + 1))));
  const from = 3 * (size * pixel(v) + pixel(u));
  for (let k = 0; k < 3; k++) out[at + k] = colors[from + k];
}
