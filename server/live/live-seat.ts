import type { Fault, SeatRow, SeatStatus, SessionRow, ToSeat } from "../protocol.js";
import type { StoredSeat } from "../store/seats.js";
import type { LiveSession } from "./live-session.js";

/** The way to a seat. */
export interface SeatWire {
  send(message: ToSeat): void;
  /** A message of the link to the authority of the state stream, from a viewer. */
  relay(viewer: number, wire: Uint8Array): void;
  /** A viewer is gone. */
  left(viewer: number): void;
  close(): void;
}

/** A viewer of a seat's state stream. */
export interface Viewer {
  send(wire: Uint8Array): void;
  close(): void;
}

/** A seat of the classroom: connected or not, with its session and its viewers. */
export class LiveSeat {
  readonly id: string;
  name: string;
  status: SeatStatus | null = null;
  /** Round trip, ms. */
  link: number | null = null;
  session: LiveSession | null = null;
  /** A session is about to begin. */
  starting = false;
  readonly faults = new Set<Fault>();
  private seen: Date;
  private last: SessionRow | null;
  private lastCounts = { warnings: 0, errors: 0 };
  private wire: SeatWire | null = null;
  private readonly viewers = new Map<number, Viewer>();
  private viewerCount = 0;

  constructor({ id, name, seen }: StoredSeat, last: SessionRow | null) {
    this.id = id;
    this.name = name;
    this.seen = seen;
    this.last = last;
  }

  get connected(): boolean {
    return this.wire !== null;
  }

  get row(): SeatRow {
    const { warnings, errors } = this.session ?? this.lastCounts;
    return {
      id: this.id,
      name: this.name,
      connected: this.connected,
      seen: this.seen.toISOString(),
      link: this.link,
      status: this.status,
      session: this.session?.row ?? this.last,
      faults: [...this.faults],
      warnings,
      errors,
      viewers: this.viewers.size,
    };
  }

  heardAt(at: Date): void {
    this.seen = at;
  }

  connect(wire: SeatWire): void {
    this.disconnect();
    this.wire = wire;
  }

  /** Closes the connection, or only takes note that `wire` is closed. False where it was not the present one. */
  disconnect(wire: SeatWire | null = this.wire): boolean {
    if (wire !== this.wire || wire === null) return false;
    this.wire = null;
    this.link = null;
    wire.close();
    // viewers come again by themselves
    for (const viewer of this.viewers.values()) viewer.close();
    this.viewers.clear();
    return true;
  }

  send(message: ToSeat): void {
    this.wire?.send(message);
  }

  begin(session: LiveSession): void {
    this.session = session;
    this.last = null;
  }

  end(session: LiveSession): void {
    if (this.session !== session) return;
    this.last = session.row;
    this.lastCounts = { warnings: session.warnings, errors: session.errors };
    this.session = null;
    this.faults.clear();
  }

  /** Forgets the session that ended last, where it was a person's. */
  forget(person: string): boolean {
    if (this.last?.student !== person) return false;
    this.last = null;
    this.lastCounts = { warnings: 0, errors: 0 };
    return true;
  }

  /** A viewer comes; returns its number, undefined where the seat is not connected. */
  addViewer(viewer: Viewer): number | undefined {
    if (!this.connected) return undefined;
    const number = ++this.viewerCount;
    this.viewers.set(number, viewer);
    return number;
  }

  removeViewer(number: number): void {
    if (this.viewers.delete(number)) this.wire?.left(number);
  }

  toAuthority(viewer: number, wire: Uint8Array): void {
    this.wire?.relay(viewer, wire);
  }

  toViewer(viewer: number, wire: Uint8Array): void {
    this.viewers.get(viewer)?.send(wire);
  }

  /** The seat has let a viewer go. */
  dropViewer(number: number): void {
    this.viewers.get(number)?.close();
    this.viewers.delete(number);
  }
}
