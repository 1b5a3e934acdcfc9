import { BODY_TYPE, type Model } from "../model/model.js";
import type { ImpactResult } from "./contact-law.js";
import type { ContactModel } from "./contact-model.js";
import type { LawPair } from "./material-laws.js";

/** Two materials whose shapes may meet, and the lightest body of either. */
export interface MeetingPair {
  readonly between: readonly [string, string];
  /** Numbers of the materials; −1: none. */
  readonly materials: readonly [number, number];
  readonly body: number;
  readonly pair: LawPair;
}

/** The pairs of materials that the shapes of a scene have; those that no body could move are left out. */
export function meetingPairs(model: Model, pairs: readonly LawPair[]): MeetingPair[] {
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
      if (body >= 0) found.push({ between: [name(j), name(i)], materials, body, pair: pairs[i * n + j] });
    }
  }
  return found;
}

function lighter(model: Model, a: number, b: number): number {
  if (a < 0 || b < 0) return Math.max(a, b);
  return model.bodyMass[a] <= model.bodyMass[b] ? a : b;
}

/** Speed of the impacts that are reported, m/s. */
export const IMPACT_SPEED = 1;

/** An impact of the lightest body of two materials, and the longest step for it. */
export interface StepLimit {
  readonly body: number;
  readonly impact: ImpactResult;
  /** Longest step that gains no energy, s. */
  readonly longestStep: number;
  /** Warning for a scene whose step is longer. */
  readonly warning: string;
}

/** The step limit of the contact model that answers for two materials; null where contacts are points. */
export function stepLimitOf(model: Model, meeting: MeetingPair): StepLimit | null {
  for (const { stepLimit } of Object.values(model.items.contactModels) as ContactModel[]) {
    const limit = stepLimit?.(model, meeting) ?? null;
    if (limit !== null) return limit;
  }
  return null;
}

/** A number for a message: two digits. */
export function digits(x: number): string {
  return String(Number(x.toPrecision(2)));
}
