/** Deep links: `#/scene/<name>?<param>=<value>`. */
export interface Route {
  readonly scene: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function parseRoute(hash: string): Route | null {
  const match = /^#\/scene\/([^/?]+)(?:\?(.*))?$/.exec(hash);
  if (!match) return null;
  const params: Record<string, unknown> = {};
  for (const [key, text] of new URLSearchParams(match[2] ?? "")) params[key] = readValue(text);
  return { scene: safely(match[1]), params };
}

export function routeTo(scene: string): string {
  return `#/scene/${encodeURIComponent(scene)}`;
}

/** Numbers, flags and lists are read as JSON; anything else is a text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function safely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
