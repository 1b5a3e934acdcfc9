import { defineTexts } from "./texts.js";

/** Dropped files that are no scene and no recording: what can be done instead, one sentence or two each. */
const en = {
  robot: "xacro and SRDF are not read. Run xacro, and drop the URDF that it writes",
  mesh: "This format of meshes is not read. MeshLab or Blender writes STL, OBJ, PLY, glTF or COLLADA, which can be dropped",
  cad: "CAD solids are not read. FreeCAD or Gmsh makes triangles of them: save those as STL, and drop that",
  drawing: "Files of drawing programs are not read. Blender writes glTF, OBJ or STL, which can be dropped",
  picture: "A picture is not a scene. Heights of a terrain are numbers of a shape of type height-field",
  film: "A film cannot be replayed. Save the run as MCAP in the share menu, and drop that",
  archive: "Archives are not opened. Unpack it, and drop the scene or the recording that is inside",
  module: (name: string) => `Programs run on the command line: stiction run ${name} --out run.mcap, then drop run.mcap`,
  table: (name: string) =>
    `Tables are not replayed here: stiction replay ${name} checks one. Record with --out run.mcap to see the motion`,
  problem: (name: string) => `A complementarity problem is solved on the command line: stiction solve ${name}`,
  imported: (bodies: number, joints: number, mass: string) =>
    `Imported: ${bodies} bodies, ${joints} joints, ${mass} kg`,
  notImported: (count: number) => `${count} things in it have no counterpart in a scene or were changed`,
  other: "This kind of file is not read. Scenes are YAML or JSON, recordings MCAP or JSON lines",
};

export type FilesTexts = typeof en;

export const texts = defineTexts("files", en);
