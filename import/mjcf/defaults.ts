import { ImportError } from "../error.js";
import { tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";

type Attributes = Readonly<Record<string, string>>;
type ClassDefaults = Readonly<Record<string, Attributes>>;

const MAIN = "main";
/** Shortcuts of actuators that share one default. */
const ACTUATORS = new Set([
  "motor",
  "position",
  "velocity",
  "intvelocity",
  "damper",
  "cylinder",
  "muscle",
  "adhesion",
  "general",
]);

/** Attributes that classes give to elements. */
export class Defaults {
  private readonly classes = new Map<string, ClassDefaults>();

  constructor(sections: readonly XmlElement[]) {
    for (const section of sections) this.read(section, section.attributes.class ?? MAIN, this.classes.get(MAIN) ?? {});
  }

  private read(element: XmlElement, name: string, parent: ClassDefaults): void {
    const own: Record<string, Attributes> = { ...parent, ...this.classes.get(name) };
    for (const child of element.children) {
      if (child.name === "default") continue;
      own[child.name] = { ...own[child.name], ...child.attributes };
    }
    this.classes.set(name, own);
    for (const child of element.children) {
      if (child.name !== "default") continue;
      if (child.attributes.class === undefined)
        throw new ImportError(child, "a <default> inside another needs a class");
      this.read(child, child.attributes.class, own);
    }
  }

  /** The element with what its class, or the class of the body around it, says; its own attributes win. */
  complete(element: XmlElement, childClass: string | undefined): XmlElement {
    const name = element.attributes.class ?? childClass ?? MAIN;
    const found = this.classes.get(name);
    if (found === undefined) {
      if (name === MAIN) return element;
      throw new ImportError(element, `${tagOf(element)}: there is no class "${name}"`);
    }
    const given = { ...(ACTUATORS.has(element.name) ? found.general : {}), ...found[element.name] };
    return { ...copy(element), attributes: { ...given, ...element.attributes } };
  }

  has(name: string): boolean {
    return name === MAIN || this.classes.has(name);
  }
}

/** Getters are not copied by spreading. */
function copy({ name, attributes, children, text, file, line, column }: XmlElement): XmlElement {
  return { name, attributes, children, text, file, line, column };
}
