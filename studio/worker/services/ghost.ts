/** A second run beside the first, loaded when somebody asks for one. */
import type { Request } from "../protocol.js";
import type { EditService } from "./edit.js";
import type { GhostRun } from "./ghost-run.js";
import type { Host, Run, Service } from "./service.js";

export class GhostService implements Service {
  private readonly edits: EditService;
  private ghost: GhostRun | null = null;

  constructor(edits: EditService) {
    this.edits = edits;
  }

  handle(request: Request, host: Host): boolean {
    if (request.type !== "ghost" && request.type !== "ghost-recycle") return false;
    if (this.ghost) return this.ghost.handle(request, host);
    void this.load().then((ghost) => ghost.handle(request, host));
    return true;
  }

  opened(host: Host, run: Run, kept: boolean): void {
    this.ghost?.opened(host, run, kept);
  }

  restarted(host: Host, run: Run): void {
    this.ghost?.restarted(host, run);
  }

  rewound(host: Host, run: Run): void {
    this.ghost?.rewound(host, run);
  }

  afterStep(run: Run): void {
    this.ghost?.afterStep(run);
  }

  ticked(host: Host, run: Run): void {
    this.ghost?.ticked(host, run);
  }

  private async load(): Promise<GhostRun> {
    const { GhostRun } = await import("./ghost-run.js");
    this.ghost ??= new GhostRun(this.edits);
    return this.ghost;
  }
}
