// @ts-check
/**
 * The text of the API reference as typedoc writes it, without the types of the validator: parameters are declared by schemas, and a reader wants their
 * names, units and ranges, which stand in docs/reference.
 */

/**
 * End of the bracket that opens at `at`, behind its last character; -1 without one. Markdown escapes brackets by backslashes, code does not. The `>` of
 * an arrow closes nothing.
 * @param {string} text @param {number} at
 */
function endOfBracket(text, at) {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "<") depth++;
    else if (text[i] === ">" && text[i - 1] !== "=" && --depth === 0) return i + 1;
    else if (text.startsWith("\n\n", i)) return -1;
  }
  return -1;
}

/** Arguments of a type that hold schemas become `…`, and a schema that stands alone becomes `Schema`. @param {string} text */
export function withoutValidatorTypes(text) {
  let out = "";
  for (let i = 0; i < text.length; ) {
    const rest = text.slice(i, i + 64);
    const open = /^\\?<(?=\s*\\?\{)/.exec(rest)?.[0];
    const end = open === undefined ? -1 : endOfBracket(text, i + open.length - 1);
    if (open !== undefined && end > 0 && /\$?Zod[A-Z]\w*/.test(text.slice(i, end))) {
      out += open.startsWith("\\") ? "\\<…\\>" : "<…>";
      i = end;
      continue;
    }
    const schema = /^`?\$?Zod[A-Z]\w*`?/.exec(rest)?.[0];
    if (schema === undefined || /\w/.test(text[i - 1] ?? "")) {
      out += text[i++];
      continue;
    }
    i += schema.length;
    const arguments_ = /^\\?</.exec(text.slice(i, i + 2))?.[0];
    const last = arguments_ === undefined ? -1 : endOfBracket(text, i + arguments_.length - 1);
    if (last > 0) i = last;
    out += schema.startsWith("`") ? "`Schema`" : "Schema";
  }
  return out;
}
