import { DriveService } from "./drive.js";
import { EditService } from "./edit.js";
import { FormService } from "./forms.js";
import { GhostService } from "./ghost.js";
import { GroundService } from "./ground.js";
import { HeldInputs } from "./held-inputs.js";
import { HistoryService } from "./history.js";
import { WatchService } from "./history-watch.js";
import { LinkService } from "./link.js";
import { LiveService } from "./live.js";
import { OverlayService } from "./overlay.js";
import { PlacementService } from "./placement.js";
import { SchoolService } from "./school.js";
import { SeatService } from "./seat.js";
import type { Service } from "./service.js";
import { Touch } from "./touch.js";

/** Every service, created for each worker. History is last, so that it sees the actions of the others. */
export function createServices(): Service[] {
  const edits = new EditService();
  const held = new HeldInputs();
  const link = new LinkService();
  return [
    link,
    edits,
    new FormService(),
    new LiveService(),
    new Touch(),
    new DriveService(held),
    new WatchService(),
    new OverlayService(),
    new GhostService(edits),
    new PlacementService(),
    new GroundService(),
    new SeatService((name) => link.valueOf(name)),
    new SchoolService(),
    new HistoryService(edits, held),
  ];
}
