/** Requests of the page to the running scene. Types only. */
import type { Spec } from "stiction";
import type { ItemName, Section } from "../../edit/items.js";
import type { RigidMotion } from "../../edit/placing.js";
import type { TextFormat } from "../../edit/scene-writer.js";

export type EditAction =
  | { readonly kind: "set"; readonly path: string; readonly value: unknown }
  | { readonly kind: "add"; readonly section: Section; readonly item: Readonly<Record<string, unknown>> }
  /** Several values at once: one step of undo. */
  | { readonly kind: "set-all"; readonly changes: readonly { readonly path: string; readonly value: unknown }[] }
  /** Removes items and their dependents. */
  | { readonly kind: "remove"; readonly items: readonly ItemName[] }
  /** Puts bodies elsewhere at the start of the scene. */
  | { readonly kind: "move"; readonly bodies: readonly string[]; readonly motion: RigidMotion }
  /** Copies bodies, and what joins them, by a shift, m. */
  | { readonly kind: "duplicate"; readonly bodies: readonly string[]; readonly shift: readonly number[] }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" }
  | { readonly kind: "revert"; readonly path: string }
  | { readonly kind: "revert-all" }
  /** The whole scene as text, JSON or YAML by its name. */
  | { readonly kind: "text"; readonly text: string; readonly fileName: string };

export type EditRequest =
  /** Answered by `edited`, or by `failed`, and then nothing has changed. */
  | { readonly type: "edit"; readonly id: number; readonly action: EditAction }
  | { readonly type: "scene-spec"; readonly id: number }
  | { readonly type: "scene-text"; readonly id: number; readonly format: TextFormat };

export type EditReply =
  | {
      readonly type: "edited";
      readonly id: number;
      /** Names of added items; paths of removed items. */
      readonly names: readonly string[];
      readonly state: EditState;
    }
  /** The run was taken to a time at which the scene was another one. */
  | { readonly type: "edit-state"; readonly state: EditState }
  | { readonly type: "scene-spec"; readonly id: number; readonly spec: Spec }
  | { readonly type: "scene-text"; readonly id: number; readonly text: string; readonly fileName: string };

/** Differences from the opened scene. */
export interface EditState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly changed: readonly (readonly [path: string, from: unknown, to: unknown])[];
}
