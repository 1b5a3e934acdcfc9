import { type ChildProcess, fork } from "node:child_process";
import type { Answer, Closed, Opened, Order } from "./block-worker.js";
import { percentile } from "./measure.js";
import type { States } from "./settled.js";

/** One side of a comparison: a program that answers as `block-worker.ts`, and the engine that it runs. */
export interface Side {
  readonly entry: string;
  readonly arguments: readonly string[];
  readonly engine: string;
}

/** Two engines, or two versions of one, on one scene. */
export interface Duel {
  /** CPU time per step, median of blocks, ms. */
  readonly ms: readonly [number, number];
  /** Time of the first over that of the second: median over pairs of blocks, and the range of the middle 80 %. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly sides: readonly [Ended, Ended];
}

export type Ended = Opened & Closed;

export interface DuelOptions {
  readonly scene: string;
  readonly states: States | null;
  readonly steps: number;
  /** Flags of Node. */
  readonly flags: readonly string[];
  readonly timeout?: number;
}

/** A block lasts about this long, ms of CPU: far above the clock, far below what disturbs a machine for long. */
const BLOCK_MS = 40;
const LEAST_BLOCKS = 6;

/**
 * Runs two sides in turn, A B B A A B …, each in its own process, one at a time, and compares neighbouring blocks. What
 * slows the machine down for a while slows both.
 */
export async function duel(sides: readonly [Side, Side], options: DuelOptions): Promise<Duel> {
  const players = sides.map((side) => new Player(side, options));
  try {
    const [a, b] = players;
    const opened = [await a.open(), await b.open()];
    const first = [await a.run(2), await b.run(2)];
    const size = Math.max(1, Math.min(options.steps, Math.round(BLOCK_MS / Math.max(...first))));
    const blocks = Math.max(LEAST_BLOCKS, Math.round(options.steps / size));
    const times: [number[], number[]] = [[], []];
    const ratios: number[] = [];
    for (let k = 0; k < blocks; k++) {
      for (const side of k % 2 === 0 ? [0, 1] : [1, 0]) times[side].push(await players[side].run(size));
      ratios.push(times[0][k] / times[1][k]);
    }
    return {
      ms: [percentile(times[0], 0.5), percentile(times[1], 0.5)],
      ratio: percentile(ratios, 0.5),
      low: percentile(ratios, 0.1),
      high: percentile(ratios, 0.9),
      sides: [
        { ...opened[0], ...(await a.close()) },
        { ...opened[1], ...(await b.close()) },
      ],
    };
  } finally {
    for (const player of players) player.end();
  }
}

/** An engine cannot play the scene, or failed. */
export class DuelError extends Error {
  readonly engine: string;
  readonly refused: boolean;

  constructor(engine: string, message: string, refused: boolean) {
    super(message);
    this.engine = engine;
    this.refused = refused;
  }
}

/** A side's process. */
class Player {
  private readonly child: ChildProcess;
  private readonly side: Side;
  private readonly options: DuelOptions;

  constructor(side: Side, options: DuelOptions) {
    this.side = side;
    this.options = options;
    this.child = fork(side.entry, [...side.arguments], { execArgv: [...options.flags], silent: true });
    this.child.stderr?.resume();
  }

  async open(): Promise<Opened> {
    const { scene, states } = this.options;
    const answer = await this.ask({ do: "open", scene, engine: this.side.engine, states });
    if (!("version" in answer)) throw this.confused();
    return answer;
  }

  async run(steps: number): Promise<number> {
    const answer = await this.ask({ do: "run", steps });
    if (!("cpuMs" in answer)) throw this.confused();
    return answer.cpuMs;
  }

  async close(): Promise<Closed> {
    const answer = await this.ask({ do: "close" });
    if (!("figures" in answer)) throw this.confused();
    return answer;
  }

  private confused(): DuelError {
    return new DuelError(this.side.engine, "gave the answer to another question", false);
  }

  end(): void {
    this.child.kill("SIGKILL");
  }

  private ask(order: Order): Promise<Answer> {
    const { engine } = this.side;
    return new Promise((resolve, reject) => {
      const fail = (message: string, refused = false) => reject(new DuelError(engine, message, refused));
      const timer = setTimeout(() => fail("gave no answer"), this.options.timeout ?? 600_000);
      const left = () => fail("ended");
      this.child.once("exit", left);
      this.child.once("message", (answer: Answer) => {
        clearTimeout(timer);
        this.child.off("exit", left);
        if ("error" in answer) fail(answer.error, answer.refused);
        else resolve(answer);
      });
      this.child.send(order);
    });
  }
}
