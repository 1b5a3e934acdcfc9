import type { SimulationClient } from "../worker/client.js";
import type { Viewport } from "./viewport.js";

/** What soil that moves is shown in. */
export type GroundViewer = Pick<Viewport, "updateGround" | "showFlow" | "showLoads" | "pressGround">;

/** Brings soil that moves and tracks of wheels from the worker into the picture; returns functions that end it. */
export function followGround(simulation: SimulationClient, view: GroundViewer): (() => void)[] {
  return [
    simulation.on("terrain", (tile) => {
      view.updateGround(tile);
      const { terrain, heights, disturbance, moisture } = tile;
      const buffers = [heights.buffer, disturbance.buffer, moisture.buffer];
      simulation.send({ type: "terrain-taken", terrain, heights, disturbance, moisture }, buffers as ArrayBuffer[]);
    }),
    simulation.on("flow", (flow) => {
      view.showFlow(flow);
      const { points, velocities } = flow;
      const buffers = [points.buffer, velocities.buffer] as ArrayBuffer[];
      simulation.send({ type: "flow-taken", points, velocities }, buffers);
    }),
    simulation.on("loads", ({ loads }) => view.showLoads(loads)),
    simulation.on("tracks", ({ rows }) => view.pressGround(rows)),
  ];
}
