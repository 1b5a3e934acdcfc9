/** Services next to the simulation in its worker: each answers its own requests and may watch every step. */
import type { Data, Model } from "stiction";
import type { Reply, Request, SceneSource } from "../protocol.js";
import type { Sampler } from "../sampler.js";

/**
 * The open scene. Model and data change when a parameter has no slot, or something is added: never keep them across a
 * call.
 */
export interface Run {
  readonly generation: number;
  readonly model: Model;
  readonly data: Data;
  readonly sampler: Sampler;
  readonly source: SceneSource;
}

/** What a service sees of the simulation and may ask of it. */
export interface Host {
  readonly run: Run | null;
  readonly running: boolean;
  post(reply: Reply, transfer?: ArrayBuffer[]): void;
  /** ms */
  clock(): number;
  /** Inputs were sampled at a time of the page's clock, ms: frames say so once a step has been made with them. */
  sampled(stamp: number): void;
  play(): void;
  pause(): void;
  /** Back to the start. */
  reset(): void;
  /** Hands the present poses to the page. */
  publish(): void;
  /** Sends poses, sensor rows and status. */
  report(): void;
  /** The state was put in from outside, as a stream does: hands it to the page as the steps of a tick. */
  shown(): void;
  /** Says whether the state comes from outside and goes on there; null: the simulation is here. */
  follow(goesOn: boolean | null): void;
  /**
   * Continues with another model, whose state is in `data`: the page gets a new description (`loaded`, with `kept`:
   * time and history continue) and `opened` of the services is called.
   */
  replace(model: Model, data: Data): void;
  /**
   * The current state is not the result of steps (scrubbed, moved by hand). Rows after its time are valid until a step
   * is made: then the history informs the page (`history-cut`).
   */
  rewound(): void;
}

/** An additional value of the studio. */
export interface LiveColumn {
  readonly name: string;
  readonly unit: string;
  read(): number;
}

/** All parts are optional. Those per step are called in the warm loop: no allocation there. */
export interface Service {
  /** What it adds to the sensors of every scene. */
  readonly columns?: readonly LiveColumn[];
  /** Returns whether the request was its own. */
  handle?(request: Request, host: Host): boolean;
  /** A scene was opened, or its model replaced. */
  opened?(host: Host, run: Run, kept: boolean): void;
  /** The run is at its start again; sensors show the initial values. */
  restarted?(host: Host, run: Run): void;
  /** The run was put to another moment of its past, or moved by hand. */
  rewound?(host: Host, run: Run): void;
  beforeStep?(run: Run): void;
  afterStep?(run: Run): void;
  /** A tick's steps are made; its poses have just been published. */
  ticked?(host: Host, run: Run): void;
}
