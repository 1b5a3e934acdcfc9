/**
 * Learns to swing a pendulum up and to hold it there, with a torque that is too weak to lift it at once. The policy is a
 * network of five neurons, trained by an evolution strategy.
 *
 *     node --import tsx examples/learn-swing-up.ts
 */
import { createEnvironment, episode, trainPolicy } from "stiction/studies";

/** A rod of 1 m and 1 kg on a hinge, hanging down; its drive gives at most half the torque that holds it level. */
export const swingUp = () =>
  createEnvironment(
    {
      name: "swing-up",
      formulation: "impulse",
      timestep: 0.02,
      duration: 6,
      bodies: [
        {
          name: "rod",
          shapes: [{ type: "box", halfExtents: [0.02, 0.02, 0.5] }],
          mass: 1,
          position: [0, 0, -0.5],
        },
      ],
      joints: [
        {
          type: "hinge",
          name: "pivot",
          bodyA: "world",
          bodyB: "rod",
          at: [0, 0, 0],
          axis: [0, 1, 0],
          drive: { mode: "effort", target: 0 },
        },
      ],
    },
    {
      // the angle as a point on a circle, so that it does not matter how often the rod has turned
      observations: ["sin([joint/pivot/position])", "cos([joint/pivot/position])", "[joint/pivot/speed] / 5"],
      actions: [{ drives: "joints.pivot.drive.target", low: -2.4, high: 2.4 }],
      // −1 hanging, 1 upright, less for speed
      reward: "-cos([joint/pivot/position]) - 0.02 * [joint/pivot/speed]^2",
      interval: 0.1,
    },
  );

const shape = { inputs: 3, hidden: 4, outputs: 1 };

/** Trains with so many episodes; returns the share of the largest reward that the policy earns. */
export async function learnSwingUp(episodes: number, log: (text: string) => void = () => {}): Promise<number> {
  const environment = swingUp();
  const { weights } = await trainPolicy(environment, {
    shape,
    range: 3,
    episodes,
    onGeneration(reward, done) {
      log(`${done} episodes, reward ${reward.toFixed(3)} of at most 6`);
      return false;
    },
  });
  return episode(environment, shape, weights, 0) / 6;
}

if (process.argv[1]?.endsWith("learn-swing-up.ts")) console.log(await learnSwingUp(3000, console.log));
