import * as fc from "fast-check";
import {
  decodeLink,
  encodeLink,
  LINK_MESSAGES,
  LinkError,
  type LinkMessage,
  type LinkType,
  MAX_MESSAGE,
} from "stiction/link";
import { describe, expect, test } from "vitest";
import { createHost, hello } from "./lever.js";

const text = fc.string({ maxLength: 40, unit: "grapheme" });
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const KINDS: Record<string, fc.Arbitrary<unknown>> = {
  flag: fc.boolean(),
  u16: fc.nat(0xffff),
  u32: fc.nat(0xffffffff),
  f64: number,
  text,
  texts: fc.array(text, { maxLength: 8 }),
  u16s: fc.array(fc.nat(0xffff), { maxLength: 8 }),
  f64s: fc.array(number, { maxLength: 8 }),
  bytes: fc.uint8Array({ maxLength: 100 }),
};

/** Any message, by the table of messages. */
const anyMessage: fc.Arbitrary<LinkMessage> = fc
  .constantFrom(...(Object.keys(LINK_MESSAGES) as LinkType[]))
  .chain((type) =>
    fc
      .record(
        Object.fromEntries(
          Object.entries(LINK_MESSAGES[type].fields).map(([name, kind]) => [
            name,
            typeof kind === "string" ? KINDS[kind] : fc.constantFrom(...(kind as readonly string[])),
          ]),
        ),
      )
      .map((fields) => ({ type, ...fields }) as unknown as LinkMessage),
  );

/** −0 and 0 are one number for a control; JSON does not tell them apart. */
const plain = (message: LinkMessage) => JSON.parse(JSON.stringify(message));

describe("the protocol", () => {
  test.each(["binary", "json"] as const)("every message comes back as it was: %s", (form) => {
    fc.assert(
      fc.property(anyMessage, fc.nat(0xffffffff), fc.nat(0xffffffff), (message, session, sequence) => {
        const back = decodeLink(encodeLink({ message, session, sequence }, form));
        expect({ session: back.session, sequence: back.sequence, form: back.form }).toEqual({
          session,
          sequence,
          form,
        });
        if (form === "binary") expect(back.message).toEqual(message);
        else expect(plain(back.message)).toEqual(plain(message));
      }),
      { numRuns: 300, seed: 23 },
    );
  });

  test("the layout of inputs, byte by byte, as other languages write it", () => {
    const message: LinkMessage = { type: "inputs", time: 1.5, echo: 0, slots: [2], values: [-1 / 65536] };
    const bytes = encodeLink({ session: 0x01020304, sequence: 5, message }) as Uint8Array;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    expect(hex).toBe(
      [
        "53 4c 01 03", // "SL", version, code
        "04 03 02 01", // session
        "05 00 00 00", // sequence
        "00 00 00 00 00 00 f8 3f", // 1.5
        "00 00 00 00 00 00 00 00",
        "01 00 02 00", // one slot, 2
        "01 00 00 00 00 00 00 00 f0 be", // one value, −2⁻¹⁶
      ].join(" "),
    );
  });

  test("every truncation and every extension is refused", () => {
    const bytes = encodeLink({ session: 1, sequence: 1, message: hello() }) as Uint8Array;
    for (let n = 0; n < bytes.length; n++) expect(() => decodeLink(bytes.slice(0, n)), `${n} bytes`).toThrow(LinkError);
    expect(() => decodeLink(new Uint8Array([...bytes, 0]))).toThrow("1 bytes after the last field");
    const other = bytes.slice();
    other[2] = 2;
    expect(() => decodeLink(other)).toThrow("expected version 1 of the protocol, got 2");
  });

  test.each([
    ["not JSON", "{", "expected a message in JSON"],
    ["a list", "[1]", "expected an object"],
    ["no version", "{}", '"v": 1'],
    ["an unknown type", '{"v":1,"type":"__proto__"}', "unknown type of a message; known: hello, welcome"],
    ["a number too large for JSON", '{"v":1,"type":"inputs","values":[1e999]}', "values: expected a finite number"],
    ["a long text", `{"v":1,"type":"bye","reason":"${"x".repeat(1025)}"}`, "reason: expected text of at most 1024"],
    [
      "a long list",
      `{"v":1,"type":"inputs","slots":[${"0,".repeat(1024)}0]}`,
      "slots: expected a list of at most 1024",
    ],
    ["a fraction as slot", '{"v":1,"type":"inputs","slots":[0.5]}', "slots: expected a whole number"],
    ["too much", " ".repeat(MAX_MESSAGE + 1), `expected at most ${MAX_MESSAGE}`],
  ])("JSON is refused with what is wrong: %s", (_, wire, expected) => {
    expect(() => decodeLink(wire)).toThrow(expected);
  });
});

/** Deterministic bytes: xorshift32. */
function randomWords(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

describe("hostile packets", () => {
  const count = process.env.STICTION_FULL ? 100_000 : 2000;

  test(`${count} mutated, cut, spliced and random packets: no exception, bounded log, and the state is untouched`, () => {
    const { host, log, time, peer, step } = createHost();
    const honest = peer("udp honest");
    honest.send(hello({ name: "honest" }));
    const random = randomWords(0x23);
    const seeds = fc.sample(anyMessage, { numRuns: 200, seed: 7 });
    const stranger = peer("udp stranger");
    const wires = seeds.flatMap((message) =>
      (["binary", "json"] as const).map((form) => {
        const wire = encodeLink({ session: honest.session, sequence: random(), message }, form);
        return typeof wire === "string" ? new TextEncoder().encode(wire) : wire;
      }),
    );
    for (let k = 0; k < count; k++) {
      time.now += 1e-4;
      const wire = mutate(wires[random() % wires.length], wires[random() % wires.length], random);
      const from = random() % 2 === 0 ? stranger : honest;
      from.sendRaw(random() % 4 === 0 ? new TextDecoder().decode(wire) : wire);
      from.got.length = 0;
    }
    step();
    // 5 lines per second and kind, 64 kinds at most; the clock went on by count × 0.1 ms
    expect(log.length).toBeLessThan(5 * 66 * (1 + count * 1e-4));
    expect(host.refused).toBeGreaterThan(count / 3);
    expect(host.connected.length).toBeLessThanOrEqual(32);
    expect(host.report().length).toBeLessThanOrEqual(64 + 32);
    expect(Number.isFinite(host.simulation.data.bodyPos[3])).toBe(true);
    // and the link still works
    const late = peer("udp late");
    for (const {
      hello: { name },
      route,
    } of host.connected)
      if (name !== "late") host.closed(route.address);
    late.send(hello({ name: "late" }));
    expect(late.last("welcome").controls).toEqual(["arm"]);
  });
});

/** One of several ways to spoil a packet. */
function mutate(wire: Uint8Array, other: Uint8Array, random: () => number): Uint8Array {
  const way = random() % 6;
  if (way === 0) return Uint8Array.from({ length: random() % 200 }, () => random());
  if (way === 1) return wire.slice(0, random() % (wire.length + 1));
  if (way === 2)
    return new Uint8Array([...wire.slice(0, random() % wire.length), ...other.slice(random() % other.length)]);
  const out = wire.slice();
  for (let n = 1 + (random() % 4); n > 0; n--) out[random() % out.length] = way === 3 ? 0xff : random();
  // counts and lengths stand near the front: spoil those too
  if (way === 4 && out.length > 14) out[12 + (random() % 2)] = random();
  return out;
}
