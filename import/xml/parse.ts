import { SaxesParser } from "saxes";
import { ImportError, type Place } from "../error.js";
import type { Report } from "../report.js";

/** An element with its place, for messages. */
export interface XmlElement extends Place {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text directly inside, without the blanks around it. */
  readonly text: string;
}

/** Deepest nesting, and most elements, of a file. */
const MAX_DEPTH = 256;
const MAX_ELEMENTS = 1_000_000;

/**
 * Reads XML. Entities that a file declares for itself are not expanded: a reference to one is an error, so that a short
 * file cannot stand for a long one.
 */
export function parseXml(text: string, file: string, report?: Report): XmlElement {
  const start = blanksBefore(text);
  if (start > 0 && /^<\?xml/.test(text.slice(start, start + 5)))
    report?.mended({ file, line: 1, column: 1 }, "blanks before the XML declaration were skipped");
  return new TreeBuilder(file, text.slice(0, start).split("\n").length - 1).parse(text.slice(start));
}

function blanksBefore(text: string): number {
  return /^\uFEFF?\s*/.exec(text)?.[0].length ?? 0;
}

interface Open {
  readonly element: XmlElement;
  readonly children: XmlElement[];
  readonly text: string[];
}

class TreeBuilder {
  private readonly file: string;
  private readonly linesBefore: number;
  private readonly stack: Open[] = [];
  private root: XmlElement | undefined;
  private count = 0;
  private readonly parser = new SaxesParser();
  private at: Place;

  constructor(file: string, linesBefore: number) {
    this.file = file;
    this.linesBefore = linesBefore;
    this.at = { file, line: 1, column: 1 };
  }

  parse(text: string): XmlElement {
    const { parser } = this;
    parser.on("error", (error) => {
      throw new ImportError(this.here(), `this is no XML: ${error.message.replace(/^\d+:\d+: /, "")}`);
    });
    parser.on("opentagstart", ({ name }) => {
      const { file, line, column } = this.here();
      this.at = { file, line, column: Math.max(1, column - name.length - 1) };
    });
    parser.on("opentag", ({ name, attributes }) => this.open(name, attributes as Record<string, string>));
    parser.on("closetag", () => this.close());
    parser.on("text", (part) => this.stack.at(-1)?.text.push(part));
    parser.on("cdata", (part) => this.stack.at(-1)?.text.push(part));
    parser.write(text).close();
    if (this.root === undefined) throw new ImportError(this.here(), "the file holds no element");
    return this.root;
  }

  private here(): Place {
    const { line, column } = this.parser;
    return { file: this.file, line: line + this.linesBefore, column: Math.max(1, column) };
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (this.stack.length >= MAX_DEPTH) throw new ImportError(this.at, `elements are nested deeper than ${MAX_DEPTH}`);
    if (++this.count > MAX_ELEMENTS) throw new ImportError(this.at, `there are more than ${MAX_ELEMENTS} elements`);
    const children: XmlElement[] = [];
    const text: string[] = [];
    const element = {
      name,
      attributes: { ...attributes },
      children,
      get text() {
        return text.join("").trim();
      },
      ...this.at,
    };
    this.stack.push({ element, children, text });
  }

  private close(): void {
    const { element } = this.stack.pop() as Open;
    const parent = this.stack.at(-1);
    if (parent === undefined) this.root = element;
    else parent.children.push(element);
  }
}
