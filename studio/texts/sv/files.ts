import type { FilesTexts } from "../files.js";

export const files: FilesTexts = {
  robot: "xacro och SRDF läses inte. Kör xacro och släpp den URDF som det skriver",
  mesh: "Det här nätformatet läses inte. MeshLab eller Blender skriver STL, OBJ, PLY, glTF eller COLLADA, som kan släppas här",
  cad: "CAD-kroppar läses inte. FreeCAD eller Gmsh gör trianglar av dem: spara dem som STL och släpp den",
  drawing: "Filer från ritprogram läses inte. Blender skriver glTF, OBJ eller STL, som kan släppas här",
  picture: "En bild är ingen scen. Höjderna i en terräng är tal i en form av typen height-field",
  film: "En film kan inte spelas upp här. Spara körningen som MCAP i delningsmenyn och släpp den filen",
  archive: "Arkiv öppnas inte. Packa upp det och släpp scenen eller inspelningen som finns i det",
  module: (name) => `Program körs på kommandoraden: stiction run ${name} --out run.mcap, släpp sedan run.mcap`,
  table: (name) =>
    `Tabeller spelas inte upp här: stiction replay ${name} kontrollerar en. Spela in med --out run.mcap för att se rörelsen`,
  problem: (name) => `Ett komplementaritetsproblem löses på kommandoraden: stiction solve ${name}`,
  imported: (bodies, joints, mass) => `Importerat: ${bodies} kroppar, ${joints} leder, ${mass} kg`,
  notImported: (count) => `${count} saker i den saknar motsvarighet i en scen eller har ändrats`,
  other: "Den här sortens fil läses inte. Scener är YAML eller JSON, inspelningar MCAP eller JSON-rader",
};
