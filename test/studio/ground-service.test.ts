/** Ground in motion on its way to the page: dirty rectangles, buffers that come back, tracks of wheels. */
import { clearTouched, compile, createData, type MovingGround, step, touchGround } from "stiction";
import { expect, test } from "vitest";
import { MOST_CLODS, MOST_DUST, SoilParticles } from "../../studio/viewport/terrain/soil-particles.js";
import type { Reply } from "../../studio/worker/protocol.js";
import { GroundService } from "../../studio/worker/services/ground.js";
import type { Host, Run } from "../../studio/worker/services/service.js";
import { TRACK_ROW } from "../../studio/worker/terrain-protocol.js";

const [COLUMNS, ROWS] = [40, 30];

/** A run whose soil is moved by the test, and what its service posts. */
function bench() {
  const model = compile({
    bodies: [
      {
        name: "ground",
        type: "static",
        shapes: [{ type: "height-field", heights: Array.from({ length: ROWS }, () => Array(COLUMNS).fill(0)) }],
      },
    ],
  });
  const data = createData(model);
  const ground: MovingGround = {
    shape: 0,
    heights: new Float64Array(COLUMNS * ROWS),
    disturbance: new Uint8Array(COLUMNS * ROWS),
    moisture: new Uint8Array(COLUMNS * ROWS),
    touched: new Int32Array(4),
    flow: { count: 0, rate: 0, points: new Float64Array(6), velocities: new Float64Array(6) },
  };
  (data.systems as Record<string, unknown>).soil = { ground };
  const posted: Reply[] = [];
  let now = 0;
  const host = {
    clock: () => now,
    post: (reply: Reply) => {
      posted.push(reply);
    },
  } as Host;
  const run = { generation: 3, model, data } as Run;
  const service = new GroundService();
  service.opened(host, run);
  const tick = () => {
    now += 20;
    posted.length = 0;
    service.ticked(host, run);
    return [...posted];
  };
  return { ground, service, tick, again: () => service.ticked(host, run), posted };
}

test("what was touched is one rectangle around all of it", () => {
  const ground = { touched: new Int32Array(4) };
  touchGround(ground, 5, 6, 2, 1);
  expect([...ground.touched]).toEqual([5, 6, 7, 7]);
  touchGround(ground, 3, 9, 1, 4);
  expect([...ground.touched]).toEqual([3, 6, 7, 13]);
  clearTouched(ground);
  touchGround(ground, 8, 8, 1, 1);
  expect([...ground.touched]).toEqual([8, 8, 9, 9]);
});

test("a tile has the soil of its rectangle; nothing is sent when nothing moved", () => {
  const { ground, tick } = bench();
  expect(tick()).toEqual([]);
  for (let j = 10; j < 13; j++) {
    for (let i = 4; i < 9; i++) {
      ground.heights[j * COLUMNS + i] = -0.1 * i - 0.01 * j;
      ground.disturbance[j * COLUMNS + i] = 200;
      ground.moisture[j * COLUMNS + i] = j;
    }
  }
  touchGround(ground, 4, 10, 5, 3);
  const [reply, ...others] = tick();
  expect(others).toEqual([]);
  if (reply.type !== "terrain") throw new Error(reply.type);
  const { terrain, x0, y0, width, height, generation } = reply;
  expect([terrain, x0, y0, width, height, generation]).toEqual([0, 4, 10, 5, 3, 3]);
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < 5; i++) {
      const k = 5 * j + i;
      // single precision of numbers below one
      expect(reply.heights[k]).toBeCloseTo(-0.1 * (4 + i) - 0.01 * (10 + j), 6);
      expect(reply.disturbance[k]).toBe(200);
      expect(reply.moisture[k]).toBe(10 + j);
    }
  }
  expect(tick()).toEqual([]);
});

test("while the page holds a tile the changes gather, and its buffers are used again", () => {
  const { ground, service, tick } = bench();
  touchGround(ground, 0, 0, 2, 2);
  const [first] = tick();
  if (first.type !== "terrain") throw new Error(first.type);
  touchGround(ground, 10, 10, 1, 1);
  expect(tick()).toEqual([]);
  touchGround(ground, 20, 5, 1, 1);
  expect(tick()).toEqual([]);
  expect(service.handle({ ...first, type: "terrain-taken" })).toBe(true);
  const [second] = tick();
  if (second.type !== "terrain") throw new Error(second.type);
  expect([second.x0, second.y0, second.width, second.height]).toEqual([10, 5, 11, 6]);
  expect(second.heights).toBe(first.heights);
});

test("at most one message per picture", () => {
  const { ground, service, tick, again, posted } = bench();
  touchGround(ground, 0, 0, 2, 2);
  const [first] = tick();
  if (first.type !== "terrain") throw new Error(first.type);
  service.handle({ ...first, type: "terrain-taken" });
  touchGround(ground, 0, 0, 2, 2);
  posted.length = 0;
  again();
  expect(posted).toEqual([]);
});

test("soil that flows is reported as long as it does", () => {
  const { ground, service, tick } = bench();
  Object.assign(ground.flow, { count: 1, rate: 0.2 });
  ground.flow.points.set([1, 2, 3]);
  const [flow] = tick();
  if (flow.type !== "flow") throw new Error(flow.type);
  expect([flow.count, flow.rate, ...flow.points.subarray(0, 3)]).toEqual([1, 0.2, 1, 2, 3]);
  expect(tick()).toEqual([]);
  service.handle({ type: "flow-taken", points: flow.points, velocities: flow.velocities });
  const [next] = tick();
  if (next.type !== "flow") throw new Error(next.type);
  expect(next.points).toBe(flow.points);
  service.handle({ type: "flow-taken", points: next.points, velocities: next.velocities });
  ground.flow.count = 0;
  expect(tick()).toEqual([]);
});

const TYRE = { contact: { type: "tyre", stiffness: 2e5, damping: 2e3, friction: 0.8 } } as const;

test.each([
  ["impulse", {}],
  ["augmented-lagrangian", { tyre: TYRE }],
] as const)(
  "a wheel that rolls over ground leaves stretches of track under it, as wide as it is: %s",
  (type, materials) => {
    const model = compile({
      timestep: 1 / 120,
      formulation: { type },
      materials,
      bodies: [
        {
          name: "ground",
          type: "static",
          shapes: [{ type: "height-field", heights: Array.from({ length: 9 }, () => Array(30).fill(0)) }],
        },
        {
          name: "wheel",
          density: 500,
          ...("tyre" in materials && { material: "tyre" }),
          position: [-8, 0.3, 0.5],
          orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 },
          velocity: [2, 0, 0],
          angularVelocity: [0, 4, 0],
          shapes: [{ type: "cylinder", radius: 0.5, halfLength: 0.15 }],
        },
      ],
    });
    const data = createData(model);
    const rows: number[][] = [];
    let now = 0;
    const host = {
      clock: () => now,
      post: (reply: Reply) => {
        if (reply.type === "tracks")
          for (let o = 0; o < reply.rows.length; o += TRACK_ROW.size)
            rows.push([...reply.rows.slice(o, o + TRACK_ROW.size)]);
      },
    } as Host;
    const run = { generation: 1, model, data } as Run;
    const service = new GroundService();
    service.opened(host, run);
    for (let k = 0; k < 240; k++) {
      step(model, data);
      now += 1000 / 120;
      service.ticked(host, run);
    }
    const wheel = model.bodyNames.indexOf("wheel");
    const way = data.bodyPos[3 * wheel] + 8;
    expect(way).toBeGreaterThan(3);
    // what is missing is less than a stretch of 6 cm at either end, and the settling of the first steps
    const drawn = rows.reduce((sum, row) => sum + Math.hypot(row[3] - row[0], row[4] - row[1]), 0);
    expect(Math.abs(drawn - way)).toBeLessThan(0.2);
    // each begins where the one before ended
    for (let k = 1; k < rows.length; k++) expect(rows[k].slice(0, 3)).toEqual(rows[k - 1].slice(3, 6));
    for (const row of rows) {
      expect(row[TRACK_ROW.width]).toBeCloseTo(0.3, 6);
      // it rolls straight on
      expect(Math.abs(row[TRACK_ROW.to + 1] - 0.3)).toBeLessThan(0.02);
    }
  },
);

test("dust and clods: as many as flow, never more than there is room for, none after the run went back", () => {
  const parent = { add: () => parent };
  const particles = new SoilParticles(() => 0, parent);
  const flow = {
    count: 2,
    rate: 0.5,
    points: Float32Array.of(0, 0, 1, 1, 0, 1),
    velocities: Float32Array.of(1, 0, 0, 0, 1, 0),
  };
  particles.setTime(1);
  particles.feed(flow);
  for (let t = 1; t < 1.5; t += 1 / 60) {
    particles.setTime(t);
    particles.feed(flow);
  }
  // 140 and 260 per cubic metre, 0.5 m³/s for half a second, give or take what is left over per feed
  expect(particles.dust.alive(1.5)).toBeGreaterThan(20);
  expect(particles.dust.alive(1.5)).toBeLessThan(60);
  expect(particles.clods.alive(1.5)).toBeGreaterThan(45);
  expect(particles.clods.alive(1.5)).toBeLessThan(100);
  for (let t = 1.5; t < 4; t += 1 / 60) {
    particles.setTime(t);
    particles.feed({ ...flow, rate: 500 });
  }
  expect(particles.dust.alive(4)).toBeLessThanOrEqual(MOST_DUST);
  expect(particles.clods.alive(4)).toBeLessThanOrEqual(MOST_CLODS);
  particles.setTime(0.5);
  expect(particles.clods.alive(0.5) + particles.dust.alive(0.5)).toBe(0);
});
