import { quatRotate } from "../math/quat.js";
import type { MassProperties } from "./types.js";

/** Moving, scaling and adding mass properties. Inertia is always about the centroid, so translation leaves it alone. */

/**
 * A part of a compound body: mass properties at unit density, a density, and the part's pose in the compound's frame.
 */
export interface MassPart {
  readonly properties: MassProperties;
  /** kg/m³ (kg/m² in the plane), default 1; negative for a hole. */
  readonly density?: number;
  /** p_CP, m, default the origin. */
  readonly position?: ArrayLike<number>;
  /** q_CP, unit quaternion [x, y, z, w], default the identity. */
  readonly quaternion?: ArrayLike<number>;
}

/** Mass of a compound: `inertia` (kg m², xx yy zz xy xz yz) about `center`, along the axes of the compound's frame. */
export interface CompoundMass {
  /** kg */
  mass: number;
  /** Sum of the parts' volumes, m³; overlaps count twice. */
  volume: number;
  center: Float64Array;
  inertia: Float64Array;
}

/** Mass properties after the rigid motion x → R(q) x + p. */
export function moveMassProperties(
  m: MassProperties,
  position: ArrayLike<number>,
  quaternion: ArrayLike<number>,
): MassProperties {
  const c = quatRotate(quaternion, m.center);
  return {
    volume: m.volume,
    center: Float64Array.of(c[0] + position[0], c[1] + position[1], c[2] + position[2]),
    inertia: rotateInertia(m.inertia, quaternion),
  };
}

/** R I Rᵀ for a symmetric tensor stored as xx yy zz xy xz yz. */
export function rotateInertia(i: ArrayLike<number>, quaternion: ArrayLike<number>): Float64Array {
  // The columns of (R I) are R applied to the columns of I; then the same again for the transposed product.
  const x = quatRotate(quaternion, [i[0], i[3], i[4]]);
  const y = quatRotate(quaternion, [i[3], i[1], i[5]]);
  const z = quatRotate(quaternion, [i[4], i[5], i[2]]);
  const rx = quatRotate(quaternion, [x[0], y[0], z[0]]);
  const ry = quatRotate(quaternion, [x[1], y[1], z[1]]);
  const rz = quatRotate(quaternion, [x[2], y[2], z[2]]);
  return Float64Array.of(rx[0], ry[1], rz[2], rx[1], rx[2], ry[2]);
}

/**
 * Sum of parts, each with a density and a pose, about the common centre of mass (parallel axis theorem):
 *
 *   m = Σ mᵢ,  c = Σ mᵢ cᵢ / m,  I = Σ (ρᵢ Rᵢ Iᵢ Rᵢᵀ + mᵢ (|dᵢ|² 1 − dᵢ dᵢᵀ)),   dᵢ = cᵢ − c
 *
 * When the masses add up to zero there is no centre of mass; `center` is then the origin.
 */
export function combineMassProperties(parts: readonly MassPart[]): CompoundMass {
  const moved = parts.map(({ properties, position = [0, 0, 0], quaternion = [0, 0, 0, 1] }) =>
    moveMassProperties(properties, position, quaternion),
  );
  const total: CompoundMass = { mass: 0, volume: 0, center: new Float64Array(3), inertia: new Float64Array(6) };
  const { center, inertia } = total;
  moved.forEach((m, k) => {
    total.mass += (parts[k].density ?? 1) * m.volume;
    total.volume += m.volume;
  });
  if (total.mass !== 0) {
    // Weights mᵢ/m first: a single part, or parts far from the origin, keep their centre to the last digit.
    moved.forEach((m, k) => {
      const weight = ((parts[k].density ?? 1) * m.volume) / total.mass;
      for (let i = 0; i < 3; i++) center[i] += weight * m.center[i];
    });
  }
  moved.forEach((m, k) => {
    const density = parts[k].density ?? 1;
    const mass = density * m.volume;
    const x = m.center[0] - center[0];
    const y = m.center[1] - center[1];
    const z = m.center[2] - center[2];
    inertia[0] += density * m.inertia[0] + mass * (y * y + z * z);
    inertia[1] += density * m.inertia[1] + mass * (z * z + x * x);
    inertia[2] += density * m.inertia[2] + mass * (x * x + y * y);
    inertia[3] += density * m.inertia[3] - mass * x * y;
    inertia[4] += density * m.inertia[4] - mass * x * z;
    inertia[5] += density * m.inertia[5] - mass * y * z;
  });
  return total;
}
