import { isExplicit } from "../integrators/is-explicit.js";
import { powerOfTwo } from "../math/power-of-two.js";
import { dot } from "../math/vec3.js";
import type { ProblemList } from "../model/errors.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { HISTORY } from "./compliant/compliant-fields.js";
import type { ContactLaw } from "./contact-law.js";
import { impactOf, STEPS_PER_IMPACT } from "./impact.js";
import { type LawPair, speedLostPerStep } from "./material-laws.js";
import { digits, IMPACT_SPEED, type MeetingPair, meetingPairs, stepLimitOf } from "./meeting-pairs.js";
import { type PointMobility, pointMobility } from "./point-mass.js";
import { startLoads } from "./start-loads.js";

/**
 * Warns of steps that are too long, for the worst bodies of every pair of materials: an impact that needs more parts of
 * a step than the formulation allows or, where steps are not cut, lasts less than 2.5 of them; and, where forces are
 * integrated explicitly, a body at rest whose springs or dampers need shorter steps, or which cannot stick since
 * friction takes more than the stiction speed from it in a step. The number of points, their levers, two bodies that
 * both move, the speeds at the start and the bodies above are counted. Writes: `problems.warnings`.
 */
export function warnOfSteps(model: Model, pairs: readonly LawPair[], problems: ProblemList): void {
  let crowd: Crowd | null = null;
  for (const meeting of meetingPairs(model, pairs)) {
    const limit = stepLimitOf(model, meeting);
    if (limit !== null) {
      if (limit.longestStep < model.options.timestep) problems.warn(limit.warning);
      continue;
    }
    crowd ??= gather(model);
    const meets = findMeets(model, crowd, meeting);
    warnOfImpacts(model, meeting, meets, problems);
    if (isExplicit(model)) warnOfRest(model, crowd, meeting, meets, problems);
  }
}

/** What the warnings know of shapes and bodies. */
interface Crowd {
  /** By material, −1 (none) last: shapes, those of bodies that do not move by forces without a mobility. */
  readonly shapes: readonly (readonly Member[])[];
  /** N, by body. */
  readonly loads: Float64Array;
}

interface Member {
  readonly body: number;
  readonly mobility: PointMobility | null;
  /** Most points at which it lies on another shape. */
  readonly points: number;
  /** Largest speed of a point at the start, m/s. */
  readonly speed: number;
}

function gather(model: Model): Crowd {
  const n = model.materials.names.length + 1;
  const shapes = Array.from({ length: n }, (): Member[] => []);
  const alike = new Map<string, PointMobility>();
  for (const shape of model.shapes) {
    const { body, material, geometry, position } = shape;
    const moves = model.bodyType[body] === BODY_TYPE.dynamic;
    // walls of equal bricks are looked at once
    const mass = [
      ...model.bodyInvInertia.subarray(6 * body, 6 * body + 6),
      ...model.bodyInvMass.subarray(3 * body, 3 * body + 3),
    ];
    const key = [
      geometry.form,
      ...geometry.size,
      ...geometry.bounds,
      ...position,
      ...shape.orientation,
      ...mass,
    ].join();
    const mobility = moves ? (alike.get(key) ?? pointMobility(model, shape)) : null;
    if (mobility !== null && geometry.size.length > 0 && typeof geometry.form === "string") alike.set(key, mobility);
    const points =
      mobility?.points ?? (geometry.bounds.every(Number.isFinite) ? pointMobility(model, shape).points : 4);
    const v = model.bodyVel0.subarray(6 * body, 6 * body + 6);
    const { bounds } = geometry;
    const reach = [0, 1, 2].map((k) => Math.max(Math.abs(bounds[k]), Math.abs(bounds[k + 3])));
    const lever = Math.sqrt(dot(position, position)) + Math.sqrt(dot(reach, reach));
    const spin = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const speed = Math.sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) + (spin > 0 ? spin * lever : 0);
    shapes[material < 0 ? n - 1 : material].push({ body, mobility, points, speed });
  }
  return { shapes, loads: startLoads(model) };
}

/** Laws that answer for whole footprints, by contact models whose steps are not cut. */
export const WHOLE: ReadonlySet<string> = new Set(["volumetric", "rim"]);

function isWhole({ pair }: MeetingPair): boolean {
  return WHOLE.has(pair.law.name);
}

/** A body that may meet another of a material, and what moves at a contact point between them. */
interface Meet {
  readonly body: number;
  /** The other body where it moves as well; −1: one that does not. */
  readonly other: number;
  /** Number of points of that body's face. */
  readonly points: number;
  /** Mass that a contact point moves, the other one held, and with both, kg. */
  readonly alone: number;
  readonly mass: number;
  /** Largest speed of approach, m/s. */
  readonly speed: number;
}

/** Every body of either material with the most mobile body of the other one. */
function findMeets({ materials, spec, bodyMass }: Model, { shapes }: Crowd, meeting: MeetingPair): Meet[] {
  const { materials: both } = meeting;
  const n = materials.names.length;
  const [first, second] = both.map((m) => shapes[m < 0 ? n : m]);
  const onePoint = (spec.collision?.points ?? "all") !== "all" || spec.collision?.sharedStiffness === true;
  const whole = isWhole(meeting);
  const inverse = ({ mobility, body }: Member, points: number) => {
    if (mobility === null) return 0;
    if (whole) return 1 / bodyMass[body];
    return onePoint || points === 1 ? mobility.single : mobility.face;
  };
  const found: Meet[] = [];
  for (const [mine, theirs] of first === second
    ? [[first, second]]
    : [
        [first, second],
        [second, first],
      ]) {
    const most = theirs.reduce((sum, { points }) => Math.max(sum, points), 1);
    const myMost = mine.reduce((sum, { points }) => Math.max(sum, points), 1);
    // the two most mobile and the two fastest of them: a body does not meet itself
    const mobile = [...theirs].sort((a, b) => inverse(b, myMost) - inverse(a, myMost)).slice(0, 2);
    const fast = [...theirs].sort((a, b) => b.speed - a.speed).slice(0, 2);
    for (const member of mine) {
      if (member.mobility === null) continue;
      const points = onePoint || whole ? 1 : Math.min(member.points, most);
      const other = mobile.find(({ body }) => body !== member.body);
      const quick = fast.find(({ body }) => body !== member.body);
      if (other === undefined) continue;
      const own = inverse(member, points);
      const theirsInverse = whole ? 0 : inverse(other, points);
      found.push({
        body: member.body,
        other: theirsInverse > 0 ? other.body : -1,
        points,
        alone: 1 / own,
        mass: 1 / (own + theirsInverse),
        speed: Math.max(IMPACT_SPEED, member.speed + (quick?.speed ?? 0)),
      });
    }
  }
  return found;
}

/** Name of a meeting for a message. */
function nameOf({ bodyNames }: Model, { between }: MeetingPair, { body, other, points }: Meet): string {
  const against = other < 0 ? "" : ` against ${bodyNames[other]}`;
  return `${bodyNames[body]}${against} (${between[0]} on ${between[1]}${points > 1 ? `, ${points} points` : ""})`;
}

/** The least of a list by a measure; undefined for an empty one. */
function leastOf<T>(list: readonly T[], measure: (item: T) => number): T | undefined {
  let least: T | undefined;
  for (const item of list) if (least === undefined || measure(item) < measure(least)) least = item;
  return least;
}

/** Impacts of the lightest and of the fastest bodies. */
function warnOfImpacts(model: Model, meeting: MeetingPair, meets: readonly Meet[], problems: ProblemList): void {
  const { law, params } = meeting.pair;
  const h = model.options.timestep;
  const candidates = [leastOf(meets, ({ mass }) => mass), leastOf(meets, ({ speed }) => -speed)].filter(
    (m) => m !== undefined,
  );
  const impacts = candidates.map((meet) => ({ meet, impact: impactOf(law, params, meet.mass, meet.speed) }));
  const worst = leastOf(impacts, ({ impact }) => impact.duration);
  if (worst === undefined) return;
  const { meet, impact } = worst;
  const { parts = 1, impactFraction = Number.POSITIVE_INFINITY } = model.formulation.params as PartSettings;
  // decelerations reach some v²/δ, and the speed may change by a fraction of v within a part
  const perStep = (h * meet.speed) / (impactFraction * impact.depth);
  const needed = 2 * powerOfTwo(perStep);
  const isCut = impactFraction < 1 && parts > 1 && !isWhole(meeting);
  if (isCut ? needed <= powerOfTwo(parts) : impact.duration >= STEPS_PER_IMPACT * h) return;
  const longest = impact.duration / STEPS_PER_IMPACT;
  const what = `timestep: an impact of ${nameOf(model, meeting, meet)} at ${digits(meet.speed)} m/s by ${law.name} lasts ${digits(impact.duration)} s`;
  if (!isCut)
    problems.warn(
      `${what}, less than ${STEPS_PER_IMPACT} steps, which are not cut: it may gain energy; use steps up to ${digits(longest)} s, a softer law, or more parts (formulation.parts)`,
    );
  else
    problems.warn(
      `${what}: its steps need about ${needed} parts, more than formulation.parts (${parts}), so that speeds after it may be wrong (status unresolved); use steps up to ${digits((h * powerOfTwo(parts)) / needed)} s, parts: ${needed}, or a softer law`,
    );
}

interface PartSettings {
  readonly parts?: number;
  readonly impactFraction?: number;
}

/**
 * Bodies at rest, or where nothing weighs, in the middle of an impact: explicit steps need k h² ≤ m and c h ≤ m for the
 * mass at a point, with a margin for neighbours that move. Shorter parts take their time.
 */
function warnOfRest(
  model: Model,
  { loads }: Crowd,
  meeting: MeetingPair,
  meets: readonly Meet[],
  problems: ProblemList,
): void {
  const { pair } = meeting;
  const h = model.options.timestep;
  const { parts = 1, impactFraction = Number.POSITIVE_INFINITY } = model.formulation.params as PartSettings;
  const most = impactFraction < 1 ? powerOfTwo(parts) : 1;
  const candidates = [
    leastOf(meets, ({ alone }) => alone),
    leastOf(meets, ({ alone, body, points }) => (alone * points) / Math.max(loads[body], 1e-300)),
  ].filter((m) => m !== undefined);
  if (candidates.length === 0) return;
  const weighs = loads.some((load) => load > 0);
  const states = candidates.map((meet) => {
    const load = loads[meet.body] / meet.points;
    const one = weighs ? restingContact(pair.law, pair.params, load) : deepestContact(pair.law, pair.params, meet);
    // a body with others on it is held from both sides
    const mass = loads[meet.body] > 1.001 * weightOf(model, meet.body) ? 0.5 * meet.alone : meet.alone;
    return { meet, one, longest: longestExplicit(mass, -one.stiffness[0], -one.damping[0]) };
  });
  const state = weighs ? "at rest" : `in an impact at ${digits(candidates[0].speed)} m/s`;
  const say = (which: string, what: string, longest: number, fix: string) => {
    if (longest >= h) return;
    const needed = 2 * powerOfTwo(h / longest);
    const then =
      needed > most
        ? `need more parts than formulation.parts (${parts}): the motion is not stable (status unresolved)`
        : `are cut into about ${needed} parts, which takes time`;
    problems.warn(
      `timestep: explicit steps of ${h} s are too long for ${which} ${state} on ${what}, and ${then}; use steps up to ${digits(longest)} s, ${fix}, or formulation augmented-lagrangian`,
    );
  };
  const worst = leastOf(states, ({ longest }) => longest) as (typeof states)[number];
  say(
    nameOf(model, meeting, { ...worst.meet, other: -1 }),
    pair.law.name,
    worst.longest,
    "a softer law, more restitution or a larger leastSpeed",
  );

  const lightest = leastOf(meets, ({ body }) => model.bodyMass[body]) as Meet;
  const which = nameOf(model, meeting, { ...lightest, other: -1, points: 1 });
  const speed = pair.frictionParams.stictionSpeed;
  const least = speedLostPerStep(model, pair.friction.limit?.(pair.frictionParams) ?? 0);
  if (typeof speed === "number" && speed < 0.999 * least) {
    problems.warn(
      `timestep: friction stops ${which} by ${digits(least)} m/s in one step, more than stictionSpeed ${digits(speed)} m/s, so that it may never stick; use steps up to ${digits((h * speed) / least)} s, a stictionSpeed of ${digits(5 * least)} m/s, or formulation augmented-lagrangian`,
    );
  }
  const pressure = weighs
    ? restingContact(pair.law, pair.params, loads[lightest.body])
    : deepestContact(pair.law, pair.params, lightest);
  const friction = frictionAt(pair, pressure);
  say(
    which,
    pair.friction.name,
    longestExplicit(model.bodyMass[lightest.body], friction.stiffness[0], friction.damping[0]),
    "less stiffness or damping of the friction law",
  );
}

function weightOf(model: Model, b: number): number {
  const g = model.options.gravity;
  return model.bodyMass[b] * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/** Longest explicit step, s, for a spring (N/m) and a damper (N s/m) on a mass (kg). */
function longestExplicit(mass: number, stiffness: number, damping: number): number {
  return Math.min(Math.sqrt(mass / Math.max(stiffness, 1e-300)), mass / Math.max(damping, 1e-300));
}

/** Friction of a contact that sticks under a pressure. */
function frictionAt({ friction, frictionParams }: LawPair, pressure: ReturnType<typeof restingContact>) {
  const out = { force: new Float64Array(3), stiffness: new Float64Array(9), damping: new Float64Array(9) };
  friction.evaluate(
    frictionParams,
    {
      normal: Float64Array.of(0, 0, 1),
      pressure,
      velocity: new Float64Array(3),
      slip: new Float64Array(3),
      travel: new Float64Array(3),
      state: new Float64Array(HISTORY),
      timestep: 0,
    },
    out,
    0,
    1,
  );
  return out;
}

/** The law at the depth at which it bears a load, N, found by bisection. */
function restingContact(law: ContactLaw, params: Readonly<Record<string, unknown>>, load: number) {
  const { out, evaluate } = trial(law, params);
  let low = 0;
  let high = 1e-9;
  for (let k = 0; k < 100 && evaluate(high) < load; k++) high *= 2;
  for (let k = 0; k < 60; k++) {
    const mid = 0.5 * (low + high);
    if (evaluate(mid) < load) low = mid;
    else high = mid;
  }
  evaluate(high);
  return out;
}

/** The law at the greatest depth of an impact. */
function deepestContact(law: ContactLaw, params: Readonly<Record<string, unknown>>, { mass, speed }: Meet) {
  const { out, evaluate, batch } = trial(law, params);
  batch.impactSpeed[0] = speed;
  evaluate(impactOf(law, params, mass, speed).depth);
  return out;
}

/** A law at one depth, m, of a contact that does not move. */
function trial(law: ContactLaw, params: Readonly<Record<string, unknown>>) {
  const batch = { gap: new Float64Array(1), gapRate: new Float64Array(1), impactSpeed: new Float64Array(1) };
  const out = { force: new Float64Array(1), stiffness: new Float64Array(1), damping: new Float64Array(1) };
  const evaluate = (depth: number) => {
    batch.gap[0] = -depth;
    law.evaluate(params, batch, out, 0, 1);
    return out.force[0];
  };
  return { batch, out, evaluate };
}
