import { defineTexts } from "./texts.js";

/** Dropped files that are no scene and no recording: what can be done instead, one sentence or two each. */
const en = {
  robot:
    "A robot model is not read. Write its links as bodies and its joints as joints of a scene: stiction new writes one to start from",
  xml: "XML is not read, neither MJCF nor URDF nor SDF. Write the model as a scene: stiction new writes one to start from",
  mesh: "A mesh is part of a scene: put its points and faces into a shape of type mesh (stiction schema mesh)",
  cad: "CAD solids are not read. FreeCAD or Gmsh makes triangles of them; those go into a shape of type mesh (stiction schema mesh)",
  drawing:
    "Files of drawing programs are not read. Blender exports triangles as OBJ; they go into a shape of type mesh (stiction schema mesh)",
  picture: "A picture is not a scene. Heights of a terrain are numbers of a shape of type height-field",
  film: "A film cannot be replayed. Save the run as MCAP in the share menu, and drop that",
  archive: "Archives are not opened. Unpack it, and drop the scene or the recording that is inside",
  module: (name: string) => `Programs run on the command line: stiction run ${name} --out run.mcap, then drop run.mcap`,
  table: (name: string) =>
    `Tables are not replayed here: stiction replay ${name} checks one. Record with --out run.mcap to see the motion`,
  problem: (name: string) => `A complementarity problem is solved on the command line: stiction solve ${name}`,
  other: "This kind of file is not read. Scenes are YAML or JSON, recordings MCAP or JSON lines",
};

export type FilesTexts = typeof en;

export const texts = defineTexts("files", en);
