/** The distance that is shown between two places of the picture. The drawing is loaded with the first one. */
import type { Camera, Object3D } from "three";
import { given, quantity } from "../format.js";
import { texts } from "../texts/touch.js";
import { token } from "../theme.js";
import type { Bodies } from "./bodies.js";
import type { Ruler, RulerEnd } from "./ruler.js";

type Places = Bodies["places"];

export class RulerView {
  private readonly host: HTMLElement;
  private readonly root: Object3D;
  private readonly changed: () => void;
  private ruler: Ruler | null = null;
  private ends: readonly [RulerEnd, RulerEnd] | null = null;
  private places: Places | null = null;

  /** Adds its text to `host` and its line to `root`; `changed`: another picture is needed. */
  constructor(host: HTMLElement, root: Object3D, changed: () => void) {
    this.host = host;
    this.root = root;
    this.changed = changed;
  }

  /** The distance that is shown, m; NaN where none is. */
  get distance(): number {
    return this.ruler?.distance ?? Number.NaN;
  }

  /** Bodies of another scene: nothing is measured between them. */
  join(places: Places): void {
    this.places = places;
    this.ends = null;
    this.ruler?.hide();
  }

  /** Shows the distance between two places, which move with their bodies; null: none. */
  measure(from: RulerEnd | null, to: RulerEnd | null): void {
    this.ends = from && to ? [from, to] : null;
    if (this.ends && !this.ruler) void this.load();
    this.show();
  }

  place(places: Places): void {
    this.ruler?.place(places);
  }

  update(camera: Camera, width: number, height: number, cell: number): void {
    this.ruler?.update(camera, width, height, cell);
  }

  setTheme(): void {
    this.ruler?.setColor(token("accent-text"));
  }

  dispose(): void {
    this.ruler?.dispose();
  }

  private show(): void {
    const { ruler, ends, places } = this;
    if (ends && places) ruler?.show(...ends, places);
    else ruler?.hide();
    this.changed();
  }

  private async load(): Promise<void> {
    const { Ruler } = await import("./ruler.js");
    if (this.ruler) return;
    this.ruler = new Ruler(rulerText);
    this.setTheme();
    this.host.append(this.ruler.element);
    this.root.add(this.ruler.root);
    this.show();
  }
}

/** What the ruler says: the length, and the difference in height with the cell of the grid. */
function rulerText(length: number, rise: number, cell: number): readonly [string, string] {
  return [quantity(length, "m"), texts.rulerNotes(quantity(rise, "m"), given(cell, "m"))];
}
