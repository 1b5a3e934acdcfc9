import { bodyOrientation, bodyPosition, defaultItems, type Integrator, type Simulation } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, type Experiment, near } from "../experiment.js";
import { angleBetween, TorqueFreeSpin } from "../reference/free-body.js";
import { oscillator } from "../reference/oscillator.js";

/** A smooth problem with a known end: steps to try, and the error at the end. */
interface Problem {
  readonly title: string;
  readonly duration: number;
  /** By order of the integrator: the steps stay where the leading term of the error rules, above round-off. */
  steps(order: number): readonly number[];
  build(context: Context, integrator: string, timestep: number): Simulation;
  error(simulation: Simulation): number;
}

const halvings = (first: number) => [first, first / 2, first / 4, first / 8];

const springMass: Problem = {
  title: "damped spring and mass",
  duration: 1,
  steps: (order) => halvings(order < 2 ? 1 / 1000 : 1 / 50),
  build: (context, integrator, timestep) =>
    context.scene("spring-mass", {
      params: { damping: 4 },
      set: { timestep, formulation: { type: "forces", integrator } },
    }),
  error({ model, data }) {
    const exact = oscillator({ mass: 2, damping: 4, stiffness: 200, x0: -0.1, v0: 0 }, this.duration).x;
    return Math.abs(bodyPosition(model, data, "mass")[2] + 1 + (2 * 9.81) / 200 - exact);
  },
};

const freeBody: Problem = {
  title: "torque-free asymmetric body",
  duration: 1,
  steps: (order) => halvings(order < 2 ? 1 / 1000 : 1 / 50),
  build: (context, integrator, timestep) =>
    context.scene("flipping-body", {
      set: { timestep, formulation: { type: "forces", integrator }, "bodies.box.angularVelocity": [1, 6, 2] },
    }),
  error({ model, data }) {
    const exact = new TorqueFreeSpin([0.1 / 3, 0.26 / 3, 0.34 / 3], [1, 6, 2]).attitude(this.duration, 100);
    return angleBetween(exact, bodyOrientation(model, data, "box"));
  },
};

const problems: Readonly<Record<string, Problem>> = { "spring-mass": springMass, "free-body": freeBody };

/** Slope of log error over log step, by least squares. */
function slope(steps: readonly number[], errors: readonly number[]): number {
  const x = steps.map(Math.log);
  const y = errors.map(Math.log);
  const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const mx = mean(x);
  const my = mean(y);
  const top = x.reduce((sum, v, k) => sum + (v - mx) * (y[k] - my), 0);
  return top / x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
}

const integrators = Object.entries(defaultItems.integrators as Readonly<Record<string, Integrator>>);

/** Every integrator of the registry on every problem; a new integrator gets its rows by being there. */
const cases = integrators.flatMap(([name, { order, rotationOrder = order }]) =>
  Object.entries(problems).map(([key, problem]) => ({
    key: `${name}.${key}`,
    name,
    order: problem === freeBody ? rotationOrder : order,
    problem,
  })),
);

export const integratorOrder: Experiment = defineExperiment({
  id: "own.order",
  title: "Order of the integrators",
  reference: "Slope of the error over the step, four halvings, against the order that each integrator declares.",
  rows: Object.fromEntries(
    cases.map(({ key, order, name, problem }) => [
      key,
      near(
        `order of ${name}, ${problem.title}`,
        "1",
        order,
        0.1,
        "the next term of the error bends the line by less over four halvings",
      ),
    ]),
  ),
  *measure(context) {
    for (const { key, name, order, problem } of cases) {
      const steps = problem.steps(order);
      const errors = steps.map((timestep) => {
        const simulation = problem.build(context, name, timestep);
        runFor(simulation, problem.duration);
        return problem.error(simulation);
      });
      yield [key, slope(steps, errors)];
    }
  },
});
