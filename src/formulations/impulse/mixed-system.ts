import type { Data } from "../../data/data.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

declare module "../../data/data.js" {
  interface DataSystems {
    /** null where all is in double precision; absent where the registries have no kernel. */
    readonly impulseMixed?: MixedSystem | null;
  }
}

/** Sweeps in single precision, for `precision: mixed`; see `mixed/`. `stiction/core` does without their code. */
export interface MixedSystem {
  /** Patches that are swept there in this step. */
  readonly patches: number;
  /** Takes islands from the order of solution, in which only the others are left. Writes: order, fresh. */
  start(data: Data, state: ImpulseState): void;
  /** Sweeps of the first half of a sub-step. Writes: bodyVel, impulses. */
  aim(data: Data, settings: ImpulseSettings, h: number, first: boolean): void;
  /** Sweeps of the second half, and in the last sub-step the further turns. Writes: bodyVel, impulses, status. */
  relax(data: Data, state: ImpulseState, h: number, first: boolean, last: boolean): void;
  /** The end of a sub-step. */
  end(): void;
  /** Hands impulses to the rows, before contacts are found again. Writes: patchRow, pointRow, totals. */
  finish(data: Data): void;
}
