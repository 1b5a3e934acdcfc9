// @ts-check
/**
 * Pictures as WebP, encoded by the browser, and films made of them: the container of an animated WebP is a list of still ones
 * (RIFF chunks VP8X, ANIM and ANMF of the WebP container specification).
 */

/** A picture as WebP. @param {import("playwright-core").Page} page @param {Buffer} png @param {number} quality @param {number} [width] px, smaller than that of the picture */
export async function asWebp(page, png, quality, width) {
  const text = await page.evaluate(
    async ([url, quality, width]) => {
      const image = await createImageBitmap(await (await fetch(String(url))).blob());
      const scale = Number(width) > 0 ? Number(width) / image.width : 1;
      const canvas = new OffscreenCanvas(Math.round(scale * image.width), Math.round(scale * image.height));
      const context = canvas.getContext("2d");
      if (context) {
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
      }
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: Number(quality) });
      let bytes = "";
      for (const byte of new Uint8Array(await blob.arrayBuffer())) bytes += String.fromCharCode(byte);
      return btoa(bytes);
    },
    [`data:image/png;base64,${png.toString("base64")}`, quality, width ?? 0],
  );
  return Buffer.from(text, "base64");
}

/** @param {string} name @param {Buffer} body */
function chunk(name, body) {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** A number in three bytes. @param {number} n */
const u24 = (n) => Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255]);

/** The chunk with the picture of a still WebP: lossy VP8, as the browser makes it of opaque pictures. @param {Buffer} webp */
function pictureOf(webp) {
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString("latin1", at, at + 4) === "VP8 ") return webp.subarray(at, at + 8 + size + (size % 2));
    at += 8 + size + (size % 2);
  }
  throw new Error("there is no VP8 chunk in this picture");
}

/** A film that repeats, of still WebP pictures of one size. @param {readonly Buffer[]} frames @param {number} width @param {number} height px @param {number} duration of a frame, ms */
export function animatedWebp(frames, width, height, duration) {
  const ANIMATED = 2;
  const size = Buffer.concat([u24(width - 1), u24(height - 1)]);
  const canvas = chunk("VP8X", Buffer.concat([Buffer.from([ANIMATED, 0, 0, 0]), size]));
  const loop = chunk("ANIM", Buffer.alloc(6)); // black behind it, for ever
  // at the origin, whole, over the frame before without blending
  const NO_BLEND = 2;
  const parts = frames.map((frame) =>
    chunk("ANMF", Buffer.concat([u24(0), u24(0), size, u24(duration), Buffer.from([NO_BLEND]), pictureOf(frame)])),
  );
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), canvas, loop, ...parts]);
  const head = Buffer.alloc(8);
  head.write("RIFF", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
