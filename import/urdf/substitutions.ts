import { ImportError } from "../error.js";
import type { Report } from "../report.js";
import type { XmlElement } from "../xml/parse.js";

/**
 * What xacro leaves in some files: `$(optenv NAME default)` is replaced by its default, and noted; anything else that
 * xacro has to work out is an error.
 */
export function expandSubstitutions(element: XmlElement, report: Report): XmlElement {
  if (element.name.startsWith("xacro:"))
    throw new ImportError(
      element,
      `<${element.name}> is an element of xacro; run xacro first and import what it writes`,
    );
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(element.attributes))
    attributes[name] = expand(element, name, value, report);
  const children = element.children.map((child) => expandSubstitutions(child, report));
  const { name, text, file, line, column } = element;
  return { name, attributes, children, text, file, line, column };
}

function expand(element: XmlElement, attribute: string, value: string, report: Report): string {
  if (!value.includes("$")) return value;
  const out = value.replace(/\$\(optenv\s+\w+\s*([^)]*)\)/g, (whole, fallback: string) => {
    report.changed(element, `${attribute}: ${whole} was replaced by its default "${fallback}"`);
    return fallback;
  });
  if (/\$[({]/.test(out))
    throw new ImportError(
      element,
      `${attribute}: "${value.slice(0, 80)}" has to be worked out by xacro; run xacro first and import what it writes`,
    );
  return out;
}
