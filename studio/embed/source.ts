/** What the `src` of the tag means. */
import { carriedScene, parseRoute } from "../route.js";
import { readLink } from "../share/link.js";
import type { SceneSource } from "../worker/protocol.js";

/** A name of a shipped scene, with parameters after a question mark as in the studio's addresses. */
const SHIPPED = /^[a-z0-9][a-z0-9-]*(\?.*)?$/;

/**
 * A shipped scene by name (`pendulum`, `spring-mass?stiffness=400`), a link of the studio (`https://…/#/scene/…`,
 * `…#/s/…`), or the address of a scene file, JSON or YAML, relative to `base`. Throws an Error with one sentence when
 * that fails.
 */
export async function readSrc(src: string, base: string): Promise<SceneSource> {
  const at = src.indexOf("#/");
  const hash = at >= 0 ? src.slice(at) : SHIPPED.test(src) ? `#/scene/${src}` : "";
  const route = parseRoute(hash);
  if (route) return { kind: "shipped", name: route.scene, params: route.params };
  const carried = carriedScene(hash);
  if (carried !== null) return readLink(carried);
  const address = new URL(src, base);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`.trim());
  const fileName = address.pathname.split("/").at(-1) || "scene.json";
  return { kind: "text", fileName, text: await response.text() };
}
