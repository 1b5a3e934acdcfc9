import { COUNTER, compile, createData, restore, STATUS, snapshot } from "stiction";
import { describe, expect, test } from "vitest";
import {
  addPoint,
  clearContacts,
  FEATURE,
  featureId,
  featureIndex,
  featureKind,
  openPair,
  openPatch,
} from "../../src/collision/contact-tables.js";

const model = compile({ capacity: { pairs: 2, patches: 3, points: 4 } });

describe("pair → patch → points", () => {
  test("each knows its parent and its children", () => {
    const data = createData(model);
    const pair = openPair(data, 7, 3);
    const first = openPatch(data, pair, 11, 0);
    addPoint(data, first, featureId(FEATURE.vertex, 5), featureId(FEATURE.face, 2));
    addPoint(data, first, featureId(FEATURE.vertex, 6), featureId(FEATURE.face, 2));
    const second = openPatch(data, pair, 12, 0);
    addPoint(data, second, featureId(FEATURE.edge, 1), featureId(FEATURE.edge, 9));
    expect([...data.pairKey.slice(0, 2)]).toEqual([3, 7]);
    expect([...data.pairPatch.slice(0, 2)]).toEqual([0, 2]);
    expect([...data.patchPoint.slice(0, 4)]).toEqual([0, 2, 2, 1]);
    expect(data.patchPair[second]).toBe(pair);
    expect([...data.counter.slice(COUNTER.pairs, COUNTER.points + 1)]).toEqual([1, 2, 3]);
    clearContacts(data);
    expect([...data.counter.slice(COUNTER.pairs, COUNTER.points + 1)]).toEqual([0, 0, 0]);
  });

  test("a full table sets its status bit with the culprit and writes nothing beyond its end", () => {
    const data = createData(model);
    openPair(data, 0, 1);
    const pair = openPair(data, 0, 2);
    expect(openPair(data, 8, 9)).toBe(-1);
    expect(data.status).toBe(STATUS.pairCapacity);
    expect(data.warningWho[1]).toBe(8);
    const patches = [1, 2, 3, 4].map((key) => openPatch(data, pair, key, 0));
    expect(patches).toEqual([0, 1, 2, -1]);
    const points = [0, 1, 2, 3, 4].map(() => addPoint(data, 2, 0, 0));
    expect(points).toEqual([0, 1, 2, 3, -1]);
    expect(data.status).toBe(STATUS.pairCapacity | STATUS.patchCapacity | STATUS.pointCapacity);
  });

  test("a snapshot holds the used prefix and gives it back", () => {
    const data = createData(model);
    const empty = snapshot(data);
    const patch = openPatch(data, openPair(data, 1, 2), 5, 0);
    data.pointImpulse[3 * addPoint(data, patch, 1, 2)] = 42;
    const bytes = snapshot(data);
    expect(bytes.length).toBeGreaterThan(empty.length);
    restore(model, data, empty);
    expect(data.counter[COUNTER.points]).toBe(0);
    restore(model, data, bytes);
    expect([data.counter[COUNTER.points], data.pointImpulse[0]]).toEqual([1, 42]);
  });
});

describe("feature id", () => {
  test("is a u32 of kind and index", () => {
    for (const kind of Object.values(FEATURE)) {
      for (const index of [0, 1, 12345, (1 << 29) - 1]) {
        const id = featureId(kind, index);
        expect([id >>> 0, featureKind(id), featureIndex(id)]).toEqual([id, kind, index]);
      }
    }
    expect(() => featureId(FEATURE.face, 1 << 29)).toThrow("does not fit");
  });
});
