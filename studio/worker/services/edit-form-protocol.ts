/** A form for a part of the scene, made from its schema. Types only. */

/** What a form is about. */
export type FormSubject =
  | { readonly kind: "item"; readonly section: "bodies" | "joints" | "forces" | "controllers"; readonly name: string }
  | { readonly kind: "contact" | "sensor"; readonly name: string }
  /** Every input that someone can turn: targets of drives, rest lengths, set points. */
  | { readonly kind: "drives" }
  /** How the scene is computed. */
  | { readonly kind: "solver" }
  /** What the shipped scene lets one vary. */
  | { readonly kind: "scene" };

export type FormRequest =
  | { readonly type: "form"; readonly id: number; readonly subject: FormSubject }
  /** JSON Schema of the scene format. */
  | { readonly type: "schema"; readonly id: number };

export type FormReply =
  | { readonly type: "form"; readonly id: number; readonly form: Form }
  | { readonly type: "schema"; readonly id: number; readonly schema: unknown };

export interface Form {
  /** What kind of thing it is, in the engine's words, and one sentence on it. */
  readonly title: string;
  readonly help: string;
  readonly fields: readonly Field[];
  /** Keys of live values that belong to it. */
  readonly state: readonly LiveField[];
  readonly reaction: readonly LiveField[];
  /** Soil that a body cuts and carries. */
  readonly soil?: readonly LiveField[];
  /** A sensor that the scene must have for reactions to be worked out. */
  readonly measure?: string;
}

export interface LiveField {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly help: string;
}

/**
 * What acts where it is no value: a body takes part from the start, once it is touched, or never; bodies in contact are
 * rigid, or as stiff as the contact law says.
 */
export type EffectWord = "start" | "touched" | "never" | "rigid" | "law";

export interface Field {
  /** As `--set` knows it; of a scene's own parameter, its name. */
  readonly path: string;
  readonly label: string;
  /** Its heading; empty for none. `material:steel`, `pair:steel – wood`, `collision`, `constants`, or a label. */
  readonly group: string;
  readonly kind: "number" | "vector" | "choice" | "flag" | "text" | "record" | "other";
  readonly unit: string;
  readonly help: string;
  /** Current value: given, computed, or the default. Undefined where there is none. */
  readonly value: unknown;
  /** What acts where there is no value: computed, or taken from elsewhere. */
  readonly effect?: number | readonly number[] | string | { readonly word: EffectWord } | undefined;
  /** Whether the scene gives it. */
  readonly given: boolean;
  /** Whether it acts at once; otherwise the scene is recompiled, with its state carried over. */
  readonly live: boolean;
  /** Whether it says how the run starts, and so acts from the next start on. */
  readonly initial: boolean;
  /** Drives a joint or a force: it gets a slider. */
  readonly drive: boolean;
  readonly min?: number;
  readonly max?: number;
  /** The value must be greater than this. */
  readonly above?: number;
  readonly integer?: boolean;
  readonly choices?: readonly string[];
}
