/**
 * Walks through the bodies by keys, the nearest first: `Tab` in the view. The last body and `Escape` let the focus move
 * on, so that it is never trapped.
 */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { viewer } from "../texts/viewer.js";

export class BodyWalk {
  /** The body that was reached, for screen readers. */
  readonly spoken = new Signal("");
  private readonly studio: Studio;
  private order: readonly number[] = [];
  /** The last body that was reached in this order. */
  private reached = -1;
  private left = false;
  private hinted = false;

  constructor(studio: Studio) {
    this.studio = studio;
  }

  /** Whether there is a next (1) or previous (−1) body, and the walk was not left. */
  leads(direction: 1 | -1): boolean {
    return !this.left && this.ahead(direction) !== undefined;
  }

  /** Selects the next (1) or previous (−1) body, if there is one. */
  go(direction: 1 | -1): void {
    const body = this.ahead(direction);
    const name = body === undefined ? undefined : this.studio.scene.value?.description.bodies[body]?.name;
    if (body === undefined || name === undefined) return;
    this.reached = body;
    this.studio.selection.value = { kind: "body", name, index: body };
    const told = viewer.walked(name, this.order.indexOf(body) + 1, this.order.length);
    this.spoken.value = this.hinted ? told : `${told}. ${viewer.walkHint}`;
    this.hinted = true;
  }

  /** The focus has come from elsewhere. */
  enter(): void {
    this.left = this.hinted = false;
    this.reached = -1;
  }

  /** Lets `Tab` move on to the element after the view. */
  leave(): void {
    this.left = true;
  }

  private ahead(direction: 1 | -1): number | undefined {
    const { selection, scene, viewport } = this.studio;
    const here = selection.value?.kind === "body" ? selection.value.index : -1;
    // the order stays as it is while one walks, though bodies move
    if (here < 0 || here !== this.reached)
      this.order = nearestFirst(scene.value?.description.bodies ?? [], (body) => viewport?.distanceTo(body) ?? 0);
    return next(this.order, here, direction);
  }
}

/** Indices of the bodies that move freely, by their distance; equal ones in the order of the scene. */
export function nearestFirst(
  bodies: readonly { readonly type: string }[],
  distance: (body: number) => number,
): readonly number[] {
  return bodies
    .flatMap(({ type }, index) => (type === "dynamic" ? [{ index, far: distance(index) }] : []))
    .sort((a, b) => a.far - b.far || a.index - b.index)
    .map(({ index }) => index);
}

/** What follows `here`, or precedes it; from nowhere, forward leads to the first and backward to nothing. */
export function next(order: readonly number[], here: number, direction: 1 | -1): number | undefined {
  const at = order.indexOf(here);
  if (at < 0) return direction > 0 ? order[0] : undefined;
  return order[at + direction];
}
