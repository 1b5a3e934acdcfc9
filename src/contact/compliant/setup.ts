import { type ParsedLaw, parseLaw } from "../../model/compile/laws.js";
import type { ProblemList } from "../../model/errors.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ContactLaw } from "../contact-law.js";
import type { FrictionLaw } from "../friction-law.js";
import { pairModulus } from "../laws/hertz.js";
import { HISTORY } from "./fields.js";
import { jump, warnOfSteps } from "./stability.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly compliant: CompliantSetup;
  }
}

/** What two materials do together. */
export interface CompliantPair {
  readonly law: ContactLaw;
  readonly params: Readonly<Record<string, unknown>>;
  /** What the scene says of it itself. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly friction: FrictionLaw;
  readonly frictionParams: Readonly<Record<string, unknown>>;
  /** m: torque against rolling and spinning as a lever of the friction law. */
  readonly rollingLever: number;
  readonly spinningLever: number;
}

/** Which points of a region bear load. */
export type PointPolicy = "all" | "deepest" | "single";

/** What compliant contact keeps constant while stepping. */
export interface CompliantSetup {
  readonly active: boolean;
  readonly capacity: number;
  /** By pair of materials, see `materialPair`. */
  readonly pairs: readonly CompliantPair[];
  readonly points: PointPolicy;
  /** Whether the points of two bodies share one friction, or each has it for itself. */
  readonly shared: boolean;
}

const OFF: CompliantSetup = { active: false, capacity: 0, pairs: [], points: "all", shared: true };

/** The formulations that answer contacts by forces say so by this word in `contacts`. */
export const COMPLIANT = "compliant";

const DEFAULT_LAW = { type: "hunt-crossley", leastSpeed: 0.2 };
const DEFAULT_FRICTION = { type: "bristle" };

/** Laws of all pairs of materials, where the formulation answers contacts by forces. */
export function prepareCompliant(
  model: Model,
  problems: ProblemList,
): { setup: CompliantSetup; dims: Record<string, number> } {
  const wanted = model.formulation.kind?.contacts.includes(COMPLIANT) ?? false;
  const shapes = model.shapes.length;
  const moves = model.shapes.some(({ body }) => model.bodyType[body] === BODY_TYPE.dynamic);
  if (!wanted || model.spec.contact === "none" || shapes < 2 || !moves) return { setup: OFF, dims: { nCompliant: 0 } };
  const pairs = compilePairs(model, problems);
  const points = model.spec.capacity?.points || Math.max(256, 16 * shapes);
  const setup: CompliantSetup = {
    active: true,
    capacity: points,
    pairs,
    points: model.spec.collision?.points ?? "all",
    shared: model.spec.collision?.sharedFriction ?? true,
  };
  if (problems.list.length === 0) warnOfSteps(model, setup);
  return { setup, dims: { nCompliant: points } };
}

/** Laws of all pairs of materials, by `materialPair`. */
export function compilePairs(model: Model, problems: ProblemList): CompliantPair[] {
  const { materials, spec } = model;
  const names = materials.names;
  const n = names.length + 1;
  const own = [...names.map((name) => spec.materials[name]), undefined];
  const pairs: CompliantPair[] = new Array(n * n);
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
        return other === null ? one : softer(one, other);
      };
      const contact = choose("contact", DEFAULT_LAW);
      const sliding = choose("sliding", DEFAULT_FRICTION);
      if (contact === null || sliding === null) continue;
      pairs[at] = pairs[j * n + i] = completePair(model, at, contact, sliding, problems);
    }
  }
  return pairs;
}

/** Of two laws of one kind the softer governs, as of two springs in a row; of different kinds the first. */
function softer(one: ParsedLaw, other: ParsedLaw): ParsedLaw {
  if (one.kind !== other.kind) return one;
  const [k, l] = [one.params.stiffness, other.params.stiffness];
  return typeof k === "number" && typeof l === "number" && l < k ? other : one;
}

/**
 * A force that absorbs an impact at once would be a wall of damping, so the table's restitution counts as this at least. A law that is told its own
 * restitution keeps it.
 */
const LEAST_RESTITUTION = 0.1;

/** Steps in which friction under its own weight stops a body that is as fast as v_s, N of [Luaces2013, §3.3.1], where v_s is not given. */
const STICTION_STEPS = 5;

/** v_s where static and kinetic friction are the same: there is nothing to go over to, and the bristle with its limit is Coulomb's law by itself. m/s */
const NEVER = 1e6;

/** K_p of two materials that both have an elastic modulus, N/m². */
function modulusOf({ materials, spec }: Model, at: number): number | undefined {
  const n = materials.names.length + 1;
  const [a, b] = [Math.floor(at / n), at % n].map((k) => spec.materials[materials.names[k]]);
  if (a?.youngModulus === undefined || b?.youngModulus === undefined) return undefined;
  return pairModulus(
    { modulus: a.youngModulus, poisson: a.poissonRatio ?? POISSON },
    { modulus: b.youngModulus, poisson: b.poissonRatio ?? POISSON },
  );
}

/** ν of a material that tells its modulus only. */
const POISSON = 0.3;

/** Coefficients of the material table go into the laws where these have a place for them and were told nothing. */
function completePair(
  model: Model,
  at: number,
  contact: ParsedLaw,
  sliding: ParsedLaw,
  problems: ProblemList,
): CompliantPair {
  const { materials } = model;
  const params = { ...contact.params };
  if (
    "restitution" in contact.kind.params &&
    contact.given.restitution === undefined &&
    contact.given.damping === undefined
  )
    params.restitution = Math.max(LEAST_RESTITUTION, materials.restitution[at]);
  if ("modulus" in contact.kind.params && contact.given.modulus === undefined)
    params.modulus = modulusOf(model, at) ?? params.modulus;
  const frictionParams = { ...sliding.params };
  const has = (key: string) => key in sliding.kind.params && sliding.given[key] === undefined;
  if (has("friction")) frictionParams.friction = materials.friction[at];
  if (has("kineticFriction")) frictionParams.kineticFriction = materials.kineticFriction[at];
  const friction = sliding.kind as unknown as FrictionLaw;
  const limit = friction.limit?.(frictionParams as never) ?? 0;
  if (has("stictionSpeed"))
    frictionParams.stictionSpeed =
      frictionParams.friction === frictionParams.kineticFriction
        ? NEVER
        : Math.max(frictionParams.stictionSpeed as number, STICTION_STEPS * jump(model, limit));
  if (friction.stateSize > HISTORY)
    problems.add(
      sliding.path,
      `"${friction.name}" keeps ${friction.stateSize} numbers per contact; at most ${HISTORY} fit`,
    );
  const lever = (length: number) => (limit > 0 ? length / limit : 0);
  return {
    law: contact.kind as unknown as ContactLaw,
    params,
    given: contact.given,
    friction,
    frictionParams,
    rollingLever: lever(materials.rollingFriction[at]),
    spinningLever: lever(materials.spinningFriction[at]),
  };
}
