/** Links that carry a scene, and what the tag's `src` means. */
import { deflateSync, strToU8 } from "fflate";
import { buildScene } from "stiction";
import { scenes } from "stiction/scenes";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readSrc } from "../../studio/embed/source.js";
import { carriedScene, pageOf, parseRoute, routeTo } from "../../studio/route.js";
import { LinkError, MAX_LINK, readLink, writeLink } from "../../studio/share/link.js";
import type { SceneSource } from "../../studio/worker/protocol.js";

const text: SceneSource = { kind: "text", fileName: "ä ö.yaml", text: "name: a\n# β, 漢字\nbodies: []\n" };

/** Small reproducible random numbers: Numerical Recipes' generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A link around bytes that writeLink would never pack. */
function forged(packed: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of packed) hash = Math.imul(hash ^ byte, 0x01000193);
  const bytes = Buffer.alloc(4 + packed.length);
  bytes.writeUInt32BE(hash >>> 0);
  bytes.set(packed, 4);
  return bytes.toString("base64url");
}

describe("links", () => {
  test("carry a scene there and back, with letters that an address can hold", () => {
    for (const source of [text, { kind: "shipped", name: "pendulum", params: { a: [1, "b"] } } as const]) {
      const link = writeLink(source);
      expect(link).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(readLink(link)).toEqual(source);
      expect(carriedScene(`#/s/${link}`)).toBe(link);
      expect(pageOf(`#/s/${link}`)).toBe("workspace");
    }
  });

  test("every shipped scene fits into a link, or the message says how large it is", () => {
    let fitting = 0;
    for (const scene of scenes) {
      const source: SceneSource = { kind: "spec", spec: JSON.parse(JSON.stringify(buildScene(scene))) };
      try {
        expect(readLink(writeLink(source))).toEqual(source);
        fitting++;
      } catch (error) {
        expect((error as Error).message, scene.name).toMatch(/too large for a link: \d+ kB, and the limit is 32 kB/);
      }
    }
    // scenes made of meshes are too large
    expect(fitting).toBeGreaterThan(0.8 * scenes.length);
  });

  test("a link that lost or changed a character is refused", () => {
    const link = writeLink(text);
    const random = generator(7);
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (let k = 0; k < 500; k++) {
      const at = Math.floor(random() * link.length);
      const letter = letters[Math.floor(random() * 64)];
      const damaged = k % 2 ? link.slice(0, at) : link.slice(0, at) + letter + link.slice(at + 1);
      if (damaged === link) continue;
      let read: unknown;
      try {
        read = readLink(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(LinkError);
        continue;
      }
      // base64 has spare bits in its last letter; such a change changes nothing
      expect(read).toEqual(text);
      expect(at).toBe(link.length - 1);
    }
  });

  test("hostile links give an error, and no other thing happens", () => {
    const random = generator(11);
    const noise = (n: number) => Uint8Array.from({ length: n }, () => 256 * random());
    const pack = (value: string) => deflateSync(strToU8(value));
    const links = [
      "",
      "%%%",
      "a b",
      "AAAA",
      "x".repeat(3 * MAX_LINK),
      forged(new Uint8Array(0)),
      ...Array.from({ length: 50 }, (_, k) => forged(noise(1 + 7 * k))),
      forged(pack("{")),
      forged(pack("null")),
      forged(pack("[]")),
      forged(pack('{"kind":"spec","spec":null}')),
      forged(pack('{"kind":"spec","spec":[]}')),
      forged(pack('{"kind":"text","fileName":1,"text":""}')),
      forged(pack('{"kind":"shipped","name":"a"}')),
      forged(pack('{"kind":"other"}')),
      // 10 MB of zeros in 10 kB
      forged(deflateSync(new Uint8Array(10_000_000))),
    ];
    for (const link of links) expect(() => readLink(link), link.slice(0, 40)).toThrow(LinkError);
  });
});

test("parameters go into the address of a shipped scene, and back", () => {
  const params = { mass: 3, name: "x", text: "7", list: [1, 2], flag: true };
  expect(parseRoute(routeTo("a b", params))).toEqual({ scene: "a b", params });
});

describe("the tag's src", () => {
  afterEach(() => vi.unstubAllGlobals());
  const base = "https://example.org/page/";

  test("is a shipped scene, a link of the studio, or a file", async () => {
    expect(await readSrc("pendulum", base)).toEqual({ kind: "shipped", name: "pendulum", params: {} });
    expect(await readSrc("spring-mass?stiffness=400", base)).toEqual({
      kind: "shipped",
      name: "spring-mass",
      params: { stiffness: 400 },
    });
    expect(await readSrc(`https://a.b/studio/#/scene/servo?gain=2`, base)).toEqual({
      kind: "shipped",
      name: "servo",
      params: { gain: 2 },
    });
    expect(await readSrc(`https://a.b/#/s/${writeLink(text)}`, base)).toEqual(text);
    const fetched: string[] = [];
    vi.stubGlobal("fetch", async (url: URL) => {
      fetched.push(url.href);
      return new Response("name: x", { status: url.href.endsWith("none.yaml") ? 404 : 200, statusText: "Not Found" });
    });
    expect(await readSrc("../a/ball.yaml", base)).toEqual({ kind: "text", fileName: "ball.yaml", text: "name: x" });
    expect(fetched).toEqual(["https://example.org/a/ball.yaml"]);
    await expect(readSrc("none.yaml", base)).rejects.toThrow("/page/none.yaml: 404 Not Found");
  });
});
