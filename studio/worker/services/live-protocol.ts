/** What the tree and the inspector show of a run. Types only. */

export type LiveRequest =
  /**
   * Visible values: keys like names of sensors (`body/box/speed`, `joint/hinge/position`, a named sensor), in bars for
   * the length of a vector (`|joint/hinge/force|`), and how many contacts.
   */
  { readonly type: "live-watch"; readonly keys: readonly string[]; readonly contacts: number };

export type LiveReply =
  /** What there is; comes with every model. */
  | ({ readonly type: "outline"; readonly generation: number } & Outline)
  /**
   * Ten times a second while running, and whenever something changed. Values are in the order of the keys; NaN where
   * there is none.
   */
  | {
      readonly type: "live";
      readonly generation: number;
      /** s */
      readonly time: number;
      readonly keys: readonly string[];
      readonly values: Float64Array;
      readonly contacts: ContactList | null;
    };

export interface Outline {
  readonly bodies: readonly OutlineItem[];
  readonly joints: readonly OutlineItem[];
  readonly forces: readonly OutlineItem[];
  readonly controllers: readonly OutlineItem[];
  readonly sensors: readonly OutlineItem[];
}

export interface OutlineItem {
  readonly name: string;
  /** `hinge`, `spring`, `dynamic`. */
  readonly kind: string;
  /** The value that its row shows, and its unit; empty where there is none. */
  readonly key: string;
  readonly unit: string;
  /** Bodies that it is on, by index. */
  readonly bodies: readonly number[];
}

export interface ContactList {
  /** Pairs of bodies that press on each other, and how many of them stick and slip; −1 where that is not known. */
  readonly total: number;
  readonly stick: number;
  readonly slip: number;
  /** The strongest, strongest first. */
  readonly rows: readonly ContactRow[];
}

export interface ContactRow {
  readonly bodyA: number;
  readonly bodyB: number;
  /** Normal force, N; NaN where it is not known. */
  readonly force: number;
  readonly slips: boolean;
  /** Where, m. */
  readonly point: readonly number[];
}
