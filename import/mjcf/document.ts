import { ImportError } from "../error.js";
import type { Report } from "../report.js";
import { type FileSource, folderOf, joinPath, readText } from "../source.js";
import { required, tagOf } from "../xml/attributes.js";
import { parseXml, type XmlElement } from "../xml/parse.js";
import { Defaults } from "./defaults.js";

/** Angles, orientations and inertia as `<compiler>` wants them. */
export interface CompilerSettings {
  /** rad per unit of angle. */
  readonly angle: number;
  readonly eulerseq: string;
  readonly autolimits: boolean;
  readonly inertiaFromGeom: "auto" | "true" | "false";
  readonly balanceInertia: boolean;
  readonly boundMass: number;
  readonly boundInertia: number;
  readonly setTotalMass: number;
  readonly inertiaGroups: readonly [number, number];
  readonly meshFolder: string;
  readonly stripPath: boolean;
}

/** An MJCF file with those that it includes. */
export interface MjcfDocument {
  readonly file: string;
  readonly name: string;
  readonly compiler: CompilerSettings;
  readonly defaults: Defaults;
  /** Elements of all sections of a name, in the order of the files. */
  section(name: string): readonly XmlElement[];
  /** Attributes of all elements of a section name, later ones first. */
  setting(section: string, attribute: string): { readonly value: string; readonly element: XmlElement } | undefined;
  readonly sections: readonly XmlElement[];
}

const MAX_INCLUDES = 200;

export async function readDocument(root: XmlElement, source: FileSource, report: Report): Promise<MjcfDocument> {
  const seen = new Set([root.file]);
  const whole = await expandIncludes(root, source, report, seen);
  const { children: sections } = whole;
  const section = (name: string) => sections.filter((child) => child.name === name).flatMap(({ children }) => children);
  const setting = (name: string, attribute: string) => {
    const element = sections.findLast((child) => child.name === name && child.attributes[attribute] !== undefined);
    return element && { value: element.attributes[attribute], element };
  };
  return {
    file: root.file,
    name: root.attributes.model ?? "",
    compiler: compilerSettings(setting, root),
    defaults: new Defaults(sections.filter(({ name }) => name === "default")),
    section,
    setting,
    sections,
  };
}

/** Puts the children of included files in the place of `<include>`; paths are seen from the first file. */
async function expandIncludes(
  element: XmlElement,
  source: FileSource,
  report: Report,
  seen: Set<string>,
): Promise<XmlElement> {
  const children: XmlElement[] = [];
  for (const child of element.children) {
    if (child.name !== "include") {
      children.push(await expandIncludes(child, source, report, seen));
      continue;
    }
    const path = joinPath(folderOf([...seen][0]), required(child, "file"));
    if (seen.has(path)) throw new ImportError(child, `${tagOf(child)}: "${path}" is included twice`);
    if (seen.size > MAX_INCLUDES) throw new ImportError(child, `more than ${MAX_INCLUDES} files are included`);
    seen.add(path);
    const included = parseXml(await readText(source, path, child), path, report);
    children.push(...(await expandIncludes(included, source, report, seen)).children);
  }
  const { name, attributes, text, file, line, column } = element;
  return { name, attributes, children, text, file, line, column };
}

function compilerSettings(setting: MjcfDocument["setting"], root: XmlElement): CompilerSettings {
  const text = (name: string, fallback: string) => setting("compiler", name)?.value ?? fallback;
  const value = (name: string, fallback: number) => {
    const found = setting("compiler", name);
    const x = found === undefined ? fallback : Number(found.value);
    if (found !== undefined && !Number.isFinite(x))
      throw new ImportError(found.element, `<compiler>: ${name} should be a number`);
    return x;
  };
  const coordinate = setting("compiler", "coordinate");
  if (coordinate?.value === "global")
    throw new ImportError(
      coordinate.element,
      "global coordinates were taken out of MJCF; save the model anew with MuJoCo 2.3.3 or older",
    );
  const eulerseq = text("eulerseq", "xyz");
  if (!/^[xyzXYZ]{3}$/.test(eulerseq)) throw new ImportError(root, `<compiler>: unknown eulerseq "${eulerseq}"`);
  const groups = text("inertiagrouprange", "0 5").trim().split(/\s+/).map(Number);
  return {
    angle: text("angle", "degree") === "radian" ? 1 : Math.PI / 180,
    eulerseq,
    autolimits: text("autolimits", "true") !== "false",
    inertiaFromGeom: text("inertiafromgeom", "auto") as CompilerSettings["inertiaFromGeom"],
    balanceInertia: text("balanceinertia", "false") === "true",
    boundMass: value("boundmass", 0),
    boundInertia: value("boundinertia", 0),
    setTotalMass: value("settotalmass", -1),
    inertiaGroups: [groups[0], groups[1]],
    meshFolder: joinPath(folderOf(root.file), text("meshdir", text("assetdir", "")) || "."),
    stripPath: text("strippath", "false") === "true",
  };
}
