import { STENCIL } from "../../sensitivity.js";
import { addTransposed, evaluateConvective, multiplyJacobian } from "../constraints.js";
import { placeConstraints } from "../evaluate.js";
import { NUMBER } from "../fields.js";
import { evaluateForms } from "../forms.js";
import { addMassTimes } from "../mass.js";
import type { LagrangianState } from "../state.js";
import { addTangentTimes, solveTangent } from "../tangent.js";
import { CHANGE, changeFor } from "./linear-step.js";
import { assembleRest, type Probe, type StepPath, type WeightedProbe } from "./probe.js";
import { copyValues, placeValues, type Values } from "./values.js";

const ONE = Float64Array.of(1);

/**
 * The projections of a step, differentiated. Each pass is x ← x + δ with
 *
 *   A δ = −Φ_qᵀ w e,   e = Φ_q x + b,   A = A_0 + Φ_qᵀ w Φ_q
 *
 * (w = c α; b = 0 for velocities, Φ̇_q q̇ for accelerations), so that
 *
 *   A δ′ = −(Φ_qᵀ w e)′ − A′ δ,   x′ ← x′ + δ′
 *
 * Products are taken apart: Φ_q′ x, Φ_q′ᵀ y, w′, b′ and A_0′ δ come from differences, their products with w do not.
 * Differences of whole projections would see constraints that only just fail to be redundant beside the path, times the
 * penalty.
 */
export interface LinearProjection {
  readonly jacobian: Float64Array;
  /** Jacobians and A_0 at points along z′. */
  readonly along: readonly Float64Array[];
  readonly rest: readonly Float64Array[];
  readonly row: readonly Float64Array[];
  readonly coordinate: readonly Float64Array[];
}

export function createLinearProjection({ state }: Probe): LinearProjection {
  const { natural, jacobian, tangent } = state;
  const f64 = (n: number) => new Float64Array(n);
  return {
    jacobian: f64(jacobian.length),
    along: STENCIL.map(() => f64(jacobian.length)),
    rest: STENCIL.map(() => f64(tangent.values.length)),
    row: Array.from({ length: 8 }, () => f64(natural.constraints.rows)),
    coordinate: Array.from({ length: 4 }, () => f64(natural.count)),
  };
}

/**
 * Brings velocities and accelerations of `center` and `S` from before the projections to after them. Expects the probes
 * of the parameter at `center`, constraints placed. `run` has the factors.
 */
export function solveLinearProjection(
  work: LinearProjection,
  probe: Probe,
  run: LagrangianState,
  sides: readonly WeightedProbe[],
  center: Values,
  S: Values,
  path: StepPath,
): void {
  const { state } = probe;
  const { natural, settings } = state;
  if (settings.projection === "none") return;
  const { constraints, free } = natural;
  const { rows } = constraints;
  const byMass = settings.projection === "mass";
  const { jacobian, along, rest } = work;
  const [e, eDot, weights, weightsDot, u, uDot, b, bDot] = work.row;
  const [delta, rhs, product, side] = work.coordinate;

  // Jacobians and A_0 at points along z′, and with other values of the parameter; each with its weight in differences
  const change = CHANGE * changeFor(probe, center, S);
  const points = STENCIL.map(([k, weight], at) => {
    placeValues(probe.values, center, S, k * change);
    assembleRest(probe, path.exact);
    along[at].set(state.jacobian);
    rest[at].set(state.tangent.values);
    return { of: state, jacobian: along[at], rest: rest[at], weight: change > 0 ? weight / change : 0 };
  });
  const varied = sides.map(({ probe: side, weight }) => {
    assembleRest(side, path.exact);
    return { of: side.state, jacobian: side.state.jacobian, rest: side.state.tangent.values, weight };
  });
  const all = [...points, ...varied];
  copyValues(probe.values, center);
  placeConstraints(state, center.q);
  jacobian.set(state.jacobian);

  const tangent = byMass ? run.weights : run.tangent;
  const scale = byMass ? 1 : state.numbers[NUMBER.stiffness];
  const weightsOf = (s: LagrangianState) => (byMass ? s.rowMass : s.alpha);
  weightsDot.fill(0);
  for (let r = 0; r < rows; r++) weights[r] = scale * weightsOf(state)[r];
  for (const { of, weight } of varied)
    for (let r = 0; r < rows; r++) weightsDot[r] += weight * scale * weightsOf(of)[r];

  /** out ← Φ_q′ x */
  const jacobianDot = (x: Float64Array, out: Float64Array) => {
    out.fill(0);
    for (const { of, jacobian: J, weight } of all) {
      multiplyJacobian(of.natural.constraints, J, x, of.rowWork);
      for (let r = 0; r < rows; r++) out[r] += weight * of.rowWork[r];
    }
  };
  /** out −= Φ_q′ᵀ y */
  const subtractTransposedDot = (y: Float64Array, out: Float64Array) => {
    for (const { of, jacobian: J, weight } of all) {
      side.fill(0);
      addTransposed(of.natural.constraints, J, y, side);
      for (let i = 0; i < free; i++) out[i] -= weight * side[i];
    }
  };
  /** out −= A_0′ x; the mass does not change along z′ */
  const subtractRestDot = (x: Float64Array, out: Float64Array) => {
    for (const { of, rest: A, weight } of byMass ? varied : all) {
      side.fill(0);
      if (byMass) addMassTimes(of.mass, x, ONE, 0, side);
      else addTangentTimes(of.tangent, A, x, side);
      for (let i = 0; i < free; i++) out[i] -= weight * side[i];
    }
  };

  /** One pass on x with b and b′ as they stand. */
  const pass = (x: Float64Array, xDot: Float64Array) => {
    // δ
    multiplyJacobian(constraints, jacobian, x, e);
    for (let r = 0; r < rows; r++) u[r] = -weights[r] * (e[r] += b[r]);
    delta.fill(0);
    addTransposed(constraints, jacobian, u, delta);
    solveTangent(tangent, delta);
    delta.fill(0, free);

    // −(Φ_qᵀ w e)′ − (Φ_qᵀ w Φ_q)′ δ: with ê = e + Φ_q δ these are −(Φ_qᵀ w ê)′ at fixed δ
    multiplyJacobian(constraints, jacobian, delta, u);
    for (let r = 0; r < rows; r++) e[r] += u[r];
    for (let i = 0; i < x.length; i++) product[i] = x[i] + delta[i];
    jacobianDot(product, eDot);
    multiplyJacobian(constraints, jacobian, xDot, uDot);
    for (let r = 0; r < rows; r++) {
      eDot[r] += uDot[r] + bDot[r];
      u[r] = -(weightsDot[r] * e[r] + weights[r] * eDot[r]);
      uDot[r] = weights[r] * e[r];
    }
    rhs.fill(0);
    addTransposed(constraints, jacobian, u, rhs);
    subtractTransposedDot(uDot, rhs);
    subtractRestDot(delta, rhs);
    solveTangent(tangent, rhs);
    for (let i = 0; i < free; i++) {
      x[i] += delta[i];
      xDot[i] += rhs[i];
    }
  };

  b.fill(0);
  bDot.fill(0);
  for (let k = 0; k < settings.passes; k++) pass(center.v, S.v);

  // convective terms at the projected velocities
  const convective = (s: LagrangianState, q: Float64Array, v: Float64Array, out: Float64Array) => {
    evaluateForms(s.natural.forms, q, s.value);
    evaluateForms(s.natural.forms, v, s.rate);
    evaluateConvective(s.natural.constraints, s.value, s.rate, q, v, out);
  };
  convective(state, center.q, center.v, b);
  bDot.fill(0);
  for (const [k, weight] of change > 0 ? STENCIL : []) {
    placeValues(probe.values, center, S, k * change);
    convective(state, probe.values.q, probe.values.v, e);
    for (let r = 0; r < rows; r++) bDot[r] += (weight / change) * e[r];
  }
  for (const { of, weight } of varied) {
    convective(of, center.q, center.v, e);
    for (let r = 0; r < rows; r++) bDot[r] += weight * e[r];
  }
  for (let k = 0; k < settings.passes; k++) pass(center.a, S.a);
}
