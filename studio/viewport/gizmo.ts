/**
 * The axes in a corner, turning with the camera. Each axis carries its letter: colour alone is not enough. A click on
 * an end looks from there; on the end that one looks from, from the opposite side.
 */
import { type Camera, Vector3 } from "three";

const NAMESPACE = "http://www.w3.org/2000/svg";
const SIZE = 64;
const ARM = 20;
/** An end that is this near to the eye's direction is the one that one looks from. */
const FACING = 0.999;
/** From above and below a trace of y: y is up in the picture then. */
const TRACE = 1e-4;

/** An end of an axis: the letter at the positive one, a ring at the other. */
interface End {
  readonly direction: Vector3;
  readonly group: SVGGElement;
  readonly line: SVGLineElement | null;
}

export class Gizmo {
  readonly element = document.createElementNS(NAMESPACE, "svg");
  private readonly ends: readonly End[];
  private readonly seen = new Vector3();
  /** Towards the eye. */
  private readonly facing = new Vector3();
  private order = "";

  /** `look` is called with the direction from which to look. */
  constructor(look: (direction: readonly number[]) => void) {
    this.element.setAttribute("viewBox", `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`);
    this.element.setAttribute("class", "gizmo");
    // the menu of cameras and the keys offer the same to those who do not point
    this.element.setAttribute("aria-hidden", "true");
    this.ends = ["x", "y", "z"].flatMap((name, i) => [this.end(name, i, 1, look), this.end(name, i, -1, look)]);
  }

  /** Turns the axes as the camera sees them; the nearest is drawn last. In the plane, z is left out. */
  update(camera: Camera, planar: boolean): void {
    const inverse = camera.quaternion.clone().invert();
    this.facing.set(0, 0, 1).applyQuaternion(camera.quaternion);
    this.element.classList.toggle("flat", planar);
    const drawn = this.ends.map((end) => {
      this.seen.copy(end.direction).applyQuaternion(inverse).multiplyScalar(ARM);
      const [x, y] = [this.seen.x.toFixed(1), (-this.seen.y).toFixed(1)];
      end.line?.setAttribute("x2", x);
      end.line?.setAttribute("y2", y);
      end.group.setAttribute("transform", `translate(${x} ${y})`);
      return { end, depth: this.seen.z };
    });
    drawn.sort((a, b) => a.depth - b.depth);
    const order = drawn.map(({ end }) => this.ends.indexOf(end)).join();
    if (order === this.order) return;
    this.order = order;
    for (const { end } of drawn) this.element.append(...(end.line ? [end.line] : []), end.group);
  }

  private end(name: string, i: number, sign: 1 | -1, look: (direction: readonly number[]) => void): End {
    const direction = new Vector3().setComponent(i, sign);
    const group = document.createElementNS(NAMESPACE, "g");
    group.setAttribute("class", `axis-${name}${sign < 0 ? " negative" : ""}`);
    const title = document.createElementNS(NAMESPACE, "title");
    title.textContent = `${sign < 0 ? "−" : "+"}${name}`;
    const disc = document.createElementNS(NAMESPACE, "circle");
    disc.setAttribute("r", sign > 0 ? "7" : "5");
    group.append(title, disc);
    if (sign > 0) {
      const letter = document.createElementNS(NAMESPACE, "text");
      letter.textContent = name;
      letter.setAttribute("dy", "3.5");
      group.append(letter);
    }
    group.addEventListener("click", () => {
      const from = direction.clone();
      if (from.dot(this.facing) > FACING) from.negate();
      if (i === 2) from.y = -TRACE * from.z;
      look(from.toArray());
    });
    let line: SVGLineElement | null = null;
    if (sign > 0) {
      line = document.createElementNS(NAMESPACE, "line");
      line.setAttribute("class", `axis-${name}`);
    }
    return { direction, group, line };
  }
}
