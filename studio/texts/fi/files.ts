import type { FilesTexts } from "../files.js";

export const files: FilesTexts = {
  robot: "xacro- ja SRDF-tiedostoja ei lueta. Aja xacro ja pudota sen kirjoittama URDF",
  mesh: "Tätä verkkojen muotoa ei lueta. MeshLab tai Blender kirjoittaa STL-, OBJ-, PLY-, glTF- tai COLLADA-tiedoston, jonka voi pudottaa",
  cad: "CAD-kappaleita ei lueta. FreeCAD tai Gmsh tekee niistä kolmioita: tallenna ne STL-tiedostoksi ja pudota se",
  drawing: "Piirto-ohjelmien tiedostoja ei lueta. Blender kirjoittaa glTF-, OBJ- tai STL-tiedoston, jonka voi pudottaa",
  picture: "Kuva ei ole näkymä. Maaston korkeudet ovat height-field-muodon lukuja",
  film: "Filmiä ei voi toistaa. Tallenna ajo jakovalikosta MCAP-tiedostoksi ja pudota se",
  archive: "Pakattuja tiedostoja ei avata. Pura se ja pudota sen sisältämä näkymä tai tallenne",
  module: (name) => `Ohjelmat ajetaan komentorivillä: stiction run ${name} --out run.mcap, pudota sitten run.mcap`,
  table: (name) =>
    `Taulukoita ei toisteta täällä: stiction replay ${name} tarkistaa sellaisen. Tallenna valinnalla --out run.mcap, niin liike näkyy`,
  problem: (name) => `Komplementaarisuustehtävä ratkaistaan komentorivillä: stiction solve ${name}`,
  imported: (bodies, joints, mass) => `Tuotu: ${bodies} kappaletta, ${joints} niveltä, ${mass} kg`,
  notImported: (count) => `${count} kohdalla ei ole vastinetta näkymässä tai niitä on muutettu`,
  other: "Tällaista tiedostoa ei lueta. Näkymät ovat YAML tai JSON, tallenteet MCAP tai JSON-rivejä",
};
