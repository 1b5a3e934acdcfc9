// A snapshot with a flipped bit was restored without a word: 190 of 216 flipped bits were accepted.
import { compile, createData, restore, type Spec, snapshot, stateHash, step } from "stiction";
import { describe, expect, test } from "vitest";

const SPEC: Spec = {
  formulation: "impulse",
  timestep: 1 / 120,
  bodies: [
    { name: "floor", type: "static", shapes: [{ type: "plane" }] },
    { name: "ball", position: [0, 0, 0.3], velocity: [0.4, 0, 0], shapes: [{ type: "sphere", radius: 0.3 }] },
  ],
  joints: [{ name: "hinge", type: "hinge", bodyA: "world", bodyB: "ball", axis: [0, 1, 0], at: [0.1, 0, 0.8] }],
};

function start() {
  const model = compile(SPEC);
  const data = createData(model);
  for (let k = 0; k < 7; k++) step(model, data);
  const bytes = snapshot(data);
  for (let k = 0; k < 3; k++) step(model, data);
  return { model, data, bytes, now: stateHash(data) };
}

describe("a damaged snapshot is refused and changes nothing", () => {
  const { model, data, bytes, now } = start();
  const refused = (damaged: Uint8Array) => {
    expect(() => restore(model, data, damaged)).toThrow(RangeError);
    expect(() => restore(model, data, damaged)).toThrow(/snapshot/);
  };

  test("with any bit flipped", () => {
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const damaged = bytes.slice();
      damaged[bit >> 3] ^= 1 << (bit & 7);
      refused(damaged);
    }
    expect(stateHash(data)).toBe(now);
  });

  test("with any byte zeroed, set or replaced", () => {
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 0xff, (bytes[at] * 7 + 13) & 0xff]) {
        if (value === bytes[at]) continue;
        const damaged = bytes.slice();
        damaged[at] = value;
        refused(damaged);
      }
    }
    expect(stateHash(data)).toBe(now);
  });

  test("cut at any length, or with bytes behind its end", () => {
    for (let length = 0; length < bytes.length; length++) refused(bytes.subarray(0, length));
    refused(new Uint8Array([...bytes, 0]));
    refused(new Uint8Array([...bytes, ...bytes]));
    expect(() => restore(model, data, bytes.subarray(0, bytes.length - 1))).toThrow(
      `cut short: ${bytes.length - 1} of ${bytes.length} bytes`,
    );
    expect(stateHash(data)).toBe(now);
  });

  test("of a model with the same sizes and other items", () => {
    const other = compile({ ...SPEC, formulation: { type: "impulse" }, joints: [] });
    expect(() => restore(other, createData(other), bytes)).toThrow("another model");
  });

  test("and a whole one is restored, also from the middle of a larger buffer", () => {
    const room = new Uint8Array(bytes.length + 24);
    room.set(bytes, 8);
    restore(model, data, room.subarray(8, 8 + bytes.length));
    expect(snapshot(data)).toEqual(bytes);
  });
});

test("a snapshot of version 1, without a checksum, is still read", () => {
  const { model, data, bytes } = start();
  const old = new Uint8Array(bytes.length - 8);
  const head = new DataView(old.buffer);
  head.setUint32(0, 0x50534e53, true);
  head.setUint32(4, 1, true);
  head.setUint32(8, new DataView(bytes.buffer).getUint32(16, true), true);
  old.set(bytes.subarray(24), 16);
  restore(model, data, old);
  expect(snapshot(data)).toEqual(bytes);
  expect(() => restore(model, data, old.subarray(0, old.length - 8))).toThrow("cut short");
});
