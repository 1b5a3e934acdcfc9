import { BODY_TYPE, type Model } from "../model/model.js";
import { routinesOf } from "./narrow/pair-table.js";
import type { Collider } from "./narrow/types.js";

/**
 * Warnings of shapes that may meet but for which the pair matrix has no routine, both being ground: they pass through
 * each other. One for each two kinds, with the first such shapes; shapes that filters keep apart are left out.
 */
export function warnOfMissingPairs(
  model: Model,
  colliders: readonly Collider[],
  category: Uint32Array,
  mask: Uint32Array,
): string[] {
  const { shapes, bodyType } = model;
  const ofKind = new Map<number, number[]>();
  colliders.forEach(({ kind }, i) => {
    const list = ofKind.get(kind);
    if (list === undefined) ofKind.set(kind, [i]);
    else list.push(i);
  });
  const mayMeet = (i: number, j: number): boolean =>
    shapes[i].body !== shapes[j].body &&
    (bodyType[shapes[i].body] !== BODY_TYPE.static || bodyType[shapes[j].body] !== BODY_TYPE.static) &&
    (category[i] & mask[j]) !== 0 &&
    (category[j] & mask[i]) !== 0;
  const place = (i: number) => `bodies[${shapes[i].body - 1}].shapes[${shapes[i].index}]`;
  const warnings: string[] = [];
  for (const [kindA, listA] of ofKind) {
    for (const [kindB, listB] of ofKind) {
      if (kindB < kindA || routinesOf(colliders[listA[0]], colliders[listB[0]]) !== null) continue;
      const first = listA.find((i) => listB.some((j) => mayMeet(i, j)));
      if (first === undefined) continue;
      const second = listB.find((j) => mayMeet(first, j)) as number;
      const names = [shapes[first].kind, shapes[second].kind];
      const what = names[0] === names[1] ? `two shapes of kind ${names[0]}` : `${names[0]} and ${names[1]}`;
      warnings.push(
        `${place(first)}, ${place(second)}: there is no contact between ${what}, which are ground; such shapes pass through each other: make one of them solid, or mask the pair`,
      );
    }
  }
  return warnings;
}
