import { viewOption } from "../../route.js";
import type { DrawnCamera, SceneDescription } from "../../worker/protocol.js";

/** The camera in the cab: the one that the address names, else the scene's, else the first of its kind. */
export function cabOf(description: SceneDescription | undefined): DrawnCamera | null {
  const { cameras = [], seat = null } = description ?? {};
  const cabs = cameras.filter(({ type }) => type === "seat");
  const wanted = [viewOption(location.hash, "cab"), seat?.camera];
  return wanted.map((name) => cabs.find((camera) => camera.name === name)).find(Boolean) ?? cabs[0] ?? null;
}
