/**
 * Numbers next to the strongest forces: at most twelve, none over another, none over the selected body. Selected ten
 * times a second, placed in every frame.
 */
import { type Camera, Vector3 } from "three";

const MOST = 12;
/** ms */
const PERIOD = 100;
/** Room that a label takes, px. */
const HEIGHT = 20;
const GAP = 8;

export interface Label {
  readonly point: readonly [number, number, number];
  readonly value: string;
  readonly name: string;
  readonly slips: boolean;
}

interface Placed {
  readonly element: HTMLElement;
  readonly value: HTMLElement;
  readonly name: HTMLElement;
  label: Label | null;
}

export class Labels {
  readonly element = document.createElement("div");
  private readonly placed: Placed[] = [];
  private chosenAt = Number.NEGATIVE_INFINITY;
  private readonly at = new Vector3();

  constructor() {
    this.element.className = "force-labels";
    // the inspector and the tree show the same values
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Whether it is time to select again. */
  due(now: number): boolean {
    return now - this.chosenAt >= PERIOD;
  }

  /**
   * Takes the first of `candidates` (strongest first) that find room; `taken` is a circle on the screen that is to stay
   * free (px).
   */
  choose(
    candidates: Iterable<Label>,
    camera: Camera,
    width: number,
    height: number,
    taken: { readonly x: number; readonly y: number; readonly radius: number } | null,
    now: number,
  ): void {
    this.chosenAt = now;
    const boxes: [number, number, number, number][] = [];
    let n = 0;
    for (const label of candidates) {
      if (n === MOST) break;
      const [x, y, ahead] = this.project(label.point, camera, width, height);
      if (!ahead || x < 0 || y < 0 || x > width || y > height) continue;
      const w = 30 + 6.5 * (label.value.length + label.name.length);
      const box: [number, number, number, number] = [x + GAP, y - HEIGHT / 2, x + GAP + w, y + HEIGHT / 2];
      if (boxes.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]))
        continue;
      if (taken && overCircle(box, taken)) continue;
      boxes.push(box);
      this.fill(n++, label);
    }
    for (let k = n; k < this.placed.length; k++) {
      this.placed[k].label = null;
      this.placed[k].element.hidden = true;
    }
  }

  /** Moves the labels to where their forces are seen. */
  place(camera: Camera, width: number, height: number): void {
    for (const { element, label } of this.placed) {
      if (!label) continue;
      const [x, y, ahead] = this.project(label.point, camera, width, height);
      element.hidden = !ahead;
      element.style.transform = `translate(${Math.round(x + GAP)}px, ${Math.round(y - HEIGHT / 2)}px)`;
    }
  }

  clear(): void {
    for (const placed of this.placed) {
      placed.label = null;
      placed.element.hidden = true;
    }
    this.chosenAt = Number.NEGATIVE_INFINITY;
  }

  get count(): number {
    return this.placed.filter(({ label }) => label).length;
  }

  private fill(k: number, label: Label): void {
    const placed = this.placed[k] ?? this.make();
    placed.label = label;
    placed.element.hidden = false;
    placed.element.className = label.slips ? "force-label slip" : "force-label stick";
    if (placed.value.textContent !== label.value) placed.value.textContent = label.value;
    if (placed.name.textContent !== label.name) placed.name.textContent = label.name;
  }

  private make(): Placed {
    const element = document.createElement("div");
    const mark = document.createElement("i");
    const value = document.createElement("b");
    const name = document.createElement("span");
    element.append(mark, value, name);
    this.element.append(element);
    const placed = { element, value, name, label: null };
    this.placed.push(placed);
    return placed;
  }

  private project(
    point: readonly [number, number, number],
    camera: Camera,
    width: number,
    height: number,
  ): [number, number, boolean] {
    this.at.set(...point).project(camera);
    return [(0.5 + 0.5 * this.at.x) * width, (0.5 - 0.5 * this.at.y) * height, Math.abs(this.at.z) < 1];
  }
}

function overCircle(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): boolean {
  const dx = x - Math.min(x1, Math.max(x0, x));
  const dy = y - Math.min(y1, Math.max(y0, y));
  return dx * dx + dy * dy < radius * radius;
}
