import { bytesHash, type Model } from "stiction";
import { exactJson } from "stiction/io";

/** Hash of a scene with its defaults filled in: equal for peers that know the same scene. */
export function sceneHash(model: Model): string {
  return bytesHash(new TextEncoder().encode(exactJson(model.spec)));
}
