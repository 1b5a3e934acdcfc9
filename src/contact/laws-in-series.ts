import { pow } from "../math/elementary.js";
import type { ParsedLaw } from "../model/compile/laws.js";

/** A law that one material names. */
export interface SideLaw {
  readonly law: ParsedLaw;
  /** 1/σ = E/(1 − ν²) of the material, N/m², where it has a youngModulus. */
  readonly modulus: number | undefined;
  readonly material: string;
}

/**
 * The contact law of two different materials that both name one. They press on each other with one force, and their
 * indentations add, as of springs in series:
 *
 *   modulus k and thickness h    1/K = h₁/k₁ + h₂/k₂
 *   modulus alone                1/k = 1/k₁ + 1/k₂
 *   stiffness of f = k δⁿ        k^(−1/n) = k₁^(−1/n) + k₂^(−1/n)
 *
 * Where a law gives no modulus, its material may: k = E/(1 − ν²). All else is that of the softer law, in which most of
 * the energy is. The order in which a scene lists its materials does not matter. `kinds` are the names of the registry.
 */
export function lawsInSeries(one: SideLaw, other: SideLaw, kinds: readonly string[]): ParsedLaw {
  const base = softerLaw(one, other, kinds);
  const [a, b] = [one.law, other.law];
  if (a.kind !== b.kind) return base;
  const sum = compliance(one) + compliance(other);
  let combined: Record<string, number> = {};
  if (isNumber(a, "thickness")) {
    const thickness = (a.params.thickness as number) + (b.params.thickness as number);
    combined = { thickness, modulus: thickness / sum };
  } else if (isNumber(a, "modulus")) combined = { modulus: 1 / sum };
  else if (isNumber(a, "stiffness") && exponentOf(a) === exponentOf(b))
    combined = { stiffness: 1 / pow(sum, exponentOf(a)) };
  // two default stiffnesses are not a given one: Hertz' law then has that of the materials, by the radius of either
  const given = [a, b].some((law) => law.given.stiffness !== undefined) || combined.stiffness === undefined;
  const radius = base.given.radius ?? a.given.radius ?? b.given.radius;
  if (!given && typeof radius === "number") combined = { ...combined, radius };
  return {
    ...base,
    params: { ...base.params, ...combined },
    given: given ? { ...base.given, ...combined } : base.given,
  };
}

/**
 * The softer of two laws of one kind; of equal ones that of the material whose name comes first. Of different kinds,
 * which have no common measure, the one that is later in the registry.
 */
export function softerLaw(one: SideLaw, other: SideLaw, kinds: readonly string[]): ParsedLaw {
  if (one.law.kind !== other.law.kind)
    return kinds.indexOf(one.law.kind.name) > kinds.indexOf(other.law.kind.name) ? one.law : other.law;
  const more = compliance(one) - compliance(other);
  if (more > 0 || (more === 0 && one.material < other.material)) return one.law;
  return other.law;
}

/** Indentation per force to the power 1/n; 0 where the law has no stiffness. */
function compliance({ law, modulus }: SideLaw): number {
  const { params, given } = law;
  if (isNumber(law, "modulus")) {
    const k = given.modulus === undefined ? (modulus ?? params.modulus) : params.modulus;
    return (isNumber(law, "thickness") ? (params.thickness as number) : 1) / (k as number);
  }
  return isNumber(law, "stiffness") ? 1 / pow(params.stiffness as number, 1 / exponentOf(law)) : 0;
}

/** n of f = k δⁿ: a parameter of most laws, 1.5 of Hertz', 1 of all others. */
function exponentOf({ params, kind }: ParsedLaw): number {
  return typeof params.exponent === "number" ? params.exponent : kind.name === "hertz" ? 1.5 : 1;
}

function isNumber({ params }: ParsedLaw, key: string): boolean {
  return typeof params[key] === "number";
}
