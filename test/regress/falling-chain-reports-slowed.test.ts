// A chain on hinges that falls under its weight, or turns freely, reported `slowed` in 1 to 15 % of its steps.
import { type BodySpec, compile, createData, type JointSpec, readSensor, STATUS, step } from "stiction";
import { expect, test } from "vitest";

const LENGTH = 0.25;

/** `links` bars in a row along x on hinges about y, the first on the world; they turn about it together at `spin`, rad/s. */
function chain(links: number, spin: number): { bodies: BodySpec[]; joints: JointSpec[] } {
  const middle = (i: number) => LENGTH * (i + 0.5);
  const bodies = Array.from({ length: links }, (_, i): BodySpec => {
    const shape = { type: "box", halfExtents: [LENGTH / 2, 0.02, 0.02] } as const;
    const motion = { angularVelocity: [0, spin, 0], velocity: [0, 0, -spin * middle(i)] };
    return { name: `link-${i}`, mass: 0.7, position: [middle(i), 0, 0], ...motion, shapes: [shape] };
  });
  const joints = bodies.map(
    ({ name }, i): JointSpec => ({
      type: "hinge",
      ...(i > 0 ? { bodyA: `link-${i - 1}` } : {}),
      bodyB: name,
      at: [LENGTH * i, 0, 0],
      axis: [0, 1, 0],
    }),
  );
  return { bodies, joints };
}

test.each([
  ["fast", 1 / 60, 8],
  ["fast", 1 / 240, 5],
  ["precise", 1 / 60, 8],
] as const)("%s at %f s, %i links: a clean status, and no energy gained", (preset, timestep, links) => {
  for (const [gravity, spin] of [
    [9.81, 0],
    [0, 4],
  ]) {
    const model = compile({
      contact: "none",
      timestep,
      gravity: [0, 0, -gravity],
      formulation: { type: "impulse", preset },
      ...chain(links, spin),
    });
    const data = createData(model);
    const energy = () => readSensor(model, data, "system/all/energy") as number;
    const start = energy();
    // what the chain can turn into motion: its weight by its own length, or its motion at the start
    const scale = gravity > 0 ? 0.7 * links * gravity * LENGTH * links : start;
    let status = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < Math.round(3 / timestep); k++) {
      status |= step(model, data);
      most = Math.max(most, energy());
    }
    expect(status & STATUS.slowed, `gravity ${gravity}`).toBe(0);
    // the reserve of the energy balance: 10 % of the kinetic energy
    expect((most - start) / scale).toBeLessThan(0.1);
  }
});
