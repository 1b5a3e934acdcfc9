import type { LinkedSeat, LinkSocket } from "stiction/link";
import type { Request } from "../protocol.js";
import type { Host, Run, Service } from "./service.js";

/** Time between pictures of a linked run, ms. */
const PERIOD = 15;

/** Shows a simulation that runs elsewhere: poses and ground of its stream in the open scene, which makes no steps. */
export class LinkService implements Service {
  private seat: LinkedSeat | null = null;
  /** Where the simulation is; empty: here. */
  private url = "";
  /** Whether somebody else moves the levers. */
  private watch = false;
  private ticket = 0;
  private readonly open: (url: string) => LinkSocket;
  private readonly later: (work: () => void, delay: number) => void;

  constructor(
    open: (url: string) => LinkSocket = (url) => new WebSocket(url) as LinkSocket,
    later: (work: () => void, delay: number) => void = (work, delay) => void setTimeout(work, delay),
  ) {
    this.open = open;
    this.later = later;
  }

  handle(request: Request, host: Host): boolean {
    if (request.type === "link-open") {
      this.watch = request.watch ?? false;
      void this.connect(request.url, host);
    } else if (request.type === "link-close") {
      this.close(host);
      this.url = "";
    } else if (this.seat !== null && request.type === "inputs")
      this.seat.setControls(request.names, request.values, request.stamp / 1000);
    // what drives a run of its own has no meaning for one elsewhere
    else if (this.seat !== null && request.type === "step") host.post({ type: "stepped", id: request.id });
    else return this.seat !== null && (request.type === "play" || request.type === "reset");
    return true;
  }

  /** Another scene: the link is made for it again. */
  opened(host: Host, _run: Run, kept: boolean): void {
    if (kept) this.seat?.viewer.refreshGround();
    else if (this.url !== "") void this.connect(this.url, host);
  }

  private async connect(url: string, host: Host): Promise<void> {
    this.close(host);
    const ticket = ++this.ticket;
    this.url = url;
    // loaded when it is wanted: most pages never are
    const { LinkedSeat } = await import("stiction/link");
    if (host.run === null || ticket !== this.ticket) return;
    host.pause();
    const { model } = host.run;
    const seat = new LinkedSeat({
      url,
      open: this.open,
      later: this.later,
      clock: () => host.clock() / 1000,
      scene: model.name,
      controls: this.watch ? [] : model.controls.map(({ name }) => name),
      onState: (state) => {
        host.follow(state.connected);
        host.post({ type: "link", ...state });
      },
    });
    this.seat = seat;
    this.show(seat, host);
  }

  private show(seat: LinkedSeat, host: Host): void {
    if (this.seat !== seat) return;
    const { run } = host;
    if (run !== null && seat.viewer.newest !== null) {
      seat.viewer.applyTo(run.model, run.data);
      run.data.clock[0] = seat.viewer.newest.time;
      host.shown();
    }
    this.later(() => this.show(seat, host), PERIOD);
  }

  /** What the simulation elsewhere says of a sensor; undefined: the simulation runs here, or it says nothing of it. */
  valueOf(name: string): number | undefined {
    return this.seat?.viewer.valueOf(name);
  }

  private close(host: Host): void {
    this.ticket++;
    host.follow(null);
    this.seat?.close();
    this.seat = null;
  }
}
