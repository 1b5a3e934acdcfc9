/** The axes in a corner, turning with the camera. Each axis carries its letter: colour alone is not enough. */
import { type Camera, Vector3 } from "three";

const NAMESPACE = "http://www.w3.org/2000/svg";
const SIZE = 64;
const ARM = 20;

export class Gizmo {
  readonly element = document.createElementNS(NAMESPACE, "svg");
  private readonly axes: readonly {
    readonly direction: Vector3;
    readonly group: SVGGElement;
    readonly line: SVGLineElement;
  }[];
  private readonly seen = new Vector3();
  private order = "";

  constructor() {
    this.element.setAttribute("viewBox", `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`);
    this.element.setAttribute("class", "gizmo");
    this.element.setAttribute("aria-hidden", "true");
    this.axes = ["x", "y", "z"].map((name, i) => {
      const line = document.createElementNS(NAMESPACE, "line");
      const group = document.createElementNS(NAMESPACE, "g");
      const disc = document.createElementNS(NAMESPACE, "circle");
      disc.setAttribute("r", "7");
      const letter = document.createElementNS(NAMESPACE, "text");
      letter.textContent = name;
      letter.setAttribute("dy", "3.5");
      line.setAttribute("class", `axis-${name}`);
      group.setAttribute("class", `axis-${name}`);
      group.append(disc, letter);
      this.element.append(line, group);
      return { direction: new Vector3().setComponent(i, 1), group, line };
    });
  }

  /** Turns the axes as the camera sees them; the nearest is drawn last. In the plane, z is left out. */
  update(camera: Camera, planar: boolean): void {
    const inverse = camera.quaternion.clone().invert();
    const ends = this.axes.map((axis, i) => {
      this.seen.copy(axis.direction).applyQuaternion(inverse).multiplyScalar(ARM);
      const [x, y] = [this.seen.x.toFixed(1), (-this.seen.y).toFixed(1)];
      axis.line.setAttribute("x2", x);
      axis.line.setAttribute("y2", y);
      axis.group.setAttribute("transform", `translate(${x} ${y})`);
      const hidden = planar && i === 2 ? "none" : "";
      axis.line.style.display = hidden;
      axis.group.style.display = hidden;
      return { axis, depth: this.seen.z };
    });
    ends.sort((a, b) => a.depth - b.depth);
    const order = ends.map(({ axis }) => axis.group.getAttribute("class")).join();
    if (order === this.order) return;
    this.order = order;
    for (const { axis } of ends) this.element.append(axis.line, axis.group);
  }
}
