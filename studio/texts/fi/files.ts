import type { FilesTexts } from "../files.js";

export const files: FilesTexts = {
  robot:
    "Robottimalleja ei lueta. Kirjoita sen osat kappaleiksi ja nivelet näkymän niveliksi: stiction new kirjoittaa alun",
  xml: "XML-tiedostoja ei lueta, ei MJCF-, URDF- eikä SDF-malleja. Kirjoita malli näkymäksi: stiction new kirjoittaa alun",
  mesh: "Verkko on osa näkymää: pane sen pisteet ja tahkot muotoon, jonka tyyppi on mesh (stiction schema mesh)",
  cad: "CAD-kappaleita ei lueta. FreeCAD tai Gmsh tekee niistä kolmioita; ne kuuluvat muotoon, jonka tyyppi on mesh (stiction schema mesh)",
  drawing:
    "Piirto-ohjelmien tiedostoja ei lueta. Blender vie kolmiot OBJ-tiedostoksi; ne kuuluvat muotoon, jonka tyyppi on mesh (stiction schema mesh)",
  picture: "Kuva ei ole näkymä. Maaston korkeudet ovat height-field-muodon lukuja",
  film: "Filmiä ei voi toistaa. Tallenna ajo jakovalikosta MCAP-tiedostoksi ja pudota se",
  archive: "Pakattuja tiedostoja ei avata. Pura se ja pudota sen sisältämä näkymä tai tallenne",
  module: (name) => `Ohjelmat ajetaan komentorivillä: stiction run ${name} --out run.mcap, pudota sitten run.mcap`,
  table: (name) =>
    `Taulukoita ei toisteta täällä: stiction replay ${name} tarkistaa sellaisen. Tallenna valinnalla --out run.mcap, niin liike näkyy`,
  problem: (name) => `Komplementaarisuustehtävä ratkaistaan komentorivillä: stiction solve ${name}`,
  other: "Tällaista tiedostoa ei lueta. Näkymät ovat YAML tai JSON, tallenteet MCAP tai JSON-rivejä",
};
