import type { FilesTexts } from "../files.js";

export const files: FilesTexts = {
  robot:
    "Robotmodeller läses inte. Skriv länkarna som kroppar och lederna som leder i en scen: stiction new skriver en att börja med",
  xml: "XML läses inte, varken MJCF, URDF eller SDF. Skriv modellen som en scen: stiction new skriver en att börja med",
  mesh: "Ett nät är en del av en scen: lägg dess punkter och ytor i en form av typen mesh (stiction schema mesh)",
  cad: "CAD-kroppar läses inte. FreeCAD eller Gmsh gör trianglar av dem; de hör hemma i en form av typen mesh (stiction schema mesh)",
  drawing:
    "Filer från ritprogram läses inte. Blender exporterar trianglar som OBJ; de hör hemma i en form av typen mesh (stiction schema mesh)",
  picture: "En bild är ingen scen. Höjderna i en terräng är tal i en form av typen height-field",
  film: "En film kan inte spelas upp här. Spara körningen som MCAP i delningsmenyn och släpp den filen",
  archive: "Arkiv öppnas inte. Packa upp det och släpp scenen eller inspelningen som finns i det",
  module: (name) => `Program körs på kommandoraden: stiction run ${name} --out run.mcap, släpp sedan run.mcap`,
  table: (name) =>
    `Tabeller spelas inte upp här: stiction replay ${name} kontrollerar en. Spela in med --out run.mcap för att se rörelsen`,
  problem: (name) => `Ett komplementaritetsproblem löses på kommandoraden: stiction solve ${name}`,
  other: "Den här sortens fil läses inte. Scener är YAML eller JSON, inspelningar MCAP eller JSON-rader",
};
