import type { FilesTexts } from "../files.js";

export const files: FilesTexts = {
  robot:
    "Los modelos de robots no se leen. Escribe sus eslabones como cuerpos y sus articulaciones en una escena: stiction new escribe una para empezar",
  xml: "XML no se lee: ni MJCF, ni URDF, ni SDF. Escribe el modelo como escena: stiction new escribe una para empezar",
  mesh: "Una malla es parte de una escena: pon sus puntos y caras en una forma de tipo mesh (stiction schema mesh)",
  cad: "Los sólidos CAD no se leen. FreeCAD o Gmsh los convierte en triángulos, que van en una forma de tipo mesh (stiction schema mesh)",
  drawing:
    "Los archivos de programas de dibujo no se leen. Blender exporta triángulos como OBJ; van en una forma de tipo mesh (stiction schema mesh)",
  picture: "Una imagen no es una escena. Las alturas de un terreno son números de una forma de tipo height-field",
  film: "Una película no se puede reproducir. Guarda la simulación como MCAP en el menú de compartir y suelta ese archivo",
  archive: "Los archivos comprimidos no se abren. Descomprímelo y suelta la escena o la grabación que contiene",
  module: (name) =>
    `Los programas se ejecutan en la línea de órdenes: stiction run ${name} --out run.mcap; después suelta run.mcap`,
  table: (name) =>
    `Las tablas no se reproducen aquí: stiction replay ${name} comprueba una. Graba con --out run.mcap para ver el movimiento`,
  problem: (name) => `Un problema de complementariedad se resuelve en la línea de órdenes: stiction solve ${name}`,
  other: "Este tipo de archivo no se lee. Las escenas son YAML o JSON; las grabaciones, MCAP o JSON por líneas",
};
