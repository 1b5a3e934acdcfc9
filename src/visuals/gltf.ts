import { show } from "../model/errors.js";
import * as p from "../model/params.js";
import { defineVisual, type ReadyVisual, type VisualFiles } from "../model/visual.js";
import { decodeDataUri, GltfError } from "./gltf/container.js";
import { readGltf } from "./gltf/read.js";

/** Meshes of a glTF 2.0 file. The core reads no files: a loader gives their contents as `items.visualFiles`. */
export const gltf = defineVisual({
  name: "gltf",
  help: "meshes of a glTF 2.0 file with their materials, as far as these are colour, picture, roughness, metalness and opacity",
  params: {
    file: p.longText({ help: "name of a .glb or .gltf file beside the scene, or a data URI" }),
    node: p.text({ optional: true, help: "name of the node to draw, with what is below it; all when absent" }),
    scale: p.number({ above: 0, default: 1, help: "factor of all lengths" }),
    up: p.choice(["y", "z"], { default: "y", help: "the axis of the file that becomes z" }),
  },
  expand: ({ file, node, scale, up }, files: VisualFiles): readonly ReadyVisual[] | string => {
    try {
      const bytes = file.startsWith("data:") ? decodeDataUri(file) : files.get(file);
      if (bytes === undefined) return files.size > 0 ? `the file ${show(file)} is not among those that were read` : [];
      return readGltf(bytes, { node, scale, up, files });
    } catch (error) {
      if (error instanceof GltfError) return `${show(file)}: ${error.message}`;
      throw error;
    }
  },
});
