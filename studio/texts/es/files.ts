import type { FilesTexts } from "../files.js";

export const files: FilesTexts = {
  robot: "xacro y SRDF no se leen. Ejecuta xacro y suelta el URDF que escribe",
  mesh: "Este formato de mallas no se lee. MeshLab o Blender escribe STL, OBJ, PLY, glTF o COLLADA, que se pueden soltar aquí",
  cad: "Los sólidos CAD no se leen. FreeCAD o Gmsh los convierte en triángulos: guárdalos como STL y suéltalo aquí",
  drawing: "Los archivos de programas de dibujo no se leen. Blender escribe glTF, OBJ o STL, que se pueden soltar aquí",
  picture: "Una imagen no es una escena. Las alturas de un terreno son números de una forma de tipo height-field",
  film: "Una película no se puede reproducir. Guarda la simulación como MCAP en el menú de compartir y suelta ese archivo",
  archive: "Los archivos comprimidos no se abren. Descomprímelo y suelta la escena o la grabación que contiene",
  module: (name) =>
    `Los programas se ejecutan en la línea de órdenes: stiction run ${name} --out run.mcap; después suelta run.mcap`,
  table: (name) =>
    `Las tablas no se reproducen aquí: stiction replay ${name} comprueba una. Graba con --out run.mcap para ver el movimiento`,
  problem: (name) => `Un problema de complementariedad se resuelve en la línea de órdenes: stiction solve ${name}`,
  imported: (bodies, joints, mass) => `Importado: ${bodies} cuerpos, ${joints} articulaciones, ${mass} kg`,
  notImported: (count) => `${count} elementos no tienen equivalente en una escena o se han cambiado`,
  other: "Este tipo de archivo no se lee. Las escenas son YAML o JSON; las grabaciones, MCAP o JSON por líneas",
};
