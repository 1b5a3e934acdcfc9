/** One page per shipped scene, made when the site is built from what docs/tools/generate.ts wrote. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface ScenePage {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

export default {
  paths() {
    const file = join(import.meta.dirname, "..", "generated", "scenes.json");
    const pages = JSON.parse(readFileSync(file, "utf8")) as readonly ScenePage[];
    return pages.map(({ name, title, content }) => ({ params: { scene: name, title }, content }));
  },
};
