/** What the address of a scene says of its view: `#/scene/<name>?overlays=points&environment=lab`. */

/** The text of a setting, or null where the address says nothing of it. */
export function inAddress(key: string): string | null {
  const query = location.hash.split("?")[1];
  return query === undefined ? null : new URLSearchParams(query).get(key);
}

/** Puts a setting into the address of a scene, without going there again; null takes it out. */
export function toAddress(key: string, text: string | null): void {
  const [path, query = ""] = location.hash.split("?");
  if (!path.startsWith("#/scene/")) return;
  const params = query.split("&").filter((part) => part !== "" && !part.startsWith(`${key}=`));
  if (text !== null) params.push(`${key}=${text}`);
  const next = params.length > 0 ? `${path}?${params.join("&")}` : path;
  if (next !== location.hash) history.replaceState(history.state, "", next);
}
