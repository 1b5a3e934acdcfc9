/** Scenes as YAML that people read: short things in one line, long ones in several, with comments. */

/** Comments by the object that they stand above. */
export type Comments = ReadonlyMap<object, string>;

const WIDTH = 118;

export function sceneYaml(
  scene: Readonly<Record<string, unknown>>,
  comments: Comments,
  header: readonly string[],
): string {
  const lines = header.map((line) => `# ${line}`);
  for (const [key, value] of Object.entries(scene)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    writeEntry(`${key}:`, value, 0, comments, lines);
  }
  return `${lines.join("\n")}\n`;
}

function writeEntry(label: string, value: unknown, indent: number, comments: Comments, lines: string[]): void {
  const pad = " ".repeat(indent);
  const flow = flowText(value);
  const commented = typeof value === "object" && value !== null && holdsComment(value, comments);
  if (!commented && pad.length + label.length + 1 + flow.length <= WIDTH) lines.push(`${pad}${label} ${flow}`);
  else if (Array.isArray(value)) {
    lines.push(`${pad}${label}`);
    if (
      value.every(
        (item) => typeof item !== "object" || (Array.isArray(item) && item.every((x) => typeof x === "number")),
      )
    )
      lines.push(...wrapped(value, indent + 2));
    else for (const item of value) writeItem(item, indent + 2, comments, lines);
  } else if (typeof value === "object" && value !== null) {
    lines.push(`${pad}${label}`);
    for (const [key, inner] of Object.entries(value))
      if (inner !== undefined) writeEntry(`${keyText(key)}:`, inner, indent + 2, comments, lines);
  } else lines.push(`${pad}${label} ${flow}`);
}

function holdsComment(value: object, comments: Comments): boolean {
  if (comments.has(value)) return true;
  return Object.values(value).some(
    (inner) => typeof inner === "object" && inner !== null && holdsComment(inner, comments),
  );
}

function writeItem(item: unknown, indent: number, comments: Comments, lines: string[]): void {
  const pad = " ".repeat(indent);
  const comment = typeof item === "object" && item !== null ? comments.get(item) : undefined;
  if (comment !== undefined) lines.push(`${pad}# ${comment.replace(/\s+/g, " ")}`);
  const flow = flowText(item);
  if (
    typeof item !== "object" ||
    item === null ||
    (pad.length + 2 + flow.length <= WIDTH && !("name" in item && "mass" in item))
  ) {
    if (typeof item !== "object" || item === null || !holdsInnerComment(item, comments)) {
      lines.push(`${pad}- ${flow}`);
      return;
    }
  }
  const own: string[] = [];
  for (const [key, value] of Object.entries(item)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    writeEntry(`${keyText(key)}:`, value, indent + 2, comments, own);
  }
  own[0] = `${pad}- ${own[0].slice(indent + 2)}`;
  lines.push(...own);
}

function holdsInnerComment(item: object, comments: Comments): boolean {
  return Object.values(item).some(
    (inner) => typeof inner === "object" && inner !== null && holdsComment(inner, comments),
  );
}

/** A list in brackets over several lines. */
function wrapped(list: readonly unknown[], indent: number): string[] {
  const pad = " ".repeat(indent);
  const lines: string[] = [];
  let line = `${pad}[`;
  list.forEach((item, k) => {
    const text = `${flowText(item)}${k + 1 < list.length ? "," : "]"}`;
    if (line.length + 1 + text.length > WIDTH && line.trim() !== "[") {
      lines.push(line);
      line = `${pad} ${text}`;
    } else line += line.endsWith("[") ? text : ` ${text}`;
  });
  lines.push(line);
  return lines;
}

function flowText(value: unknown): string {
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return stringText(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const inner = Object.entries(value)
    .filter(([, v]) => v !== undefined && !(Array.isArray(v) && v.length === 0))
    .map(([k, v]) => `${keyText(k)}: ${flowText(v)}`);
  return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
}

function numberText(x: number): string {
  return Object.is(x, -0) ? "0" : String(x);
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_./-]*$/;
/** Words that YAML takes for something else than a text. */
const RESERVED = /^(true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

function stringText(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text);
}

const keyText = stringText;
