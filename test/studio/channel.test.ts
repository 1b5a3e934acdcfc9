import { describe, expect, test } from "vitest";
import { SharedFrames, TransferReader, TransferWriter } from "../../studio/worker/channel.js";
import { type Frame, HEAD, POSE_SIZE } from "../../studio/worker/frame.js";

const BODIES = 3;

function fill(frame: Frame | null, value: number): void {
  frame?.head.fill(value);
  frame?.poses.fill(value);
}

/** The number that a frame was filled with; fails if it is not the same throughout. */
function numberIn(frame: Frame | null): number | null {
  if (!frame) return null;
  const values = new Set([...frame.head, ...frame.poses]);
  expect(values.size).toBe(1);
  return frame.head[HEAD.time];
}

describe("frames through shared memory", () => {
  function pair() {
    const writer = new SharedFrames(BODIES);
    return { writer, reader: new SharedFrames(BODIES, writer.link) };
  }

  test("the reader gets the newest frame, once", () => {
    const { writer, reader } = pair();
    expect(reader.latest()).toBeNull();
    for (const value of [1, 2, 3]) {
      fill(writer.begin(), value);
      writer.publish();
    }
    expect(numberIn(reader.latest())).toBe(3);
    expect(reader.latest()).toBeNull();
  });

  test("the writer never touches the frame that the reader holds, in any order of calls", () => {
    const { writer, reader } = pair();
    let state = 12345;
    let written = 0;
    let held: Frame | null = null;
    let seen = 0;
    for (let k = 0; k < 20_000; k++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes' generator: a fixed, arbitrary order
      if (state & 0x10000) {
        fill(writer.begin(), ++written);
        if (held) expect(numberIn(held)).toBe(seen);
        writer.publish();
      } else {
        const frame = reader.latest();
        if (!frame) continue;
        held = frame;
        const value = numberIn(frame);
        expect(value).toBe(written);
        seen = value ?? 0;
      }
    }
    expect(seen).toBeGreaterThan(1000);
  });
});

describe("frames by transfer", () => {
  function pair() {
    const arrived: ArrayBuffer[] = [];
    const writer = new TransferWriter(BODIES, (buffer) => arrived.push(buffer));
    const reader = new TransferReader(BODIES, (buffer) => writer.recycle(buffer));
    const deliver = () => {
      for (const buffer of arrived.splice(0)) reader.receive(buffer);
    };
    return { writer, reader, deliver, arrived };
  }

  test("the reader gets the newest frame, once", () => {
    const { writer, reader, deliver } = pair();
    for (const value of [1, 2]) {
      fill(writer.begin(), value);
      writer.publish();
    }
    deliver();
    expect(numberIn(reader.latest())).toBe(2);
    expect(reader.latest()).toBeNull();
  });

  test("two buffers go to and fro for ever; with both away the writer skips a frame instead of waiting", () => {
    const { writer, reader, deliver, arrived } = pair();
    const seen = new Set<ArrayBuffer>();
    for (let k = 1; k <= 100; k++) {
      fill(writer.begin(), k);
      writer.publish();
      for (const buffer of arrived) seen.add(buffer);
      deliver();
      expect(numberIn(reader.latest())).toBe(k);
    }
    expect(seen.size).toBe(2);

    fill(writer.begin(), 101);
    writer.publish();
    expect(writer.begin()).toBeNull(); // one is held by the reader, one is on its way
    writer.publish();
    deliver();
    expect(numberIn(reader.latest())).toBe(101);
    expect(writer.begin()).not.toBeNull();
  });

  test("buffers of another scene are not taken back", () => {
    const { writer } = pair();
    writer.recycle(new ArrayBuffer(8));
    expect(writer.begin()?.poses.length).toBe(POSE_SIZE * BODIES);
  });
});
