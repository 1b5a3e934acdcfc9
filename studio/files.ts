/** Files that somebody drops: which of them can be opened, and what to do with the others. */
import { texts } from "./texts/files.js";

type Advice = Exclude<keyof typeof texts, "other" | "imported" | "notImported">;

/** Endings of files by what can be done with them instead. */
const ENDINGS: Readonly<Record<Advice, string>> = {
  robot: "xacro srdf",
  mesh: "off 3mf vtk vtp vtu",
  cad: "step stp iges igs brep brp fcstd sldprt sldasm ipt iam x_t dwg dxf",
  drawing: "blend fbx 3ds max ma mb c4d skp usd usda usdc usdz abc",
  picture: "png jpg jpeg gif webp bmp svg tif tiff avif heic ico",
  film: "mp4 webm mov avi mkv m4v",
  archive: "zip gz tgz bz2 xz 7z rar tar zst",
  module: "ts mts js mjs cjs",
  table: "csv tsv xls xlsx ods parquet",
  problem: "h5 hdf5 hdf lcp mlcp",
};

const OPENED = /\.(ya?ml|json)$/i;
/** Models of other programs, those that name others first; then meshes, which may be parts of a model. */
const MODELS = [
  /\.urdf$/i,
  /\.(sdf|world)$/i,
  /(^|\/)scene\.xml$/i,
  /\.(xml|mjcf)$/i,
  /\.(stl|obj|ply|glb|gltf|dae|msh)$/i,
];

/** Of files that came together, the one to import; undefined where a scene is among them, or nothing to import. */
export function modelAmong(names: readonly string[]): string | undefined {
  if (names.some(isSceneFile)) return undefined;
  for (const kind of MODELS) {
    const found = names.find((name) => kind.test(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a file's name is that of a scene. */
export function isSceneFile(name: string): boolean {
  return OPENED.test(name);
}

/** What to do with a file that is neither a scene nor a recording, by its name. */
export function adviceFor(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1].toLowerCase() ?? "";
  const found = (Object.keys(ENDINGS) as Advice[]).find((kind) => ENDINGS[kind].split(" ").includes(ending));
  const text: string | ((name: string) => string) = texts[found ?? "other"];
  return typeof text === "string" ? text : text(name);
}
