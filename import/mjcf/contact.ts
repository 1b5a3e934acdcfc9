import type { Entry, SceneDraft } from "../scene/draft.js";
import type { Geom } from "./geom.js";

/** Category, mask and material of the shape of a geom. */
export interface Collisions {
  of(geom: Geom): Entry;
}

/** Kinds of shapes that a mask of 32 bits tells apart. */
const MOST = 32;

/**
 * Two geoms meet where contype of one and conaffinity of the other have a bit in common, either way round. Each pair
 * (contype, conaffinity) that occurs gets a category of its own, and the mask of those that it meets: the same rule.
 */
export function classesOf(geoms: readonly Geom[], draft: SceneDraft): Collisions {
  const kinds = [
    ...new Map(
      geoms.filter(({ contype, conaffinity }) => contype !== 0 || conaffinity !== 0).map((g) => [keyOf(g), g]),
    ).values(),
  ];
  const meet = (a: Geom, b: Geom) => (a.contype & b.conaffinity) !== 0 || (b.contype & a.conaffinity) !== 0;
  const everything = kinds.every((a) => kinds.every((b) => meet(a, b)));
  const materials = contactMaterials(geoms, draft);
  return {
    of(geom) {
      const material = materials.get(materialKey(geom));
      const named = material === undefined ? {} : { material };
      const index = kinds.findIndex((kind) => keyOf(kind) === keyOf(geom));
      if (everything || index < 0 || kinds.length > MOST) return named;
      const mask = kinds.reduce((bits, other, k) => (meet(geom, other) ? bits + 2 ** k : bits), 0);
      return { ...named, category: 2 ** index, mask };
    },
  };
}

const keyOf = ({ contype, conaffinity }: Geom) => `${contype} ${conaffinity}`;
const materialKey = ({ friction, condim, priority }: Geom) => `${friction.join(" ")} ${condim} ${priority}`;

/** Friction of a geom among its like: none with condim 1, no spinning friction below 4, no rolling friction below 6. */
function frictionOf(
  friction: readonly number[],
  condim: number,
): { friction: number; spinningFriction: number; rollingFriction: number } {
  return {
    friction: condim >= 3 ? friction[0] : 0,
    spinningFriction: condim >= 4 ? friction[1] : 0,
    rollingFriction: condim >= 6 ? friction[2] : 0,
  };
}

/**
 * Materials by what geoms say of friction. Of two geoms the one with the higher priority decides; of equals the largest
 * of each number. The scene's rule is the largest, and pairs for which that gives something else are listed.
 */
function contactMaterials(geoms: readonly Geom[], draft: SceneDraft): Map<string, string> {
  const kinds = [
    ...new Map(
      geoms.filter(({ contype, conaffinity }) => contype !== 0 || conaffinity !== 0).map((g) => [materialKey(g), g]),
    ).values(),
  ];
  const names = new Map<string, string>();
  kinds.forEach((geom, k) => {
    const name = kinds.length === 1 ? "contact" : `contact_${k + 1}`;
    names.set(materialKey(geom), name);
    draft.materials[name] = { ...withoutZeros(frictionOf(geom.friction, geom.condim)), mixing: "maximum" };
  });
  kinds.forEach((a, i) => {
    for (const b of kinds.slice(i + 1)) {
      const rule = pairOf(a, b);
      const [own, other] = [frictionOf(a.friction, a.condim), frictionOf(b.friction, b.condim)];
      const keys = ["friction", "spinningFriction", "rollingFriction"] as const;
      if (keys.every((key) => rule[key] === Math.max(own[key], other[key]))) continue;
      draft.materialPairs.push({ between: [names.get(materialKey(a)), names.get(materialKey(b))], ...rule });
    }
  });
  return names;
}

function pairOf(a: Geom, b: Geom) {
  if (a.priority !== b.priority) {
    const first = a.priority > b.priority ? a : b;
    return frictionOf(first.friction, first.condim);
  }
  return frictionOf(
    a.friction.map((x, k) => Math.max(x, b.friction[k])),
    Math.max(a.condim, b.condim),
  );
}

function withoutZeros({ friction, spinningFriction, rollingFriction }: ReturnType<typeof frictionOf>): Entry {
  return {
    friction,
    ...(spinningFriction === 0 ? {} : { spinningFriction }),
    ...(rollingFriction === 0 ? {} : { rollingFriction }),
  };
}
