import type { Data, Hooks } from "../../../data/data.js";
import type { Model } from "../../../model/model.js";
import { type Sensitivity, type SensitivityKind, STENCIL, type Variation } from "../../sensitivity.js";
import { addTransposed } from "../constraints.js";
import { LAGRANGIAN_STATISTIC } from "../fields.js";
import type { LagrangianState } from "../state.js";
import { naturalSystemLike } from "../system.js";
import { createLinearProjection, type LinearProjection, solveLinearProjection } from "./linear-projection.js";
import {
  balanceMultipliers,
  CHANGE,
  changeFor,
  createLinearStep,
  forceAlong,
  type LinearStep,
  solveLinearStep,
} from "./linear-step.js";
import {
  createProbe,
  drive,
  finishStep,
  hasTail,
  innerForces,
  isDriven,
  type Probe,
  type StepPath,
  startProbe,
  type WeightedProbe,
} from "./probe.js";
import { refuseModel, refuseVariation } from "./refuse.js";
import {
  addValues,
  clearValues,
  copyRest,
  copyValues,
  createLikeValues,
  keepPast,
  placeValues,
  type Values,
  valuesOf,
} from "./values.js";

/** One parameter: probes at values near its own, and the derivative of the state, z′ = dz/dp. */
interface Followed {
  readonly sides: readonly WeightedProbe[];
  readonly change: number;
  readonly S: Values;
  readonly trouble: { steps: number; first: number };
}

/**
 * Direct differentiation of a run: every step is a map z_{n+1} = F(z_n, p), and its derivative z′_{n+1} = F_z z′_n +
 * F_p is carried along. The explicit parts of a step — controllers and guides, energy balance, reactions, sensors — are
 * differentiated by central differences in probes, along z′ with the model as it is and along p with the state as it
 * is; the solution of Newton's method by the implicit function theorem (`linear-step.ts`), the projections by the
 * product rule (`linear-projection.ts`). The run itself is left alone: it is the one without gradients, bit for bit.
 */
function follow(model: Model, data: Data, variations: readonly Variation[]): Sensitivity {
  const run = data.systems.natural;
  const runValues = valuesOf(data);
  const probe = createProbe(model, data.hooks);
  const linear = createLinearStep(probe);
  const followed = variations.map((variation) => startFollowing(variation, data.hooks));
  const work = createWork(probe);
  const turned = data.items["augmented-lagrangian"].turned as Float64Array;
  const statistics = data.items["augmented-lagrangian"].statistics as Float64Array;
  const clock = new Float64Array(2);
  let turnedBefore = 0;
  let steps = 0;
  startProbe(probe);
  copyValues(work.start, probe.values);
  return {
    slots: followed.map(({ S }) => S.slot),
    trouble: followed.map(({ trouble }) => trouble),
    before() {
      // before the first step the run has no accelerations yet
      if (steps > 0) copyValues(work.start, runValues);
      clock.set(data.clock);
      turnedBefore = turned[0];
    },
    after(sample) {
      const { settings } = run;
      const path: StepPath = {
        exact: statistics[LAGRANGIAN_STATISTIC.iterations] > settings.approximate,
        counted: turned[0] < turnedBefore,
        sample: sample || model.controllers.length > 0,
      };
      for (const one of [probe, ...followed.flatMap(({ sides }) => sides.map((side) => side.probe))])
        copyRest(one.data, data);
      for (const one of followed) {
        // the equations are those of a step that was done in one
        const solved =
          run.parts === 1 &&
          followStep(one, { probe, linear, work, run, runValues, data, clock, path, first: steps === 0 });
        if (!solved) {
          one.trouble.steps++;
          if (one.trouble.steps === 1) one.trouble.first = data.clock[0];
        }
      }
      steps++;
    },
  };
}

/** Probes of a parameter at the start, and the derivative of the start. */
function startFollowing({ points, change }: Variation, hooks: Hooks): Followed {
  const sides = points.map(({ model, weight }) => ({ probe: createProbe(model, hooks), weight }));
  const S = createLikeValues(sides[0].probe.values);
  for (const { probe, weight } of sides) {
    startProbe(probe);
    addValues(S, probe.values, weight);
  }
  return { sides, change, S, trouble: { steps: 0, first: Number.NaN } };
}

/** Values and arrays that all parameters use in turn. */
interface Work {
  /** The run at the start of the step, and at its end before projections. */
  readonly start: Values;
  readonly center: Values;
  /** Sums of differences; derivatives at the start of the step, and after the projections. */
  readonly sum: Values;
  readonly before: Values;
  readonly solved: Values;
  readonly force: Float64Array;
  readonly inner: Float64Array;
  readonly error: Float64Array;
  readonly projection: LinearProjection;
}

function createWork(probe: Probe): Work {
  const { values, state } = probe;
  const make = () => createLikeValues(values);
  const { count, constraints } = state.natural;
  return {
    start: make(),
    center: make(),
    sum: make(),
    before: make(),
    solved: make(),
    force: new Float64Array(count),
    inner: new Float64Array(count),
    error: new Float64Array(constraints.rows),
    projection: createLinearProjection(probe),
  };
}

interface StepContext {
  readonly probe: Probe;
  readonly linear: LinearStep;
  readonly work: Work;
  readonly run: LagrangianState;
  readonly runValues: Values;
  readonly data: Data;
  /** Time at the start of the step. */
  readonly clock: Float64Array;
  readonly path: StepPath;
  readonly first: boolean;
}

/** z′ of one parameter across the step that the run has just made. Returns whether the equations could be solved. */
function followStep(one: Followed, context: StepContext): boolean {
  const { probe, linear, work, run, runValues, data, clock, path, first } = context;
  const { S } = one;
  const { start, center, before, solved } = work;
  const { natural, settings } = run;
  const { beta, gamma, deltaF, deltaM } = settings.step;
  const h = run.timestep;
  copyValues(before, S);

  // controllers, guides, kinematic bodies; at the start of the run controllers have been run. What the world holds
  // stays where it is
  if (isDriven(probe)) {
    const probes = [probe, ...one.sides.map((side) => side.probe)];
    for (const { data: other } of probes) other.clock.set(clock);
    differentiate(one, probe, work, start, S, (p) => drive(p, !first));
    for (const { data: other } of probes) other.clock.set(data.clock);
  }

  // the prediction, and the run before its projections, as the integrator's formulas have them
  copyValues(center, runValues);
  center.balance.set(start.balance);
  for (let i = 0; i < natural.free; i++) {
    S.q[i] = before.q[i] + h * (before.v[i] + 0.5 * h * before.a[i]);
    S.v[i] = before.v[i] + h * before.a[i];
    S.a[i] = before.a[i];
    const correction = center.q[i] - start.q[i] - h * (start.v[i] + 0.5 * h * start.a[i]);
    center.v[i] = start.v[i] + h * start.a[i] + (gamma / (beta * h)) * correction;
    center.a[i] = start.a[i] + correction / (beta * h * h);
  }

  balanceMultipliers(linear, run, center, start);

  // equations of motion and constraints with the other values of the parameter
  work.force.fill(0);
  work.error.fill(0);
  for (const { probe: side, weight } of one.sides) {
    const { mass, phi } = side.state;
    copyValues(side.values, center);
    innerForces(side, work.inner);
    for (let i = 0; i < natural.free; i++) work.force[i] += weight * (1 - deltaF) * work.inner[i];
    for (let e = 0; e < mass.row.length; e++) {
      const j = mass.column[e];
      work.force[mass.row[e]] += weight * mass.value[e] * ((1 - deltaM) * center.a[j] + deltaM * start.a[j]);
    }
    for (let r = 0; r < phi.length; r++) work.error[r] += weight * phi[r];
  }
  const converged = solveLinearStep(linear, run, center, S, {
    force: work.force,
    error: work.error,
    before,
    change: one.change,
  });

  // projections
  solveLinearProjection(work.projection, probe, run, one.sides, center, S, path);
  if (deltaF !== 0) followInner(one, linear, run, center, S);

  // bodies, balance, sensors; coordinates stay as they are to the last digit: differences would round them off in every
  // step
  if (!hasTail(probe, path)) return converged && S.q.every(Number.isFinite);
  S.balance.set(before.balance);
  keepPast(center, start);
  keepPast(S, before);
  copyValues(solved, S);
  differentiate(one, probe, work, center, S, (p) => finishStep(p, path));
  for (const key of ["q", "v", "a", "inner", "multiplier", "input"] as const) S[key].set(solved[key]);
  if (!path.sample) S.slot.set(solved.slot);
  return converged && S.q.every(Number.isFinite);
}

/**
 * Derivative of the inner forces at the end of the step, Φ_qᵀ λ − Q, with velocities projected: HHT and generalized-α
 * remember them.
 */
function followInner(one: Followed, linear: LinearStep, run: LagrangianState, center: Values, S: Values): void {
  const { probe, inner } = linear;
  copyValues(probe.values, center);
  innerForces(probe, inner);
  const jacobian = probe.state.jacobian.slice();
  forceAlong(linear, center, S);
  S.inner.set(linear.force);
  addTransposed(run.natural.constraints, jacobian, S.multiplier, S.inner);
  for (const { probe: side, weight } of one.sides) {
    copyValues(side.values, center);
    innerForces(side, inner);
    for (let i = 0; i < inner.length; i++) S.inner[i] += weight * inner[i];
  }
}

/**
 * S ← derivative of what `stage` makes of the values at `center`: along S with the model as it is, and by the parameter
 * with the values as they are.
 */
function differentiate(
  one: Followed,
  probe: Probe,
  { sum }: Work,
  center: Values,
  S: Values,
  stage: (probe: Probe) => void,
): void {
  const change = CHANGE * changeFor(probe, center, S);
  clearValues(sum);
  for (const { probe: side, weight } of one.sides) {
    copyValues(side.values, center);
    stage(side);
    addValues(sum, side.values, weight);
  }
  for (const [k, weight] of change > 0 ? STENCIL : []) {
    placeValues(probe.values, center, S, k * change);
    stage(probe);
    addValues(sum, probe.values, weight / change);
  }
  copyValues(S, sum);
}

/** Gradients of `augmented-lagrangian`. */
export const lagrangianSensitivity: SensitivityKind = {
  refuse: refuseModel,
  size: ({ systems }) => systems.natural.size,
  items: ({ items, systems, formulation }) => ({
    ...items,
    formulations: {
      ...items.formulations,
      [formulation.kind.name]: { ...formulation.kind, systems: [naturalSystemLike(systems.natural)] },
    },
  }),
  refuseVariation,
  create: follow,
};
