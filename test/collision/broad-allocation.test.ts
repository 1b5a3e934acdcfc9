import { describe, expect, test } from "vitest";
import { createIdSink, createPairSink } from "../../src/collision/broad/broad-phase.js";
import { allocatedBytes, CALL_BYTES } from "../judges/allocation.js";
import { createSwarm, kinds } from "./broad-scenes.js";

// A run of 100 steps makes 8,000 moves: one boxed number (12 to 16 bytes) per move would be 96,000 bytes.
const BOUND = 100 * CALL_BYTES;
const BODIES = 100;
const MOVING = 80;

describe.each(kinds.filter(([name]) => !/never|always|no /.test(name)))(
  "%s allocates less than two boxed numbers a step once warm",
  (_, create) => {
    test.each([
      ["a slow swarm", 0.01],
      ["a swarm that leaps", 2],
    ])("%s", (_, speed) => {
      const swarm = createSwarm(BODIES, speed, 0.3, 1);
      const broad = create();
      // −1 has the bits of 0xffffffff and is a small integer, which reading it from objects of several forms does not box
      const options = { category: 1, mask: -1, body: -1, static: false };
      for (let i = 0; i < BODIES; i++)
        broad.add(i, swarm.boxes, 6 * i, i < MOVING ? options : { ...options, static: true });
      const sink = createPairSink(4096);
      const ids = createIdSink(512);
      const sweep = new Float64Array(10);
      let seen = 0;
      const visit = () => {
        seen++;
      };
      // the same way every time, so that capacities are known after the first run: there and back
      const frames = Array.from({ length: 50 }, () => {
        swarm.step();
        return swarm.boxes.slice();
      });
      const way = [...frames, ...frames.toReversed()];
      const run = () => {
        for (let k = 0; k < way.length; k++) {
          const boxes = way[k];
          for (let i = 0; i < MOVING; i++) broad.move(i, boxes, 6 * i);
          broad.update(sink);
          seen += sink.count;
          // ten leave and come back
          for (let i = 10; i < 20; i++) broad.remove(i);
          broad.update(sink);
          for (let i = 10; i < 20; i++) broad.add(i, boxes, 6 * i, options);
          broad.query(boxes, 6 * (k % BODIES), ids);
          for (let f = 0; f < 3; f++) {
            sweep[f] = boxes[f];
            sweep[3 + f] = 1;
          }
          sweep[6] = 3;
          broad.cast(sweep, 0, visit);
        }
      };
      for (let k = 0; k < 8; k++) run();
      expect(allocatedBytes(run, 0.9 * BOUND)).toBeLessThan(BOUND);
      expect(seen).toBeGreaterThan(1000);
    });
  },
);
