/** The same scene in four engines, and the clock that they share. */
import { Signal } from "../../signal.js";
import { EngineClient } from "../../worker/engines-client.js";
import type { AdvancedEngine, EngineName, EngineReply, OpenedEngine } from "../../worker/engines-protocol.js";

/** Ours has no advantage beyond coming first. */
export const ENGINES = ["stiction", "rapier", "mujoco", "cannon"] as const satisfies readonly EngineName[];

export const ENGINE_NAMES: Readonly<Record<EngineName, string>> = {
  stiction: "Stiction",
  rapier: "Rapier",
  mujoco: "MuJoCo",
  cannon: "cannon-es",
};

/** Simulated seconds per second; infinity is as fast as it goes. */
export const SPEEDS: readonly number[] = [0.25, 1, 4, Number.POSITIVE_INFINITY];

/** How far an engine may be ahead of the slowest while time is linked, s of real time at the present speed. */
const LEAD = 0.1;
/** The same without a significant speed, s of simulated time. */
const FAST_LEAD = 0.2;

/** One engine's part. */
export interface Session {
  readonly name: EngineName;
  readonly client: EngineClient;
  opened: OpenedEngine | null;
  ended: Extract<EngineReply, { type: "refused" | "failed" | "absent" }> | null;
  latest: AdvancedEngine | null;
  /** Pairs of time and value. */
  readonly samples: number[];
  /** Where it may go, s. */
  goal: number;
}

export class EnginesState {
  readonly sessions: readonly Session[];
  /** Counts changes. */
  readonly changes = new Signal(0);
  readonly playing = new Signal(true);
  readonly linked = new Signal(true);
  readonly speed = new Signal(1);
  private request = 0;
  private last = 0;

  constructor(test: string) {
    this.sessions = ENGINES.map((name) => this.start(name, test));
    this.schedule();
  }

  toggle(): void {
    this.playing.value = !this.playing.value;
    this.schedule();
  }

  restart(): void {
    for (const session of this.sessions) {
      session.goal = 0;
      session.samples.length = 0;
      session.latest = null;
      if (session.opened) session.client.restart();
    }
    this.playing.value = true;
    this.schedule();
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    this.request = -1;
    for (const { client } of this.sessions) client.dispose();
  }

  /** Time of a session, s. */
  timeOf(session: Session): number {
    return session.latest?.time ?? 0;
  }

  private start(name: EngineName, test: string): Session {
    const session: Session = {
      name,
      client: new EngineClient(name, test, {
        opened: (reply) => {
          session.opened = reply;
          this.changed();
        },
        advanced: (reply) => {
          session.latest = reply;
          for (const value of reply.samples) session.samples.push(value);
          this.changed();
        },
        ended: (reply) => {
          session.ended = reply;
          this.changed();
        },
      }),
      opened: null,
      ended: null,
      latest: null,
      samples: [],
      goal: 0,
    };
    return session;
  }

  private schedule(): void {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame((now) => {
      this.request = 0;
      this.tick(Math.min(0.1, (now - (this.last || now)) / 1000));
      this.last = this.playing.value ? now : 0;
    });
  }

  /** Advances by `real` seconds of real time. */
  private tick(real: number): void {
    if (!this.playing.value) return;
    const open = this.sessions.filter(({ ended }) => ended === null);
    const running = open.filter(({ latest }) => !latest?.ended);
    if (running.length === 0) {
      this.playing.value = false;
      return;
    }
    this.schedule();
    // linked time begins when the last engine is there
    if (this.linked.value && open.some(({ opened }) => opened === null)) return;
    const speed = this.speed.value;
    const lead = Number.isFinite(speed) ? LEAD * Math.max(speed, 0.3) : FAST_LEAD;
    const slowest = Math.min(...running.map((session) => this.timeOf(session)));
    for (const session of running) {
      const behind = this.linked.value ? slowest : this.timeOf(session);
      session.goal = Math.min(session.goal + (Number.isFinite(speed) ? speed * real : lead), behind + lead);
      if (session.opened && session.client.idle && session.goal > this.timeOf(session)) {
        session.client.advance(session.goal);
      }
    }
  }

  private changed(): void {
    this.changes.value++;
  }
}
