import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { factorMassProjector } from "./project.js";
import { gatherSoftRows, writeSpringRows } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";
import { solveTangent } from "./tangent.js";

/**
 * The penalty of every constraint. What matters is β h² α against the mass that the row moves,
 *
 *   m_r = 1 / (Φ_q diag(M)⁻¹ Φ_qᵀ),   α_r = ratio m_r / (β h²)
 *
 * and a ratio of 1e5 leaves every iteration 1e-5 of the error before it while the tangent keeps ten digits: too little
 * makes the multiplier iteration slow, too much drowns masses in round-off. This is the mass-scaled matrix of
 * [Luaces2013] (2.81)–(2.83) with the unit of every row; with `penalty` it is that matrix itself, α m_b / m̄ on every
 * row of body b. At 1 ms a fixed 1e7 is 2.5 times the mass of 1 kg, and a chain of closed loops then fails to converge.
 *
 * Coordinates without mass (angles, lengths) get the inertia that their rows give them. Reads: jacobian. Writes:
 * rowScale, rowMass, alpha.
 */
export function choosePenalties(model: Model, state: LagrangianState): void {
  const { natural, settings, rowScale, rowMass, alpha, jacobian, mass } = state;
  const { rows, rowStart, rowFree, column, rowBody } = natural.constraints;
  const diagonal = new Float64Array(natural.count);
  for (let e = 0; e < mass.row.length; e++) if (mass.row[e] === mass.column[e]) diagonal[mass.row[e]] += mass.value[e];
  addSoftness(model, state, diagonal);
  const largest = diagonal.reduce((most, d) => Math.max(most, d), 0);

  // rows with mass first; they give inertia to scalars, which ties between scalars then use
  for (const withMass of [true, false]) {
    for (let r = 0; r < rows; r++) {
      const from = rowStart[r];
      let inverse = 0;
      let square = 0;
      for (let e = from; e < from + rowFree[r]; e++) {
        const g = jacobian[e];
        square += g * g;
        if (diagonal[column[e]] > 1e-12 * largest) inverse += (g * g) / diagonal[column[e]];
      }
      if (withMass) {
        rowScale[r] = square > 0 ? Math.sqrt(square) : 1;
        rowMass[r] = inverse > 0 ? 1 / inverse : 0;
      } else if (rowMass[r] === 0) rowMass[r] = inverse > 0 ? 1 / inverse : 1;
    }
    if (!withMass) break;
    for (const { offset } of natural.scalars) {
      for (let r = 0; r < rows && offset < natural.free; r++) {
        for (let e = rowStart[r]; e < rowStart[r] + rowFree[r]; e++)
          if (column[e] === offset) diagonal[offset] += rowMass[r] * jacobian[e] * jacobian[e];
      }
    }
  }

  const h = state.timestep;
  const perMass = settings.penaltyRatio / (settings.step.beta * h * h);
  const mean = meanMass(model);
  const ratio = settings.method === "index-1" ? HARDER * settings.penaltyRatio : settings.penaltyRatio;
  for (let r = 0; r < rows; r++) {
    const given = settings.penalty * (settings.scalarPenalty ? 1 : model.bodyMass[rowBody[r]] / mean);
    alpha[r] = settings.penalty > 0 ? given : perMass * rowMass[r];
    rowMass[r] = settings.penalty > 0 ? given : ratio * rowMass[r];
  }
  if (settings.penalty === 0 && massRange(model) > HEAVY) raiseForLoads(state, ratio, perMass);
}

/** Rows that move more than this times the mass that their own coordinates have get the penalty of what they move. */
const HEAVY = 100;
/**
 * Penalties with which these masses are found, over those of the rows themselves: far above any load, six
 * digits left.
 */
const FIRM = 1e10;

/**
 * A light link that carries a heavy load moves that load: the mass of a row, with the other constraints held, is
 *
 *   m_r = vᵀ M v for the v with (Φ_q v)_r = 1 and 0 in all other rows,   v ∝ (M + Φ_qᵀ W Φ_q)⁻¹ Φ_rᵀ
 *
 * With penalties of the links alone, multipliers at a mass ratio of 1e5 keep 0.85 of their error per iteration, and
 * reactions swing by tens of percent for seconds. Reads: jacobian, mass. Writes: rowMass, alpha, factors of the mass
 * projector.
 */
function raiseForLoads(state: LagrangianState, ratio: number, perMass: number): void {
  const { natural, settings, rowMass, alpha, jacobian, mass, rhs, weights, loose, soft } = state;
  const { rows, rowStart, rowFree, column } = natural.constraints;
  for (let r = 0; r < rows; r++) rowMass[r] *= FIRM / ratio;
  // penalties are those of the placement: drives and limits that hold at present have no part in them
  const held = soft.massHold.slice();
  soft.massHold.fill(0);
  factorMassProjector(state);
  soft.massHold.set(held);
  for (let r = 0; r < rows; r++) {
    const single = rowMass[r] / FIRM;
    rowMass[r] = ratio * single;
    // the rows of a loose body move nothing but that body
    const first = column[rowStart[r]];
    if (first < natural.free && loose.coreOf[first] < 0) continue;
    rhs.fill(0);
    for (let e = rowStart[r]; e < rowStart[r] + rowFree[r]; e++) rhs[column[e]] += jacobian[e];
    solveTangent(weights, rhs);
    let along = 0;
    for (let e = rowStart[r]; e < rowStart[r] + rowFree[r]; e++) along += jacobian[e] * rhs[column[e]];
    let moved = 0;
    for (let e = 0; e < mass.row.length; e++) {
      if (mass.row[e] < natural.free && mass.column[e] < natural.free)
        moved += mass.value[e] * rhs[mass.row[e]] * rhs[mass.column[e]];
    }
    const carried = moved / (along * along);
    if (!(carried > HEAVY * single && carried < FIRM * single)) continue;
    rowMass[r] = Math.max(rowMass[r], settings.penaltyRatio * carried);
    alpha[r] = (perMass / settings.penaltyRatio) * rowMass[r];
  }
}

/** Mass of all bodies over that of the lightest. */
function massRange(model: Model): number {
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyMass[b] <= 0) continue;
    sum += model.bodyMass[b];
    least = Math.min(least, model.bodyMass[b]);
  }
  return sum / least;
}

/**
 * What springs and dampers add to the masses in the tangent, γ h c + β h² k along their lines: a constraint that holds
 * a light body against a stiff damper has to be as strong as that (A05: 20 kg in the tangent on a slider of 3 kg;
 * without this Newton's method takes six iterations instead of three). Of the scene's placement, as the rest; springs
 * in joints are left out. Reads: value. Writes: diagonal, rows of springs.
 */
function addSoftness(model: Model, state: LagrangianState, diagonal: Float64Array): void {
  const { soft, natural, settings, timestep: h } = state;
  const rows = soft.joints.length > 0 ? soft.jointRow[0] : soft.rows;
  if (rows === 0) return;
  const { bodyPos0: bodyPos, bodyQuat0: bodyQuat, bodyVel0: bodyVel } = model;
  writeSpringRows(model, { bodyPos, bodyQuat, bodyVel } as Data, soft);
  gatherSoftRows(natural, soft, state.value);
  const { beta, gamma } = settings.step;
  for (let r = 0; r < rows; r++) {
    const weight = gamma * h * soft.damping[r] + beta * h * h * soft.stiffness[r];
    for (let e = soft.rowStart[r]; e < soft.rowStart[r + 1]; e++)
      diagonal[soft.column[e]] += weight * soft.entries[e] * soft.entries[e];
  }
}

/**
 * Index 1 has no Newton iteration that would notice how near to singular a position is: there constraints must count
 * although their rows are short. Eight digits of sixteen for the constraints, eight for the motion; with more of them
 * redundant constraints, which never quite fit within a step, count too.
 */
const HARDER = 1e3;

function meanMass(model: Model): number {
  let sum = 0;
  let n = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyMass[b] <= 0) continue;
    sum += model.bodyMass[b];
    n++;
  }
  return n > 0 ? sum / n : 1;
}
