import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ImpactResult } from "../contact-law.js";
import { impactOf, STEPS_PER_IMPACT } from "../impact.js";
import { type RimReport, rimReport } from "../rim/step-limit.js";
import type { CompliantPair, CompliantSetup } from "./setup.js";

/** Two materials whose shapes may meet, and the lightest body of either. */
export interface MeetingPair {
  readonly between: readonly [string, string];
  /** Numbers of the materials; −1: none. */
  readonly materials: readonly [number, number];
  readonly body: number;
  readonly pair: CompliantPair;
}

/** The pairs of materials that the shapes of a scene have; those that no body could move are left out. */
export function meetingPairs(model: Model, setup: CompliantSetup): MeetingPair[] {
  const n = model.materials.names.length + 1;
  const lightest = new Array<number>(n).fill(-1);
  const used = new Array<boolean>(n).fill(false);
  for (const { material, body } of model.shapes) {
    const m = material < 0 ? n - 1 : material;
    used[m] = true;
    if (model.bodyType[body] === BODY_TYPE.dynamic) lightest[m] = lighter(model, lightest[m], body);
  }
  const name = (k: number) => model.materials.names[k] ?? "no material";
  const found: MeetingPair[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const body = used[i] && used[j] ? lighter(model, lightest[i], lightest[j]) : -1;
      const materials = [j, i].map((k) => (k === n - 1 ? -1 : k)) as [number, number];
      if (body >= 0) found.push({ between: [name(j), name(i)], materials, body, pair: setup.pairs[i * n + j] });
    }
  }
  return found;
}

/** Meshes that meet with law `rim` are answered by their rim; null where there are none. */
export function rimOf(model: Model, { materials, pair }: MeetingPair): RimReport | null {
  return pair.law.name === "rim" ? rimReport(model, materials, pair.params, IMPACT_SPEED) : null;
}

function lighter(model: Model, a: number, b: number): number {
  if (a < 0 || b < 0) return Math.max(a, b);
  return model.bodyMass[a] <= model.bodyMass[b] ? a : b;
}

/** Speed for which impacts are told, m/s. */
export const IMPACT_SPEED = 1;

/** What two materials do where contact is a force. */
export interface ContactReport {
  readonly between: readonly [string, string];
  /** Contact law and friction law, with their parameters as they are used. */
  readonly law: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly friction: string;
  readonly frictionParams: Readonly<Record<string, unknown>>;
  /** The lightest body of these materials, and its impact at 1 m/s on what does not move. */
  readonly body: string;
  readonly impact: ImpactResult;
  /** Longest step that resolves that impact, or, of meshes with law `rim`, that does not gain in it, s. */
  readonly longestStep: number;
}

/** Contact laws of a scene by pairs of materials; none where contact is not a force. */
export function contactReport(model: Model): ContactReport[] {
  const setup = model.systems.compliant;
  if (!setup.active) return [];
  return meetingPairs(model, setup).map((meeting) => {
    const { between, body, pair } = meeting;
    const rim = rimOf(model, meeting);
    const impact = rim?.impact ?? impactOf(pair.law, pair.params as never, model.bodyMass[body], IMPACT_SPEED);
    const { type: _law, ...params } = pair.params;
    const { type: _friction, ...frictionParams } = pair.frictionParams;
    return {
      between,
      law: pair.law.name,
      params,
      friction: pair.friction.name,
      frictionParams,
      body: model.bodyNames[rim?.body ?? body],
      impact,
      longestStep: rim?.longestStep ?? impact.duration / STEPS_PER_IMPACT,
    };
  });
}
