/** The present moment of the run for others to work on, and bodies put elsewhere, at rest. */
import { BODY_STATE, BODY_TYPE, setBodyState, setBodyVelocity } from "stiction";
import type { Request } from "../protocol.js";
import type { Host, Service } from "./service.js";

export class PlacementService implements Service {
  handle(request: Request, host: Host): boolean {
    if (request.type === "moment") {
      const { run } = host;
      const data = run?.data;
      const moment =
        run && data
          ? {
              spec: run.model.spec,
              positions: data.bodyPos.slice(),
              orientations: data.bodyQuat.slice(),
              input: data.input.slice(),
              time: data.clock[0],
            }
          : null;
      host.post({ type: "moment", id: request.id, moment });
      return true;
    }
    if (request.type !== "place") return false;
    this.place(host, request.positions, request.orientations);
    host.post({ type: "placed", id: request.id });
    return true;
  }

  /** Moves the dynamic bodies; nothing happens where the scene has others by now. */
  private place(host: Host, positions: Float64Array, orientations: Float64Array): void {
    const { run } = host;
    if (!run || positions.length !== run.data.bodyPos.length) return;
    const { model, data } = run;
    host.pause();
    for (let b = 1; b < model.nb; b++) {
      if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
      if (data.bodyState[b] === BODY_STATE.asleep) setBodyState(model, data, b, BODY_STATE.active);
      for (let c = 0; c < 3; c++) data.bodyPos[3 * b + c] = positions[3 * b + c];
      for (let c = 0; c < 4; c++) data.bodyQuat[4 * b + c] = orientations[4 * b + c];
      setBodyVelocity(model, data, b, { velocity: [0, 0, 0], angularVelocity: [0, 0, 0] });
    }
    host.rewound();
    host.report();
  }
}
