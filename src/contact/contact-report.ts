import type { Model } from "../model/model.js";
import type { ImpactResult } from "./contact-law.js";
import { impactOf, STEPS_PER_IMPACT } from "./impact.js";
import { IMPACT_SPEED, meetingPairs, stepLimitOf } from "./meeting-pairs.js";

/** Contact between two materials where contact is a force. */
export interface ContactReport {
  readonly between: readonly [string, string];
  /** Contact law and friction law, with their parameters as they are used. */
  readonly law: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly friction: string;
  readonly frictionParams: Readonly<Record<string, unknown>>;
  /** The lightest body of these materials, and its impact at 1 m/s on a body that does not move. */
  readonly body: string;
  readonly impact: ImpactResult;
  /** Longest step that resolves that impact or, of meshes with law `rim`, gains no energy in it, s. */
  readonly longestStep: number;
}

/** Contact laws of a scene by pairs of materials; none where contact is not a force. */
export function contactReport(model: Model): ContactReport[] {
  const setup = model.systems.compliant;
  if (!setup.active) return [];
  return meetingPairs(model, setup.pairs).map((meeting) => {
    const { between, body, pair } = meeting;
    const limit = stepLimitOf(model, meeting);
    const impact = limit?.impact ?? impactOf(pair.law, pair.params, model.bodyMass[body], IMPACT_SPEED);
    const { type: _law, ...params } = pair.params;
    const { type: _friction, ...frictionParams } = pair.frictionParams;
    return {
      between,
      law: pair.law.name,
      params,
      friction: pair.friction.name,
      frictionParams,
      body: model.bodyNames[limit?.body ?? body],
      impact,
      longestStep: limit?.longestStep ?? impact.duration / STEPS_PER_IMPACT,
    };
  });
}
