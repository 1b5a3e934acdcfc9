/** The scene as a text that opens as the same scene, to the bit. */
import type { Spec } from "stiction";

export type TextFormat = "yaml" | "json";

/** Characters on a line; longer lists are broken. */
export const LINE_WIDTH = 110;

export async function sceneText(spec: Spec, format: TextFormat): Promise<string> {
  const { exactJson } = await import("stiction/io");
  const json = exactJson(spec, 2);
  if (format === "json") return `${json}\n`;
  const { Document, isMap, isScalar, isSeq, visit } = await import("yaml");
  // through JSON: typed arrays become lists, undefined values are dropped, and −0 stays
  const document = new Document(JSON.parse(json), { version: "1.2", schema: "core", aliasDuplicateObjects: false });
  visit(document, {
    Seq(_key, node) {
      // vectors and rows are on one line
      if (node.items.every((item) => isScalar(item) && typeof item.value !== "string")) node.flow = true;
    },
    Map(_key, node, ancestors) {
      // a shape or frame of a few plain values, too
      const inList = isSeq(ancestors.at(-1));
      const plain = node.items.every(({ value }) => isScalar(value) || (isSeq(value) && value.items.every(isScalar)));
      const deep = ancestors.filter((ancestor) => isMap(ancestor) || isSeq(ancestor)).length > 3;
      if (inList && plain && deep && node.items.length <= 5) node.flow = true;
    },
  });
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: true });
}

/** A file name for a scene. */
export function fileNameOf(name: string, format: TextFormat): string {
  return `${name.replace(/[^A-Za-z0-9_-]+/g, "-") || "scene"}.${format}`;
}
