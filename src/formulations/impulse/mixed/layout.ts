/**
 * Memory of the sweeps in single precision, read by TypeScript and by AssemblyScript. All places are in units of four
 * floats, 16 bytes: one float for each of the four patches of a batch. The patches of a batch have one colour, so no
 * body that moves occurs in two of them.
 */

export const UNIT = 16;
export const LANES = 4;

/** Address of what is the same for all, bytes: 1/h, 1/s, and the largest speed that pushes overlap apart, m/s. */
export const HEADER = 512;
export const RATE = 0;
export const PUSH = 1;
/** Address of the first body. What is below belongs to the kernel, but for the header. */
export const START = 1024;

/**
 * Body: ω, rad/s; v, m/s; rotation, rad, and displacement, m, since contacts were found. One unit each, xyz and
 * nothing.
 */
export const BODY_OMEGA = 0;
export const BODY_VELOCITY = 1;
export const BODY_ROTATION = 2;
export const BODY_DISPLACEMENT = 3;
export const BODY_UNITS = 4;

/** Batch of patches: normal and tangents; inverse masses; softness, as in PATCH. */
export const NORMAL = 0;
export const TANGENT1 = 3;
export const TANGENT2 = 6;
export const INV_MASS_A = 9;
export const INV_MASS_B = 10;
export const BIAS_RATE = 11;
export const MASS_SCALE = 12;
export const IMPULSE_SCALE = 13;
export const STATIC_FRICTION = 14;
export const KINETIC_FRICTION = 15;
export const RADIUS = 16;
/** Friction impulses, speed of the surface along the tangents, 1 where the patch slips. */
export const FRICTION = 17;
export const SURFACE = 20;
export const SLIPS = 23;
/** Inverse (xx yy zz xy xz yz) of K of friction, a bound of its eigenvalues, and the inverse of that. */
export const INVERSE_K = 24;
export const STIFFEST = 30;
export const SOFTEST = 31;
/** r × t1 and r × t2 of A, then of B. */
export const TURN_A = 32;
export const TURN_B = 38;
/** I⁻¹ (r × t1), I⁻¹ (r × t2), I⁻¹ n × radius of A, then of B. */
export const SPIN_A = 44;
export const SPIN_B = 53;
/** Addresses of the bodies, bytes; address of the first point, bytes, and number of points. */
export const BODY_A = 62;
export const BODY_B = 63;
export const POINTS = 64;
/** Numbers of the patches; −1: none. */
export const PATCHES = 65;
/** −1 where a patch takes part in a sweep: all, those that are new, those that miss by more than their tolerance. */
export const ALL = 66;
export const FRESH = 67;
export const LATE = 68;
/** Largest change of speed in the last sweep, or residual when measured, m/s. */
export const RESIDUAL = 69;
/** Friction of the sub-step before, and of all sub-steps of the step. */
export const FRICTION_BEFORE = 70;
export const FRICTION_TOTAL = 73;
export const BATCH_UNITS = 76;

/**
 * Points of a batch: r × n and I⁻¹ (r × n) of A and of B, 1/K, K, gap when found and now; impulses of this sub-step, of
 * the one before, of the first half, and of all sub-steps of the step.
 */
export const ARM_A = 0;
export const ARM_B = 3;
export const PUSH_A = 6;
export const PUSH_B = 9;
export const MASS = 12;
export const INV_MASS = 13;
export const GAP = 14;
export const GAP_NOW = 15;
export const IMPULSE = 16;
export const BEFORE = 17;
export const HALF = 18;
export const TOTAL = 19;
export const POINT_UNITS = 20;
