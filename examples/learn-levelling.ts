/**
 * Learns to level ground with an arm of two links: to pull the tooth at its end inwards while it stays at its height, as an
 * operator pulls a bucket. The agent chooses the speeds of both joints; the policy has two neurons, trained by CMA-ES.
 *
 *     node --import tsx examples/learn-levelling.ts
 */
import { act, createEnvironment, trainPolicy } from "stiction/studies";

/** Boom of 2 m from (0, 0, 1), 30° up; stick of 1.5 m, hanging; the tooth at (√3, 0, 0.5). */
export const arm = () =>
  createEnvironment(
    {
      name: "levelling",
      formulation: "impulse",
      timestep: 0.02,
      duration: 4,
      bodies: [
        {
          name: "boom",
          mass: 20,
          position: [Math.sqrt(3) / 2, 0, 1.5],
          orientation: { axis: [0, 1, 0], angle: -Math.PI / 6 },
          shapes: [{ type: "box", halfExtents: [1, 0.05, 0.05] }],
        },
        {
          name: "stick",
          mass: 10,
          position: [Math.sqrt(3), 0, 1.25],
          shapes: [{ type: "box", halfExtents: [0.05, 0.05, 0.75] }],
        },
        { name: "tooth", mass: 1, position: [Math.sqrt(3), 0, 0.5], shapes: [{ type: "sphere", radius: 0.05 }] },
      ],
      joints: [
        {
          type: "hinge",
          name: "lift",
          bodyA: "world",
          bodyB: "boom",
          at: [0, 0, 1],
          axis: [0, 1, 0],
          drive: { mode: "speed", target: 0 },
        },
        {
          type: "hinge",
          name: "pull",
          bodyA: "boom",
          bodyB: "stick",
          at: [Math.sqrt(3), 0, 2],
          axis: [0, 1, 0],
          drive: { mode: "speed", target: 0 },
        },
        { type: "fixed", name: "tip", bodyA: "stick", bodyB: "tooth", at: [Math.sqrt(3), 0, 0.5] },
      ],
    },
    {
      observations: [
        "10 * ([body/tooth/position.z] - 0.5)",
        "[body/tooth/velocity.z]",
        "[body/tooth/position.x] - 1.2",
        "[joint/pull/position]",
      ],
      actions: [
        { drives: "joints.lift.drive.target", low: -0.5, high: 0.5 },
        { drives: "joints.pull.drive.target", low: -0.5, high: 0.5 },
      ],
      // metres pulled, at most 0.3 m/s, less ten times the error of the height
      reward: "min(-[body/tooth/velocity.x], 0.3) - 10 * abs([body/tooth/position.z] - 0.5)",
      interval: 0.1,
    },
  );

const shape = { inputs: 4, hidden: 0, outputs: 2 };

/** Trains with so many episodes; returns the way of the tooth and its largest error of height, m. */
export async function learnLevelling(
  episodes: number,
  log: (text: string) => void = () => {},
): Promise<{ readonly pulled: number; readonly error: number }> {
  const environment = arm();
  const { weights } = await trainPolicy(environment, {
    shape,
    range: 3,
    episodes,
    onGeneration(reward, done) {
      log(`${done} episodes, reward ${reward.toFixed(3)} of at most 1.2`);
      return false;
    },
  });
  let observation = environment.reset(0);
  const start = observation[2];
  let error = 0;
  for (;;) {
    const transition = environment.step(act(shape, weights, observation));
    observation = transition.observation;
    error = Math.max(error, Math.abs(observation[0]) / 10);
    if (transition.done || transition.truncated) return { pulled: start - observation[2], error };
  }
}

if (process.argv[1]?.endsWith("learn-levelling.ts")) console.log(await learnLevelling(1500, console.log));
