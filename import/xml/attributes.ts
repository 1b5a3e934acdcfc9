import { ImportError } from "../error.js";
import type { XmlElement } from "./parse.js";

/** How a message names an element: `<joint name="elbow">`. */
export function tagOf({ name, attributes }: XmlElement): string {
  const own = attributes.name ?? attributes.class;
  return own === undefined ? `<${name}>` : `<${name} ${attributes.name === undefined ? "class" : "name"}="${own}">`;
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

export function required(element: XmlElement, attribute: string): string {
  const value = element.attributes[attribute];
  if (value === undefined) throw new ImportError(element, `${tagOf(element)} needs the attribute ${attribute}`);
  return value;
}

/** Most numbers of one attribute: a mesh given inside a file has some thousands. */
const MAX_NUMBERS = 30_000_000;

/** Numbers of a text, separated by blanks. */
export function numbersIn(element: XmlElement, what: string, text: string): number[] {
  const words = text.trim() === "" ? [] : text.trim().split(/\s+/);
  if (words.length > MAX_NUMBERS) throw new ImportError(element, `${what}: more than ${MAX_NUMBERS} numbers`);
  return words.map((word) => {
    const value = Number(word);
    if (!Number.isFinite(value))
      throw new ImportError(element, `${what}: expected a finite number, got "${word.slice(0, 40)}"`);
    return value;
  });
}

/** The numbers of an attribute; undefined where it is absent. `count` is how many there are to be. */
export function numbers(element: XmlElement, attribute: string, count?: number): number[] | undefined {
  const text = element.attributes[attribute];
  if (text === undefined) return undefined;
  const found = numbersIn(element, `${tagOf(element)}: ${attribute}`, text);
  if (count !== undefined && found.length !== count)
    throw new ImportError(element, `${tagOf(element)}: ${attribute} should have ${count} numbers, got ${found.length}`);
  return found;
}

export function number(element: XmlElement, attribute: string): number | undefined {
  return numbers(element, attribute, 1)?.[0];
}
