// AssemblyScript: the operations of src/formulations/impulse/mixed/sweeps.ts on the four patches of a batch.
// f32x4 of the SIMD proposal only, whose results are those of IEEE 754; no relaxed SIMD, whose results are the engine's.

export type Lanes = v128;
export type Mask = v128;
export type Int = i32;
export type Real = f32;

export const RUNS = 1;

let x: v128 = f32x4.splat(0);
let y: v128 = f32x4.splat(0);
let z: v128 = f32x4.splat(0);

// @ts-ignore
@inline export function selectLane(_k: Int): void {}

// @ts-ignore
@inline export function splat(a: Real): Lanes { return f32x4.splat(a); }
// @ts-ignore
@inline export function load(p: Int, at: Int): Lanes { return v128.load(<usize>(p + (at << 4))); }
// @ts-ignore
@inline export function store(p: Int, at: Int, a: Lanes): void { v128.store(<usize>(p + (at << 4)), a); }
// @ts-ignore
@inline export function intAt(p: Int, at: Int, k: Int): Int { return load_i32(p + (at << 4) + (k << 2)); }
// @ts-ignore
@inline function load_i32(p: Int): Int { return memory_load(<usize>p); }
// @ts-ignore
@inline function memory_load(p: usize): Int { return i32.load(p); }
// @ts-ignore
@inline export function isSet(p: Int, at: Int): Mask { return load(p, at); }

// four rows of xyz· to columns
// @ts-ignore
@inline export function take(p: Int, at: Int): void {
  const o: usize = <usize>(at << 4);
  const a = v128.load(<usize>load_i32(p) + o);
  const b = v128.load(<usize>load_i32(p + 4) + o);
  const c = v128.load(<usize>load_i32(p + 8) + o);
  const d = v128.load(<usize>load_i32(p + 12) + o);
  const t0 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const t1 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const t2 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const t3 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  x = v128.shuffle<i64>(t0, t2, 0, 2);
  y = v128.shuffle<i64>(t0, t2, 1, 3);
  z = v128.shuffle<i64>(t1, t3, 0, 2);
}
// @ts-ignore
@inline export function takenX(): Lanes { return x; }
// @ts-ignore
@inline export function takenY(): Lanes { return y; }
// @ts-ignore
@inline export function takenZ(): Lanes { return z; }
// columns to rows
// @ts-ignore
@inline export function give(p: Int, at: Int, gx: Lanes, gy: Lanes, gz: Lanes): void {
  const o: usize = <usize>(at << 4);
  const w = f32x4.splat(0);
  const t0 = v128.shuffle<f32>(gx, gy, 0, 4, 1, 5);
  const t1 = v128.shuffle<f32>(gx, gy, 2, 6, 3, 7);
  const t2 = v128.shuffle<f32>(gz, w, 0, 4, 1, 5);
  const t3 = v128.shuffle<f32>(gz, w, 2, 6, 3, 7);
  v128.store(<usize>load_i32(p) + o, v128.shuffle<i64>(t0, t2, 0, 2));
  v128.store(<usize>load_i32(p + 4) + o, v128.shuffle<i64>(t0, t2, 1, 3));
  v128.store(<usize>load_i32(p + 8) + o, v128.shuffle<i64>(t1, t3, 0, 2));
  v128.store(<usize>load_i32(p + 12) + o, v128.shuffle<i64>(t1, t3, 1, 3));
}

// @ts-ignore
@inline export function add(a: Lanes, b: Lanes): Lanes { return f32x4.add(a, b); }
// @ts-ignore
@inline export function sub(a: Lanes, b: Lanes): Lanes { return f32x4.sub(a, b); }
// @ts-ignore
@inline export function mul(a: Lanes, b: Lanes): Lanes { return f32x4.mul(a, b); }
// @ts-ignore
@inline export function div(a: Lanes, b: Lanes): Lanes { return f32x4.div(a, b); }
// @ts-ignore
@inline export function root(a: Lanes): Lanes { return f32x4.sqrt(a); }
// @ts-ignore
@inline export function abs(a: Lanes): Lanes { return f32x4.abs(a); }
// @ts-ignore
@inline export function wider(a: Lanes, b: Lanes): Lanes { return f32x4.pmax(a, b); }
// @ts-ignore
@inline export function smaller(a: Lanes, b: Lanes): Lanes { return f32x4.pmin(a, b); }
// @ts-ignore
@inline export function greater(a: Lanes, b: Lanes): Mask { return f32x4.gt(a, b); }
// @ts-ignore
@inline export function less(a: Lanes, b: Lanes): Mask { return f32x4.lt(a, b); }
// @ts-ignore
@inline export function differ(a: Lanes, b: Lanes): Mask { return f32x4.ne(a, b); }
// @ts-ignore
@inline export function both(a: Mask, b: Mask): Mask { return v128.and(a, b); }
// @ts-ignore
@inline export function any(a: Mask): bool { return v128.any_true(a); }
// @ts-ignore
@inline export function only(m: Mask, a: Lanes): Lanes { return v128.and(m, a); }
// @ts-ignore
@inline export function pick(m: Mask, a: Lanes, b: Lanes): Lanes { return v128.bitselect(a, b, m); }
