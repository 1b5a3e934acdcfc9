import { type ParsedLaw, parseLaw } from "../model/compile/laws.js";
import type { ProblemList } from "../model/errors.js";
import type { Model } from "../model/model.js";
import type { ItemInput, MaterialSpec } from "../model/spec.js";
import { HISTORY } from "./compliant/compliant-fields.js";
import type { ContactLaw } from "./contact-law.js";
import type { FrictionLaw } from "./friction-law.js";
import { meetingRadii } from "./hertz-radius.js";
import { pairModulus } from "./laws/hertz.js";
import { lawsInSeries, type SideLaw, softerLaw } from "./laws-in-series.js";
import { meetingPairs } from "./meeting-pairs.js";

/** Contact law and friction law of two materials. */
export interface LawPair {
  readonly law: ContactLaw;
  readonly params: Readonly<Record<string, unknown>>;
  /** The parameters that the scene gives itself. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly friction: FrictionLaw;
  readonly frictionParams: Readonly<Record<string, unknown>>;
  /**
   * Where the scene names a friction law, and whether for a material that names the contact law too, or for the pair;
   * undefined where it names none.
   */
  readonly sliding: { readonly path: string; readonly own: boolean } | undefined;
  /** m: torque against rolling and spinning as a lever of the friction law. */
  readonly rollingLever: number;
  readonly spinningLever: number;
  /** Where stiffness follows from materials and shapes; undefined: it is that of `params` everywhere. */
  readonly hertz: HertzRadii | undefined;
}

/** Effective radii of a pair of materials, m. */
export interface HertzRadii {
  /** R that `params.stiffness` is for, the largest that occurs. */
  readonly reference: number;
  /** R between shapes that are not round. */
  readonly flat: number;
}

const DEFAULT_LAW = { type: "hunt-crossley", leastSpeed: 0.2 };
const DEFAULT_FRICTION = { type: "bristle" };

/** Laws of all pairs of materials, by `materialPair`. */
export function compileLaws(model: Model, problems: ProblemList): LawPair[] {
  const { materials, spec } = model;
  const names = materials.names;
  const n = names.length + 1;
  const own = [...names.map((name) => spec.materials[name]), undefined];
  const pairs: LawPair[] = new Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const at = i * n + j;
      const given = spec.materialPairs.findIndex(
        ({ between: [x, y] }) => (x === names[i] && y === names[j]) || (x === names[j] && y === names[i]),
      );
      const pair = given < 0 ? undefined : spec.materialPairs[given];
      const choose = (key: "contact" | "sliding", fallback: { type: string }): ParsedLaw | null => {
        const registry = key === "contact" ? model.items.contactLaws : model.items.frictionLaws;
        const what = key === "contact" ? "contact law" : "friction law";
        if (pair?.[key] !== undefined)
          return parseLaw(registry, what, pair[key], `materialPairs[${given}].${key}`, problems);
        const first = own[i]?.[key];
        const second = own[j]?.[key];
        const path = `materials.${names[first !== undefined ? i : j]}.${key}`;
        const one = parseLaw(registry, what, first ?? second ?? fallback, path, problems);
        if (one === null || first === undefined || second === undefined || i === j) return one;
        const other = parseLaw(registry, what, second, `materials.${names[j]}.${key}`, problems);
        if (other === null) return one;
        const side = (law: ParsedLaw, k: number): SideLaw => ({ law, modulus: modulusOf(own[k]), material: names[k] });
        const join = key === "contact" ? lawsInSeries : softerLaw;
        return join(side(one, i), side(other, j), Object.keys(registry));
      };
      const contact = choose("contact", DEFAULT_LAW);
      const sliding = choose("sliding", DEFAULT_FRICTION);
      if (contact === null || sliding === null) continue;
      const named = pair?.sliding ?? own[i]?.sliding ?? own[j]?.sliding;
      const mine = [own[i], own[j]].some((m) => m?.sliding !== undefined && nameOf(m.contact) === contact.kind.name);
      const by = named === undefined ? undefined : { path: sliding.path, own: mine || pair?.sliding !== undefined };
      pairs[at] = pairs[j * n + i] = { ...completePair(model, at, contact, sliding, problems), sliding: by };
    }
  }
  return pairs;
}

function nameOf(law: string | ItemInput | undefined): string | undefined {
  return typeof law === "string" ? law : law?.type;
}

/** Whether some material or pair of them names the contact law. */
export function namesLaw({ spec }: Model, name: string): boolean {
  return [...Object.values(spec.materials), ...spec.materialPairs].some(({ contact }) => nameOf(contact) === name);
}

/**
 * Notes friction laws of materials that a contact model cannot use: `reason` says why, and undefined that it can. A law
 * that a scene gives together with the contact law, or for the pair, is an error; one that a material has for its other
 * contacts a warning. Only materials that can meet count.
 */
export function refuseSliding(
  model: Model,
  laws: readonly LawPair[],
  contactLaw: string,
  reason: (friction: string) => string | undefined,
  problems: ProblemList,
): void {
  const seen = new Set<string>();
  for (const { pair, between } of meetingPairs(model, laws)) {
    const why = pair?.law.name === contactLaw && pair.sliding ? reason(pair.friction.name) : undefined;
    if (why === undefined || pair.sliding === undefined || seen.has(pair.sliding.path)) continue;
    seen.add(pair.sliding.path);
    if (pair.sliding.own) problems.add(pair.sliding.path, why);
    else problems.warn(`${pair.sliding.path} is not used between ${between.join(" and ")}: ${why}`);
  }
}

/**
 * Least restitution that a law takes from the material table: a force that absorbs an impact at once would need
 * infinite damping. A law with a given restitution keeps it.
 */
const LEAST_RESTITUTION = 0.1;

/**
 * Steps in which friction under its own weight stops a body of speed v_s, N of [Luaces2013, §3.3.1], where v_s is not
 * given.
 */
const STICTION_STEPS = 5;

/**
 * v_s where static and kinetic friction are equal, m/s: no transition is needed, and the bristle with its limit is
 * Coulomb's law already.
 */
const EQUAL_FRICTION_STICTION_SPEED = 1e6;

/** E/(1 − ν²) of a material that has an elastic modulus, N/m². */
function modulusOf(material: MaterialSpec | undefined): number | undefined {
  if (material?.youngModulus === undefined) return undefined;
  const nu = material.poissonRatio ?? DEFAULT_POISSON_RATIO;
  return material.youngModulus / (1 - nu * nu);
}

/** K_p = 1/(σ₁ + σ₂) of two materials that both have an elastic modulus, N/m². */
function pairModulusOf({ materials, spec }: Model, at: number): number | undefined {
  const n = materials.names.length + 1;
  const [a, b] = [Math.floor(at / n), at % n].map((k) => spec.materials[materials.names[k]]);
  if (a?.youngModulus === undefined || b?.youngModulus === undefined) return undefined;
  return pairModulus(
    { modulus: a.youngModulus, poisson: a.poissonRatio ?? DEFAULT_POISSON_RATIO },
    { modulus: b.youngModulus, poisson: b.poissonRatio ?? DEFAULT_POISSON_RATIO },
  );
}

/** ν of a material with a modulus and no Poisson ratio. */
const DEFAULT_POISSON_RATIO = 0.3;

/** Fills parameters of the laws that the scene does not give from the material table. */
function completePair(
  model: Model,
  at: number,
  contact: ParsedLaw,
  sliding: ParsedLaw,
  problems: ProblemList,
): Omit<LawPair, "sliding"> {
  const { materials } = model;
  const params = { ...contact.params };
  if (
    "restitution" in contact.kind.params &&
    contact.given.restitution === undefined &&
    contact.given.damping === undefined
  )
    params.restitution = Math.max(LEAST_RESTITUTION, materials.restitution[at]);
  if ("modulus" in contact.kind.params && contact.given.modulus === undefined)
    params.modulus = pairModulusOf(model, at) ?? params.modulus;
  const hertz = hertzRadii(model, at, contact, problems);
  if (hertz !== undefined)
    params.stiffness = (4 / 3) * (pairModulusOf(model, at) as number) * Math.sqrt(hertz.reference);
  const frictionParams = { ...sliding.params };
  const has = (key: string) => key in sliding.kind.params && sliding.given[key] === undefined;
  if (has("friction")) frictionParams.friction = materials.friction[at];
  if (has("kineticFriction")) frictionParams.kineticFriction = materials.kineticFriction[at];
  const friction = sliding.kind as FrictionLaw;
  const limit = friction.limit?.(frictionParams) ?? 0;
  if (has("stictionSpeed"))
    frictionParams.stictionSpeed =
      frictionParams.friction === frictionParams.kineticFriction
        ? EQUAL_FRICTION_STICTION_SPEED
        : Math.max(frictionParams.stictionSpeed as number, STICTION_STEPS * speedLostPerStep(model, limit));
  if (friction.stateSize > HISTORY)
    problems.add(
      sliding.path,
      `"${friction.name}" keeps ${friction.stateSize} numbers per contact; at most ${HISTORY} fit`,
    );
  const lever = (length: number) => (limit > 0 ? length / limit : 0);
  return {
    law: contact.kind as ContactLaw,
    params,
    given: contact.given,
    friction,
    frictionParams,
    rollingLever: lever(materials.rollingFriction[at]),
    spinningLever: lever(materials.spinningFriction[at]),
    hertz,
  };
}

/**
 * Radii of Hertz' law without a stiffness between materials with a modulus; undefined where that does not apply. Flat
 * shapes have no radius: the law must give one.
 */
function hertzRadii(model: Model, at: number, contact: ParsedLaw, problems: ProblemList): HertzRadii | undefined {
  if (contact.kind.name !== "hertz" || contact.given.stiffness !== undefined) return undefined;
  if (pairModulusOf(model, at) === undefined) return undefined;
  const n = model.materials.names.length + 1;
  const { largest, flat } = meetingRadii(model, Math.floor(at / n), at % n);
  const radius = contact.params.radius as number | undefined;
  if (flat !== undefined && radius === undefined) {
    const [a, b] = flat;
    problems.add(contact.path, `no round shape where "${a}" and "${b}" meet: give a radius, or a stiffness`);
  }
  const most = Math.max(largest ?? 0, flat === undefined ? 0 : (radius ?? 0));
  return most > 0 ? { reference: most, flat: radius ?? most } : undefined;
}

/**
 * μ g h, m/s: the speed that friction takes from a body in one step. A body slower than that would jump from sliding to
 * sliding back and never stick.
 */
export function speedLostPerStep(model: Model, friction: number): number {
  const g = model.options.gravity;
  return friction * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * model.options.timestep;
}
