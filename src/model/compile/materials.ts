import { type ProblemList, unknownWord } from "../errors.js";
import type { Items, MaterialTable } from "../model.js";
import type { FullSpec, MaterialSpec } from "../spec.js";
import { parseItem } from "./parse.js";

/** Contact properties of a shape without a material. */
const UNNAMED: MaterialSpec = {
  friction: 0.5,
  restitution: 0,
  spinningFriction: 0,
  rollingFriction: 0,
  mixing: "geometric-mean",
};

/** Rules that combine two coefficients. If two materials have different rules, the later one in this list wins. */
const RULES = ["geometric-mean", "average", "minimum", "multiply", "maximum"] as const;

/**
 * Compiles the materials and their pair table. The values of a pair that is not given are mixed, in every formulation:
 * μ by the rule of the materials (√(μ₁ μ₂) by default), e = max(e₁, e₂), and the larger of the two lengths for spinning
 * and for rolling friction. Shapes without a material use one more row and column, after the last material.
 */
export function compileMaterials(spec: FullSpec, problems: ProblemList): MaterialTable {
  const names = Object.keys(spec.materials);
  const own = [...names.map((name) => spec.materials[name]), UNNAMED];
  const n = own.length;
  const table = () => new Float64Array(n * n);
  const friction = table();
  const kineticFriction = table();
  const restitution = table();
  const spinningFriction = table();
  const rollingFriction = table();
  const mixed = new Uint8Array(n * n).fill(1);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const at = i * n + j;
      const rule = Math.max(RULES.indexOf(own[i].mixing), RULES.indexOf(own[j].mixing));
      friction[at] = mix(rule, own[i].friction, own[j].friction);
      kineticFriction[at] = mix(rule, kinetic(own[i]), kinetic(own[j]));
      restitution[at] = Math.max(own[i].restitution, own[j].restitution);
      spinningFriction[at] = Math.max(own[i].spinningFriction, own[j].spinningFriction);
      rollingFriction[at] = Math.max(own[i].rollingFriction, own[j].rollingFriction);
    }
    mixed[i * n + i] = 0;
  }
  names.forEach((name, i) => {
    if (kinetic(own[i]) > own[i].friction)
      problems.add(`materials.${name}.kineticFriction`, "expected at most the (static) friction");
  });
  spec.materialPairs.forEach((pair, k) => {
    const [i, j] = pair.between.map((name) => names.indexOf(name));
    for (const [side, index] of [i, j].entries()) {
      if (index < 0)
        problems.add(`materialPairs[${k}].between[${side}]`, unknownWord("material", pair.between[side], names));
    }
    if (i < 0 || j < 0) return;
    for (const at of [i * n + j, j * n + i]) {
      if (pair.friction !== undefined) {
        friction[at] = pair.friction;
        kineticFriction[at] = pair.friction;
      }
      if (pair.kineticFriction !== undefined) kineticFriction[at] = pair.kineticFriction;
      if (pair.restitution !== undefined) restitution[at] = pair.restitution;
      if (pair.spinningFriction !== undefined) spinningFriction[at] = pair.spinningFriction;
      if (pair.rollingFriction !== undefined) rollingFriction[at] = pair.rollingFriction;
      mixed[at] = 0;
    }
    if (kineticFriction[i * n + j] > friction[i * n + j])
      problems.add(`materialPairs[${k}].kineticFriction`, "expected at most the (static) friction");
  });
  const density = Float64Array.from(names, (name) => spec.materials[name].density ?? Number.NaN);
  return { names, density, friction, kineticFriction, restitution, spinningFriction, rollingFriction, mixed };
}

/**
 * Checks the contact and friction laws of all materials and pairs, whether or not shapes of them can meet and whatever
 * the formulation makes of them.
 */
export function checkLaws(spec: FullSpec, items: Items, problems: ProblemList): void {
  const check = (entry: MaterialSpec | FullSpec["materialPairs"][number], path: string) => {
    const { contact, sliding } = entry;
    const laws = [
      [items.contactLaws, "contact law", contact, `${path}.contact`],
      [items.frictionLaws, "friction law", sliding, `${path}.sliding`],
    ] as const;
    for (const [registry, what, law, where] of laws) {
      if (law !== undefined)
        parseItem(registry, what, typeof law === "string" ? { type: law } : law, where, {}, problems);
    }
  };
  for (const [name, material] of Object.entries(spec.materials)) check(material, `materials.${name}`);
  spec.materialPairs.forEach((pair, k) => {
    check(pair, `materialPairs[${k}]`);
  });
}

function kinetic(material: MaterialSpec): number {
  return material.kineticFriction ?? material.friction;
}

function mix(rule: number, a: number, b: number): number {
  switch (RULES[rule]) {
    case "average":
      return (a + b) / 2;
    case "minimum":
      return Math.min(a, b);
    case "multiply":
      return a * b;
    case "maximum":
      return Math.max(a, b);
    default:
      return a === b ? a : Math.sqrt(a * b);
  }
}

/** Index of a pair of materials in the tables; −1 stands for a shape without a material. */
export function materialPair(materials: MaterialTable, i: number, j: number): number {
  const n = materials.names.length + 1;
  return (i < 0 ? n - 1 : i) * n + (j < 0 ? n - 1 : j);
}
