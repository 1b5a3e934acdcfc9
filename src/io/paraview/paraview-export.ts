import type { Data } from "../../data/data.js";
import { checkModel } from "../../data/owner.js";
import { checkWord, knownKeys } from "../../model/arguments.js";
import type { Model } from "../../model/model.js";
import { contactBlocks, PARAVIEW_PARTS } from "./contact-blocks.js";
import { escapeXml, VTP_ENCODINGS, type VtpEncoding, writeVtp } from "./vtp.js";

/** A file to be written: its name has no folders in it. */
export interface ExportedFile {
  readonly name: string;
  readonly content: string;
}

/** Options of `createParaViewExport`. */
export interface ParaViewOptions {
  /** Begin of all file names; the scene's name by default. */
  readonly name?: string;
  readonly encoding?: VtpEncoding;
}

/** A series of states for ParaView: .vtp files per state, and a .pvd collection over all of them. */
export interface ParaViewExport {
  /** Files of the present state. */
  frame(data: Data): ExportedFile[];
  /** The collection of all states so far. */
  collection(): ExportedFile;
  /** States so far. */
  readonly frames: number;
}

/**
 * Exports states of a scene: open the .pvd in ParaView. Every state has one file per part of `PARAVIEW_PARTS` (shapes,
 * overlap, contours, regions, footprints), parts of one data set in the collection. Numbers are full doubles, so that
 * two exports of the same run are the same files.
 */
export function createParaViewExport(model: Model, options: ParaViewOptions = {}): ParaViewExport {
  checkModel(model);
  knownKeys("createParaViewExport", options, ["name", "encoding"]);
  const { name = fileName(model.name), encoding = "base64" } = options;
  checkWord("encoding", encoding, VTP_ENCODINGS);
  const entries: string[] = [];
  let frames = 0;
  return {
    get frames() {
      return frames;
    },
    frame(data) {
      const time = data.clock[0];
      const blocks = contactBlocks(model, data);
      const number = String(frames++).padStart(5, "0");
      return PARAVIEW_PARTS.map((title, part) => {
        const file = `${name}-${title}-${number}.vtp`;
        entries.push(
          `    <DataSet timestep="${time}" group="" part="${part}" name="${title}" file="${escapeXml(file)}"/>`,
        );
        return { name: file, content: writeVtp(blocks[title], time, encoding) };
      });
    },
    collection() {
      const lines = [
        '<?xml version="1.0"?>',
        '<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">',
        "  <Collection>",
        ...entries,
        "  </Collection>",
        "</VTKFile>",
      ];
      return { name: `${name}.pvd`, content: `${lines.join("\n")}\n` };
    },
  };
}

/** A name without what file systems do not like. */
function fileName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, "-") || "scene";
}
