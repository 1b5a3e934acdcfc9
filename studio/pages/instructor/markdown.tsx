/** A document in Markdown: headings, paragraphs, lists, emphasis. No HTML of the document ever gets into the page. */
import type { ComponentChildren } from "preact";

export function Markdown({ text }: { text: string }) {
  const blocks = text
    .replaceAll("\r", "")
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "");
  return (
    <div class="md">
      {blocks.map((block, k) => (
        <Block key={k} text={block.trim()} />
      ))}
    </div>
  );
}

function Block({ text }: { text: string }) {
  const heading = /^(#{1,4}) +(.*)(?:\n([\s\S]*))?$/.exec(text);
  if (heading)
    return (
      <>
        {heading[1].length === 1 ? <h2>{inline(heading[2])}</h2> : <h3>{inline(heading[2])}</h3>}
        {heading[3] && <Block text={heading[3].trim()} />}
      </>
    );
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(text);
  if (fenced) return <pre>{fenced[1]}</pre>;
  const items = itemsOf(text, /^\s*[-*] +/);
  if (items)
    return (
      <ul>
        {items.map((item, k) => (
          <li key={k}>{inline(item)}</li>
        ))}
      </ul>
    );
  const numbered = itemsOf(text, /^\s*\d+\. +/);
  if (numbered)
    return (
      <ol>
        {numbered.map((item, k) => (
          <li key={k}>{inline(item)}</li>
        ))}
      </ol>
    );
  if (/^\|.*\|\s*$/m.test(text)) return <Table text={text} />;
  return <p>{inline(text)}</p>;
}

/** Items of a list, with the lines that belong to each; null where the block is no list. */
function itemsOf(text: string, mark: RegExp): string[] | null {
  const lines = text.split("\n");
  if (!mark.test(lines[0])) return null;
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

function Table({ text }: { text: string }) {
  const rows = text
    .split("\n")
    .filter((line) => line.includes("|") && !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell}>{inline(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((row, k) => (
          <tr key={k}>
            {row.map((cell, n) => (
              <td key={n}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Strong, emphasis and code; links are shown as their words. */
function inline(text: string): ComponentChildren[] {
  const plain = text.replaceAll("\n", " ").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return plain.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part, k) => {
    if (part.startsWith("**") && part.length > 4) return <b key={k}>{part.slice(2, -2)}</b>;
    if (part.startsWith("`") && part.length > 2) return <code key={k}>{part.slice(1, -1)}</code>;
    if (part.startsWith("*") && part.length > 2) return <em key={k}>{part.slice(1, -1)}</em>;
    return part;
  });
}
