/** Settings of devices, kept in the browser under the device's id. */
import type { ChannelRoute } from "./sources/source.js";

const key = (id: string) => `stiction.input.${id}`;

export function storedRoutes(id: string): readonly ChannelRoute[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(id)) ?? "null");
    return Array.isArray(stored) && stored.every(isRoute) ? stored : null;
  } catch {
    return null;
  }
}

/** Null: forget them. */
export function storeRoutes(id: string, routes: readonly ChannelRoute[] | null): void {
  try {
    if (routes) localStorage.setItem(key(id), JSON.stringify(routes));
    else localStorage.removeItem(key(id));
  } catch {
    // not remembered
  }
}

function isRoute(thing: unknown): thing is ChannelRoute {
  const { control, channel, dead, curve, inverted } = (thing ?? {}) as Partial<ChannelRoute>;
  const within = (x: unknown, most: number) => typeof x === "number" && x >= 0 && x <= most;
  return (
    typeof control === "string" &&
    Number.isInteger(channel) &&
    within(dead, 0.9) &&
    within(curve, 1) &&
    typeof inverted === "boolean"
  );
}
