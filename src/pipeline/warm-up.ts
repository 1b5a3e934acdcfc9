import { createData, type Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { restore, snapshot } from "../data/snapshot.js";
import type { Control } from "../model/controls.js";
import type { Model } from "../model/model.js";
import { setControl } from "./controls.js";
import type { Simulation } from "./recompile.js";
import { step } from "./step.js";

/** How a run in real time is prepared. */
export interface WarmUpOptions {
  /** Steps that the scene makes ahead by itself; a quarter as many follow in which its named inputs are moved. */
  readonly steps?: number;
  /** Seconds of a clock that never goes back, and the longest time of the preparation by it. */
  readonly clock?: () => number;
  readonly budget?: number;
}

/** Steps by which the scene is run ahead; part of it in which inputs are moved; steps for which one is held. */
const STEPS = 2400;
const MOVED_PART = 0.25;
const HELD = 20;

/**
 * Prepares a run in real time. The first steps of a program are slow: its code is compiled while it runs, and again
 * when a branch is taken for the first time. A machine that must keep up with a clock makes them before the clock
 * starts: on a copy of the data, which runs the scene ahead and then moves every named input through its range, so that
 * joints come to their stops and tools to the ground. The data of the run is read and never written.
 */
export class WarmUp {
  private readonly simulation: Simulation;
  private readonly start: Uint8Array;
  private readonly copy: Data;
  private readonly steps: number;
  private made = 0;

  constructor(simulation: Simulation, { steps = STEPS }: WarmUpOptions = {}) {
    const { model, data } = simulation;
    this.simulation = simulation;
    this.steps = steps;
    this.start = snapshot(data);
    this.copy = createData(model);
    this.restart();
  }

  /** Steps that were made. */
  get stepsMade(): number {
    return this.made;
  }
  get total(): number {
    const moved = this.simulation.model.controls.length > 0 ? Math.ceil(MOVED_PART * this.steps) : 0;
    return this.steps + moved;
  }
  get done(): boolean {
    return this.made >= this.total;
  }

  /** Makes steps while there are any and `mayGoOn` says so; returns whether all are made. */
  run(mayGoOn: () => boolean = () => true): boolean {
    const { model } = this.simulation;
    while (!this.done && mayGoOn()) {
      if (this.made === this.steps) this.restart();
      if (this.made >= this.steps) this.moveInputs(this.made - this.steps);
      step(model, this.copy);
      this.made++;
      if (this.copy.counter[COUNTER.stop] !== 0) this.restart();
    }
    return this.done;
  }

  private restart(): void {
    const { model, data } = this.simulation;
    restore(model, this.copy, this.start);
    this.copy.holds = data.holds === null ? null : data.holds.slice();
    this.copy.counter[COUNTER.stop] = 0;
  }

  /** Each input to one end of its range, to the other, and back to its start; neighbours at different times. */
  private moveInputs(k: number): void {
    if (k % HELD !== 0) return;
    const { model } = this.simulation;
    const { controls } = model;
    const turn = k / HELD;
    for (let i = 0; i < controls.length; i++)
      setControl(model, this.copy, controls[i].name, positionOf(controls[i], turn + i));
  }
}

/** Where an input stands in a turn: half of them at an end, so that what others do is not hidden by one at its stop. */
function positionOf({ min, max }: Control, turn: number): number {
  const phase = turn % 8;
  if (phase < 3) return max;
  if (phase < 4) return 0.5 * (min + max);
  return phase < 7 ? min : 0.5 * (min + max);
}

/**
 * Prepares a run in real time, see `WarmUp`; returns the steps that were made. With a clock the preparation ends after
 * `budget` (5 s), finished or not.
 */
export function warmUp(simulation: Simulation, options: WarmUpOptions = {}): number {
  const { clock, budget = 5 } = options;
  const preparation = new WarmUp(simulation, options);
  const end = clock === undefined ? 0 : clock() + budget;
  preparation.run(clock === undefined ? undefined : () => clock() < end);
  return preparation.stepsMade;
}

/** Whether a scene is made for real time: the priority of its formulation says so. */
export function prefersRealTime({ formulation }: Model): boolean {
  return (formulation.params as Record<string, unknown>).priority === "real-time";
}
