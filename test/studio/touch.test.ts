/** Pulling bodies about, without a page: the simulation of the worker, driven by requests. */
import { describe, expect, test } from "vitest";
import type { Reply, Request } from "../../studio/worker/protocol.js";
import { Simulation } from "../../studio/worker/simulation.js";

/** A simulation whose clock and timers are ours. */
function start(spec: unknown) {
  const replies: Reply[] = [];
  const waiting: (() => void)[] = [];
  let now = 0;
  const simulation = new Simulation({
    post: (reply) => replies.push(reply),
    clock: () => now,
    later: (work) => waiting.push(work),
    shared: false,
  });
  const say = (request: Request) => simulation.handle(request);
  const settle = () => {
    while (waiting.length > 0) waiting.shift()?.();
  };
  const step = (count: number) => {
    say({ type: "step", id: 7, count });
    settle();
    now += 1;
  };
  say({ type: "load", id: 1, source: { kind: "spec", spec }, play: false });
  return { simulation, replies, say, step };
}

const ball = {
  name: "hang",
  gravity: [0, 0, -9.81],
  contact: "none",
  timestep: 1 / 240,
  bodies: [{ name: "ball", mass: 2, shapes: [{ type: "sphere", radius: 0.1 }] }],
  sensors: ["body/ball/position.z"],
};

async function opened(spec: unknown) {
  const run = start(spec);
  await expect.poll(() => run.replies.map(({ type }) => type)).toContain("loaded");
  return run;
}

describe("a hand", () => {
  test("holds a body's weight at the sag of its spring: m g / k with k = m ω²", async () => {
    const { simulation, replies, say, step } = await opened(ball);
    say({ type: "grab", body: 1, point: [0, 0, 0] });
    say({ type: "pull", target: [0, 0, 1] });
    step(1200);
    const data = simulation.run?.data;
    if (!data) throw new Error("no scene");
    // at the centre of mass the body's whole mass is felt; ω = 30 rad/s at this step
    expect(data.bodyPos[5]).toBeCloseTo(1 - 9.81 / 900, 6);
    const rows = replies.filter(({ type }) => type === "samples").at(-1) as Extract<Reply, { type: "samples" }>;
    const scene = replies.find(({ type }) => type === "loaded") as Extract<Reply, { type: "loaded" }>;
    const column = scene.scene.columns.findIndex(({ name }) => name === "touch/drag/force");
    // the last row holds the force that carries the weight, N
    const width = simulation.run?.sampler.width ?? 0;
    expect(rows.rows[rows.rows.length - width + 1 + column]).toBeCloseTo(2 * 9.81, 4);
  });

  test("lets go: the body keeps its velocity and its input is as before", async () => {
    const { simulation, say, step } = await opened({ ...ball, gravity: [0, 0, 0] });
    say({ type: "grab", body: 1, point: [0, 0, 0] });
    say({ type: "pull", target: [1, 0, 0] });
    step(10);
    say({ type: "release" });
    const data = simulation.run?.data;
    if (!data) throw new Error("no scene");
    expect([...data.input.subarray(6, 12)]).toEqual([0, 0, 0, 0, 0, 0]);
    const speed = data.bodyVel[9];
    expect(speed).toBeGreaterThan(1); // pulled by 1 m at 30 rad/s for 42 ms
    step(100);
    expect(data.bodyVel[9]).toBe(speed);
  });

  test("pulls at the point it has taken: a rod is turned towards the hand", async () => {
    const rod = {
      ...ball,
      gravity: [0, 0, 0],
      bodies: [{ name: "ball", mass: 1, shapes: [{ type: "box", halfExtents: [0.5, 0.05, 0.05] }] }],
    };
    const { simulation, say, step } = await opened(rod);
    say({ type: "grab", body: 1, point: [0.5, 0, 0] });
    say({ type: "pull", target: [0.5, 0.3, 0] });
    step(2000);
    const data = simulation.run?.data;
    if (!data) throw new Error("no scene");
    // the end is where the hand is, and stays there
    const [x, y, , w] = data.bodyQuat.subarray(4, 8);
    expect([x, y]).toEqual([0, 0]);
    const angle = 2 * Math.atan2(data.bodyQuat[6], w);
    expect(data.bodyPos[3] + 0.5 * Math.cos(angle)).toBeCloseTo(0.5, 3);
    expect(data.bodyPos[4] + 0.5 * Math.sin(angle)).toBeCloseTo(0.3, 3);
  });

  test("twists: the angular momentum follows τ/4 (1 − exp(−4 t)), with τ = 64 I θ and no force", async () => {
    const bar = {
      ...ball,
      gravity: [0, 0, 0],
      timestep: 1e-4,
      bodies: [{ name: "ball", mass: 1, inertia: [1, 2, 3], shapes: [{ type: "sphere", radius: 0.1 }] }],
    };
    const { simulation, say, step } = await opened(bar);
    say({ type: "grab", body: 1, point: [0.1, 0, 0] });
    say({ type: "twist", turn: [0, 0, 0.5] });
    step(5000);
    const data = simulation.run?.data;
    if (!data) throw new Error("no scene");
    const exact = ((64 * 0.5) / 4) * (1 - Math.exp(-4 * 0.5));
    // the damping acts a step late: error of first order, 4 h relative to the rate
    expect(Math.abs(data.bodyVel[8] - exact)).toBeLessThan(4 * 1e-4 * exact);
    expect([...data.bodyVel.subarray(9, 12)]).toEqual([0, 0, 0]);
    expect([...data.bodyPos.subarray(3, 6)]).toEqual([0, 0, 0]);
    // let go, it spins on
    say({ type: "release" });
    const spin = data.bodyVel[8];
    step(100);
    expect(data.bodyVel[8]).toBe(spin);
  });

  test("takes hold of nothing that is fixed, of no body that is not there, and of no point that is no number", async () => {
    const { simulation, say, step } = await opened(ball);
    for (const [body, point] of [
      [0, [0, 0, 0]],
      [99, [0, 0, 0]],
      [1, [Number.NaN, 0, 0]],
    ] as const) {
      say({ type: "grab", body, point });
      say({ type: "pull", target: [0, 0, 5] });
    }
    step(10);
    expect([...(simulation.run?.data.input.subarray(0, 12) ?? [])]).toEqual(new Array(12).fill(0));
  });
});
